"""The codecs of Penpa pieces by name, and those of edges: along borders, or across cells."""

from collections.abc import Sequence

from puzzlelang.formats.penpa import boxes, clues, items, rims
from puzzlelang.formats.penpa.layers import mark_codec
from puzzlelang.formats.penpa.sheet import layers_of
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, Codec, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.penpa import CORNERS, GROUPED, SMALL

_PLAIN = mark_codec("edges")


def read_edges(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Return the styles of edges.

    Return no layer if there are no edges inside the board, and the layer is about a given partition with a default.
    """
    result = list(_PLAIN.decode(reader, counts, board))
    item = layers_of(board)[0].item
    usual = isinstance(item, ir.Given) and isinstance(item.kind, ir.PartitionKind) and item.default is not None
    return [] if usual and not any(result[0]) else result


def write_edges(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_edges`."""
    return _PLAIN.encode(items, board)


# What is about the frame of a text, or about groups, is read and written beside the codecs.
CODECS: dict[str, Codec] = {
    "surface": mark_codec("surface"),
    "shaded": mark_codec("surface", items.shade, items.colour),
    "blocks": Codec(boxes.read_blocks, boxes.write_blocks),
    "greys": Codec(boxes.read_blocks, boxes.write_greys),
    "castle": Codec(boxes.read_castle, boxes.write_castle),
    "symbols": mark_codec("symbols"),
    "inequalities": Codec(items.read_signs, items.write_signs),
    "numbers": mark_codec("numbers"),
    "digits": mark_codec("numbers", items.digits, items.digit_text),
    "letters": Codec(rims.read_letters, rims.write_letters, spread=True),
    "arrows": Codec(items.read_arrows, items.write_arrows),
    "fractions": Codec(clues.read_fractions, clues.write_fractions),
    "dice": Codec(clues.read_dice, clues.write_dice),
    "rims": Codec(rims.read_rims, rims.write_rims),
    **{word: mark_codec(word) for word in SMALL},
    "lines": mark_codec("lines", at_rim=True),
    "edges": Codec(read_edges, write_edges),
    "pipes": Codec(rims.read_pipes, rims.write_pipes),
    "doors": Codec(clues.read_doors, clues.write_doors),
    "bars": mark_codec("walls"),
    "deleted": mark_codec("deleted edges"),
    "gridlines": Codec(clues.read_grid_lines, clues.write_grid_lines),
    "cages": Codec(boxes.read_cages, boxes.write_cages, labels=True),
    "thermos": Codec(boxes.read_thermos, boxes.write_thermos, labels=True),
    "missing": Codec(boxes.read_missing, boxes.write_missing),
    **{word: Codec(lambda *_: [], lambda *_: "") for word in (CORNERS, *sorted(GROUPED))},
    "besides": Codec(boxes.read_besides, boxes.write_besides),
}
