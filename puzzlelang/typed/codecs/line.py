"""The pieces of boards in one line."""

from puzzlelang.typed.codecs.codec import CELLS, Piece

PIECES: dict[str, Piece] = {
    "cells": Piece((CELLS,), "a digit or letter (A is 10) for each cell, row by row; `.`, 0, `*`, `_` or `-` for none"),
}
