"""Edges: along borders, or across cells."""

from collections.abc import Sequence

from puzzlelang.formats.penpa.layers import mark_codec
from puzzlelang.formats.penpa.sheet import layers_of
from puzzlelang.formats.pieces import codec as codecs
from puzzlelang.formats.pieces.codec import BoardContext, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.typed import ir

_PLAIN = mark_codec("edges")


def read_edges(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[codecs.Layer]:
    """Edges by their styles.

    Where a board has none inside, a partition that goes without saying is not told.
    """
    found = list(_PLAIN.decode(reader, counts, board))
    item = layers_of(board)[0].item
    usual = isinstance(item, ir.Given) and isinstance(item.kind, ir.PartitionKind) and item.default is not None
    return [] if usual and not any(found[0]) else found


def write_edges(items: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """What `read_edges` reads."""
    return _PLAIN.encode(items, board)
