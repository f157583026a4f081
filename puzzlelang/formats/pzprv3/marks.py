"""Pieces of pzprv3 texts about marks that lie on borders, or between cells without one."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.lines import NOT_SAID
from puzzlelang.formats.pzprv3.links import all_borders, write_all_borders

_PLAIN, _OPEN = "|", "!"
"""A border without a mark; what stands before a mark where no border is."""


def read_bordered(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Return for each link 1 if a border cuts it, then the mark there; `-` is one that says no number."""
    borders: list[PlacedItem | None] = []
    marks: list[PlacedItem | None] = []
    for item in all_borders(reader, board):
        text = "" if item is None else NOT_SAID if item.value == NOT_SAID else str(item.value)
        mark = "" if text == _PLAIN else text.removeprefix(_OPEN) or (NOT_SAID if text else "")
        borders.append(PlacedItem(1, item.span) if item is not None and not text.startswith(_OPEN) else None)
        value: RawItem = int(mark) if mark.isascii() and mark.isdigit() else mark
        marks.append(PlacedItem(value, item.span) if item is not None and mark else None)
    return [borders, marks]


def write_bordered(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_bordered`."""
    return write_all_borders([_join_marks(cut, mark) for cut, mark in zip(*layers, strict=True)], board)


def _join_marks(cut: RawItem, mark: RawItem) -> RawItem:
    if mark is None:
        return None if cut is None else _PLAIN
    if cut is not None:
        return mark
    return _OPEN if mark == NOT_SAID else f"{_OPEN}{mark}"
