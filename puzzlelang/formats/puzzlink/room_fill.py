"""The piece of puzz.link URLs for regions some of which are shaded as a whole."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import from_links, ordered_links
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.bits import BITS, read_border, write_border
from puzzlelang.formats.puzzlink.numbers import read_onecell, write_onecell
from puzzlelang.formats.puzzlink.tokens import unwritable_error
from puzzlelang.geometry.places import Region


def _regions(borders: Sequence[object], board: BoardContext) -> tuple[Region, ...]:
    """The regions between borders, in the reading order of their first cells."""
    cut = [
        link for link, item in zip(ordered_links(board.geometry), borders, strict=True) if item not in (None, 0, "0")
    ]
    return from_links(board.geometry, "", cut)


def read_room_fill(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Borders, then marks of cells, then a bit for each region, which all its cells have."""
    borders, marks = read_border(reader, counts[:1], board)[0], read_onecell(reader, counts[1:2], board)[0]
    regions = _regions(borders, board)
    (bits,) = BITS.decode(reader, [len(regions)], board)
    layer: list[PlacedItem | None] = [None] * counts[2]
    for region, bit in zip(regions, bits, strict=True):
        for cell in region.cells:
            layer[cell.index] = bit
    return [borders, marks, layer]


def write_room_fill(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_room_fill`.  Raises `Failed` for a region of which only some cells are shaded."""
    borders, marks, shade = layers
    bits: list[RawItem] = []
    for region in _regions(borders, board):
        there = {shade[cell.index] not in (None, 0, "0") for cell in region.cells}
        if len(there) > 1:
            raise unwritable_error("regions that are shaded as a whole", "a part of one")
        bits.append(int(there.pop()))
    return write_border([borders], board) + write_onecell([marks], board) + BITS.encode([bits], board)


ROOM_FILL = Codec(read_room_fill, write_room_fill)
