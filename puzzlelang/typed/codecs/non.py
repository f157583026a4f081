"""The pieces of `.non` files."""

from puzzlelang.typed.codecs.codec import CELLS, LINES, Piece

PIECES: dict[str, Piece] = {
    "runs": Piece((LINES,), "the runs of each row and of each column, a line each"),
    "goal": Piece((CELLS,), "the answer, a sign for each cell: 1 for a black one, 0 for an empty one", holds="[01]"),
}
