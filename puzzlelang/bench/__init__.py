"""Benchmarks: the same boards through several engines, and comparisons of their times."""
