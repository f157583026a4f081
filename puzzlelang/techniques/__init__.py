"""Local theorems of a genre, found from its rules alone."""
