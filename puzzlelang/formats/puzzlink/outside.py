"""Pieces of puzz.link URLs that are numbers outside the grid."""

from collections.abc import Sequence
from itertools import chain

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.numbers import AFTER_HEX
from puzzlelang.formats.puzzlink.tokens import (
    as_hexadecimal,
    hexadecimal,
    read_runs,
    run_layer,
    unwritable_error,
    write_runs,
)
from puzzlelang.source import Span


def read_outside(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Hexadecimal numbers: for all columns, then all rows.

    Of two layers both are at the top and at the left, and of each line the number that is nearer to the grid, which is
    that of the second layer, comes first.  Views have no second layer: those from the top, bottom, left and right.
    """
    found = run_layer(reader, _numbers(reader, sum(counts)))
    return [found] if len(counts) == 1 else [found[1::2], found[::2]]


def _numbers(reader: TextReader, places: int) -> list[tuple[RawItem, int, int] | None]:
    return read_runs(reader, places, AFTER_HEX, lambda sign, start: hexadecimal(reader, sign, start))


def write_outside(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """What `read_outside` reads."""
    whole = layers[0] if len(layers) == 1 else list(chain(*zip(*reversed(layers), strict=True)))
    return write_runs([None if value is None else as_hexadecimal(value) for value in whole], AFTER_HEX)


def _depths(board: BoardContext) -> list[int]:
    """How many numbers each line has room for: half as many as it has cells, rounded up."""
    width, height = board.geometry.width, board.geometry.height
    return [(height + 1) // 2] * width + [(width + 1) // 2] * height


def read_stacked(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Hexadecimal numbers, several for each line, that nearest to the grid first."""
    depths = _depths(board)
    found = _numbers(reader, sum(depths))
    layer: list[PlacedItem | None] = []
    begin = 0
    for depth in depths:
        here = [one for one in found[begin : begin + depth] if one is not None]
        begin += depth
        numbers = tuple(one[0] for one in reversed(here))
        layer.append(PlacedItem(numbers, Span(reader.source, here[0][1], here[-1][2])) if here else None)  # type: ignore[arg-type]
    return [layer]


def write_stacked(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """What `read_stacked` reads."""
    tokens: list[str | None] = []
    for value, depth in zip(layers[0], _depths(board), strict=True):
        numbers = () if value is None else (value or (0,)) if isinstance(value, tuple) else (value,)
        if len(numbers) > depth:
            raise unwritable_error(f"lists of at most {depth} numbers", value)
        tokens += [as_hexadecimal(number) for number in reversed(numbers)]
        tokens += [None] * (depth - len(numbers))
    return write_runs(tokens, AFTER_HEX)
