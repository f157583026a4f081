"""The graph words as a table: what each takes, what it is, and whether `by` may name a relation.

A word means the same over givens, where it is computed while grounding, and over sets to be found, where it becomes a
node of the problem with a lowering of its own.
"""

import enum

import msgspec

from puzzlelang.typed.types import CELLS, GROUP, NUMBERS, TRUTH, SetOf, Type


class Wanted(enum.Enum):
    """What an argument must be; the value is how a message calls it."""

    CELL = "a cell"
    CELLS = "a set of cells"
    THINGS = "a set of places"
    LINE = "a line, a view or another row of cells"
    CURVE = "a set of links or borders"


class Shape(msgspec.Struct, frozen=True):
    """One graph word; `instead` is what to say for the commonest wrong argument.

    `computed`: it is known over givens.  `solved`: there is a node of the problem for sets that are to be found.
    """

    arguments: tuple[Wanted, ...]
    result: Type
    related: bool
    meaning: str
    instead: str = ""
    computed: bool = True
    solved: bool = False


_CURVE_ADVICE = (
    "a loop runs along links or borders: find a `set of links` (through cells) or a `set of borders` (around "
)
_CURVE_ADVICE += "them); for cells in one piece write `connected(…)`"

WORDS: dict[str, Shape] = {
    "paired": Shape(
        (Wanted.THINGS, Wanted.THINGS),
        TRUTH,
        True,
        "each of either set has one partner of its own in the other set",
        solved=True,
    ),
    "runs": Shape(
        (Wanted.LINE, Wanted.CELLS),
        NUMBERS,
        False,
        "the lengths of the stretches of the set along the line",
        solved=True,
    ),
    "connected": Shape((Wanted.CELLS,), TRUTH, True, "the set is in one piece; the empty set is, too"),
    "component": Shape((Wanted.CELL, Wanted.CELLS), CELLS, True, "the connected part of the set that holds the cell"),
    "components": Shape((Wanted.CELLS,), SetOf(GROUP), True, "the connected parts of the set"),
    "single_loop": Shape(
        (Wanted.CURVE,),
        TRUTH,
        False,
        "the set is one closed curve; the empty set is none",
        _CURVE_ADVICE,
        computed=False,
    ),
}
