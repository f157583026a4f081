"""What follows from the rules of a board, found by the shape of constraints: no genre is known here."""
