"""The pieces of puzz.link URLs by name."""

from puzzlelang.formats.pieces.codec import Codec
from puzzlelang.formats.pieces.layers import star_codec
from puzzlelang.formats.puzzlink import arrows, bits, genre_pieces, kakuro, letters, marks, numbers, shapes

CODECS: dict[str, Codec] = {
    "arrow16": Codec(arrows.read_arrow16, arrows.write_arrow16),
    "bank": Codec(genre_pieces.read_bank, genre_pieces.write_bank),
    "bits": Codec(bits.read_bits, bits.write_bits),
    "border": Codec(bits.read_border, bits.write_border),
    "castle": Codec(arrows.read_castle, arrows.write_castle),
    "cells4": Codec(numbers.read_cells4, numbers.write_cells4),
    "circle": Codec(bits.read_circle, bits.write_circle),
    "compass": Codec(arrows.read_compass, arrows.write_compass),
    "decimal": Codec(numbers.read_decimal, numbers.write_decimal),
    "dotpairs": Codec(genre_pieces.read_dot_pairs, genre_pieces.write_dot_pairs),
    "dots": Codec(genre_pieces.read_dots, genre_pieces.write_dots),
    "empty": Codec(bits.read_empty, bits.write_empty),
    "fivecells": Codec(genre_pieces.read_fivecells, genre_pieces.write_fivecells),
    "hitori": Codec(genre_pieces.read_hitori, genre_pieces.write_hitori),
    "innermarks": Codec(marks.read_inner_marks, marks.write_inner_marks),
    "kakuro": Codec(kakuro.read_kakuro, kakuro.write_kakuro),
    "kakuru": Codec(kakuro.read_kakuru, kakuro.write_kakuru),
    "last16": Codec(numbers.read_last16, numbers.write_last16, by_rows=True),
    "lastborder": Codec(bits.read_last_border, bits.write_last_border),
    "lastmarks": Codec(marks.read_last_marks, marks.write_last_marks),
    "letters": Codec(letters.read_letters, letters.write_letters, by_rows=True),
    "linkmarks": Codec(marks.read_link_marks, marks.write_link_marks),
    "marks": Codec(marks.read_marks, marks.write_marks),
    "number10": Codec(numbers.read_number10, numbers.write_number10, by_rows=True),
    "number10or16": Codec(numbers.read_number10or16, numbers.write_number10or16, by_rows=True),
    "number16": Codec(numbers.read_number16, numbers.write_number16, by_rows=True),
    "onecell": Codec(numbers.read_onecell, numbers.write_onecell),
    "outside": Codec(numbers.read_outside, numbers.write_outside),
    "packed": Codec(letters.read_packed, letters.write_packed),
    "parted": Codec(bits.read_parted, bits.write_parted),
    "rimmed": Codec(bits.read_rimmed, bits.write_rimmed),
    "shapes": Codec(shapes.read_shapes, shapes.write_shapes),
    "stacked": Codec(numbers.read_stacked, numbers.write_stacked),
    "starred": Codec(*star_codec(numbers.read_stacked, numbers.write_stacked)),
    "tapa": Codec(genre_pieces.read_tapa, genre_pieces.write_tapa),
    "tapaloop": Codec(genre_pieces.read_tapaloop, genre_pieces.write_tapaloop),
}

GROWN = frozenset({"kakuro"})
"""Pieces whose board has a row above and a column at the left that the size in the URL leaves out."""
