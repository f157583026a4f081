"""The piece of pzprv3 texts about lines that run inside cells, along one of their sides."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.lines import grid, join_rows

_BITS = {"0": (), "1": (0,), "2": (1,), "3": (0, 1)}
"""For each mark of a border in which of its two cells a line runs beside it: 0 is the left or upper one."""

Place = tuple[int, int, str]
"""A row and a column, perhaps outside of the board, and the side of that cell."""


def read_sides(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Return for each cell the side that its line runs along, `u`, `r`, `d` or `l`.

    Raises `Failed` for a line outside of the board, and for a second line in a cell.
    """
    height, width = board.geometry.height, board.geometry.width
    layer: list[PlacedItem | None] = [None] * (height * width)
    marks = [*grid(reader, height, width + 1, "vertical borders")]
    marks += grid(reader, height + 1, width, "horizontal borders")
    tokens = [token for row in marks for token in row]
    for token, places in zip(tokens, _places(board), strict=True):
        if token.text not in _BITS:
            raise fail("E203", f"`{token.text}` is no mark for lines along a border", token.span, hint="0 to 3 are")
        for row, column, side in (places[bit] for bit in _BITS[token.text]):
            if not (0 <= row < height and 0 <= column < width):
                raise fail("E203", "this line runs outside of the board", token.span)
            if layer[row * width + column] is not None:
                raise fail("E203", "this line is the second one in its cell", token.span)
            layer[row * width + column] = PlacedItem(side, token.span)
    return [layer]


def write_sides(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_sides`."""
    height, width = board.geometry.height, board.geometry.width
    sides = {(index // width, index % width, side) for index, side in enumerate(layers[0]) if side is not None}
    by_bits = {bits: mark for mark, bits in _BITS.items()}
    marks = [by_bits[tuple(bit for bit in (0, 1) if places[bit] in sides)] for places in _places(board)]
    upright, level = marks[: height * (width + 1)], marks[height * (width + 1) :]
    rows = [upright[row * (width + 1) : (row + 1) * (width + 1)] for row in range(height)]
    return join_rows([*rows, *(level[row * width : (row + 1) * width] for row in range(height + 1))])


def _places(board: BoardContext) -> list[tuple[Place, Place]]:
    """Return for each vertical border, then for each horizontal one, its two cells with the sides that it is."""
    height, width = board.geometry.height, board.geometry.width
    upright = [((row, at - 1, "r"), (row, at, "l")) for row in range(height) for at in range(width + 1)]
    return upright + [((at - 1, column, "d"), (at, column, "u")) for at in range(height + 1) for column in range(width)]
