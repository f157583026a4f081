"""An entry of a field of f-puzzles: its cells, lines and value, and the members that it may have."""

import re

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.record import Mark, MarkValue, Point
from puzzlelang.formats.located import LocatedValue
from puzzlelang.formats.pieces.reader import MAX_DIGITS

_CELL = re.compile(r"R(?P<row>\d{1,3})C(?P<column>\d{1,3})", re.IGNORECASE | re.ASCII)
_WHOLE = re.compile(r"-?\d+", re.ASCII)

_LOOKS = frozenset(
    ("outlineC", "baseC", "fontC", "lineC", "c", "color", "opacity", "size", "width", "height", "angle", "hidden")
)
"""Members that say only how an entry looks."""

_DRAWN_BY_ANOTHER = ("fromConstraint", "isNewConstraint", "isLLConstraint", "fromRangskSolver")
"""Members of a drawing that only shows what another field says."""


class Entry(msgspec.Struct, frozen=True):
    """An object in a field of that name, on a board of `size` rows and columns."""

    field: str
    content: LocatedValue
    size: int

    @property
    def silent(self) -> bool:
        """Whether the object says nothing but how it looks."""
        return all(one.silent or name in _LOOKS for name, one in self.content.members.items())

    def member(self, name: str) -> LocatedValue | None:
        """A member of the object, None if it says nothing.  Raises `Failed` if this is no object."""
        one = self.content.members.get(name)
        return None if one is None or one.silent else one

    def check(self, *known: str) -> None:
        """Raises `Failed` for a member that is neither known nor a look."""
        for name, one in self.content.members.items():
            if name not in known and name not in _LOOKS and name not in _DRAWN_BY_ANOTHER and not one.silent:
                raise fail("E204", f"`{name[:40]}` of `{self.field}` has no meaning that is known", one.span)

    def mark(
        self,
        *known: str,
        cells: tuple[Point, ...] = (),
        lines: tuple[tuple[Point, ...], ...] = (),
        value: MarkValue = None,
    ) -> Mark:
        """The mark of this entry, which has no members but the known ones.  Raises `Failed`."""
        self.check(*known)
        return Mark(self.field, self.content.span, cells, tuple(line for line in lines if line), value)

    def drawing(self, value: MarkValue) -> Mark:
        """The mark of an entry that is a drawing: its places as far as they are cells of the board."""
        lists = [self.content.members.get(name) for name in ("cell", "cells", "lines")]
        points = tuple(point for one in lists if one is not None for point in _points(one) if self._inside(point))
        another = any(self.member(name) is not None for name in _DRAWN_BY_ANOTHER)
        return Mark(self.field, self.content.span, points, value=value, draws=another)

    def value(self) -> int | str | None:
        """Return what stands with the entry, None for nothing."""
        result = self.member("value")
        return None if result is None else number_or_text(result)

    def cells(self, name: str) -> tuple[Point, ...]:
        """A member that is a list of cells.  Raises `Failed`, also if it is not there or has none."""
        return tuple(self._cell(one) for one in self._require(name).items)

    def cell(self, name: str) -> Point:
        """A member that is a cell.  Raises `Failed`."""
        return self._cell(self._require(name))

    def lines(self) -> tuple[tuple[Point, ...], ...]:
        """The lists of cells that are the lines of the entry, perhaps none.  Raises `Failed`."""
        result = self.member("lines")
        return tuple(tuple(self._cell(one) for one in line.items) for line in ([] if result is None else result.items))

    def outside(self, name: str) -> Point:
        """A member that is a cell beside the board.  Raises `Failed`."""
        result = self._require(name)
        point = point_of(result)
        if max(point) > self.size + 1 or self._inside(point):
            raise fail("E203", f"`{result.text}` is no place beside the board", result.span)
        return point

    def _require(self, name: str) -> LocatedValue:
        result = self.member(name)
        if result is None:
            raise fail("E203", f"`{self.field}` has no `{name}` here", self.content.span)
        return result

    def _cell(self, written: LocatedValue) -> Point:
        point = point_of(written)
        if not self._inside(point):
            raise fail("E203", f"`{written.text}` is no cell of the board", written.span)
        return point

    def _inside(self, point: Point) -> bool:
        return 1 <= point[0] <= self.size and 1 <= point[1] <= self.size


def _points(written: LocatedValue) -> tuple[Point, ...]:
    """The cells in a text, a list of texts or a list of such lists; what is none is left out."""
    if isinstance(written.value, str):
        name = _CELL.fullmatch(written.value)
        return ((int(name["row"]), int(name["column"])),) if name else ()
    inside = written.value if isinstance(written.value, list) else ()
    return tuple(point for one in inside for point in _points(one))


def point_of(written: LocatedValue) -> Point:
    """The cell that a text names.  Raises `Failed`."""
    name = _CELL.fullmatch(written.text)
    if name is None:
        raise written.wrong("a cell such as `R1C1`")
    return int(name["row"]), int(name["column"])


def whole_number(written: LocatedValue) -> int:
    """A number from 0 on, perhaps as text.  Raises `Failed`."""
    value = number_or_text(written)
    if not isinstance(value, int) or not 0 <= value < 10**MAX_DIGITS:
        raise written.wrong("a number from 0 on")
    return value


def number_or_text(written: LocatedValue) -> int | str:
    """A number, perhaps as text, or another text.  Raises `Failed` for anything else."""
    value = written.value
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise written.wrong("a number or a text")
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 10**MAX_DIGITS else str(value)
    if isinstance(value, int):
        return value
    text = value.strip()
    return int(text) if _WHOLE.fullmatch(text) and len(text) <= MAX_DIGITS else text
