"""Boards made from rules: fewer clues, and new boards."""
