"""Pieces whose entries tell of several layers: parts with commas between them, or one number packed of several."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces import packed
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.cells import read_cells, write_cells
from puzzlelang.formats.pzprv3.lines import BLANK, LineToken, chunks, grid, join_rows, token_item, token_text

_ALONE = "-"
"""What some types write for a cell of which only the first layer tells something, and that is `?`."""


def read_pairs(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """For each cell a blank, or an item for each layer with commas between; a lone `-` is one of the first layer."""
    layers: list[list[PlacedItem | None]] = [[] for _ in counts]
    rows = grid(reader, board.geometry.height, board.geometry.width, "cells")
    for token in (token for row in rows for token in row):
        parts = [BLANK] * len(counts) if token.blank else token.text.split(",")
        parts += [BLANK] * (len(counts) - 1 if token.text == _ALONE else 0)
        if len(parts) != len(counts):
            problem = (
                f"`{token.text}` has {len(parts)} part{'s' if len(parts) > 1 else ''}, and {len(counts)} are needed"
            )
            raise fail("E203", problem, token.span, hint="commas stand between the parts of an entry")
        for layer, part in zip(layers, parts, strict=True):
            layer.append(token_item(LineToken(part, token.span)))
    return layers


def write_pairs(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """What `read_pairs` reads."""
    found = [
        BLANK if all(part is None for part in parts) else ",".join(map(token_text, parts))
        for parts in zip(*packed.filled(layers, board), strict=True)
    ]
    return join_rows(map(token_text, row) for row in chunks(found, board.geometry.width))


def read_packed(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """For each cell a number made of the digits of all layers."""
    return packed.unpacked(read_cells(reader, counts, board)[0], board)


def write_packed(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """What `read_packed` reads."""
    try:
        return write_cells([packed.packed(layers, board)], board)
    except ValueError as error:
        raise fail("E208", f"a pzprv3 text has no way to write `{error}` as one number") from None
