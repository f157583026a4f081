"""Proposes `read` statements: searches for pieces that could read a text."""
