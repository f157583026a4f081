"""What expressions are while a board is grounded: one union, and what is said by the type of an expression.

`typed` has checked which kind of value an expression has.  So the functions here only tell a compiled expression as one
whose values are of that kind, once when it is compiled; nothing is looked at when it is called.
"""

from collections.abc import Callable
from typing import cast

import msgspec

from puzzlelang.geometry.places import Border, Corner, Direction, GroupOfCells, Line, Link, Place, Region, View
from puzzlelang.geometry.polyominoes import Bank
from puzzlelang.problem.record import Formula, Graph, Term
from puzzlelang.puzzle import Unknown


class Part(msgspec.Struct, frozen=True, eq=False):
    """The part of a graph that holds a vertex, whichever places that will be; `word` is how to speak of it."""

    graph: Graph
    vertex: int
    word: str
    index: int

    def __str__(self) -> str:
        return f"the {self.word} at {self.graph.places[self.vertex]}"


Covering = Border | Link | Corner | GroupOfCells | Line | View | Region
"""Places that have cells."""

Pair = tuple[Place | Part, Place | Part]

Element = Place | Part | Pair | int
"""What a set can hold."""

SetValue = dict[Element, Formula]
"""Elements that may belong, in canonical order, each with when it does."""

Held = int | Unknown | Direction | Bank | tuple[int | Unknown, ...]
"""A given value: names of enumerations are their position, directions are places."""

NumbersValue = tuple[int | Unknown, ...]
"""A list of numbers that is known."""

FamilyValue = list[tuple[Formula, Term]]
"""A value for each of several elements, each with when it is there."""


class RunsOf(msgspec.Struct, frozen=True):
    """The run lengths of formulas along a line, yet to be found."""

    items: tuple[Formula, ...]


class RingOf(msgspec.Struct, frozen=True):
    """The run lengths of formulas around a ring, in any order, yet to be found."""

    items: tuple[Formula, ...]


class BagOf(msgspec.Struct, frozen=True, eq=False):
    """Values in any order, yet to be compared."""

    values: "Unordered"


class PiecesOf(msgspec.Struct, frozen=True, eq=False):
    """The connected parts of a set of cells as shapes, yet to be compared."""

    cells: SetValue


class ShapeOf(msgspec.Struct, frozen=True):
    """The shape of cells that may be there, yet to be found."""

    members: SetValue


Unordered = FamilyValue | NumbersValue | RunsOf | RingOf
"""What values in any order are made of."""

Listed = Unordered | BagOf
"""What stands where a list of values is asked for."""

Value = Formula | Term | Element | SetValue | Held | FamilyValue | RunsOf | RingOf | BagOf | PiecesOf | ShapeOf | None
"""What an expression is; a name of an enumeration is its position, an absent value None."""

Frame = list[Value]
"""The values of all variables by slot."""

Compiled = Callable[[Frame], Value]
OfFormula = Callable[[Frame], Formula]
OfTerm = Callable[[Frame], Term]
OfSet = Callable[[Frame], SetValue]
OfPlace = Callable[[Frame], Place]
OfElement = Callable[[Frame], Element]
OfFamily = Callable[[Frame], Listed]


def as_formula(made: Compiled) -> OfFormula:
    """An expression that is true or false."""
    return cast("OfFormula", made)


def as_term(made: Compiled) -> OfTerm:
    """An expression that is a number or a name."""
    return cast("OfTerm", made)


def as_set(made: Compiled) -> OfSet:
    """An expression that is a set."""
    return cast("OfSet", made)


def as_place(made: Compiled) -> OfPlace:
    """An expression that is a place of the board."""
    return cast("OfPlace", made)


def as_element(made: Compiled) -> OfElement:
    """An expression that is what a set can hold."""
    return cast("OfElement", made)


def as_family(made: Compiled) -> OfFamily:
    """An expression that is a list of values."""
    return cast("OfFamily", made)
