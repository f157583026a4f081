"""Draws boards: a puzzle and a drawing to a scene of marks, and scenes to SVG, PNG, PDF and terminal text."""
