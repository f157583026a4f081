"""The pieces of Kudamono addresses: each reads one field."""

from puzzlelang.typed.codecs.codec import BORDERS, CELLS, LINKS, REGIONS, SINGLE, Piece

PIECES: dict[str, Piece] = {
    "cells": Piece((CELLS | REGIONS,), "marks in cells, `L`: a letter, or a number in parentheses"),
    "numbers": Piece((CELLS | REGIONS,), "numbers beside marks in cells, `L-N`"),
    "below": Piece((CELLS | REGIONS,), "numbers below marks in cells, `L-S`"),
    "tops": Piece((CELLS | REGIONS,), "numbers at the top of cells, `LI-N`"),
    "bottoms": Piece((CELLS | REGIONS,), "numbers at the bottom of cells, `LI-S`"),
    "links": Piece((LINKS,), "marks between two cells, `L-E`"),
    "sums": Piece(
        (CELLS, CELLS, SINGLE),
        "letters of words, their sums, and the list of weights, `L` with `L-MATH`; the board is a part of the sheet",
    ),
    "edges": Piece((BORDERS,), "lines along borders, `SIE`: 1 for each", holds="1", walls=True),
}
