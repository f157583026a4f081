"""Grounding: rules unfolded over a board."""
