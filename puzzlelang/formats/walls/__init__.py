"""Reads and writes nested tuples of hints and walls, which are parsed and never evaluated."""
