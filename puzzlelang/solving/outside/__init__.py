"""Solvers outside of this package: what is written for them, and what they print."""
