"""Boards of Sudoku setters in one form, whatever they came from: the fields of f-puzzles, and what each says."""

import functools
from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.source import Source, Span
from puzzlelang.typed.codecs import COSMETIC

Point = tuple[int, int]
"""A cell as (row, column), both from 1; 0 and one more than the size lie outside."""

MarkValue = int | str | tuple[int, ...] | None
"""What stands with a mark: a number, a text, some numbers, or nothing."""


class Mark(msgspec.Struct, frozen=True):
    """An entry of a field: its cells, its lines, which are lists of cells in order, and what stands with it.

    A switch has neither cells nor lines.  `cells` of an arrow are its bulb.  A mark that `draws` only shows what
    another one says.
    """

    field: str
    span: Span
    cells: tuple[Point, ...] = ()
    lines: tuple[tuple[Point, ...], ...] = ()
    value: MarkValue = None
    draws: bool = False

    @property
    def cosmetic(self) -> bool:
        """Whether such a mark is a drawing, whose meaning only a text may explain."""
        return self.field in COSMETIC


class BoardCell(msgspec.Struct, frozen=True):
    """A cell: the number in it, whether that is given, candidates, and its region, None if it lies in none."""

    span: Span
    value: int | None = None
    given: bool = False
    candidates: tuple[int, ...] = ()
    region: int | str | None = None


class Board(msgspec.Struct, frozen=True):
    """A board of `size` rows and columns.

    `cells` stand row by row.  `parted`: the text itself has regions; else they are the usual boxes.  `solution` has
    the setter's answer where the text has it, by the index of the cell; `words` his rules, for people.
    """

    source: Source
    size: int
    span: Span
    cells: Sequence[BoardCell]
    parted: bool
    marks: Sequence[Mark]
    solution: Mapping[int, int] = msgspec.field(default_factory=dict)
    words: str = ""


@functools.cache
def box_shape(size: int) -> tuple[int, int]:
    """The rows and columns of the usual boxes: as square as can be, wide rather than tall; one row of a prime size."""
    height = max(height for height in range(1, size + 1) if size % height == 0 and height * height <= size)
    return height, size // height


def box_of(size: int, index: int) -> int:
    """The number of the usual box of the cell with this index, from 0."""
    height, width = box_shape(size)
    row, column = divmod(index, size)
    return row // height * height + column // width


def check_row(number: int, cells: int, size: int, span: Span) -> None:
    """Raises `Failed` for a row of a square board that has not as many cells as there are rows."""
    if cells != size:
        raise fail("E203", f"row {number} has {cells} cells, and the size is {size}", span)


def half_of(size: int) -> int:
    """Half of the greatest digit, rounded up: by so much neighbours on a whisper differ, if no number stands there."""
    return (size + 1) // 2


def point_at(size: int, index: int) -> Point:
    """The cell with this index, from 0 row by row."""
    row, column = divmod(index, size)
    return row + 1, column + 1


def name_of(point: Point) -> str:
    """A cell as f-puzzles writes it."""
    return f"R{point[0]}C{point[1]}"
