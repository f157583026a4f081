"""Certificates: folders with proofs of what is claimed of a board, which others can check."""
