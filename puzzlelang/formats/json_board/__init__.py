"""Boards as JSON for other programs."""
