"""The pieces of Penpa texts by name."""

from puzzlelang.formats.penpa import boxes, edges, items
from puzzlelang.formats.penpa.layers import mark_codec
from puzzlelang.formats.pieces.codec import Codec
from puzzlelang.typed.codecs.penpa import SMALL

CODECS: dict[str, Codec] = {
    "surface": mark_codec("surface"),
    "shaded": mark_codec("surface", items.shade, items.colour),
    "blocks": Codec(boxes.read_blocks, boxes.write_blocks),
    "castle": Codec(boxes.read_castle, boxes.write_castle),
    "symbols": mark_codec("symbols"),
    "inequalities": Codec(items.read_signs, items.write_signs),
    "numbers": mark_codec("numbers"),
    "digits": mark_codec("numbers", items.digits, items.digit_text),
    "arrows": Codec(items.read_arrows, items.write_arrows),
    **{word: mark_codec(word) for word in SMALL},
    "lines": mark_codec("lines"),
    "edges": Codec(edges.read_edges, edges.write_edges),
    "cages": Codec(boxes.read_cages, boxes.write_cages, labels=True),
    "thermos": Codec(boxes.read_thermos, boxes.write_thermos, labels=True),
    "missing": Codec(boxes.read_missing, boxes.write_missing),
    "besides": Codec(boxes.read_besides, boxes.write_besides),
}
