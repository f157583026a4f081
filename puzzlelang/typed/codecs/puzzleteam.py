"""The pieces of task strings of the Puzzle Team sites."""

from puzzlelang.typed.codecs.codec import CELLS, CORNERS, LINES, LINKS, OPTION, PARTITION, SINGLE, Piece, Target

_POINTS = frozenset({Target.CELLS, Target.CORNERS})

PIECES: dict[str, Piece] = {
    "signs": Piece((_POINTS,), "a digit or a capital letter for a place, with runs of places without"),
    "numbers": Piece((_POINTS,), "numbers, with `_` between neighbours and runs of places without"),
    "gaps": Piece((_POINTS,), "how many places without stand before each marked one, and behind the last"),
    "circles": Piece((_POINTS, _POINTS), "a capital letter and a number for a place, with runs of places without"),
    "dots": Piece(
        (CELLS, LINKS, CORNERS),
        "dots in cells, between two and between four, as gaps: W or B; not without a size",
    ),
    "counts": Piece((LINES,), "how many cells of each column, then of each row, joined by `_`"),
    "hints": Piece((LINES,), "how many cells of each column, then of each row, joined by `,`"),
    "runs": Piece((LINES,), "the runs of each column, then of each row, joined by `.`, the lines by `/`"),
    "width": Piece((SINGLE | OPTION,), "nothing: an entry for each number of columns says what goes without saying"),
    "labels": Piece((PARTITION,), "the number of its region for each cell, joined by `,`"),
}
