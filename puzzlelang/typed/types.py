"""The types of expressions, and how they are called in front of a puzzle setter."""

from typing import assert_never

import msgspec

from puzzlelang.geometry.sorts import Sort

COVERING = frozenset({Sort.LINE, Sort.VIEW, Sort.REGION, Sort.GROUP})
"""Sorts whose places are sets of cells as well."""


class Truth(msgspec.Struct, frozen=True):
    """True or false."""


class Number(msgspec.Struct, frozen=True):
    """An integer, bounded once the board is known."""


class Numbers(msgspec.Struct, frozen=True):
    """A list of integers, such as the clues of a nonogram; `ordered`: their order matters."""

    ordered: bool = True


class Enumeration(msgspec.Struct, frozen=True):
    """One of a few names."""

    members: tuple[str, ...]


class Place(msgspec.Struct, frozen=True):
    """A place of one sort; `partition` names the partition whose region it is."""

    sort: Sort
    partition: str | None = None


class Pair(msgspec.Struct, frozen=True):
    """Two places, in order."""

    first: Place
    second: Place


class SetOf(msgspec.Struct, frozen=True):
    """A set; `element` is None for the empty set that has no type yet."""

    element: "Type | None"


class Family(msgspec.Struct, frozen=True):
    """A value for each of several places, in order, repeats kept: what `sum`, `distinct`, `min` and `max` take."""

    value: "Type"


class Outline(msgspec.Struct, frozen=True):
    """The shape of a set of cells, wherever it lies and however it is turned or flipped."""


class Shapes(msgspec.Struct, frozen=True):
    """Shapes of connected sets of cells, each as often as it is there, in no order."""


class Maybe(msgspec.Struct, frozen=True):
    """A value that may be absent, or there without saying which (`?`); at least one of the two is so."""

    value: "Type"
    absent: bool
    unknown: bool


class Erroneous(msgspec.Struct, frozen=True):
    """The type of what has a mistake that was reported: it fits everything, so that nothing else is said of it.

    Never a part of another type, and of no expression in a ruleset without errors.
    """


Type = Truth | Number | Numbers | Enumeration | Place | Pair | SetOf | Family | Outline | Shapes | Maybe | Erroneous

ERRONEOUS = Erroneous()
TRUTH, NUMBER, NUMBERS, OUTLINE, SHAPES = Truth(), Number(), Numbers(), Outline(), Shapes()
BAG = Numbers(ordered=False)
CELL, BORDER, LINK, CORNER = Place(Sort.CELL), Place(Sort.BORDER), Place(Sort.LINK), Place(Sort.CORNER)
LINE, VIEW, GROUP, DIRECTION = Place(Sort.LINE), Place(Sort.VIEW), Place(Sort.GROUP), Place(Sort.DIRECTION)
CELLS = SetOf(CELL)


def described(found: Type) -> str:
    """`a cell`, `a set of lines`, `a number that may be absent`."""
    match found:
        case Truth():
            return "something true or false"
        case Number():
            return "a number"
        case Numbers(ordered):
            return "a list of numbers" if ordered else "a list of numbers in any order"
        case Enumeration(members):
            return f"one of {', '.join(members)}"
        case Place(Sort.REGION, str() as partition):
            return f"a region of {partition}"
        case Place(sort):
            return f"a {sort.value}"
        case Pair(first, second):
            return f"{described(first)} and {described(second)} together"
        case SetOf(None):
            return "an empty set"
        case SetOf(Pair(first, second)):
            what = plural(first) if first == second else f"{described(first)} and {described(second)}"
            return f"a relation between {what}"
        case SetOf(element):
            assert element is not None
            return f"a set of {plural(element)}"
        case Family(value):
            return f"a list of {plural(value)}"
        case Outline():
            return "a shape"
        case Shapes():
            return "a bank of shapes"
        case Maybe(value, absent, unknown):
            return (
                f"{described(value)} that may be {'absent or ' if absent and unknown else 'absent' if absent else ''}"
                + ("`?`" if unknown else "")
            )
        case Erroneous():
            return "something with a mistake"
        case _:
            assert_never(found)


def plural(found: Type) -> str:
    """`cells`, `regions of room`, `numbers`."""
    match found:
        case Truth():
            return "truth values"
        case Number():
            return "numbers"
        case Enumeration():
            return "names"
        case Place(Sort.REGION, str() as partition):
            return f"regions of {partition}"
        case Place(Sort.GROUP):
            return "groups of cells"
        case Place(sort):
            return f"{sort.value}s"
        case _:
            return f"values, each {described(found)}"


def covers_cells(found: Type) -> bool:
    """Whether a value of the type can stand where a set of cells is wanted, without being one."""
    return isinstance(found, Place) and found.sort in COVERING


def joined(left: Type, right: Type) -> Type | None:
    """The type that both belong to, None if there is none.

    Lines, views, regions and groups together are groups of cells; any of them with a set of cells is a set of cells.
    """
    if left == right:
        return left
    match left, right:
        case (Erroneous(), _) | (_, Erroneous()):
            return ERRONEOUS
        case Place(), Place() if covers_cells(left) and covers_cells(right):
            if left.sort == right.sort:
                return Place(left.sort)
            return GROUP
        case SetOf(None), SetOf():
            return right
        case SetOf(), SetOf(None):
            return left
        case SetOf(first), SetOf(second) if first is not None and second is not None:
            both = joined(first, second)
            return SetOf(both) if both else None
        case Pair(a, b), Pair(c, d):
            first_two, second_two = joined(a, c), joined(b, d)
            if isinstance(first_two, Place) and isinstance(second_two, Place):
                return Pair(first_two, second_two)
            return None
        case _, _ if (covers_cells(left) and right == CELLS) or (covers_cells(right) and left == CELLS):
            return CELLS
        case _:
            return None


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value of type `found` can stand where `wanted` is asked for."""
    return isinstance(found, Erroneous) or found == wanted or (joined(found, wanted) == wanted)
