"""What a board is asked: a file for each question, and one table of all."""
