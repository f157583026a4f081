"""Values of expressions during grounding: one union, with a view for each type.

`typed` has checked the kind of each value.  So the views here only cast a compiled expression when it is compiled; a
call checks nothing.
"""

from collections.abc import Callable
from typing import cast

import msgspec

from puzzlelang.geometry.places import (
    Direction,
    Place,
)
from puzzlelang.geometry.polyominoes import Bank
from puzzlelang.problem.record import Formula, Graph, Term
from puzzlelang.puzzle import Unknown


class Component(msgspec.Struct, frozen=True, eq=False):
    """The component of a vertex in a graph to be found; `word` names it in texts.

    That of a cell outside of a partition to be found is `empty`: its graph has the cell, and no vertex.
    """

    graph: Graph
    vertex: int
    word: str
    index: int

    def __str__(self) -> str:
        return f"the {self.word} at {self.graph.places[self.vertex]}"

    @property
    def empty(self) -> bool:
        """Whether it has no places, whatever is found."""
        return not self.graph.presence


Pair = tuple[Place | Component, Place | Component]

Element = Place | Component | Pair | int
"""Elements of sets."""

SetValue = dict[Element, Formula]
"""Possible elements in canonical order, each with the formula that it belongs."""

Held = int | Unknown | Direction | Bank | tuple[int | Unknown, ...]
"""A given value: names of enumerations are their position, directions are places."""

NumbersValue = tuple[int | Unknown, ...]
"""A list of numbers that is known."""

FamilyValue = list[tuple[Formula, Term]]
"""Values, each with the formula that it is present."""


class RunsOf(msgspec.Struct, frozen=True):
    """Run lengths of formulas along a line, to be found."""

    items: tuple[Formula, ...]


class RingOf(msgspec.Struct, frozen=True):
    """Run lengths of formulas around a ring, in any order, to be found."""

    items: tuple[Formula, ...]


class BagOf(msgspec.Struct, frozen=True, eq=False):
    """Values in any order, to be compared."""

    values: "Unordered"


class PiecesOf(msgspec.Struct, frozen=True, eq=False):
    """Components of a set of cells as shapes, to be compared; `joined`: the known relation, if it is not adjacency."""

    cells: SetValue
    joined: SetValue | None = None


class ShapeOf(msgspec.Struct, frozen=True):
    """The shape of a set of possible cells, to be found; `turning`: turns and flips make no difference."""

    members: SetValue
    turning: bool = True


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


def as_formula(closure: Compiled) -> OfFormula:
    """An expression that is true or false."""
    return cast("OfFormula", closure)


def as_term(closure: Compiled) -> OfTerm:
    """An expression that is a number or a name."""
    return cast("OfTerm", closure)


def as_set(closure: Compiled) -> OfSet:
    """An expression that is a set."""
    return cast("OfSet", closure)


def as_place(closure: Compiled) -> OfPlace:
    """An expression that is a place of the board."""
    return cast("OfPlace", closure)


def as_element(closure: Compiled) -> OfElement:
    """Cast an expression whose value is an element of a set."""
    return cast("OfElement", closure)


def as_family(closure: Compiled) -> OfFamily:
    """An expression that is a list of values."""
    return cast("OfFamily", closure)
