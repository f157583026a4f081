"""Lowering of problems to clauses."""
