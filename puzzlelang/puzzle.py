"""Puzzles, drawings and solutions: the interface between formats and compiler."""

import enum
from collections.abc import Mapping

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.holes import without_cells
from puzzlelang.geometry.places import Cell, Group, Place, Region
from puzzlelang.source import Source, Span


class Unknown(enum.Enum):
    """A clue without a number: `?` on the board; in a list also `*`."""

    UNKNOWN = "?"
    """Any number."""
    SEVERAL = "*"
    """Any numbers, as many as there are, perhaps none; only in lists."""

    def __str__(self) -> str:
        return str(self.value)


UNKNOWN, SEVERAL = Unknown.UNKNOWN, Unknown.SEVERAL

Value = bool | int | str | Unknown | tuple[int | Unknown, ...]
"""What a given says of one place: membership, number, name of an enumeration (directions too), `?`, list of numbers."""

Key = Place | None
"""The place a value belongs to; None for a given that is one value for the whole board."""


class Drawing(msgspec.Struct, frozen=True):
    """A full or partial answer as a user drew it.

    `values[find][place]` is the value drawn; a missing place is undecided.  Membership of a set is True or False, an
    enumeration its name, a function its number, or False where the place stays empty.
    """

    values: Mapping[str, Mapping[Place, Value]]
    spans: Mapping[tuple[str, Place], Span] = msgspec.field(default_factory=dict)


class Puzzle(msgspec.Struct, frozen=True):
    """A board with its givens, not yet checked against the ranges that the rules state.

    `givens[name]` maps each place that has a value to it: for a `set`, members to True; for a function, places to their
    value (absent ones are missing); for a single value, None to it.  `partitions[name]` lists the regions in the
    order of their first cells, `groups[name]` the groups or paths in the order of the board.  A given the board does
    not mention is in none of them.  `spans` says where a value was
    written, `cells` where each cell stands in the board's grid, empty if the text has no grid to draw the answer on.
    `outside`: the text is of an outside format, many of which have to say what the rules state by default.
    `assumed`: options and givens of which a text of an outside format says nothing, with their defaults as text, which
    are empty where they are no constant and no single word.
    """

    source: Source
    geometry: Geometry
    givens: Mapping[str, Mapping[Key, Value]]
    partitions: Mapping[str, tuple[Region, ...]] = msgspec.field(default_factory=dict)
    options: Mapping[str, str] = msgspec.field(default_factory=dict)
    spans: Mapping[tuple[str, Key], Span] = msgspec.field(default_factory=dict)
    drawing: Drawing | None = None
    cells: Mapping[Cell, Span] = msgspec.field(default_factory=dict)
    outside: bool = False
    assumed: Mapping[str, str] = msgspec.field(default_factory=dict)
    groups: Mapping[str, tuple[Group, ...]] = msgspec.field(default_factory=dict)

    def board_without(self, name: str) -> Geometry:
        """The board without the cells of the given set of that name; the whole board if the name is empty."""
        missing = self.givens.get(name, {}) if name else {}
        return without_cells(self.geometry, [place for place in missing if isinstance(place, Cell)])

    def span(self, name: str, key: Key) -> Span:
        """The span of a value, else the start of the board."""
        return self.spans.get((name, key)) or self.source.first()


class Solution(msgspec.Struct, frozen=True):
    """A complete answer: for each `find` a value at every place of its domain, as a drawing has them."""

    values: Mapping[str, Mapping[Place, Value]]


def differences(first: Solution, second: Solution) -> list[Place]:
    """Places at which two answers differ, each once."""
    different = (
        place
        for find, values in first.values.items()
        for place, value in values.items()
        if second.values[find][place] != value
    )
    return list(dict.fromkeys(different))
