"""The types of expressions, and their names in messages."""

from typing import assert_never

import msgspec

from puzzlelang.geometry.sorts import GATHERED, Sort

COVERING = frozenset({Sort.LINE, Sort.VIEW, Sort.REGION, Sort.GROUP})
"""Sorts whose places are sets of cells as well."""


class TruthType(msgspec.Struct, frozen=True):
    """True or false."""


class NumberType(msgspec.Struct, frozen=True):
    """An integer, bounded once the board is known."""


class ListType(msgspec.Struct, frozen=True):
    """A list of integers, such as the clues of a nonogram; `ordered`: their order matters."""

    ordered: bool = True


class Enumeration(msgspec.Struct, frozen=True):
    """One of a few names; `pieces`: drawings of the shapes that they stand for, or none."""

    members: tuple[str, ...]
    pieces: tuple[str, ...] = ()


class PlaceType(msgspec.Struct, frozen=True):
    """A place of one sort; `partition` names the partition whose region it is, or the declaration of a group or path.

    `members` is the sort of what a given group or a path consists of.
    """

    sort: Sort
    partition: str | None = None
    members: Sort | None = None


class Pair(msgspec.Struct, frozen=True):
    """Two places, in order."""

    first: PlaceType
    second: PlaceType


class SetOf(msgspec.Struct, frozen=True):
    """A set; `element` is None for the empty set that has no type yet."""

    element: "Type | None"


class Family(msgspec.Struct, frozen=True):
    """A value for each of several places, in order, with repetitions: what `sum`, `distinct`, `min` and `max` take."""

    value: "Type"


class ShapeType(msgspec.Struct, frozen=True):
    """The shape of a set of cells: with `turning` what turns and flips leave, else what shifts alone leave."""

    turning: bool = True


class ShapesType(msgspec.Struct, frozen=True):
    """A multiset of shapes of connected sets of cells."""


class Maybe(msgspec.Struct, frozen=True):
    """A value that may be absent or `?`; at least one of the two is possible."""

    value: "Type"
    absent: bool
    unknown: bool


class Erroneous(msgspec.Struct, frozen=True):
    """The type of an expression with a reported mistake: it fits everything, so that no error follows from it.

    Never a part of another type, and of no expression in a ruleset without errors.
    """


Type = (
    TruthType
    | NumberType
    | ListType
    | Enumeration
    | PlaceType
    | Pair
    | SetOf
    | Family
    | ShapeType
    | ShapesType
    | Maybe
    | Erroneous
)

ERRONEOUS = Erroneous()
TRUTH, NUMBER, NUMBERS, OUTLINE, SHAPES = TruthType(), NumberType(), ListType(), ShapeType(), ShapesType()
UNORDERED_LIST = ListType(ordered=False)
CELL, BORDER, LINK, CORNER = PlaceType(Sort.CELL), PlaceType(Sort.BORDER), PlaceType(Sort.LINK), PlaceType(Sort.CORNER)
LINE, VIEW, GROUP, DIRECTION = (
    PlaceType(Sort.LINE),
    PlaceType(Sort.VIEW),
    PlaceType(Sort.GROUP),
    PlaceType(Sort.DIRECTION),
)
CELLS = SetOf(CELL)
PATH = PlaceType(Sort.PATH, None, Sort.CELL)


def describe(value_type: Type) -> str:
    """Names a type: `a cell`, `a set of lines`, `a number that may be absent`."""
    match value_type:
        case TruthType():
            return "something true or false"
        case NumberType():
            return "a number"
        case ListType(ordered):
            return "a list of numbers" if ordered else "a list of numbers in any order"
        case Enumeration(members, pieces):
            return f"one of {'the shapes ' if pieces else ''}{', '.join(members)}"
        case PlaceType(Sort.REGION, str() as partition):
            return f"a region of {partition}"
        case PlaceType(Sort.GIVEN_GROUP | Sort.PATH as sort, partition, members) if partition or members:
            return f"a {sort.value} of {partition or (members and members.value)}{'s' * (not partition)}"
        case PlaceType(sort):
            return f"a {sort.value}"
        case Pair(first, second):
            return f"{describe(first)} and {describe(second)} together"
        case SetOf(None):
            return "an empty set"
        case SetOf(Pair(first, second)):
            what = plural(first) if first == second else f"{describe(first)} and {describe(second)}"
            return f"a relation between {what}"
        case SetOf(element):
            assert element is not None
            return f"a set of {plural(element)}"
        case Family(value):
            return f"a list of {plural(value)}"
        case ShapeType(turning):
            return "a shape" if turning else "a shape without turning"
        case ShapesType():
            return "a bank of shapes"
        case Maybe(value, absent, unknown):
            return (
                f"{describe(value)} that may be {'absent or ' if absent and unknown else 'absent' if absent else ''}"
                + ("`?`" if unknown else "")
            )
        case Erroneous():
            return "something with a mistake"
        case _:
            assert_never(value_type)


def plural(value_type: Type) -> str:
    """Names several values of a type: `cells`, `regions of room`, `numbers`."""
    match value_type:
        case TruthType():
            return "truth values"
        case NumberType():
            return "numbers"
        case Enumeration():
            return "names"
        case PlaceType(Sort.REGION, str() as partition):
            return f"regions of {partition}"
        case PlaceType(Sort.GIVEN_GROUP | Sort.PATH as sort, partition, members) if partition or members:
            return f"{sort.value}s of {partition or (members and members.value)}{'s' * (not partition)}"
        case PlaceType(Sort.GROUP):
            return "groups of cells"
        case PlaceType(sort):
            return f"{sort.value}s"
        case _:
            return f"values, each {describe(value_type)}"


def covers_cells(value_type: Type) -> bool:
    """Whether values of the type are no sets but can stand for a set of cells."""
    return isinstance(value_type, PlaceType) and (
        value_type.sort in COVERING or (value_type.sort in GATHERED and value_type.members is Sort.CELL)
    )


def gathered(value_type: Type) -> SetOf | None:
    """The type of the set that a place can stand for, None if it stands for none."""
    if covers_cells(value_type):
        return CELLS
    if isinstance(value_type, PlaceType) and value_type.members is not None:
        return SetOf(PlaceType(value_type.members))
    return None


def join(left: Type, right: Type) -> Type | None:
    """The least common supertype, None if there is none.

    Lines, views, regions and groups together are groups of cells; any of them with a set of cells is a set of cells.
    A group of links, borders or corners with a set of such places is a set of them.
    """
    if left == right:
        return left
    match left, right:
        case (Erroneous(), _) | (_, Erroneous()):
            return ERRONEOUS
        case PlaceType(), PlaceType() if left.members is not None and (left.sort, left.members) == (
            right.sort,
            right.members,
        ):
            return PlaceType(left.sort, None, left.members)
        case PlaceType(), PlaceType() if covers_cells(left) and covers_cells(right):
            if left.sort == right.sort:
                return PlaceType(left.sort)
            return GROUP
        case SetOf(None), SetOf():
            return right
        case SetOf(), SetOf(None):
            return left
        case SetOf(first), SetOf(second) if first is not None and second is not None:
            both = join(first, second)
            return SetOf(both) if both else None
        case Pair(a, b), Pair(c, d):
            first_two, second_two = join(a, c), join(b, d)
            if isinstance(first_two, PlaceType) and isinstance(second_two, PlaceType):
                return Pair(first_two, second_two)
            return None
        case _, SetOf() if gathered(left) == right:
            return right
        case SetOf(), _ if gathered(right) == left:
            return left
        case _:
            return None


def fits(value_type: Type, wanted: Type) -> bool:
    """Whether a value of type `value_type` can stand where `wanted` is required: the subtype relation."""
    return isinstance(value_type, Erroneous) or value_type == wanted or (join(value_type, wanted) == wanted)
