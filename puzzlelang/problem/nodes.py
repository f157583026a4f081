"""Nodes of formulas and terms: two closed unions.

A formula is a Python `bool` when it is known and a node otherwise; a term is an `int` or a node.  Nodes are compared by
identity, so that a shared part is lowered once; the tree they form has bounded depth.  `build` and
`build_graphs` make all nodes that have parts.
"""

import enum
from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from puzzlelang.geometry.motions import Equality, Shape
from puzzlelang.geometry.places import Cell, Place
from puzzlelang.puzzle import Unknown


class Kind(enum.Enum):
    """Kinds of variables, by their values."""

    MEMBER = "member"
    """True or False: whether the place belongs to the set."""
    NUMBER = "number"
    """An integer from `low` to `high`."""
    NAME = "name"
    """A member of an enumeration, as its position from 0 on."""


class VariableRole(enum.Enum):
    """Roles of variables."""

    FOUND = "found"
    """It is what a `find` holds at a place: an unknown of the board."""
    HIDDEN = "hidden"
    """It is what a hidden `find` holds at a place, which nobody draws."""
    JOINED = "joined"
    """It stands for the statement that two vertices of a graph are joined."""
    STATEMENT = "statement"
    """It stands for another statement about a graph."""
    TOUCHED = "touched"
    """It says whether any link at a cell belongs to the set; made for steps only."""
    ENCODING = "encoding"
    """It helps to say something of a graph, such as a rank; `name` says what."""


EMPTY = "empty"
"""What a value of a cell is called that boards show as a blank."""


class Variable(msgspec.Struct, frozen=True, eq=False):
    """One unknown: what the `find` of that name holds at `place`, or by its role something auxiliary.

    An auxiliary variable has a place only if it is about a single one.  `absent`: the value that says that there is
    none, if the place may stay empty.  `letters`: those that boards show in place of numbers.
    """

    index: int
    name: str
    place: Place | None
    kind: Kind
    low: int
    high: int
    names: tuple[str, ...] = ()
    role: VariableRole = VariableRole.FOUND
    absent: int | None = None
    letters: tuple[tuple[int, str], ...] = ()

    def called(self, value: int) -> str:
        """Write a value of a number or a name."""
        if value == self.absent:
            return "nothing"
        return self.names[value] if self.kind is Kind.NAME else dict(self.letters).get(value) or str(value)

    @property
    def values(self) -> range:
        """Values other than "nothing"."""
        low = self.low + (self.absent == self.low)
        return range(low, self.high + (self.absent != self.high))

    def __str__(self) -> str:
        return self.name if self.place is None else f"{self.name} at {self.place}"


# ---------------------------------------------------------------------------------------------------- formulas


class Holds(msgspec.Struct, frozen=True, eq=False):
    """The place of a `MEMBER` variable belongs to its set."""

    variable: Variable


class Not(msgspec.Struct, frozen=True, eq=False):
    """The part is false; never a `Not` inside."""

    part: "Formula"


class And(msgspec.Struct, frozen=True, eq=False):
    """All of two or more parts; an `And` among them only where others share it."""

    parts: tuple["Formula", ...]


class Or(msgspec.Struct, frozen=True, eq=False):
    """A disjunction of two or more parts; never an `Or` among them."""

    parts: tuple["Formula", ...]


class Same(msgspec.Struct, frozen=True, eq=False):
    """Both are true or both are false."""

    left: "Formula"
    right: "Formula"


class AtMost(msgspec.Struct, frozen=True, eq=False):
    """The term is no more than the bound; decided cases are simplified away."""

    term: "Term"
    bound: int


class Equal(msgspec.Struct, frozen=True, eq=False):
    """The term has exactly this value, which lies within its bounds."""

    term: "Term"
    value: int


class Distinct(msgspec.Struct, frozen=True, eq=False):
    """All of two or more terms have different values (some may be plain integers)."""

    terms: tuple["Term", ...]


class Paired(msgspec.Struct, frozen=True, eq=False):
    """A perfect matching: every left and every right thing that is present has exactly one partner.

    `left` and `right` list (place, presence) with a presence that is not False; `edges` are index pairs (left, right)
    that may be partners.  When a place is on both sides it is a different thing on each.
    """

    left: tuple[tuple[Place, "Formula"], ...]
    right: tuple[tuple[Place, "Formula"], ...]
    edges: tuple[tuple[int, int], ...]


class Runs(msgspec.Struct, frozen=True, eq=False):
    """The maximal stretches of true formulas have these lengths in this order; `?` is any length from 1.

    `Runs(items, ())` says that none is true.
    """

    items: tuple["Formula", ...]
    lengths: tuple[int | Unknown, ...]


class InOrder(msgspec.Struct, frozen=True, eq=False):
    """The present entries, in order, are the wanted numbers.

    `entries` lists (presence, equals).  `equals[j]` is the formula that the entry, if present, is `wanted[j]`; it is
    True for `?` and `*`.  `?` is one entry, `*` any number of entries, perhaps none.
    """

    entries: tuple[tuple["Formula", tuple["Formula", ...]], ...]
    wanted: tuple[int | Unknown, ...]


class SameShape(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Two sets of cells, each listed as (cell, presence), have equal shapes; empty sets are equal.

    No presence is False.  Problems with such formulas are marked as `shapes`.
    """

    left: tuple[tuple[Cell, "Formula"], ...]
    right: tuple[tuple[Cell, "Formula"], ...]
    equal: Equality


# -------------------------------------------------------------------------------------------------------- graphs


class Graph(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A graph of places that may be present, and edges; shared by all nodes about it.

    `presence[i]`, never False, states that vertex i, which stands for `places[i]`, is present.  An edge (i, j, when)
    with i < j is on where both ends are present and `when`, never False, is true.  *Parts* are components of present
    vertices.  `exact` exists for a partition to be found: by pair of neighbours the condition of their edge, true
    exactly if they are in one component.  `noun`: what the rule file calls a component, empty if it has no name for it.
    `memos`: caches of passes, see `memo`.
    """

    places: tuple[Place, ...]
    presence: tuple["Formula", ...]
    edges: tuple[tuple[int, int, "Formula"], ...]
    exact: dict[tuple[int, int], "Formula"] | None = None
    noun: str = ""
    memos: dict[type, Any] = msgspec.field(default_factory=dict)

    @cached_property
    def has_cells_only(self) -> bool:
        """Whether all places are cells, as shapes need."""
        return all(isinstance(place, Cell) for place in self.places)

    @cached_property
    def index(self) -> dict[Place, int]:
        """Map places to vertices."""
        return {place: index for index, place in enumerate(self.places)}

    @cached_property
    def neighbours(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Adjacency per vertex: (neighbour, position of the edge)."""
        result: list[list[tuple[int, int]]] = [[] for _ in self.places]
        for position, (first, second, _) in enumerate(self.edges):
            result[first].append((second, position))
            result[second].append((first, position))
        return tuple(map(tuple, result))

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """Neighbours per vertex."""
        return tuple(tuple(other for other, _ in around) for around in self.neighbours)


Memo = TypeVar("Memo")


def memo(graph: Graph, kind: type[Memo]) -> Memo:
    """Return the record that a pass keeps with a graph; made on first use from the defaults of `kind`."""
    result: Memo | None = graph.memos.get(kind)
    if result is None:
        result = graph.memos[kind] = kind()
    return result


def forget_memos(graph: Graph) -> None:
    """Drop the records that passes keep with a graph: nodes among them hold the graph that holds them."""
    graph.memos.clear()


class Connected(msgspec.Struct, frozen=True, eq=False):
    """The graph has at most one component."""

    graph: Graph


class Joined(msgspec.Struct, frozen=True, eq=False):
    """Two different vertices are present and belong to one component."""

    graph: Graph
    first: int
    second: int


class Reaches(msgspec.Struct, frozen=True, eq=False):
    """Two different vertices are present, and a path of one to that many edges joins them."""

    graph: Graph
    first: int
    second: int
    steps: int


class First(msgspec.Struct, frozen=True, eq=False):
    """The vertex is its component's representative: present, with no earlier one in the component.

    `every`: the statement only selects one vertex of each component for a rule about every component.
    """

    graph: Graph
    vertex: int
    every: bool = False


class Acyclic(msgspec.Struct, frozen=True, eq=False):
    """The edges that join present vertices form no cycle."""

    graph: Graph


class Rectangle(msgspec.Struct, frozen=True, eq=False):
    """The vertex is present, and its component fills a rectangle; all places of the graph are cells."""

    graph: Graph
    vertex: int


class Congruent(msgspec.Struct, frozen=True, eq=False):
    """The components of two vertices have equal shapes; all places are cells.

    The part of a vertex that is not present is empty, and empty parts are congruent.
    """

    graph: Graph
    first: int
    second: int
    equal: Equality


class Fits(msgspec.Struct, frozen=True, eq=False):
    """The component of a vertex, moved, is a part of the component of another; all places are cells.

    The part of a vertex that is not present is empty, and fits everywhere.
    """

    graph: Graph
    first: int
    second: int
    equal: Equality


class HasShape(msgspec.Struct, frozen=True, eq=False):
    """The vertex is present, and its component has this shape; all places are cells."""

    graph: Graph
    vertex: int
    shape: Shape
    equal: Equality


GraphStatement = Connected | Joined | Reaches | First | Acyclic | Rectangle | Congruent | Fits | HasShape
"""Statements about a graph as formulas; code that distinguishes them matches all of them, to `assert_never`."""

Formula = (
    bool
    | Holds
    | Not
    | And
    | Or
    | Same
    | AtMost
    | Equal
    | Distinct
    | Paired
    | Runs
    | InOrder
    | SameShape
    | GraphStatement
)


# ------------------------------------------------------------------------------------------------------- terms


class Number(msgspec.Struct, frozen=True, eq=False):
    """The value of a `NUMBER` or `NAME` variable."""

    variable: Variable
    low: int
    high: int


class Sum(msgspec.Struct, frozen=True, eq=False):
    """`constant` + each (coefficient, formula) that is true + each coefficient times term.

    Coefficients are not zero; no term in `added` is a `Sum`; `low` and `high` bound the whole.
    """

    counted: tuple[tuple[int, Formula], ...]
    added: tuple[tuple[int, "Term"], ...]
    constant: int
    low: int
    high: int


class Product(msgspec.Struct, frozen=True, eq=False):
    """Two unknown terms multiplied."""

    left: "Term"
    right: "Term"
    low: int
    high: int


class Quotient(msgspec.Struct, frozen=True, eq=False):
    """`left` divided by `right`, rounded down; where `right` is 0 the quotient is 0 by convention."""

    left: "Term"
    right: "Term"
    low: int
    high: int


class Remainder(msgspec.Struct, frozen=True, eq=False):
    """Remainder of `left` by `right`, never negative; `left` itself where `right` is 0."""

    left: "Term"
    right: "Term"
    low: int
    high: int


class Choice(msgspec.Struct, frozen=True, eq=False):
    """`then` where the condition holds, `other` where it does not."""

    condition: Formula
    then: "Term"
    other: "Term"
    low: int
    high: int


class Extreme(msgspec.Struct, frozen=True, eq=False):
    """The least or the greatest of those terms whose presence holds, and `empty` if none does.

    `items` lists (presence, term), at least one; a presence may be True.
    """

    greatest: bool
    items: tuple[tuple[Formula, "Term"], ...]
    empty: int
    low: int
    high: int


class ComponentSize(msgspec.Struct, frozen=True, eq=False):
    """Number of counted vertices in the component of `vertex`; 0 if that is absent.

    `counted` lists (vertex, formula): it counts where the formula is true as well.
    """

    graph: Graph
    vertex: int
    counted: tuple[tuple[int, Formula], ...]
    low: int
    high: int


Term = int | Number | Sum | Product | Quotient | Remainder | Choice | Extreme | ComponentSize


# ------------------------------------------------------------------------------------------------------ values


Values = Sequence[bool | int]
"""What a solver returned: for the variable with index i its value at i (bool for members, int otherwise)."""

Partial = Sequence[bool | int | None]
"""The same where some are not decided yet."""
