"""Reads and writes Penpa addresses: a compressed text of marks at numbered points, in the puzzle or its answer."""
