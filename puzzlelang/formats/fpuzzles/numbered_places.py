"""The places of SudokuMaker, which are numbers: cells, edges, corners, and cells of a ring around the board."""

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.entries import whole_number
from puzzlelang.formats.fpuzzles.record import Mark, MarkValue, Point, point_at
from puzzlelang.formats.located import LocatedValue


class Constraint(msgspec.Struct, frozen=True):
    """A constraint with its number, on a board of `size` rows and columns."""

    kind: int
    content: LocatedValue
    size: int

    def member(self, name: str) -> LocatedValue | None:
        """A member, None if it says nothing."""
        one = self.content.members.get(name)
        return None if one is None or one.silent else one

    def all(self, name: str) -> "tuple[LocatedValue, ...]":
        """The items of a member that is a list, none if it says nothing."""
        one = self.member(name)
        return () if one is None else tuple(one.items)

    def mark(
        self,
        field: str,
        cells: tuple[Point, ...] = (),
        lines: tuple[tuple[Point, ...], ...] = (),
        value: MarkValue = None,
    ) -> Mark:
        """A mark that stands where the constraint does."""
        return Mark(field, self.content.span, cells, lines, value)

    def cell(self, written: LocatedValue) -> Point:
        """The cell of a number.  Raises `Failed` beyond the board."""
        number = whole_number(written)
        if number >= self.size * self.size:
            raise fail("E203", f"`{number}` is no cell of the board", written.span)
        return point_at(self.size, number)

    def cells(self, written: LocatedValue) -> tuple[Point, ...]:
        """The cells of a list of numbers."""
        return tuple(self.cell(one) for one in written.items)

    def edge(self, written: LocatedValue) -> tuple[Point, Point]:
        """The two cells at an edge: with an even row of the number on the left of a cell, with an odd one below it."""
        rest, column = divmod(whole_number(written), self.size)
        row, below = divmod(rest, 2)
        other = (row + 2, column + 1) if below else (row + 1, column)
        if max(row + 1, *other) > self.size or other[1] < 1:
            raise fail("E203", "no two cells lie at this edge", written.span)
        cells = sorted(((row + 1, column + 1), other))
        return cells[0], cells[1]

    def corner(self, written: LocatedValue) -> tuple[Point, ...]:
        """The cells around a corner, which is the upper left one of the last of them."""
        row, column = divmod(whole_number(written), self.size + 1)
        around = [(row + down, column + right) for down in (0, 1) for right in (0, 1)]
        inside = tuple(point for point in around if min(point) >= 1 and max(point) <= self.size)
        if not inside:
            raise fail("E203", "no cells lie at this corner", written.span)
        return inside

    def outside(self, written: LocatedValue) -> Point:
        """A cell of the board with a ring around it."""
        row, column = divmod(whole_number(written), self.size + 2)
        if row > self.size + 1 or (1 <= row <= self.size and 1 <= column <= self.size):
            raise fail("E203", "this is no place beside the board", written.span)
        return row, column
