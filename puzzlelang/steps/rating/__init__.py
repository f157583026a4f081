"""Ratings: the technique of each step, its cost to a person, and the difficulty of a board."""
