"""Certificates: folders with proofs of a claim about a board, which others can check."""
