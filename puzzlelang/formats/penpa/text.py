"""Writes the text of a Penpa board from its marks."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.penpa.frame import STEPS, Frame, PenpaFrame, Point, on_corners
from puzzlelang.formats.penpa.marks import BOTH, FALLING, LEVEL, NOT, RISING, UPRIGHT, stroke_kind
from puzzlelang.formats.penpa.tiling_frame import TilingFrame
from puzzlelang.formats.penpa.tiling_placement import place_board
from puzzlelang.formats.pieces.reader import MAX_DIGITS
from puzzlelang.formats.squares import squares
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.source import Source
from puzzlelang.typed.codecs.penpa import CAGE_SIDES, CAGES, KINDS, SMALL

_SIZE = 38
_VERSION = [3, 1, 4]
_STACKS = ("command_redo", "command_undo", "command_replay")
_LISTS = frozenset({"thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo"})
_OF_CELLS = frozenset({"killercages", "thermo", "nobulbthermo", "arrows"})
_CAGE = 10
"""The style of lines around cages."""
_ACROSS = {LEVEL: [(0, 1)], UPRIGHT: [(1, 0)], BOTH: [(0, 1), (1, 0)]}
"""From the middle of a cell to the ends of lines across it."""
_GIVEN, _DRAWN, _DELETED, _CROSS, _DARK_GROUND = 2, 3, 1, 98, 4
"""Styles of what is given, drawn, taken out, of crosses; the colour of numbers on dark cells."""

_NAMES = {kind: name for name, kind in KINDS.items()} | {
    "arrow numbers": "number", "white numbers": "number", "half lines": "line",
}  # fmt: skip

Written = tuple[int, str, Point, Any]
"""Whether a mark belongs to the answer, its kind, its point, its item."""


class _Grid(msgspec.Struct, frozen=True):
    """A grid of a kind and a size (its columns and rows), with margins, and the numbers of its cells.

    `view` is how wide and how high its picture is, and the number of the point in its middle.
    """

    frame: Frame
    kind: str
    size: tuple[int, int]
    margins: Sequence[int]
    cells: Sequence[int]
    view: tuple[float, float, int]

    def head(self) -> list[object]:
        """The first parts of the text."""
        width, height, middle = self.view
        drawn = [round(side * _SIZE, 2) for side in (width, height)]
        return [self.kind, *self.size, _SIZE, 0, 1, 1, *drawn, middle, middle, 0, 0, 0, 0]


def board_lines(geometry: Geometry, written: Sequence[Written], kind: str, *, corners: bool = False) -> str:
    """The text of a board as Penpa itself writes it; `kind` is noted as its genre, `corners` stand for cells.

    Raises `Failed` for a board of one row or column whose cells would be corners, and without a grid of its lattice.
    """
    grid = _tiling_grid(geometry) if isinstance(geometry, Tiling) else _square_grid(geometry, written, corners=corners)
    frame = grid.frame
    layers = [_layer(frame, [one for one in written if one[0] == part]) for part in (0, 1)]
    there = {(one[1], one[2], str(one[3])) for one in written if not one[0] and one[1] != "missing"}
    repeated = [one for one in written if one[0] and (one[1], one[2], str(one[3])) in there]
    layers[1] = _layer(frame, [one for one in written if one[0] and one not in repeated])
    head = [*grid.head(), "Title: ", "Author: ", "", "", "OFF", "false"]
    bare = _compact(_empty())
    lines = [
        ",".join(map(str, head)),
        _compact(grid.margins),
        _compact(_MODE),
        *map(_compact, layers),
        _compact([after - before for before, after in zip([0, *grid.cells], grid.cells, strict=False)]),
        "[]",
        "{}",
        '"x"',
        '"x"',
        _compact(_VERSION),
        _compact(_MODE),
        '"x"',
        "0",
        bare,
        bare,
        "{}",
        _compact([kind]),
        "",
    ]
    return "\n".join(lines)


def _mode(line: int, number: int) -> dict[str, Any]:
    return {
        "edit_mode": "surface", "surface": ["", 1], "line": ["1", line], "lineE": ["1", line], "wall": ["", line],
        "cage": ["1", 10], "number": ["1", number], "symbol": ["circle_L", 1], "special": ["thermo", ""],
        "board": ["", ""], "move": ["1", ""], "combi": ["battleship", ""], "sudoku": ["1", 1 if number == 1 else 9],
    }  # fmt: skip


_MODE = {"qa": "pu_q", "grid": ["1", "2", "1"], "pu_q": _mode(_GIVEN, 1), "pu_a": _mode(_DRAWN, 2)}
"""The tools that are chosen when the address is opened."""


def _frame(geometry: SquareGrid, written: Sequence[Written], *, corners: bool) -> PenpaFrame:
    """A grid with as much room beside the board as the marks need."""
    points = [point for _, _, point, _ in written]
    top = max((-row // 2 + 1 for row, _ in points if row < 0), default=0)
    left = max((-column // 2 + 1 for _, column in points if column < 0), default=0)
    below = max((row // 2 + 1 - geometry.height for row, _ in points if row > 2 * geometry.height), default=0)
    right = max((column // 2 + 1 - geometry.width for _, column in points if column > 2 * geometry.width), default=0)
    missing = frozenset(point for _, kind, point, _ in written if kind == "missing")
    span = Source("<penpa>", "").first()
    if corners:
        rows, columns = geometry.height - 1, geometry.width - 1
        if not rows or not columns:
            raise fail("E208", "the cells of this board are no corners of squares")
        plain = PenpaFrame(rows, columns, frozenset(), span, rows=rows, columns=columns, top=0, left=0)
        return on_corners(plain)
    rows, columns = geometry.height + top + below, geometry.width + left + right
    return PenpaFrame(geometry.height, geometry.width, missing, span, rows=rows, columns=columns, top=top, left=left)


def _square_grid(geometry: Geometry, written: Sequence[Written], *, corners: bool) -> _Grid:
    frame = _frame(squares(geometry), written, corners=corners)
    rows, columns = (range(1 + frame.shift, 2 * side, 2) for side in (frame.height, frame.width))
    cells = [(row, column) for row in rows for column in columns if (row, column) not in frame.missing]
    middle = frame.number((frame.rows - 2 * frame.top, frame.columns - 2 * frame.left))
    return _Grid(
        frame, "square", (frame.columns, frame.rows), [frame.top, frame.below, frame.left, frame.right],
        [frame.number(cell) for cell in cells], (frame.columns + 1, frame.rows + 1, middle),
    )  # fmt: skip


def _tiling_grid(geometry: Tiling) -> _Grid:
    placed = place_board(geometry)
    return _Grid(placed.frame, placed.kind, (placed.size, placed.size), [0] * 4, placed.numbers, placed.view())


def _empty() -> dict[str, Any]:
    stacks: dict[str, Any] = {name: {"__a": []} for name in _STACKS}
    return stacks | {name: [] if name in _LISTS else {} for name in KINDS}


def _layer(frame: Frame, written: Sequence[Written]) -> dict[str, Any]:
    result = _empty()
    for drawn, kind, point, item in written:
        if kind in SMALL:
            number = frame.small_number(point, SMALL.index(kind))
            result["numberS"][str(number)] = [str(item), 2 if drawn else 1]
        elif _NAMES.get(kind) in _OF_CELLS:
            cells = [(int(row), int(column)) for row, column in (one.split(",") for one in item.split(";"))]
            result[_NAMES[kind]].append([frame.number(cell) for cell in cells])
            if kind == CAGES:
                result["cage"] |= _around(frame, cells)
        elif kind != "missing":
            for key, content in _mark(frame, kind, point, item, drawn=drawn):
                result[_NAMES[stroke_kind(frame, kind)]][key] = content
    return result


def _around(frame: Frame, cells: Sequence[Point]) -> dict[str, int]:
    """The lines around a cage, which show it: along open sides of its cells, and on to the next cell of the cage."""
    result = {}
    for row, column in cells:
        for (first, last), (down, right) in CAGE_SIDES.items():
            if (row + down, column + right) in cells:
                continue
            result[_between(frame, (row, column), first, (row, column), last)] = _CAGE
            ahead = (row + abs(right), column + abs(down))
            if ahead in cells:
                result[_between(frame, (row, column), last, ahead, first)] = _CAGE
    return result


def _between(frame: Frame, cell: Point, place: int, other: Point, there: int) -> str:
    return f"{frame.small_number(cell, place)},{frame.small_number(other, there)}"


def _mark(frame: Frame, kind: str, point: Point, item: Any, *, drawn: int) -> Iterator[tuple[str, Any]]:
    number = str(frame.number(point))
    colour = 2 if drawn else 1
    match kind:
        case "surface":
            colours = [_number(one, kind) for one in str(item).split("+")]
            yield number, colours[0] if len(colours) == 1 else colours
        case "numbers" | "white numbers" | "arrow numbers":
            text = " " if item == "" else str(item)
            yield number, [text, _DARK_GROUND if kind == "white numbers" else colour, "2" if kind[0] == "a" else "1"]
        case "symbols":
            name, _, style = str(item).rpartition(" ")
            bits = len(style) > 2 and set(style) <= {"0", "1"}
            yield number, [[int(one) for one in style] if bits else _number(style, kind), name, 1]
        case "half lines":
            for way in item.split("+"):
                down, right = STEPS[way]
                border = frame.number((point[0] + down, point[1] + right))
                yield f"{number},{border}", _GIVEN
        case "walls" if item in _ACROSS:
            for down, right in _ACROSS[item]:
                ends = sorted(frame.number((point[0] + sign * down, point[1] + sign * right)) for sign in (-1, 1))
                yield f"{ends[0]},{ends[1]}", _DRAWN if drawn else _GIVEN
        case _ if item == NOT:
            yield number, _CROSS
        case _:
            ends = sorted(frame.number(end) for end in _ends(frame, kind, point, item))
            plain = _DELETED if kind == "deleted edges" else _DRAWN if drawn else _GIVEN
            yield f"{ends[0]},{ends[1]}", plain if item in (1, FALLING, RISING) else _number(str(item), kind)


def _number(text: str, kind: str) -> int:
    """The number of a colour or a style.  Raises `Failed` if it is none."""
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise fail("E208", f"`{text}` is no number of a colour or style, and so none of the {kind}")
    return int(text)


def _ends(frame: Frame, kind: str, point: Point, item: Any) -> tuple[Point, Point]:
    """The two points that a line or an edge joins."""
    if isinstance(frame, TilingFrame):
        return frame.ends(kind, point)
    row, column = point
    if item in (FALLING, RISING):
        down = 1 if item == FALLING else -1
        return (row - down, column - 1), (row + down, column + 1)
    # A line crosses the border along which an edge lies.
    upright = (row % 2 == 0) == (kind == "lines")
    return ((row - 1, column), (row + 1, column)) if upright else ((row, column - 1), (row, column + 1))


def _compact(content: Any) -> str:
    return json.dumps(content, separators=(",", ":"))
