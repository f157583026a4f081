"""The pieces of nested tuples of hints and walls."""

from puzzlelang.typed.codecs.codec import BORDERS, LayerTarget, PieceSignature

PIECES: dict[str, PieceSignature] = {
    "hints": PieceSignature((frozenset({LayerTarget.LINES}),), "how many cells of each column and of each row"),
    "walls": PieceSignature((BORDERS,), "1 for a wall and 0 for none, rim included", walls=True),
}
