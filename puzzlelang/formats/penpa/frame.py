"""The grid of a Penpa text: its size, the cells of the board, and numbered points.

Points are counted over a grid with two more cells on each side.  First come the middles of cells, then corners (of a
cell the one at the bottom right), the middles of borders below cells, and of those right of cells.  Then come four
small places in the corners of each cell, and four at its sides.  Here points are lattice coordinates.
"""

import re
from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.penpa import members
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.geometry.board import Geometry
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import Ruleset

SQUARE = ("square", "sudoku", "kakuro")
"""The kinds of grids whose cells are squares."""

Point = tuple[int, int]

STEPS: dict[str, Point] = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
"""From the middle of a square to those of its sides, clockwise."""

_AROUND = 2
_SHIFTS = ((1, 1), (2, 2), (2, 1), (1, 2))
"""Lattice coordinates of each sort of points at the first cell."""

_SMALL = re.compile(r"\d{1,9}")
_SIDE = re.compile(r"\d{1,4}")


OUTSIDE: Point = (-1, -1)
"""A point that is none of the board."""


class Frame(msgspec.Struct, frozen=True):
    """The frame of reference of marks: a board of `height` x `width` cells, and numbered points.

    `missing` are the cells of the board that were taken out of it; `size` is where the text states the size.
    """

    height: int
    width: int
    missing: frozenset[Point]
    size: Span

    def board(self, rules: Ruleset) -> Geometry:
        """The board.  Raises `Failed` if the rules have no such boards."""
        raise NotImplementedError

    def point(self, number: int) -> Point | None:
        """A point by its number; None for small places and what lies beyond all."""
        raise NotImplementedError

    def number(self, point: Point) -> int:
        """The number of a point.  Raises `Failed` if it has none."""
        raise NotImplementedError

    def small(self, number: int) -> tuple[Point, int] | None:
        """The cell of a small place, and which of its eight that is; None for any other point."""
        raise NotImplementedError

    def small_number(self, cell: Point, place: int) -> int:
        """The number of a small place of a cell.  Raises `Failed` if it has none."""
        raise NotImplementedError

    def inside(self, point: Point) -> bool:
        """Whether a point lies within the board, not on its rim."""
        raise NotImplementedError

    def is_cell(self, point: Point) -> bool:
        """Whether a cell lies at a point, perhaps beside the board."""
        raise NotImplementedError

    def where(self, point: Point) -> str:
        """The place at a point in words."""
        raise NotImplementedError


class PenpaFrame(Frame, frozen=True, kw_only=True):
    """A grid of `rows` x `columns` squares; the board is part of it, from (`top`, `left`) on.

    If `shift` is 1, the cells of the board are the corners of these squares.  Points are lattice coordinates of the
    board, which lie one further down and right than those of the squares.
    """

    rows: int
    columns: int
    top: int
    left: int
    shift: int = 0

    def board(self, rules: Ruleset) -> Geometry:
        """The board.  Raises `Failed` if the rules have no boards of its size."""
        return sized_board(rules, self.height, self.width, self.size)

    def is_cell(self, point: Point) -> bool:
        """Whether a cell lies at a point, perhaps beside the board."""
        return point[0] % 2 == 1 and point[1] % 2 == 1

    def where(self, point: Point) -> str:
        """The place at a point in words."""
        row, column = (point[0] + 1) // 2, (point[1] + 1) // 2
        return f" at R{row}C{column}" if self.inside(point) else " beside the board"

    @property
    def below(self) -> int:
        """The number of rows of cells below the board."""
        return self.rows - self.top - self.height + self.shift

    @property
    def right(self) -> int:
        """The number of columns of cells right of the board."""
        return self.columns - self.left - self.width + self.shift

    @property
    def _wide(self) -> int:
        return self.columns + 2 * _AROUND

    @property
    def _all(self) -> int:
        return self._wide * (self.rows + 2 * _AROUND)

    def point(self, number: int) -> Point | None:
        """A point by its number; None for small places and what lies beyond all."""
        sort, rest = divmod(number, self._all)
        return self._at(rest, _SHIFTS[sort]) if sort < len(_SHIFTS) else None

    def small(self, number: int) -> tuple[Point, int] | None:
        """The cell of a small place, and which of its eight that is; None for any other point."""
        sort, rest = divmod(number // 4, self._all)
        return (self._at(rest, _SHIFTS[0]), 4 * (sort - 1) + number % 4) if sort in (1, 2) else None

    def _at(self, rest: int, shift: Point) -> Point:
        row, column = divmod(rest, self._wide)
        down, right = row - _AROUND - self.top, column - _AROUND - self.left
        return 2 * down + shift[0] + self.shift, 2 * right + shift[1] + self.shift

    def number(self, point: Point) -> int:
        """The number of a point."""
        point = (point[0] - self.shift, point[1] - self.shift)
        sort = _SHIFTS.index((2 - point[0] % 2, 2 - point[1] % 2))
        shift = _SHIFTS[sort]
        row, column = (point[0] - shift[0]) // 2 + self.top, (point[1] - shift[1]) // 2 + self.left
        return sort * self._all + (row + _AROUND) * self._wide + column + _AROUND

    def small_number(self, cell: Point, place: int) -> int:
        """The number of a small place of a cell."""
        return 4 * ((1 + place // 4) * self._all + self.number(cell)) + place % 4

    def inside(self, point: Point) -> bool:
        """Whether a point lies within the board, not on its rim."""
        return 0 < point[0] < 2 * self.height and 0 < point[1] < 2 * self.width


def on_corners(frame: PenpaFrame) -> PenpaFrame:
    """The board whose cells are the corners of a grid of squares."""
    return msgspec.structs.replace(
        frame, height=frame.height + 1, width=frame.width + 1, missing=frozenset(), shift=1
    )  # fmt: skip


def lines_of(source: Source) -> list[Span]:
    """The lines of a text of a board."""
    ends = [*(start - 1 for start in source.starts[1:]), len(source.text)]
    return [source.span(start, end) for start, end in zip(source.starts, ends, strict=True)]


def read_squares(lines: Sequence[Span], size: Span) -> PenpaFrame:
    """Parses a grid of squares: its size, its margins, and its cells if listed.  Raises `Failed`."""
    parts = size.text.split(",")
    if len(parts) < 2 or not all(_SIDE.fullmatch(part) for part in parts):
        raise fail("E202", "here should stand the number of columns, and of rows", size)
    columns, rows = int(parts[0]), int(parts[1])
    margins = numbers(lines, 1)
    if len(margins) != 4 or not all(0 <= one < 9999 for one in margins):
        raise fail("E202", "here should stand the margins of the board, four numbers", _line(lines, 1))
    top, bottom, left, right = margins
    height, width = rows - top - bottom, columns - left - right
    if height < 1 or width < 1:
        raise fail("E203", "the board has no cells", size)
    plain = PenpaFrame(height, width, frozenset(), size, rows=rows, columns=columns, top=top, left=left)
    return _trim(plain, _cells(plain, lines))


def _cells(frame: PenpaFrame, lines: Sequence[Span]) -> set[Point]:
    """Return the listed cells of the board; empty if there is no list.  Raises `Failed`.

    The list has the number of each cell as the difference from the one before.
    """
    points: set[Point] = set()
    number = 0
    for step in numbers(lines, 5):
        number += step
        point = frame.point(number)
        if point is None or number < 0 or (point[0] % 2, point[1] % 2) != (1, 1):
            raise fail("E203", "the list of the cells leaves the grid", _line(lines, 5))
        points.add(point)
    return {point for point in points if frame.inside(point)}


def _trim(frame: PenpaFrame, cells: set[Point]) -> PenpaFrame:
    """The smallest board that holds all cells that are there."""
    if not cells:
        return frame
    top, left = min(row for row, _ in cells) // 2, min(column for _, column in cells) // 2
    height = max(row for row, _ in cells) // 2 + 1 - top
    width = max(column for _, column in cells) // 2 + 1 - left
    missing: frozenset[Point] = frozenset()
    if len(cells) < height * width:
        there = {(row - 2 * top, column - 2 * left) for row, column in cells}
        centres = ((2 * row + 1, 2 * column + 1) for row in range(height) for column in range(width))
        missing = frozenset(point for point in centres if point not in there)
    return PenpaFrame(
        height, width, missing, frame.size,
        rows=frame.rows, columns=frame.columns, top=frame.top + top, left=frame.left + left,
    )  # fmt: skip


def _line(lines: Sequence[Span], index: int) -> Span:
    return lines[index] if index < len(lines) else lines[-1]


def numbers(lines: Sequence[Span], index: int) -> list[int]:
    """A line that is a list of whole numbers; empty if there is no such line."""
    line = _line(lines, index)
    if index >= len(lines) or not line.text.strip():
        return []
    result = members.whole_value(line)
    if not isinstance(result, list) or not all(type(one) is int for one in result):
        raise fail("E203", "here should stand a list of whole numbers", line)
    return result


def number_in(key: str) -> int | None:
    """The number in a key that names a point; None for other keys."""
    return int(key) if key.isascii() and _SMALL.fullmatch(key) else None
