"""Pieces of puzz.link URLs with a number for each cell, which packs the signs at its right side and below it."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.layers import merge_layers, split_layer
from puzzlelang.formats.pieces.places import ordered_links
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.tokens import BASE36, plain, read_runs, unwritable_error, write_runs
from puzzlelang.puzzle import Unknown

_RUNS = BASE36[16:]
_DIGITS = BASE36[:9]
_SIGNS = 3
"""How many signs a side can have, none among them; a digit is 3 times the right one plus the lower one."""


def _right_and_below(board: BoardContext) -> list[tuple[int | None, int | None]]:
    """For each cell the indices of the links at its right side and below it, None at the rim."""
    indices = {(link.first.index, link.second.index): at for at, link in enumerate(ordered_links(board.geometry))}
    width = board.geometry.width
    return [
        (indices.get((cell.index, cell.index + 1)), indices.get((cell.index, cell.index + width)))
        for cell in board.geometry.cells
    ]


def _sign(value: RawItem) -> int:
    if value is None:
        return 0
    number = plain(value, "signs of sides")
    if isinstance(number, Unknown) or number not in range(_SIGNS):
        raise unwritable_error("signs of sides", value)
    return number


def _sides(*, runs: bool) -> Codec:
    """A codec of signs (1, 2) of links; with `runs` cells without a sign are runs, and the last cell has no digit."""

    def decode(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
        cells = _right_and_below(board)
        layer: list[PlacedItem | None] = [None] * len(board.geometry.links)

        def digit(sign: str, start: int) -> int:
            if sign not in _DIGITS:
                raise reader.wrong(f"`{sign}` is no digit from 0 to 8", start=start)
            return int(sign)

        for indices, token in zip(cells, read_runs(reader, len(cells) - runs, _RUNS, digit), strict=False):
            if token is None:
                continue
            value, start, end = token
            for index, sign in zip(indices, divmod(value, _SIGNS), strict=True):
                if sign and index is None:
                    raise reader.wrong("this is a sign on the rim of the board", start=start)
                if sign and index is not None:
                    layer[index] = PlacedItem(sign, reader.source.span(start, end))
        return split_layer(layer, board)

    def encode(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        layer = [_sign(value) for value in merge_layers(layers)]
        values = [
            sum(layer[index] * weight for index, weight in zip(indices, (_SIGNS, 1), strict=True) if index is not None)
            for indices in _right_and_below(board)
        ]
        return write_runs([None if runs and not value else str(value) for value in values[: len(values) - runs]], _RUNS)

    return Codec(decode, encode)


SIDES, SIDE_RUNS = _sides(runs=False), _sides(runs=True)
