"""The words of the language about the board, as a table: what each takes and what it is.

A word may have several signatures; the first that fits is meant.  Their meaning is in `ground.builtins`, under the same
names; a test holds the two tables together.
"""

import msgspec

from puzzlelang.polyominoes import BANKS
from puzzlelang.typed.types import (
    BORDER,
    CELL,
    CELLS,
    CORNER,
    DIRECTION,
    GROUP,
    LINE,
    LINK,
    NUMBER,
    SHAPES,
    VIEW,
    Pair,
    SetOf,
    Sort,
    Type,
)

CELL_PAIRS = SetOf(Pair(CELL, CELL))

VALUES: dict[str, tuple[Type, str]] = {
    "cells": (CELLS, "all cells"),
    "rows": (SetOf(LINE), "all rows"),
    "columns": (SetOf(LINE), "all columns"),
    "lines": (SetOf(LINE), "all rows and columns"),
    "views": (SetOf(VIEW), "all lines, each looked at from both ends"),
    "borders": (SetOf(BORDER), "all unit segments around cells, the rim included"),
    "links": (SetOf(LINK), "all pairs of cells side by side"),
    "corners": (SetOf(CORNER), "all grid points"),
    "directions": (SetOf(DIRECTION), "up, right, down and left"),
    "diagonals": (SetOf(GROUP), "the two long diagonals"),
    "adjacent": (CELL_PAIRS, "two cells side by side"),
    "touching": (CELL_PAIRS, "two cells side by side or corner to corner"),
    "width": (NUMBER, "the number of columns"),
    "height": (NUMBER, "the number of rows"),
    "up": (DIRECTION, "towards the first row"),
    "right": (DIRECTION, "towards the last column"),
    "down": (DIRECTION, "towards the last row"),
    "left": (DIRECTION, "towards the first column"),
    "crosswise": (SetOf(Pair(CORNER, CORNER)), "two opposite corners of one cell"),
    **{name: (SHAPES, meaning) for name, (_, meaning) in BANKS.items()},
}
"""Words that stand alone: type and meaning."""

PROPERTIES: dict[Sort, dict[str, tuple[Type, str]]] = {
    Sort.CELL: {
        "row": (NUMBER, "the number of its row, from 1 at the top"),
        "column": (NUMBER, "the number of its column, from 1 at the left"),
    },
    Sort.LINE: {"number": (NUMBER, "its number among the rows or the columns, from 1")},
    Sort.VIEW: {"line": (LINE, "the line that is looked at")},
    Sort.LINK: {"first": (CELL, "its upper or left cell"), "second": (CELL, "its lower or right cell")},
}
"""Built-in properties by sort: type and meaning."""


class Signature(msgspec.Struct, frozen=True):
    """Types of the parameters and of the result; `clauses` are the words that may lead in a last set of cells."""

    parameters: tuple[Type, ...]
    result: Type
    meaning: str
    clauses: tuple[str, ...] = ()


FUNCTIONS: dict[str, tuple[Signature, ...]] = {
    "next": (
        Signature((CELL,), CELLS, "the cells side by side with it"),
        Signature((CELL, DIRECTION), CELLS, "the cell beside it in that direction, none at the rim"),
        Signature((CELL, VIEW), CELLS, "the cell of the view right behind it, none at the end or outside the view"),
        Signature((CELL, SetOf(LINK)), CELLS, "the cells that a link of the set joins with it"),
        Signature((CORNER, SetOf(BORDER)), SetOf(CORNER), "the corners that a border of the set joins with it"),
    ),
    "around": (Signature((CELL,), CELLS, "the up to eight cells that touch it"),),
    "ray": (
        Signature(
            (CELL, DIRECTION),
            CELLS,
            "the cells from it in that direction, nearest first, itself left out; `until S` stops before the first "
            "cell of S, `while S` before the first that is not in S",
            ("until", "while"),
        ),
    ),
    "straight": (
        Signature(
            (CELL, DIRECTION, SetOf(LINK)),
            CELLS,
            "the cells that a curve reaches from it going straight in that direction, nearest first, itself left out",
        ),
        Signature((CORNER, DIRECTION, SetOf(BORDER)), SetOf(CORNER), "the corners that a curve reaches likewise"),
    ),
    "between": (Signature((CELL, CELL), CELLS, "the cells strictly between two of one line"),),
    "before": (Signature((CELL, VIEW), CELLS, "the cells of the view in front of it"),),
    "windows": (Signature((NUMBER, NUMBER), SetOf(GROUP), "every rectangle of so many rows and columns"),),
    "boxes": (Signature((NUMBER, NUMBER), SetOf(GROUP), "the board cut into rectangles of so many rows and columns"),),
    "leap": (Signature((NUMBER, NUMBER), CELL_PAIRS, "two cells so many rows and columns apart, either way round"),),
    "lines": (Signature((CELL,), SetOf(LINE), "its row and its column"),),
    "views": (
        Signature((LINE,), SetOf(VIEW), "the line from both ends"),
        Signature((CELL,), SetOf(VIEW), "the views it lies in"),
    ),
    "borders": (
        Signature((CELL,), SetOf(BORDER), "the four segments around it"),
        Signature((CORNER,), SetOf(BORDER), "the segments that end there"),
        Signature((CELLS,), SetOf(BORDER), "the segments between the set and the rest"),
    ),
    "links": (
        Signature((CELL,), SetOf(LINK), "the links to its neighbours"),
        Signature((CELLS,), SetOf(LINK), "the links inside the set"),
    ),
    "along": (
        Signature((SetOf(LINK),), CELL_PAIRS, "two cells that a link of the set joins"),
        Signature((SetOf(BORDER),), SetOf(Pair(CORNER, CORNER)), "two corners that a border of the set joins"),
    ),
    "corners": (
        Signature((CELL,), SetOf(CORNER), "its four corners"),
        Signature((CELL, DIRECTION), SetOf(CORNER), "the two corners of its side in that direction"),
        Signature((BORDER,), SetOf(CORNER), "its two ends"),
    ),
    "cells": (
        Signature((BORDER,), CELLS, "the one or two cells beside it"),
        Signature((LINK,), CELLS, "its two cells"),
        Signature((CORNER,), CELLS, "the one to four cells that meet there"),
        Signature((CELLS,), CELLS, "the set itself, of a line, a view or a region its cells"),
    ),
    "opposite": (Signature((DIRECTION,), DIRECTION, "the other way"),),
    "clockwise": (Signature((DIRECTION,), DIRECTION, "a quarter turn to the right"),),
    "abs": (Signature((NUMBER,), NUMBER, "the number without its sign"),),
    "root": (Signature((NUMBER,), NUMBER, "the square root, rounded down"),),
}
"""Words with arguments.  `pairs` and `within`, whose result depends on what they are given, are in `typed.calls`."""

SYMMETRIC = frozenset({"adjacent", "touching", "crosswise", "leap", "along", "pairs", "within"})
"""Relations in which each two stand in both orders."""
