"""Boards with missing cells.

All places are those of the whole board, so that values stay where they are; what has no cell left is no place any
more.  A line goes on behind a missing cell, as people draw it, but nothing passes through one: it has no neighbours, a
ray ends before it, and no window or link contains it.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import TypeVar

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Covering, Direction, Line, Link, View
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.geometry.tiling import Tiling

PlaceOnBoard = TypeVar("PlaceOnBoard", Border, Corner, Line, View)


class _BoardWithHoles:
    """The common part of all lattices: the places of the whole board that have a cell left."""

    whole: Geometry
    missing: frozenset[Cell]

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All in reading order."""
        return tuple(cell for cell in self.whole.cells if cell not in self.missing)

    def cells_of(self, place: Covering) -> tuple[Cell, ...]:
        """The cells of a place that exist."""
        return tuple(cell for cell in place.cells if cell not in self.missing)

    def _without_missing(self, places: Iterable[PlaceOnBoard]) -> tuple[PlaceOnBoard, ...]:
        return tuple(place for place in places if not self.missing.issuperset(place.cells))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines with a cell that exists."""
        return self._without_missing(self.whole.lines)

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The views with a cell that exists, in the order of those of the whole board."""
        return self._without_missing(self.whole.views)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The links between two cells that exist."""
        return tuple(link for link in self.whole.links if self.missing.isdisjoint(link.cells))

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """The borders of cells that exist; those around a hole belong to the rim."""
        return self._without_missing(self.whole.borders)

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """The corners of cells that exist, in reading order."""
        return self._without_missing(self.whole.corners)

    def lines_of(self, cell: Cell) -> tuple[Line, ...]:
        """The lines that a cell lies in."""
        return self.whole.lines_of(cell)

    def corners_of(self, place: Cell | Border, direction: Direction | None = None) -> Sequence[Corner]:
        """The corners of a cell or a border."""
        return self.whole.corners_of(place, direction)


class HoledGrid(_BoardWithHoles, SquareGrid, frozen=True, eq=False, dict=True, kw_only=True):
    """A rectangle without the `missing` cells of the `whole` one."""

    whole: SquareGrid
    missing: frozenset[Cell]

    @cached_property
    def grid(self) -> Sequence[Cell | None]:
        """The content of the whole rectangle in reading order: a cell, or None for a missing one."""
        return tuple(None if cell in self.missing else cell for cell in self.whole.cells)

    def corner(self, row: int, column: int) -> Corner:
        """The grid point at a row and a column of the whole board, counted from 0 at the top left."""
        return self.whole.corner(row, column)

    @cached_property
    def rows(self) -> tuple[Line, ...]:
        """The rows with a cell that exists, from the top."""
        return self._without_missing(self.whole.rows)

    @cached_property
    def columns(self) -> tuple[Line, ...]:
        """The columns with a cell that exists, from the left."""
        return self._without_missing(self.whole.columns)


class HoledTiling(_BoardWithHoles, Tiling, frozen=True, eq=False, dict=True, kw_only=True):
    """A tiling without the `missing` cells of the `whole` one."""

    whole: Tiling
    missing: frozenset[Cell]

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that exist and share a border with one, in reading order."""
        return tuple(other for other in self.whole.neighbours(cell) if other not in self.missing)

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that exist and share a border or a corner with one, in reading order."""
        return tuple(other for other in self.whole.around(cell) if other not in self.missing)

    def towards(self, cell: Cell, direction: Direction) -> Cell | None:
        """The next cell in a direction, None at the rim and before a hole."""
        onward = self.whole.towards(cell, direction)
        return None if onward in self.missing else onward

    def between(self, first: Cell, second: Cell) -> tuple[Cell, ...]:
        """The cells that exist strictly between two of one line, from `first` on; none otherwise."""
        return tuple(cell for cell in self.whole.between(first, second) if cell not in self.missing)


def without_cells(whole: Geometry, missing: Collection[Cell]) -> Geometry:
    """The board without these cells; the board itself if there are none."""
    if not missing:
        return whole
    match whole:
        case HoledGrid() | HoledTiling():
            return without_cells(whole.whole, whole.missing.union(missing))
        case SquareGrid():
            return HoledGrid(whole.height, whole.width, whole=whole, missing=frozenset(missing))
        case Tiling():
            fields = {name: getattr(whole, name) for name in ("shape", "first", "left", "absent")}
            return HoledTiling(whole.height, whole.width, **fields, whole=whole, missing=frozenset(missing))
        case _:
            raise AssertionError(whole)
