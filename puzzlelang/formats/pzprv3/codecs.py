"""The pieces of pzprv3 texts by name."""

from puzzlelang.formats.pieces.codec import Codec
from puzzlelang.formats.pzprv3 import cells, corners, links, margins, marks, pairs, sides, sums

SQUARE, ROOMS, VERSIONED = "square", "rooms", "versioned"

CODECS: dict[str, Codec] = {
    SQUARE: Codec(cells.read_square, cells.write_square),
    VERSIONED: Codec(cells.read_square, cells.write_square),
    "cells": Codec(cells.read_split_cells, cells.write_cells, spread=True),
    "fill": Codec(cells.read_fill, cells.write_fill),
    "corners": Codec(corners.read_corners, corners.write_corners),
    "lastcorners": Codec(corners.read_last_corners, corners.write_last_corners),
    "innercorners": Codec(corners.read_inner_corners, corners.write_inner_corners),
    ROOMS: Codec(cells.read_rooms, cells.write_rooms, labels=True),
    "lastcells": Codec(cells.read_last_cells, cells.write_cells),
    "pairs": Codec(pairs.read_pairs, pairs.write_pairs),
    "packed": Codec(pairs.read_packed, pairs.write_packed),
    "number": Codec(cells.read_one, cells.write_one),
    "numbers": Codec(cells.read_numbers, cells.write_numbers),
    "middles": Codec(cells.read_middles, cells.write_middles),
    "spots": Codec(cells.read_spots, cells.write_spots),
    "word": Codec(cells.read_one, cells.write_one),
    "sizes": Codec(cells.read_sizes, cells.write_sizes),
    "letter": Codec(cells.read_letter, cells.write_letter),
    "signed": Codec(pairs.read_signed, pairs.write_signed, spread=True),
    "blocks": Codec(margins.read_blocks, margins.write_blocks),
    "shapes": Codec(cells.read_shapes, cells.write_shapes),
    "bank": Codec(cells.read_bank, cells.write_bank),
    "colours": Codec(cells.read_colours, cells.write_square),
    "arrows": Codec(pairs.read_arrows, pairs.write_arrows),
    "borders": Codec(links.read_borders, links.write_borders),
    "bordered": Codec(marks.read_bordered, marks.write_bordered),
    "twoboards": Codec(links.read_two_boards, links.write_two_boards),
    "erased": Codec(links.read_erased, links.write_erased),
    "edges": Codec(links.read_edges, links.write_edges),
    "sides": Codec(sides.read_sides, sides.write_sides),
    "doors": Codec(links.read_doors, links.write_doors),
    "dots": Codec(links.read_dot_grid, links.write_dot_grid),
    **{name: Codec(decode, encode) for name, (decode, encode) in margins.MARGINS.items()},
    "walled": Codec(margins.read_walled, margins.write_walled),
    sums.SUMS: Codec(sums.read_sums, sums.write_sums),
    "inside": Codec(sums.read_inside, sums.write_inside),
}
