"""Addresses of Penpa: a compressed text of marks, each at a numbered point, in the puzzle or in its answer."""
