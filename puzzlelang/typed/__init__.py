"""Checks rules files: resolves names and finds the type of every expression."""
