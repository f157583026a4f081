"""The vocabulary of outside formats: their names, and the pieces of each, which are loaded with `formats`."""

NAMES = ("puzzlink", "pzprv3", "penpa", "tatham", "puzzleteam", "walls")
"""The outside formats; commands list them without loading their pieces."""
