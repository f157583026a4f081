"""Pieces of puzz.link URLs that are gaps between marks."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.tokens import BASE36, amount


def read_marks(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Base 36: so many places without and then a mark, which may lie behind the last place; `.`: 36 places without."""
    return [_marks(reader, counts[0], BASE36, ".")]


def _marks(reader: TextReader, places: int, gaps: str, skip: str, *, ends: bool = False) -> list[PlacedItem | None]:
    """Marks, each behind so many places without as its letter of `gaps` says; `skip` is one place more, and no mark.

    With `ends` the places behind the last mark may be left out.
    """
    found: list[PlacedItem | None] = []
    while len(found) < places:
        if ends and reader.closed:
            return [*found, *[None] * (places - len(found))]
        start = reader.at
        what = f"{places - len(found)} more places"
        if reader.peek() == skip:
            reader.take(what)
            found += [None] * len(gaps)
            continue
        found += [*[None] * amount(reader, gaps, what), PlacedItem(1, reader.span(start))]
    return found[:places]


def write_marks(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_marks`."""
    return _as_marks(layers[0], BASE36, ".")


def _as_marks(layer: Sequence[RawItem], gaps: str, skip: str) -> str:
    """The inverse of `_marks`; the last places without are a gap before a mark that lies behind them."""
    found, blanks = "", 0
    for value in layer:
        if value in (None, 0):
            blanks += 1
            continue
        found, blanks = found + skip * (blanks // len(gaps)) + gaps[blanks % len(gaps)], 0
    rest = blanks % len(gaps)
    return found + skip * (blanks // len(gaps)) + (gaps[rest] if rest else "")


def read_link_marks(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """As `read_marks`, but a gap before a mark is 34 places at most, and `z` is 35 places without."""
    return [_marks(reader, counts[0], BASE36[:35], "z")]


def write_link_marks(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_link_marks`."""
    return _as_marks(layers[0], BASE36[:35], "z")


def read_last_marks(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """As `read_marks`, but behind the last mark a part of the text may end."""
    return [_marks(reader, counts[0], BASE36, ".", ends=True)]


def write_last_marks(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_last_marks`."""
    last = max((index for index, value in enumerate(layers[0]) if value not in (None, 0)), default=-1)
    return _as_marks(layers[0][: last + 1], BASE36, ".")


def read_inner_marks(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """As `read_marks`, but only of the corners inside the board; the layer has all corners."""
    inner = _inner(board)
    (found,) = read_marks(reader, [len(inner)], board)
    layer: list[PlacedItem | None] = [None] * counts[0]
    for index, one in zip(inner, found, strict=True):
        layer[index] = one
    return [layer]


def write_inner_marks(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_inner_marks`."""
    return write_marks([[layers[0][index] for index in _inner(board)]], board)


def _inner(board: BoardContext) -> list[int]:
    return [corner.index for corner in board.geometry.corners if len(corner.cells) == 4]
