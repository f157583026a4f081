"""The words of the language about the board, as a table: what each takes and what it is.

A word may have several signatures; the first that fits is meant.  If a word takes a direction and returns a set, a
value of an enumeration with names of directions is accepted too.  It stands for the direction of that name (`up` or
`north`; for `next` and `ray` also `up_right` or `northeast`); a value with another name stands for none.
`ground.builtins` computes the words under the same names; a test compares both.
"""

import functools

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
    NUMBERS,
    PATH,
    SHAPES,
    VIEW,
    Pair,
    PlaceType,
    SetOf,
    Type,
)
from puzzlelang.typed.words.signatures import Signature, plain_value

CELL_PAIRS = SetOf(Pair(CELL, CELL))


VALUES: dict[str, Signature] = {
    "cells": plain_value(CELLS, "all cells"),
    "rows": plain_value(SetOf(LINE), "all rows"),
    "columns": plain_value(SetOf(LINE), "all columns"),
    "lines": plain_value(SetOf(LINE), "all rows and columns"),
    "views": plain_value(SetOf(VIEW), "all lines, each looked at from both ends"),
    "borders": plain_value(SetOf(BORDER), "all unit segments around cells, the rim included"),
    "links": plain_value(SetOf(LINK), "all pairs of cells side by side"),
    "corners": plain_value(SetOf(CORNER), "all grid points"),
    "directions": plain_value(SetOf(DIRECTION), "up, right, down and left"),
    "diagonals": plain_value(SetOf(GROUP), "the two long diagonals"),
    "adjacent": plain_value(CELL_PAIRS, "two cells side by side", symmetric=True),
    "touching": plain_value(CELL_PAIRS, "two cells side by side or corner to corner", symmetric=True),
    "width": plain_value(NUMBER, "the number of columns"),
    "height": plain_value(NUMBER, "the number of rows"),
    "up": plain_value(DIRECTION, "towards the first row"),
    "right": plain_value(DIRECTION, "towards the last column"),
    "down": plain_value(DIRECTION, "towards the last row"),
    "left": plain_value(DIRECTION, "towards the first column"),
    "crosswise": plain_value(SetOf(Pair(CORNER, CORNER)), "two opposite corners of one cell", symmetric=True),
    **{name: plain_value(SHAPES, meaning) for name, (_, meaning) in BANKS.items()},
}
"""Words that stand alone."""

PROPERTIES: dict[Sort, dict[str, Signature]] = {
    Sort.CELL: {
        "row": plain_value(NUMBER, "the number of its row, from 1 at the top"),
        "column": plain_value(NUMBER, "the number of its column, from 1 at the left"),
    },
    Sort.LINE: {"number": plain_value(NUMBER, "its number among the rows or the columns, from 1")},
    Sort.VIEW: {"line": plain_value(LINE, "the line that is looked at")},
    Sort.LINK: {
        "first": plain_value(CELL, "its upper or left cell"),
        "second": plain_value(CELL, "its lower or right cell"),
    },
    Sort.PATH: {
        "first": plain_value(CELL, "the place where it begins"),
        "last": plain_value(CELL, "the place where it ends"),
    },
}
"""Built-in properties by sort: what each place of the sort has.  Those of paths are places of its own sort."""


def property_type(place: PlaceType, word: str) -> Type | None:
    """The type of a built-in property of a place, None if it has none of that name."""
    results = PROPERTIES.get(place.sort, {}).get(word)
    if results is None:
        return None
    return PlaceType(place.members) if place.sort is Sort.PATH and place.members else results.result


FUNCTIONS: dict[str, tuple[Signature, ...]] = {
    "next": (
        Signature((CELL,), CELLS, "the cells side by side with it", geometric=True),
        Signature(
            (CELL, DIRECTION),
            CELLS,
            "the cell beside it in that direction, none at the rim",
            geometric=True,
            diagonal=True,
        ),
        Signature(
            (CELL, VIEW),
            CELLS,
            "the cell of the view right behind it, none at the end or outside the view",
            geometric=True,
        ),
        Signature(
            (CELL, PATH),
            CELLS,
            "the places of the path right behind it, after each visit, none at the end",
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
            diagonal=True,
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
    "before": (
        Signature((CELL, VIEW), CELLS, "the cells of the view in front of it", geometric=True),
        Signature(
            (CELL, PATH), CELLS, "the places that the path comes to before it first comes to that one", geometric=True
        ),
    ),
    "windows": (
        Signature((NUMBER, NUMBER), SetOf(GROUP), "every rectangle of so many rows and columns", on_board=True),
        Signature(
            (PATH, NUMBER),
            SetOf(PATH),
            "every part of the path of so many places in a row; a shorter path is the only one",
            geometric=True,
            on_board=True,
            called="windows along",
        ),
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
    "seams": (
        Signature(
            (SetOf(GROUP),), SetOf(LINK), "the links between cells of two different regions of a partition", whole=True
        ),
    ),
    "along": (
        Signature(
            (PATH,),
            CELL_PAIRS,
            "two places that follow each other on the path, in its order",
            geometric=True,
            called="along path",
        ),
        Signature((SetOf(LINK),), CELL_PAIRS, "two cells that a link of the set joins", symmetric=True),
        Signature(
            (SetOf(BORDER),), SetOf(Pair(CORNER, CORNER)), "two corners that a border of the set joins", symmetric=True
        ),
    ),
    "mirrored": (
        Signature(
            (PATH,),
            CELL_PAIRS,
            "two places of the path as far from its start as from its end, the one nearer to the start first",
            geometric=True,
        ),
    ),
    "stretches": (
        Signature(
            (PATH,),
            SetOf(PATH),
            "behind `by` a partition or other groups of cells: the longest parts of the path inside one of them",
            ("by",),
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
        Signature((CELLS,), CELLS, "the set itself, of a line, a view, a region, a group or a path its cells"),
    ),
    "opposite": (Signature((DIRECTION,), DIRECTION, "the other way", geometric=True),),
    "clockwise": (Signature((DIRECTION,), DIRECTION, "a quarter turn to the right", geometric=True),),
    "abs": (Signature((NUMBER,), NUMBER, "the number without its sign"),),
    "root": (Signature((NUMBER,), NUMBER, "the square root, rounded down", on_board=True),),
    "copies": (Signature((NUMBER, NUMBERS), NUMBER, "how often the number stands in a given list", on_board=True),),
}
"""Words with arguments.  The result of `RELATIONS` depends on what they are given, see `typed.checks.calls`."""

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


UNWRITTEN = {
    "holding": "the groups or paths of a declaration that hold a place, written `cage(c)`",
    "visits": "the places of a path, each as often as the path comes to it, behind `of` or `in` of a sum or a list",
}
"""Words of the IR that have no name of their own in rules."""


@functools.cache
def symmetric(name: str) -> bool:
    """Whether a word of the IR names a relation that holds every pair in both orders."""
    return name in RELATIONS or any(signature.symmetric for signature in signatures_called(name))


@functools.cache
def is_geometric(name: str) -> bool:
    """Whether the values of a word of the IR for places and directions depend on the board's geometry alone."""
    return any(signature.geometric for signature in signatures_called(name))


@functools.cache
def ways(name: str) -> frozenset[str]:
    """The names of an enumeration that a word of the IR takes for directions."""
    return frozenset(way for signature in signatures_called(name.partition(" ")[0]) for way in signature.ways)


def signatures_called(name: str) -> tuple[Signature, ...]:
    """Every way to use a word that has this name in the IR."""
    word = name.partition(" ")[0]
    return tuple(signature for signature in signatures(word) if (signature.called or word) == name)


def signatures(name: str) -> tuple[Signature, ...]:
    """Every way to use a word of `VALUES` or `FUNCTIONS`."""
    alone = VALUES.get(name)
    return (*((alone,) if alone else ()), *FUNCTIONS.get(name, ()))
