"""Problem to clauses."""
