"""Lowering of problems to pySMT formulas and SMT-LIB text."""
