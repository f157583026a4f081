"""Puzzle Team tasks: `task` is what stands around the pieces, `size` finds the size, the rest are the pieces."""
