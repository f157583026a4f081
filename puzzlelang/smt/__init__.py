"""Problem to pySMT encoding, and to SMT-LIB text."""
