"""Engines, and what is searched for with them."""
