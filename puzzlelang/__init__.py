"""A language and compiler for grid logic puzzles."""
