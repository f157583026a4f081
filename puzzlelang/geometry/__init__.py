"""The topology of a board: its places and their incidences."""
