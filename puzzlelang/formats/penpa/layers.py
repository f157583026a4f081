"""Reads layers of marks from a sheet, and writes marks as one line of JSON each."""

import json
from collections.abc import Callable, Iterator, Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.penpa.frame import PenpaFrame, Point
from puzzlelang.formats.penpa.sheet import PenpaLayer, PenpaSheet, Selection, item_at, layers_of
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, Codec, PlacedItem, RawItem
from puzzlelang.formats.pieces.items_to_values import entry_of
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.squares import squares
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Line, Link, View
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import SEVERAL, Key, Unknown
from puzzlelang.source import NOWHERE
from puzzlelang.typed import ir

_SEVERAL = str(SEVERAL)


def as_sheet(reader: TextReader) -> PenpaSheet:
    """The reader as a `PenpaSheet`, which pieces of this format read."""
    assert isinstance(reader, PenpaSheet)
    return reader


def mark_codec(
    kind: str,
    seen: Selection = lambda item: item,
    shown: Callable[[RawItem], RawItem] = lambda item: item,
    *,
    at_rim: bool = False,
) -> Codec:
    """A codec of marks of one kind; `shown` is the inverse of `seen`.

    Marks of views stand in cells beside the board, or `at_rim`: on its rim.
    """

    def decode(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
        sheet, layers = as_sheet(reader), layers_of(board)
        lines = [layer for layer in layers if layer.sort is Sort.LINE]
        result = []
        for layer in layers:
            ends = ((False,) if layer is lines[0] else (True,)) if len(lines) > 1 and layer in lines else (False, True)
            there = [_on_rim(board, place) if at_rim else place for place in layer.places]
            seen_items = [_item_of(sheet, layer, kind, place, ends, seen) for place in there]
            result.append([None if item is None else seen(item) for item in seen_items])
        return result

    def encode(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        layers = layers_of(board)
        second = [layer for layer in layers if layer.sort is Sort.LINE][1:]
        written = []
        for layer, values in zip(layers, items, strict=True):
            if not layer.places:  # a board of one cell has no links
                continue
            for place, value in zip(layer.places, values, strict=True):
                spot = _on_rim(board, place) if at_rim else place
                for point, item in _spots(board.board, spot, value, far=layer in second):
                    written.append(line_of(layer, kind, point, shown(item), value))
        return "".join(written)

    return Codec(decode, encode, spread=True)


def line_of(layer: PenpaLayer, kind: str, point: Point, item: RawItem, raw: RawItem) -> str:
    """Return a mark as a line of JSON: 1 if it belongs to the answer, else 0, then its kind, point and item.

    `raw` is the item as it is in the entries of the statement, before the piece converts it.  Raises `Failed` for a
    list, which no mark holds as it stands.
    """
    if isinstance(item, tuple):
        listed = ",".join(map(str, item))
        raise fail("E208", f"a mark has no room for the list `{listed}`", hint="`digits` reads and writes lists")
    drawn = layer.drawn
    if layer.drawn and layer.given:
        entry = entry_of(layer.entries, PlacedItem(raw, NOWHERE))
        drawn = entry is not None and not any(effect.name == _given_name(layer) for effect in entry.effects)
    shown = str(item) if isinstance(item, Unknown) else item
    return json.dumps([int(drawn), kind, list(point), shown]) + "\n"


def _given_name(layer: PenpaLayer) -> str:
    return layer.item.name if isinstance(layer.item, ir.Given) else ""


def rim_point(grid: SquareGrid, view: View) -> Point:
    """The point on the rim of the board at which a view begins."""
    row, column = view.line.cells[0].lattice
    points = {"top": (0, column), "bottom": (2 * grid.height, column), "left": (row, 0), "right": (row, 2 * grid.width)}
    return points[view.side]


def _on_rim(board: BoardContext, place: Key) -> "Key | Point":
    return rim_point(board.geometry, place) if isinstance(place, View) else place


def _item_of(
    sheet: PenpaSheet, layer: PenpaLayer, kind: str, place: "Key | Point", ends: tuple[bool, ...], seen: Selection
) -> PlacedItem | None:
    match place:
        case Cell() | Link() | Border() | Corner():
            return item_at(sheet, layer, kind, place.lattice, seen)
        case (int() as row, int() as column):
            return item_at(sheet, layer, kind, (row, column), seen)
        case Line():
            for far in ends:
                if (item := _of_line(sheet, layer, kind, _margin_points(sheet, place, far=far))) is not None:
                    return item
            return None
        case View(side=side, line=line):
            return _of_line(sheet, layer, kind, _margin_points(sheet, line, far=side in ("bottom", "right")))
        case _:
            return _single_item(sheet, layer, kind)


def _margin_points(sheet: PenpaSheet, line: Line, *, far: bool) -> list[Point]:
    """The cells beside one end of a line, in reading order."""
    frame, (row, column) = sheet.frame, line.cells[0].lattice
    assert isinstance(frame, PenpaFrame), "only squares have clues beside lines"
    if line.kind == "column":
        steps = [2 * frame.height + 1 + 2 * step for step in range(frame.below)] if far else _before(frame.top)
        return [(step, column) for step in steps]
    steps = [2 * frame.width + 1 + 2 * step for step in range(frame.right)] if far else _before(frame.left)
    return [(row, step) for step in steps]


def _before(amount: int) -> list[int]:
    return [-1 - 2 * step for step in reversed(range(amount))]


def _of_line(sheet: PenpaSheet, layer: PenpaLayer, kind: str, points: Sequence[Point]) -> PlacedItem | None:
    """The item beside a line: one item, or the numbers of a list.  Raises `Failed` for a second item."""
    result = [item for point in points if (item := item_at(sheet, layer, kind, point)) is not None]
    kind_of = layer.item.kind if layer.item is not None else None
    lists = isinstance(kind_of, ir.FunctionKind) and kind_of.value.base is ir.Base.NUMBERS
    if not result or (len(result) == 1 and not (lists and result[0].value == _SEVERAL)):
        return result[0] if result else None
    if not lists:
        raise fail("E204", "a second item beside this line means nothing", result[1].span)
    numbers: list[int | Unknown] = []
    for item in result:
        value = SEVERAL if item.value == _SEVERAL else item.value
        if not isinstance(value, Unknown | int):
            raise fail("E204", f"`{value}` is no number", item.span)
        numbers.append(value)
    return PlacedItem(tuple(numbers), result[0].span.to(result[-1].span))


def _single_item(sheet: PenpaSheet, layer: PenpaLayer, kind: str) -> PlacedItem | None:
    """The one item beside the board that belongs to no line."""
    known = [mark for mark in sheet.unread() if mark.kind == kind and mark.at and not sheet.frame.inside(mark.at)]
    if len(known) > 1:
        raise fail("E204", "a second item beside the board means nothing", known[1].item.span)
    return item_at(sheet, layer, kind, known[0].at) if known and known[0].at else None


def _spots(geometry: Geometry, place: "Key | Point", value: RawItem, *, far: bool) -> Iterator[tuple[Point, RawItem]]:
    """The points at which an item is written, with what stands there; none for what says nothing."""
    if value is None:
        return
    match place:
        case Cell() | Link() | Border() | Corner():
            yield place.lattice, value
        case (int() as row, int() as column):
            yield (row, column), value
        case Line():
            yield from _line_spots(squares(geometry), place, value, far=far)
        case View(side=side, line=line):
            yield from _line_spots(squares(geometry), line, value, far=side in ("bottom", "right"))
        case _:
            yield (-1, -1), value


def _line_spots(geometry: SquareGrid, line: Line, value: RawItem, *, far: bool) -> Iterator[tuple[Point, RawItem]]:
    items = (value or (0,)) if isinstance(value, tuple) else (value,)
    row, column = line.cells[0].lattice
    upright = line.kind == "column"
    end = 2 * (geometry.height if upright else geometry.width) + 1
    for index, item in enumerate(items):
        step = end + 2 * index if far else -1 - 2 * (len(items) - 1 - index)
        yield (step, column) if upright else (row, step), item
