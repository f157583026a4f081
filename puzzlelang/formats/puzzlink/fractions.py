"""Cells of puzz.link URLs that hold a fraction, a number of dots, or nothing."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.numbers import NUMBER16
from puzzlelang.formats.puzzlink.tokens import plain, unwritable_error
from puzzlelang.puzzle import UNKNOWN

_LAYERS = 4


def _read(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Read two numbers for each cell, as `number16`: the layers are numerators, denominators, dots and missing cells.

    Behind a number `?` says that there are so many dots, and behind 0 that the cell does not exist.
    """
    (numbers,) = NUMBER16.decode(reader, [2 * counts[0]], board)
    layers: list[list[PlacedItem | None]] = [[] for _ in range(_LAYERS)]
    for first, second in zip(numbers[::2], numbers[1::2], strict=True):
        cell: list[PlacedItem | None] = [first, second, None, None]
        if second is not None and second.value is UNKNOWN:
            missing = first is not None and first.value == 0
            cell = [None, None, None, second] if missing else [None, None, first, None]
        for layer, item in zip(layers, cell, strict=True):
            layer.append(item)
    return layers


def _write(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `_read`."""
    numbers: list[RawItem] = []
    for first, second, dots, missing in zip(*layers, strict=True):
        if missing:
            numbers += [0, UNKNOWN]
        elif dots is not None:
            if plain(dots, "dots") in (0, UNKNOWN) or first is not None:
                raise unwritable_error("dots", dots)
            numbers += [dots, UNKNOWN]
        else:
            numbers += [UNKNOWN if first is None and second is not None else first, second]
    return NUMBER16.encode([numbers], board)


FRACTIONS = Codec(_read, _write)
