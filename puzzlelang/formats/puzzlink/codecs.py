"""The pieces of puzz.link URLs by name."""

from puzzlelang.formats.pieces.codec import Codec
from puzzlelang.formats.pieces.layers import star_codec
from puzzlelang.formats.puzzlink import arrows, bits, gates, genre_pieces, kakuro, letters, marks, numbers, room_fill

CODECS: dict[str, Codec] = {
    "arrow16": arrows.ARROW16,
    "bank": Codec(genre_pieces.read_bank, genre_pieces.write_bank),
    "bits": bits.BITS,
    "border": Codec(bits.read_border, bits.write_border),
    "castle": arrows.CASTLE,
    "cells4": Codec(numbers.read_cells4, numbers.write_cells4),
    "circle": Codec(bits.read_circle, bits.write_circle),
    "compass": arrows.COMPASS,
    "decimal": Codec(numbers.read_decimal, numbers.write_decimal),
    "doors": Codec(numbers.read_doors, numbers.write_doors),
    "dotpairs": Codec(genre_pieces.read_dot_pairs, genre_pieces.write_dot_pairs),
    "dots": Codec(genre_pieces.read_dot_digits, genre_pieces.write_dot_digits),
    "empty": bits.EMPTY,
    "fivecells": Codec(genre_pieces.read_fivecells, genre_pieces.write_fivecells),
    "gates": gates.GATES,
    "hitori": Codec(genre_pieces.read_hitori, genre_pieces.write_hitori),
    "index": Codec(numbers.read_index, numbers.write_index),
    "innermarks": marks.INNER_MARKS,
    "kakuro": Codec(kakuro.read_kakuro, kakuro.write_kakuro),
    "kakuru": kakuro.KAKURU,
    "last16": numbers.LAST16,
    "lastborder": Codec(bits.read_last_border, bits.write_last_border),
    "lastmarks": marks.LAST_MARKS,
    "letters": Codec(letters.read_letters, letters.write_letters, by_rows=True),
    "linkmarks": marks.LINK_MARKS,
    "marks": marks.MARKS,
    "number10": numbers.NUMBER10,
    "number10or16": Codec(numbers.read_number10or16, numbers.write_number10or16, by_rows=True),
    "number16": numbers.NUMBER16,
    "onecell": Codec(numbers.read_onecell, numbers.write_onecell),
    "outside": Codec(numbers.read_outside, numbers.write_outside),
    "packed": Codec(letters.read_packed, letters.write_packed),
    "parted": Codec(bits.read_parted, bits.write_parted),
    "rimmed": bits.RIMMED,
    "roomfill": room_fill.ROOM_FILL,
    "shapes": Codec(marks.read_shapes, marks.write_shapes),
    "sizes": Codec(marks.read_sizes, marks.write_sizes),
    "spots": Codec(numbers.read_spots, numbers.write_spots),
    "stacked": Codec(numbers.read_stacked, numbers.write_stacked),
    "starred": Codec(*star_codec(numbers.read_stacked, numbers.write_stacked)),
    "tapa": genre_pieces.TAPA,
    "tapaloop": genre_pieces.TAPALOOP,
}

GROWN = frozenset({"kakuro"})
"""Pieces whose board has a row above and a column at the left that the size in the URL leaves out."""
