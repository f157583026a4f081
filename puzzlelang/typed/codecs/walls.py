"""The pieces of nested tuples of hints and walls."""

from puzzlelang.typed.codecs.codec import BORDERS, LINES, Piece

PIECES: dict[str, Piece] = {
    "hints": Piece((LINES,), "how many cells of each column and of each row"),
    "walls": Piece((BORDERS,), "1 for a wall and 0 for none, rim included", walls=True),
}
