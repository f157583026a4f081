"""Benchmarks that anybody can run: `python -m tests.bench`."""
