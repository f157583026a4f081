"""Addresses of the Kudamono editor."""
