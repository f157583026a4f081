"""The pieces of boards of Sudoku setters: fields of f-puzzles by what they are about."""

from puzzlelang.typed.codecs.codec import (
    CELLS,
    CORNERS,
    GROUP_VALUES,
    GROUPS,
    LINES,
    LINKS,
    OPTION,
    PARTITION,
    PATH_VALUES,
    PATHS,
    SINGLE,
    VIEWS,
    Piece,
)

SWITCHES = (
    "diagonal+", "diagonal-", "antiknight", "antiking", "disjointgroups", "nonconsecutive", "globalentropy",
    "strictkropki",
)  # fmt: skip
NEGATIVE = ("negative ratio", "negative xv", "negative difference")
"""Switches: pairs of neighbours without such a mark do not have its property."""

AT_CELLS = ("even", "odd", "minimum", "maximum", "rowindexer", "columnindexer", "boxindexer", "countingcircle")
PAIRS = ("difference", "ratio", "xv")
QUADS = ("quadruple",)
GROUP_FIELDS = ("killercage", "extraregion", "clone")
PATH_FIELDS = (
    "thermometer", "slowthermometer", "palindrome", "betweenline", "lockout", "renban", "whispers", "regionsumline",
    "entropicline", "modularline", "nabner", "doublearrow", "zipperline", "sequence",
    "parityline",
)  # fmt: skip
WHISPERS = "whispers"
DIAGONALS = ("littlekillersum",)
OUTSIDE = ("sandwichsum", "xsum", "skyscraper", "numberedroom")
UNKNOWN_TO_F_PUZZLES = (
    "globalentropy", "strictkropki", "negative difference", "countingcircle", "sequence", "parityline", "numberedroom",
)  # fmt: skip
"""Fields for what only SudokuMaker or the Interactive Sudoku Solver say; neither f-puzzles nor a script for it does."""


def _of(*fields: str) -> str:
    """A regular expression for the fields as keys, perhaps with a value behind."""
    return "(" + "|".join(field.replace("+", r"\+") for field in fields) + ")( .+)?"


PIECES: dict[str, Piece] = {
    "givens": Piece((CELLS,) * 2, "numbers in cells: those that are given, perhaps those filled in or of the answer"),
    "regions": Piece((PARTITION,), "the regions of cells; boxes where the text has none", whole=True),
    "candidates": Piece((CELLS,), "lists of numbers of which a cell holds one"),
    "flag": Piece((OPTION,), 'switches, as `"antiknight"`, and `""` for none of them', holds=_of(*SWITCHES, *NEGATIVE)),
    "cells": Piece((CELLS,), "marks of cells by field, such as `even`", keyed=True, holds=_of(*AT_CELLS)),
    "links": Piece((LINKS,), "marks between two cells by field, such as `difference`", keyed=True, holds=_of(*PAIRS)),
    "corners": Piece((CORNERS,), "numbers between four cells: `quadruple`", keyed=True, holds=_of(*QUADS)),
    "groups": Piece(
        (GROUPS, GROUP_VALUES), "sets of cells by field, as `killercage`; perhaps their numbers", keyed=True,
        gathers=True, holds=_of(*GROUP_FIELDS),
    ),
    "paths": Piece(
        (PATHS, PATH_VALUES), "lines of cells by field, as `thermometer`; perhaps their numbers", keyed=True,
        gathers=True, holds=_of(*PATH_FIELDS, *DIAGONALS),
    ),
    "arrows": Piece(
        (PATHS, PATHS), "bulbs of arrows, read from the first cell; arrows, from a cell of the bulb", 2, gathers=True
    ),
    "lines": Piece((LINES,), "clues outside that count from the left or the top", keyed=True, holds=_of(*OUTSIDE)),
    "views": Piece((VIEWS,), "clues outside, seen from where they stand", keyed=True, holds=_of(*OUTSIDE)),
    "besides": Piece(
        (OPTION | SINGLE,),
        'fields that say nothing: `besides("text": nothing)`; `colour`: colours of cells',
    ),
}  # fmt: skip
