"""Builds the handbook of rule files: a page for each genre, and an index."""
