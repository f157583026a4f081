"""The pieces of game IDs of Simon Tatham's collection."""

from puzzlelang.typed.codecs.codec import (
    BORDERS,
    CELLS,
    LABELS,
    OPTION,
    OUTSIDE,
    PLACES,
    SINGLE,
    LayerTarget,
    PieceSignature,
)

LINKS = frozenset({LayerTarget.LINKS})
CORNERS = frozenset({LayerTarget.CORNERS})
REGIONS = frozenset({LayerTarget.REGIONS})
PARTITION = frozenset({LayerTarget.PARTITION})
VIEWS = frozenset({LayerTarget.VIEWS})

PIECES: dict[str, PieceSignature] = {
    # What stands before the colon.
    "square": PieceSignature((), "a size of one number", least=0),
    "double": PieceSignature((), "the highest number N as size: a board of N + 1 rows and N + 2 columns", least=0),
    "flag": PieceSignature((OPTION,), 'an entry for each letter behind the size, and `""` for when there is none of them'),
    "behind": PieceSignature((SINGLE,), "a number behind the letter that is the key of the entry"),
    "making": PieceSignature((OPTION,), "letters behind the size, and their numbers, that tell only how a board was made"),
    "regions": PieceSignature((PARTITION,), "n and how many regions there are, behind the size"),
    # Places one by one.
    "digits": PieceSignature((PLACES,), "a digit or capital (A is 10) for a number, with runs of places without"),
    "trimmed": PieceSignature((PLACES,), "as `digits`, but nothing stands behind the last number"),
    "signs": PieceSignature((PLACES,), "a digit or capital as it stands, with runs of places without"),
    "numbers": PieceSignature((PLACES,), "numbers, with runs of places without"),
    "more": PieceSignature((PLACES,), "perhaps a comma, then numbers with runs of places without"),
    "each": PieceSignature((PLACES,), "a digit or small letter (a is 10) for every place"),
    "bracketed": PieceSignature((PLACES,), "a digit for every place, in brackets if it has several"),
    "marked": PieceSignature((PLACES,), "a letter for each marked place: how many places lie before it"),
    "bits": PieceSignature((PLACES,), "a small letter for each 0, a capital for each 1: how many places lie before it"),
    "dots": PieceSignature((CELLS, LINKS, CORNERS), "`white` and `black` dots on cells, between two, and at corners of four"),
    "arrows": PieceSignature((CELLS, CELLS), "perhaps a number, then an arrow: one of `N NE E SE S SW W NW`"),
    "compared": PieceSignature(
        (CELLS, LINKS), "a number, and signs of the links at it: `less`, `more`, or `both` where both cells have one"
    ),
    # Parts of the board.
    "halves": PieceSignature((LABELS,), "for each cell where the other half of its domino is"),
    "blocks": PieceSignature((PARTITION,), "equal blocks of the size RxC; behind Nj a comma and the borders of the blocks"),
    "cages": PieceSignature((PARTITION, REGIONS), "if k stands behind the size: a comma, the borders of cages, sums", least=1),
    "edges": PieceSignature((BORDERS,), "the borders between cells, where runs of equal letters are counted", walls=True),
    "alternating": PieceSignature((BORDERS,), "lengths of runs of links without and with a border, in turn", walls=True),
    "results": PieceSignature((REGIONS,) * 4, "a number for each region, behind a, s, m or d as the layers stand"),
    # What is told of lines, and numbers alone.
    "counts": PieceSignature((OUTSIDE | REGIONS, OUTSIDE), "comma and number for each; then the ones that have an S", least=1),
    "clockwise": PieceSignature((VIEWS,), "comma and number for each view, clockwise from the top left"),
    "slashed": PieceSignature((OUTSIDE,), "numbers, perhaps absent, with `/` between"),
    "stretches": PieceSignature((OUTSIDE,), "lists of numbers, with `.` inside and `/` between"),
    "sides": PieceSignature((frozenset({LayerTarget.LINES}),), "a character for each column, a comma, one for each row"),
    "number": PieceSignature((SINGLE,), "one number"),
}  # fmt: skip
