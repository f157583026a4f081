"""Checks of statements and expressions: a file for each kind, and the scope that they share."""
