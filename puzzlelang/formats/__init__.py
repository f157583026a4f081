"""Boards from the outside and back."""
