"""Reads and writes pzprv3 texts: `file` is their frame, the other modules the pieces."""
