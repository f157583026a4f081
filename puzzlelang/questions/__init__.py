"""Questions about a board: a file for each, and one table of all."""
