"""Solvers outside of this package: exports for them, and decoding of their answers."""
