"""Sums in puzz.link URLs as digits, then small letters, then capitals.

In Kakuro the size leaves out the row above and the column at the left that hold sums.
"""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.combinators import runs
from puzzlelang.formats.puzzlink.tokens import plain, unwritable_error, write_runs
from puzzlelang.geometry.places import Cell
from puzzlelang.puzzle import Unknown
from puzzlelang.source import Span

SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The signs of the sums 0 to 45; 0 means no sum."""

_UNTOLD = "-"
"""Stands for no sum as well."""

_SKIPS = "klmnopqrstuvwxyz"
"""k is one open cell, z is 16."""


def read_kakuro(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Blocks with the sum below and the sum to the right, then the sums above and at the left of the grid.

    The layers are the blocks, the sums to the right and the sums below, all on cells.
    """
    cells = board.geometry.cells
    layers: list[list[PlacedItem | None]] = [[None] * len(cells) for _ in range(3)]
    block, across, below = layers
    grid = [cell for cell in cells if not _rim(cell)]
    at = 0
    while at < len(grid):
        start = reader.at
        sign = reader.take(f"{len(grid) - at} more cells")
        if sign in _SKIPS:
            at += _SKIPS.index(sign) + 1
            continue
        index = grid[at].index
        if sign != ".":
            below[index] = _sum(reader, sign, start)
            across[index] = _sum(reader, reader.take("the sum to the right"), start + 1)
        block[index] = PlacedItem(1, reader.span(start))
        at += 1
    for cell in _rim_cells(board):
        block[cell.index] = PlacedItem(1, reader.source.first())
        inward = board.geometry.step(cell, int(cell.row == 1), int(cell.row > 1))
        if inward is not None and not _rim(inward) and block[inward.index] is None:
            start = reader.at
            result = _sum(reader, reader.take("a sum outside the grid"), start)
            (below if cell.row == 1 else across)[cell.index] = result
    return layers


def _rim(cell: Cell) -> bool:
    return cell.row == 1 or cell.column == 1


def _rim_cells(board: BoardContext) -> list[Cell]:
    """The cells of the row above, then those of the column at the left."""
    rim = [cell for cell in board.geometry.cells if _rim(cell)]
    return sorted(rim, key=lambda cell: (cell.row > 1, cell.index))


def _sum(reader: TextReader, sign: str, start: int) -> PlacedItem | None:
    if sign not in SUMS + _UNTOLD:
        raise reader.wrong(f"`{sign}` is no sum", start=start)
    if sign in ("0", _UNTOLD):
        return None
    return PlacedItem(SUMS.index(sign), Span(reader.source, start, start + 1))


def write_kakuro(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_kakuro`.  Raises `Failed` if the first row or column is not all blocks."""
    block, across, below = layers
    open_cells = [cell for cell in board.geometry.cells if block[cell.index] in (None, 0)]
    outer = next((cell for cell in open_cells if _rim(cell)), None)
    if outer is not None:
        raise fail("E208", f"in a puzz.link URL the first row and the first column are blocks, and {outer} is not")
    inner = [cell for cell in board.geometry.cells if not _rim(cell)]
    pairs = [None if cell in open_cells else _sign(below[cell.index]) + _sign(across[cell.index]) for cell in inner]
    result = write_runs(["." if pair == "00" else pair for pair in pairs], _SKIPS)
    for cell in _rim_cells(board):
        inward = board.geometry.step(cell, int(cell.row == 1), int(cell.row > 1))
        if inward in open_cells:
            result += _sign((below if cell.row == 1 else across)[cell.index])
    return result


def _sign(value: RawItem) -> str:
    number = 0 if value is None else plain(value, "sums")
    if isinstance(number, Unknown) or not 0 <= number < len(SUMS):
        raise unwritable_error("sums up to 45", value)
    return SUMS[number]


_BLOCK = "+"
_GAPS = "." + _SKIPS
"""A full stop is one place without, k is two, z is 17."""


def _kakuru(reader: TextReader, sign: str, start: int) -> RawItem:
    if sign not in SUMS and sign != _BLOCK:
        raise reader.wrong(f"`{sign}` is neither a number nor a block", start=start)
    return sign if sign == _BLOCK else SUMS.index(sign)


def _as_kakuru(value: RawItem) -> str:
    if value == _BLOCK:
        return _BLOCK
    number = plain(value, "numbers from 0 to 45")
    if isinstance(number, Unknown) or not 0 <= number < len(SUMS):
        raise unwritable_error("numbers from 0 to 45", value)
    return SUMS[number]


KAKURU = runs(_kakuru, _as_kakuru, _GAPS)
"""Numbers from 0 to 45 as sums are written, `+` for a block, and runs of places without."""
