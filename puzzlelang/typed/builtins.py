"""The words of the language about the board, as a table: what each takes and what it is.

A word may have several signatures; the first that fits is meant.  If a word takes a direction and returns a set, a
value of an enumeration with names of directions is accepted too.  It stands for the direction of that name; a value
with another name stands for none.  `ground.builtins` computes the words under the same names; a test compares both.
"""

import msgspec

from puzzlelang.geometry.polyominoes import BANKS
from puzzlelang.geometry.sorts import Sort
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
    Type,
)

CELL_PAIRS = SetOf(Pair(CELL, CELL))


class Signature(msgspec.Struct, frozen=True):
    """One way to use a word: types of the parameters and of the result.

    `clauses`: keywords that may introduce a last argument, a set of cells (`until`, `while`).  `symmetric`: the word is
    a relation that holds every pair in both orders.  `geometric`: for known places and directions, the board's geometry
    alone determines the value.  `on_board`: arguments that are numbers must be determined by the givens alone.
    """

    parameters: tuple[Type, ...]
    result: Type
    meaning: str
    clauses: tuple[str, ...] = ()
    symmetric: bool = False
    geometric: bool = False
    on_board: bool = False


def _value(result: Type, meaning: str, *, symmetric: bool = False) -> Signature:
    return Signature((), result, meaning, symmetric=symmetric)


VALUES: dict[str, Signature] = {
    "cells": _value(CELLS, "all cells"),
    "rows": _value(SetOf(LINE), "all rows"),
    "columns": _value(SetOf(LINE), "all columns"),
    "lines": _value(SetOf(LINE), "all rows and columns"),
    "views": _value(SetOf(VIEW), "all lines, each looked at from both ends"),
    "borders": _value(SetOf(BORDER), "all unit segments around cells, the rim included"),
    "links": _value(SetOf(LINK), "all pairs of cells side by side"),
    "corners": _value(SetOf(CORNER), "all grid points"),
    "directions": _value(SetOf(DIRECTION), "up, right, down and left"),
    "diagonals": _value(SetOf(GROUP), "the two long diagonals"),
    "adjacent": _value(CELL_PAIRS, "two cells side by side", symmetric=True),
    "touching": _value(CELL_PAIRS, "two cells side by side or corner to corner", symmetric=True),
    "width": _value(NUMBER, "the number of columns"),
    "height": _value(NUMBER, "the number of rows"),
    "up": _value(DIRECTION, "towards the first row"),
    "right": _value(DIRECTION, "towards the last column"),
    "down": _value(DIRECTION, "towards the last row"),
    "left": _value(DIRECTION, "towards the first column"),
    "crosswise": _value(SetOf(Pair(CORNER, CORNER)), "two opposite corners of one cell", symmetric=True),
    **{name: _value(SHAPES, meaning) for name, (_, meaning) in BANKS.items()},
}
"""Words that stand alone."""

PROPERTIES: dict[Sort, dict[str, Signature]] = {
    Sort.CELL: {
        "row": _value(NUMBER, "the number of its row, from 1 at the top"),
        "column": _value(NUMBER, "the number of its column, from 1 at the left"),
    },
    Sort.LINE: {"number": _value(NUMBER, "its number among the rows or the columns, from 1")},
    Sort.VIEW: {"line": _value(LINE, "the line that is looked at")},
    Sort.LINK: {"first": _value(CELL, "its upper or left cell"), "second": _value(CELL, "its lower or right cell")},
}
"""Built-in properties by sort: what each place of the sort has."""


FUNCTIONS: dict[str, tuple[Signature, ...]] = {
    "next": (
        Signature((CELL,), CELLS, "the cells side by side with it", geometric=True),
        Signature((CELL, DIRECTION), CELLS, "the cell beside it in that direction, none at the rim", geometric=True),
        Signature(
            (CELL, VIEW),
            CELLS,
            "the cell of the view right behind it, none at the end or outside the view",
            geometric=True,
        ),
        Signature((CELL, SetOf(LINK)), CELLS, "the cells that a link of the set joins with it"),
        Signature((CORNER, SetOf(BORDER)), SetOf(CORNER), "the corners that a border of the set joins with it"),
    ),
    "around": (Signature((CELL,), CELLS, "the up to eight cells that touch it", geometric=True),),
    "ray": (
        Signature(
            (CELL, DIRECTION),
            CELLS,
            "the cells from it in that direction, nearest first, itself left out; `until S` stops before the first "
            "cell of S, `while S` before the first that is not in S",
            ("until", "while"),
            geometric=True,
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
    "between": (Signature((CELL, CELL), CELLS, "the cells strictly between two of one line", geometric=True),),
    "before": (Signature((CELL, VIEW), CELLS, "the cells of the view in front of it", geometric=True),),
    "windows": (
        Signature((NUMBER, NUMBER), SetOf(GROUP), "every rectangle of so many rows and columns", on_board=True),
    ),
    "boxes": (
        Signature(
            (NUMBER, NUMBER), SetOf(GROUP), "the board cut into rectangles of so many rows and columns", on_board=True
        ),
    ),
    "leap": (
        Signature(
            (NUMBER, NUMBER),
            CELL_PAIRS,
            "two cells so many rows and columns apart, either way round",
            symmetric=True,
            on_board=True,
        ),
    ),
    "lines": (Signature((CELL,), SetOf(LINE), "its row and its column", geometric=True),),
    "views": (
        Signature((LINE,), SetOf(VIEW), "the line from both ends", geometric=True),
        Signature((CELL,), SetOf(VIEW), "the views it lies in", geometric=True),
    ),
    "borders": (
        Signature((CELL,), SetOf(BORDER), "the four segments around it", geometric=True),
        Signature((CORNER,), SetOf(BORDER), "the segments that end there", geometric=True),
        Signature((CELLS,), SetOf(BORDER), "the segments between the set and the rest"),
        Signature((CELL, DIRECTION), SetOf(BORDER), "the segment on its side in that direction", geometric=True),
    ),
    "links": (
        Signature((CELL,), SetOf(LINK), "the links to its neighbours", geometric=True),
        Signature((CELLS,), SetOf(LINK), "the links inside the set"),
    ),
    "along": (
        Signature((SetOf(LINK),), CELL_PAIRS, "two cells that a link of the set joins", symmetric=True),
        Signature(
            (SetOf(BORDER),), SetOf(Pair(CORNER, CORNER)), "two corners that a border of the set joins", symmetric=True
        ),
    ),
    "strands": (
        Signature(
            (SetOf(LINK),),
            SetOf(Pair(LINK, LINK)),
            "two links that follow each other where both belong to the set: straight on where four of it meet",
            symmetric=True,
        ),
        Signature((SetOf(BORDER),), SetOf(Pair(BORDER, BORDER)), "two borders likewise", symmetric=True),
    ),
    "corners": (
        Signature((CELL,), SetOf(CORNER), "its four corners", geometric=True),
        Signature((CELL, DIRECTION), SetOf(CORNER), "the two corners of its side in that direction", geometric=True),
        Signature((BORDER,), SetOf(CORNER), "its two ends", geometric=True),
    ),
    "cells": (
        Signature((BORDER,), CELLS, "the one or two cells beside it", geometric=True),
        Signature((LINK,), CELLS, "its two cells", geometric=True),
        Signature((CORNER,), CELLS, "the one to four cells that meet there", geometric=True),
        Signature((CELLS,), CELLS, "the set itself, of a line, a view or a region its cells"),
    ),
    "opposite": (Signature((DIRECTION,), DIRECTION, "the other way", geometric=True),),
    "clockwise": (Signature((DIRECTION,), DIRECTION, "a quarter turn to the right", geometric=True),),
    "abs": (Signature((NUMBER,), NUMBER, "the number without its sign"),),
    "root": (Signature((NUMBER,), NUMBER, "the square root, rounded down", on_board=True),),
}
"""Words with arguments.  The result of `RELATIONS` depends on what they are given, see `typed.calls`."""

AGGREGATES = {
    "count": "how many elements a set has",
    "sum": "the sum of values",
    "product": "the product of values",
    "min": "the least of some values; 0 for none",
    "max": "the greatest of some values; 0 for none",
    "distinct": "whether all values are different",
    "list": "the values one after another, row by row or along a view or a ray: equal to numbers in this order",
    "bag": "the values in any order, each as often as it is there: equal to the same numbers in whatever order",
}
"""What is computed from a set or from several values, with the meaning."""

QUESTIONS = {
    "known": "whether a clue is there and no `?`",
    "present": "whether a clue is there",
}
"""What is asked about a clue, with the meaning."""

RELATIONS = {
    "pairs": "every two different places of a set",
    "within": "two cells side by side in one region of a partition",
}
"""Relations made of a set, with the meaning; each two stand in both orders."""

EXTREMES = ("min", "max")
"""Aggregates that may also be given two numbers or more."""


def symmetric(name: str) -> bool:
    """Whether a word names a relation that holds every pair in both orders."""
    return name in RELATIONS or any(signature.symmetric for signature in signatures(name))


def is_geometric(name: str) -> bool:
    """Whether the values of a word for places and directions depend on the board's geometry alone."""
    return any(signature.geometric for signature in FUNCTIONS.get(name, ()))


def signatures(name: str) -> tuple[Signature, ...]:
    """Every way to use a word of `VALUES` or `FUNCTIONS`."""
    alone = VALUES.get(name)
    return (*((alone,) if alone else ()), *FUNCTIONS.get(name, ()))
