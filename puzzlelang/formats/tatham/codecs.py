"""The pieces of game IDs by name."""

from puzzlelang.formats.pieces.codec import Codec
from puzzlelang.formats.tatham import borders, cells, lists, marks, runs

CODECS: dict[str, Codec] = {
    "alternating": Codec(borders.read_alternating, borders.write_alternating),
    "arrows": Codec(cells.read_arrows, cells.write_arrows),
    "barred": Codec(cells.read_barred, cells.write_barred),
    "bits": Codec(marks.read_bits, marks.write_bits),
    "blocks": Codec(borders.read_blocks, borders.write_blocks),
    "bracketed": runs.BRACKETED,
    "cages": Codec(borders.read_cages, borders.write_cages, labels=True, by_rows=True),
    "clockwise": Codec(lists.read_clockwise, lists.write_clockwise),
    "compared": Codec(cells.read_compared, cells.write_compared),
    "counts": Codec(lists.read_counts, lists.write_counts, by_rows=True),
    "digits": runs.DIGITS,
    "dots": Codec(marks.read_dot_bits, marks.write_dot_bits),
    "each": runs.EACH,
    "edges": Codec(borders.read_edges, borders.write_edges),
    "halves": Codec(cells.read_halves, cells.write_halves, labels=True),
    "marked": Codec(marks.read_marked, marks.write_marked),
    "more": Codec(runs.read_more, runs.write_more, by_rows=True),
    "number": runs.NUMBER,
    "numbers": runs.NUMBERS,
    "results": Codec(borders.read_results, borders.write_results, by_rows=True),
    "sides": Codec(lists.read_sides, lists.write_sides),
    "signs": runs.SIGNS,
    "slashed": Codec(lists.read_slashed, lists.write_slashed),
    "stretches": Codec(lists.read_stretches, lists.write_stretches),
    "trimmed": Codec(runs.read_trimmed, runs.write_trimmed, by_rows=True),
}
"""What stands before the colon (`square`, `double`, `flag`, `behind`, `making`) is read by `parameters`."""
