"""The vocabulary of outside formats: their names, and the pieces of each, which are loaded with `formats`."""

NAMES = (
    "puzzlink",
    "pzprv3",
    "penpa",
    "kudamono",
    "fpuzzles",
    "tatham",
    "puzzleteam",
    "walls",
    "line",
    "killer",
    "non",
)
"""The outside formats; commands list them without loading their pieces."""

SPELLINGS = {"sudokupad": "fpuzzles", "fpuzzles-json": "fpuzzles"}
"""Other forms in which boards of an outside format are written; all are read as texts of that format."""

COSMETIC = ("line", "circle", "rectangle", "text", "cage", "colour")
"""Drawings of Sudoku setters, which may stand for rules that only a text explains; `colour`: colours of cells."""
