"""The pieces of puzz.link's saved files, with the drawing."""

from puzzlelang.typed.codecs.codec import CELLS, OPTION, SINGLE, Piece, Target

_LINES = frozenset({Target.LINES})
_VIEWS = frozenset({Target.VIEWS})
_LINKS = frozenset({Target.LINKS})
_BORDERS = frozenset({Target.BORDERS})
_CORNERS = frozenset({Target.CORNERS})
_PARTITION = frozenset({Target.PARTITION})
_REGIONS = frozenset({Target.REGIONS})

PIECES: dict[str, Piece] = {
    "flag": Piece((OPTION,), 'an entry for each letter behind the size, and `""` for when there is none of them'),
    "flags": Piece((OPTION,), 'names behind the size, from version 3.1 on, and `""` for when there is none of them'),
    "square": Piece((), "a size that is one number", 0),
    "cells": Piece((CELLS | _REGIONS,), "an entry for each cell; regions have theirs in any of their cells", 0),
    "fill": Piece((CELLS, CELLS), "what is given in cells, then what is drawn in the others", 2),
    "corners": Piece((_CORNERS,), "an entry for each corner, also on the rim", 0),
    "rooms": Piece(
        (_PARTITION,), "how many regions there are, then the number of each cell's region; newer: borders", 0
    ),
    "number": Piece((SINGLE,), "a number alone in a line", 0),
    "word": Piece((OPTION | SINGLE,), "a word alone in a line"),
    "shapes": Piece(
        (SINGLE,), "a line with a letter for a well-known bank, or with how many shapes follow, each in a line"
    ),
    "bank": Piece((), "a line of marks for pieces to be placed", 0),
    "colours": Piece((), "colours of cells, which only newer files have", 0),
    "arrows": Piece(
        (CELLS, CELLS, CELLS),
        "for each cell the number of a direction, a comma and a number; perhaps a second comma and a colour",
        2,
    ),
    "borders": Piece((_PARTITION | _LINKS,), "an entry for each border or link between two cells", 0),
    "edges": Piece((_BORDERS,), "an entry for each border, also on the rim", 0),
    "dots": Piece((CELLS, _LINKS, _CORNERS), "a character for each cell, link and inner corner", 1),
    "margin": Piece((_LINES, CELLS, CELLS), "clues at the top and the left; cells, perhaps first those behind `q`"),
    "frame": Piece((_VIEWS, CELLS, CELLS), "clues on all four sides; cells, perhaps first those behind `q`"),
    "doubled": Piece(
        (_LINES, _LINES, CELLS, CELLS), "two clues of a line each; cells, perhaps first those behind `q`", 2
    ),
    "stacked": Piece((_LINES, CELLS, CELLS), "lists at the top and the left; cells, perhaps first those behind `q`"),
    "walled": Piece((_PARTITION, _LINES, _LINES, CELLS), "`borders`, then `doubled`, where `#` is a missing cell", 3),
    "sums": Piece((CELLS, CELLS, CELLS), "blocks, their clues to the right, and below; one row and column more", 3),
    "inside": Piece((CELLS,), "an entry for each cell that is not in the first row or column", 0),
}
