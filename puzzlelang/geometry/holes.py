"""Boards some of whose cells do not exist.

All places are those of the whole board, so that values stay where they are; what has no cell left is no place any
more.  A line goes on behind a missing cell, as people draw it, but nothing passes through one: it has no neighbours, a
ray ends before it, and no window or link contains it.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import TypeVar

from puzzlelang.geometry.places import Border, Cell, Corner, Covering, Line, Link, View
from puzzlelang.geometry.rectangle import Geometry

PlaceOnBoard = TypeVar("PlaceOnBoard", Border, Corner, Line, View)


class HoledGeometry(Geometry, frozen=True, eq=False, dict=True, kw_only=True):
    """A board without the `missing` cells of the `whole` one."""

    whole: Geometry
    missing: frozenset[Cell]

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """In reading order."""
        return tuple(cell for cell in self.whole.cells if cell not in self.missing)

    @cached_property
    def grid(self) -> Sequence[Cell | None]:
        """The content of the whole rectangle in reading order: a cell, or None for a missing one."""
        return tuple(None if cell in self.missing else cell for cell in self.whole.cells)

    def cells_of(self, place: Covering) -> tuple[Cell, ...]:
        """The cells of a place that exist."""
        return tuple(cell for cell in place.cells if cell not in self.missing)

    def corner(self, row: int, column: int) -> Corner:
        """The grid point at a row and a column of the whole board, counted from 0 at the top left."""
        return self.whole.corner(row, column)

    def _left(self, places: Iterable[PlaceOnBoard]) -> tuple[PlaceOnBoard, ...]:
        return tuple(place for place in places if not self.missing.issuperset(place.cells))

    @cached_property
    def rows(self) -> tuple[Line, ...]:
        """The rows with a cell that exists, from the top."""
        return self._left(self.whole.rows)

    @cached_property
    def columns(self) -> tuple[Line, ...]:
        """The columns with a cell that exists, from the left."""
        return self._left(self.whole.columns)

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The views with a cell that exists, in the order of `Geometry.views`."""
        return self._left(self.whole.views)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The links between two cells that exist."""
        return tuple(link for link in self.whole.links if self.missing.isdisjoint(link.cells))

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """The borders of cells that exist; those around a hole belong to the rim."""
        return self._left(self.whole.borders)

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """The corners of cells that exist, in reading order."""
        return self._left(self.whole.corners)


def without_cells(whole: Geometry, missing: Collection[Cell]) -> Geometry:
    """The board without these cells; the board itself if there are none."""
    if not missing:
        return whole
    return HoledGeometry(whole.height, whole.width, whole=whole, missing=frozenset(missing))
