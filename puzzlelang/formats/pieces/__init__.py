"""Shared by all outside formats: codec pieces, and the conversion of their items to values and back."""
