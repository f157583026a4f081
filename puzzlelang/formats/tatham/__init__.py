"""Reads and writes game IDs of Simon Tatham's collection.

`game` reads IDs and saved games, `parameters` what stands before the colon; the other modules are the pieces.
"""
