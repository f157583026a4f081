"""Nested tuples of hints and walls, never evaluated: `nested` is their brackets, `tuples` the board."""
