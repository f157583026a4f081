"""The codecs of Kudamono pieces by name: fields of marks, and lines along borders as walks from corner to corner."""

from collections.abc import Iterator, Sequence

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.formats.kudamono.marks import AddressReader, read_marks, steps_from, write_marks
from puzzlelang.formats.kudamono.orders import FIRST_FORM, Point, Roads, cell_points, link_points, roads
from puzzlelang.formats.kudamono.sums import SUMS, read_sums, write_sums
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, Codec, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import ordered_links, places
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.places import Border, Link
from puzzlelang.geometry.square_grid import SquareGrid

_TWO_DIGITS = 10
"""From so many cells on, a side has corners whose names have two digits."""


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
        result = read_marks(part, points(board), _keys(board))
        return [[result.get(point) for point in there(board.geometry)]]

    def encode(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        body = write_marks(dict(zip(there(board.geometry), items[0], strict=True)), points(board))
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
        at = steps_from(part, net.corners, at, "line")
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
    SUMS: Codec(read_sums, write_sums),
    "edges": Codec(read_edges, write_edges),
}
