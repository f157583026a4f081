"""Regions by their borders, two clues of each line and cells, where a missing cell stands apart from its neighbours."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import ordered_links
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pzprv3.links import all_borders, write_borders
from puzzlelang.formats.pzprv3.margins import read_doubled, write_doubled

_MISSING = "#"


def read_walled(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Borders and then a `doubled` grid; borders around a missing cell are not written."""
    borders = all_borders(reader, board)
    grid = read_doubled(reader, counts[1:], board)
    cells = grid[-1]
    walls: list[PlacedItem | None] = []
    for link, wall in zip(ordered_links(board.geometry), borders, strict=True):
        beside = [cells[cell.index] for cell in link.cells] if len(grid) > 2 else []
        missing = next((told for told in beside if told is not None and told.value == _MISSING), None)
        walls.append(wall or (missing and PlacedItem(1, missing.span)))
    return [walls, *grid]


def write_walled(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """What `read_walled` reads; all borders are written."""
    return write_borders(layers[:1], board) + write_doubled(layers[1:], board)
