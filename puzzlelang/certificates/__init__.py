"""Proofs that others can check: a folder that says what is claimed of a board, and why it is so."""
