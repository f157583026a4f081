"""The pieces of task strings of the Puzzle Team sites."""

from puzzlelang.typed.codecs.codec import OPTION, SINGLE, LayerTarget, PieceSignature

_POINTS = frozenset({LayerTarget.CELLS, LayerTarget.CORNERS})
_LINES = frozenset({LayerTarget.LINES})
_PARTITION = frozenset({LayerTarget.PARTITION})

PIECES: dict[str, PieceSignature] = {
    "signs": PieceSignature((_POINTS,), "a digit or a capital letter for a place, with runs of places without"),
    "numbers": PieceSignature((_POINTS,), "numbers, with `_` between neighbours and runs of places without"),
    "gaps": PieceSignature((_POINTS,), "how many places without stand before each marked one, and behind the last"),
    "circles": PieceSignature(
        (_POINTS, _POINTS), "a capital letter and a number for a place, with runs of places without"
    ),
    "dots": PieceSignature(
        (frozenset({LayerTarget.CELLS}), frozenset({LayerTarget.LINKS}), frozenset({LayerTarget.CORNERS})),
        "dots in cells, between two and between four, as gaps: W or B; not without a size",
    ),
    "counts": PieceSignature((_LINES,), "how many cells of each column, then of each row, joined by `_`"),
    "hints": PieceSignature((_LINES,), "how many cells of each column, then of each row, joined by `,`"),
    "runs": PieceSignature((_LINES,), "the runs of each column, then of each row, joined by `.`, the lines by `/`"),
    "width": PieceSignature(
        (SINGLE | OPTION,), "nothing: an entry for each number of columns says what goes without saying"
    ),
    "labels": PieceSignature((_PARTITION,), "the number of its region for each cell, joined by `,`"),
}
