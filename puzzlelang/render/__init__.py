"""Answers and verdicts as text and JSON."""
