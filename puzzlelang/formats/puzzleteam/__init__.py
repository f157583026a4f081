"""Reads and writes Puzzle Team tasks: `task` is their frame, `size` finds the size, the rest are the pieces."""
