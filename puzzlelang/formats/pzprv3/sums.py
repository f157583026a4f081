"""Boards whose size leaves out a first row and column that hold clues only.

The board of the rules has this row and column: their cells are blocks like those between the other cells.
"""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.lines import BLANK, LineToken, chunks, grid, join_rows, number, token_item, token_text
from puzzlelang.geometry.places import Cell

SUMS = "sums"

_UNTOLD = "-1"
"""No clue, as 0 is."""


def read_sums(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Return for each cell a blank or a block: the clue to its right and the one below it, with 0 for none.

    In the first row there is only the clue below, in the first column only the one to the right.
    """
    geometry = board.geometry
    tokens = [token for row in grid(reader, geometry.height, geometry.width, "blocks") for token in row]
    layers: list[list[PlacedItem | None]] = [[], [], []]
    for cell, token in zip(geometry.cells, tokens, strict=True):
        block = not token.blank or _on_rim(cell)
        across, below = _clues(cell, token)
        layers[0].append(PlacedItem(1, token.span) if block else None)
        layers[1].append(PlacedItem(across, token.span) if across else None)
        layers[2].append(PlacedItem(below, token.span) if below else None)
    return layers


def _on_rim(cell: Cell) -> bool:
    return cell.row == 1 or cell.column == 1


def _clues(cell: Cell, token: LineToken) -> tuple[int, int]:
    """The clue to the right and the one below, 0 for none."""
    if token.blank:
        return 0, 0
    if cell.row == 1:
        return 0, _clue(token)
    if cell.column == 1:
        return _clue(token), 0
    parts = token.text.split(",")
    if len(parts) != 2:
        raise fail("E203", f"`{token.text}` are not two clues", token.span, hint="such as `12,0`")
    return _clue(LineToken(parts[0], token.span)), _clue(LineToken(parts[1], token.span))


def _clue(token: LineToken) -> int:
    return 0 if token.text == _UNTOLD else number(token)


def write_sums(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_sums`.  Raises `Failed` if the first row or column holds what the format has no room for."""
    geometry = board.geometry
    result = []
    for cell, block, across, below in zip(geometry.cells, *layers, strict=True):
        if _on_rim(cell) and (block is None or (across and cell.row == 1) or (below and cell.column == 1)):
            problem = f"{cell} stands in the first row or column, which here only holds clues for the other cells"
            raise fail("E208", problem)
        if _on_rim(cell):
            result.append(token_text(across or below or 0))
        else:
            result.append(BLANK if block is None else f"{across or 0},{below or 0}")
    return join_rows(result[start : start + geometry.width] for start in range(0, len(result), geometry.width))


def read_inside(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """A token for each cell outside of the first row and column."""
    geometry = board.geometry
    rows = grid(reader, geometry.height - 1, geometry.width - 1, "cells")
    result: list[PlacedItem | None] = [None] * geometry.width
    for row in rows:
        result += [None, *map(token_item, row)]
    return [result]


def write_inside(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_inside`."""
    (layer,) = layers or [[None] * len(board.geometry.cells)]
    return join_rows(map(token_text, row[1:]) for row in chunks(layer, board.geometry.width)[1:])
