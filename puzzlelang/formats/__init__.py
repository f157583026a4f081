"""Reads and writes boards in all formats."""
