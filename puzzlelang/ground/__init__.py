"""Rules unfolded over a board: what the words of the language become."""
