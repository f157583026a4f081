"""Pictures: a board and what is drawn on it as a scene of marks, and scenes as SVG, PNG, PDF and terminal text."""
