"""Directions in which the definition of a literal is stated (Plaisted and Greenbaum 1986)."""

IMPLIES = 1
"""The literal implies the formula."""
IMPLIED = 2
"""The formula implies the literal."""
BOTH = IMPLIES | IMPLIED

CONVERSE = (0, IMPLIED, IMPLIES, BOTH)
"""By direction that of the negation."""
