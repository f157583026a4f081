"""A rules file with names resolved and every expression typed."""
