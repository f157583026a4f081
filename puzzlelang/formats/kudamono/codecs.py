"""The codecs of Kudamono pieces: marks at counted places, and lines along borders as walks from corner to corner."""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.kudamono.orders import FIRST_FORM, Point, Roads, cell_points, link_points, roads
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, Codec, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import ordered_links, places
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.places import Border, Link
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import UNKNOWN, Unknown
from puzzlelang.source import Span

_WORD = re.compile(r"[A-Za-z]|[0-9]{1,6}|[A-Za-z?]+")
_PLAIN = re.compile(r"[A-Za-z]")
_TWO_DIGITS = 10
"""From so many cells on, a side has corners whose names have two digits."""

NUMBERED = "abcdefghijklmnopqrstuvw"
"""Letters that are numbers from 1 on where no entry has them as a key."""


class AddressReader(TextReader, eq=False, kw_only=True):
    """An address with its fields; `taken` are the names of those that a piece has read."""

    fields: Mapping[str, Span]
    taken: set[str] = msgspec.field(default_factory=set)

    def field(self, name: str) -> TextReader:
        """A reader of a field, at its end if the address has none."""
        self.taken.add(name)
        span = self.fields.get(name)
        return TextReader(self.source, span.start, span.end) if span else TextReader(self.source, self.end, self.end)


def _steps(reader: TextReader, points: Sequence[Point], at: int, what: str) -> int:
    """The place so many steps behind `at`.  Raises `Failed` if the board has none there."""
    start = reader.at
    there = at + reader.number(f"how many places before the next {what}")
    if there >= len(points):
        raise reader.wrong("this leads beyond the last place of the board", start=start)
    return there


def _read_marks(reader: TextReader, points: Sequence[Point], keys: set[str]) -> dict[Point, PlacedItem]:
    result: dict[Point, PlacedItem] = {}
    at = 0
    while not reader.done:
        start = reader.at
        sign = reader.take("a mark")
        value: RawItem = sign
        if sign == "(":
            word = reader.source.text[reader.at : reader.end].partition(")")[0]
            if not _WORD.fullmatch(word) and word != "?":
                raise reader.wrong("in parentheses should stand a number or a word", start=start)
            reader.at += len(word)
            reader.literal(")")
            value = int(word) if word.isdigit() else UNKNOWN if word == "?" else word
        elif not _PLAIN.fullmatch(sign):
            raise reader.wrong("here should stand a letter, or a number in parentheses", start=start)
        elif sign in NUMBERED and sign not in keys:
            value = NUMBERED.index(sign) + 1
        span = reader.span(start)
        at = _steps(reader, points, at, "mark")
        result[points[at]] = PlacedItem(value, span)
    return result


def _write_marks(marks: Mapping[Point, RawItem], points: Sequence[Point]) -> str:
    written, before = "", 0
    for at, point in enumerate(points):
        item = marks.get(point)
        if item is None:
            continue
        shown = "?" if isinstance(item, Unknown) else str(item)
        if isinstance(item, tuple) or not (_WORD.fullmatch(shown) or shown == "?"):
            raise fail("E208", f"`{shown}` is no mark of a Kudamono address", hint="they are letters and numbers")
        written += f"{shown if _PLAIN.fullmatch(shown) else f'({shown})'}{at - before}"
        before = at
    return written


def _fields_of(reader: TextReader) -> AddressReader:
    assert isinstance(reader, AddressReader)
    return reader


def _keys(board: BoardContext) -> set[str]:
    return {str(entry.key) for layer in board.layers for entry in layer if entry.key}


def _marks(field: str, *, links: bool = False) -> Codec:
    """A codec of a field of marks, in cells or between them."""
    points = link_points if links else cell_points

    def there(grid: SquareGrid) -> list[Point]:
        return [place.lattice for place in (ordered_links(grid) if links else grid.cells)]

    def decode(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
        part = _fields_of(reader).field(field)
        if not isinstance(board.board, SquareGrid):
            raise part.wrong(f"marks of `{field}` are read on squares only")
        result = _read_marks(part, points(board), _keys(board))
        return [[result.get(point) for point in there(board.geometry)]]

    def encode(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        body = _write_marks(dict(zip(there(board.geometry), items[0], strict=True)), points(board))
        return f"&{field}={body}" if body else ""

    return Codec(decode, encode, spread=True)


def _stroke_points(board: BoardContext) -> list[Point]:
    """The points of the borders that the layer of the piece is about."""
    assert board.rules is not None
    effect = next(entry.effects[0] for entry in board.layers[0] if entry.effects)
    item = board.rules.given(effect.name) or board.rules.find(effect.name)
    assert item is not None
    strokes = places(item, board.board, {}, labels=False, any_order=True)
    return [place.lattice for place in strokes if isinstance(place, Border | Link)]


def read_edges(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """1 for each border along which a walk goes.  Raises `Failed` for a walk that leaves the board."""
    part, net = _fields_of(reader).field(FIELDS["edges"]), roads(board.board)
    if board.version == FIRST_FORM and part.rest and max(board.board.height, board.board.width) >= _TWO_DIGITS:
        raise part.wrong("the order of corners on so large a board of the first form is not known")
    result, at = dict[Point, PlacedItem](), 0
    while not part.done:
        at = _steps(part, net.corners, at, "line")
        corner = net.corners[at]
        if part.peek() not in net.letters:
            raise part.wrong(f"here should stand a step of a line: {join_words(net.letters, 'or')}")
        while part.peek() in net.letters:
            start = part.at
            step = net.steps[corner].get(part.take("a step"))
            if step is None:
                raise part.wrong("this line leaves the board", start=start)
            middle, corner = step
            result[middle] = PlacedItem(1, part.span(start))
    return [[result.get(point) for point in _stroke_points(board)]]


def write_edges(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_edges`: walks as long as they can be, each from the first corner with a border left."""
    open_points = {point for point, item in zip(_stroke_points(board), items[0], strict=True) if item is not None}
    written, before, net = "", 0, roads(board.board)
    for at, corner in enumerate(net.corners):
        while walk := "".join(_walk(net, corner, open_points)):
            written += f"{at - before}{walk}"
            before = at
    return f"&{FIELDS['edges']}={written}" if written else ""


def _walk(net: Roads, corner: Point, open_points: set[Point]) -> Iterator[str]:
    """The steps of a walk over borders that were not walked along; those are removed from `open_points`."""
    while True:
        steps = net.steps[corner]
        letter = next((one for one in net.letters if one in steps and steps[one][0] in open_points), None)
        if letter is None:
            return
        middle, corner = steps[letter]
        open_points.remove(middle)
        yield letter


FIELDS = {
    "edges": "SIE",
    "cells": "L",
    "numbers": "L-N",
    "below": "L-S",
    "tops": "LI-N",
    "bottoms": "LI-S",
    "links": "L-E",
}
"""The field that each piece reads."""

CODECS: dict[str, Codec] = {
    "cells": _marks(FIELDS["cells"]),
    "numbers": _marks(FIELDS["numbers"]),
    "below": _marks(FIELDS["below"]),
    "tops": _marks(FIELDS["tops"]),
    "bottoms": _marks(FIELDS["bottoms"]),
    "links": _marks(FIELDS["links"], links=True),
    "edges": Codec(read_edges, write_edges),
}
