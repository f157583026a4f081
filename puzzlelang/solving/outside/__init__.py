"""Solvers outside of this package: exports for them, and their answers."""
