"""Pieces of pzprv3 texts about corners: all of them, or those inside the board."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.lines import chunks, grid, is_at_end, join_rows, token_item, token_text


def read_corners(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A token for each corner, those on the rim too."""
    rows = grid(reader, board.geometry.height + 1, board.geometry.width + 1, "corners")
    return [[token_item(token) for row in rows for token in row]]


def write_corners(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_corners`."""
    (layer,) = layers or [[None] * len(board.geometry.corners)]
    return join_rows(map(token_text, row) for row in chunks(layer, board.geometry.width + 1))


def read_last_corners(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A token for each corner, or an empty layer if the text ends here: only files with marks have these lines."""
    if is_at_end(reader):
        return [[None] * len(board.geometry.corners)]
    return read_corners(reader, counts, board)


def write_last_corners(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_last_corners`: nothing where no corner has an item."""
    return write_corners(layers, board) if any(item is not None for layer in layers for item in layer) else ""


def read_inner_corners(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A token for each corner that is not on the rim; the layer has all corners."""
    rows = grid(reader, board.geometry.height - 1, board.geometry.width - 1, "corners")
    layer: list[PlacedItem | None] = [None] * len(board.geometry.corners)
    for index, token in zip(_inner(board), (token for row in rows for token in row), strict=True):
        layer[index] = token_item(token)
    return [layer]


def write_inner_corners(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_inner_corners`."""
    (layer,) = layers or [[None] * len(board.geometry.corners)]
    rows = chunks([layer[index] for index in _inner(board)], max(board.geometry.width - 1, 1))
    return join_rows(map(token_text, row) for row in rows)


def _inner(board: BoardContext) -> list[int]:
    """The positions of the corners inside the board, row by row."""
    height, width = board.geometry.height, board.geometry.width
    return [row * (width + 1) + column for row in range(1, height) for column in range(1, width)]
