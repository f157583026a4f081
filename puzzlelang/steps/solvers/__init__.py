"""Solvers of few cases: the values that they leave, and the fewest facts and cases from which something follows."""
