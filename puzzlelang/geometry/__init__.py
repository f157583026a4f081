"""The structure of a board: its places, and how they lie to each other."""
