"""The pieces of game IDs of Simon Tatham's collection."""

from puzzlelang.typed.codecs.codec import (
    BORDERS,
    CELLS,
    CORNERS,
    LABELS,
    LINES,
    LINKS,
    OPTION,
    OUTSIDE,
    PARTITION,
    PLACES,
    REGIONS,
    SINGLE,
    VIEWS,
    Piece,
)

PIECES: dict[str, Piece] = {
    # What stands before the colon.
    "square": Piece((), "a size of one number", least=0),
    "double": Piece((), "the highest number N as size: a board of N + 1 rows and N + 2 columns", least=0),
    "tiling": Piece((), "t and a number behind the size: the type of grid, by default t0, squares", least=0),
    "flag": Piece((OPTION,), 'an entry for each letter behind the size, and `""` for when there is none of them'),
    "behind": Piece((SINGLE,), "a number behind the letter that is the key of the entry"),
    "making": Piece((OPTION,), "letters behind the size, and their numbers, that say only how a board was made"),
    "regions": Piece((PARTITION,), "n and how many regions there are, behind the size"),
    # Places one by one.
    "digits": Piece((PLACES,), "a digit or capital (A is 10) for a number, with runs of places without"),
    "trimmed": Piece((PLACES,), "as `digits`, but nothing stands behind the last number"),
    "signs": Piece((PLACES,), "a digit or capital as it stands, with runs of places without"),
    "numbers": Piece((PLACES,), "numbers, with runs of places without"),
    "more": Piece((PLACES,), "perhaps a comma, then numbers with runs of places without"),
    "each": Piece((PLACES,), "a digit or small letter (a is 10) for every place"),
    "bracketed": Piece((PLACES,), "a digit for every place, in brackets if it has several"),
    "marked": Piece((PLACES,), "a letter for each marked place: how many places lie before it"),
    "bits": Piece((PLACES,), "a small letter for each 0, a capital for each 1: how many places lie before it"),
    "dots": Piece((CELLS, LINKS, CORNERS), "`white` and `black` dots on cells, between two, and at corners of four"),
    "arrows": Piece((CELLS, CELLS), "perhaps a number, then an arrow: one of `N NE E SE S SW W NW`"),
    "compared": Piece(
        (CELLS, LINKS), "a number, and signs of the links at it: `less`, `more`, or `both` where both cells have one"
    ),
    "barred": Piece(
        (CELLS, LINKS, LINES),
        "a digit or small letter for each cell, `v` for a bar at its right, `h` for one below it; bars at the rim",
        least=2,
    ),
    # Parts of the board.
    "halves": Piece((LABELS,), "for each cell where the other half of its domino is"),
    "blocks": Piece((PARTITION,), "equal blocks of the size RxC; behind Nj a comma and the borders of the blocks"),
    "cages": Piece((PARTITION, REGIONS), "if k stands behind the size: a comma, the borders of cages, sums", least=1),
    "edges": Piece((BORDERS,), "the borders between cells, where runs of equal letters are counted", walls=True),
    "alternating": Piece((BORDERS,), "lengths of runs of links without and with a border, in turn", walls=True),
    "results": Piece((REGIONS,) * 4, "a number for each region, behind a, s, m or d as the layers stand"),
    # Values of lines, and single numbers.
    "counts": Piece((OUTSIDE | REGIONS, OUTSIDE), "comma and number for each; then the ones that have an S", least=1),
    "clockwise": Piece((VIEWS,), "comma and number for each view, clockwise from the top left"),
    "slashed": Piece((OUTSIDE,), "numbers, perhaps absent, with `/` between"),
    "stretches": Piece((OUTSIDE,), "lists of numbers, with `.` inside and `/` between"),
    "sides": Piece((LINES,), "a character for each column, a comma, one for each row"),
    "number": Piece((SINGLE,), "one number"),
}  # fmt: skip
