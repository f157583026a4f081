"""The pieces of killer Sudokus in one line."""

from puzzlelang.typed.codecs.codec import OPTION, PARTITION, REGIONS, Piece

PIECES: dict[str, Piece] = {
    "cages": Piece((PARTITION, REGIONS), "the cage of each cell, and the sum of each cage"),
    "flag": Piece((OPTION,), 'an entry for the letter `d`, and `""` for when it is not there', holds="[a-z]"),
}
