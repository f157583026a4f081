"""The pieces of puzz.link's saved files, with the drawing."""

from puzzlelang.typed.codecs.codec import BORDERS, CELLS, ENTRIES, OPTION, SINGLE, LayerTarget, PieceSignature

_LINES = frozenset({LayerTarget.LINES})
_VIEWS = frozenset({LayerTarget.VIEWS})
_LINKS = frozenset({LayerTarget.LINKS})
_CORNERS = frozenset({LayerTarget.CORNERS})
_PARTITION = frozenset({LayerTarget.PARTITION})
_REGIONS = frozenset({LayerTarget.REGIONS})

PIECES: dict[str, PieceSignature] = {
    "flag": PieceSignature(
        (OPTION,), 'an entry for each letter behind the size, and `""` for when there is none of them'
    ),
    "flags": PieceSignature(
        (OPTION,), 'names behind the size, from version 3.1 on, and `""` for when there is none of them'
    ),
    "square": PieceSignature((), "a size that is one number", 0, sample="2x2 "),
    "cells": PieceSignature(
        (CELLS | _REGIONS,),
        "an entry for each cell; regions have theirs in any of their cells",
        0,
        sample="2x2 1 . /. 2 /",
        holds=ENTRIES,
    ),
    "fill": PieceSignature(
        (CELLS, CELLS),
        "what is given in cells, then what is drawn in the others",
        2,
        sample="1x2 1 . /. 2 /",
        holds=ENTRIES,
    ),
    "corners": PieceSignature(
        (_CORNERS,), "an entry for each corner, also on the rim", 0, sample="1x1 . 1 /2 . /", holds=ENTRIES
    ),
    "rooms": PieceSignature(
        (_PARTITION, CELLS),
        "how many regions there are, then each cell's number, or what stands in cells of none; newer: borders",
        0,
        sample="1x3 2/0 1 1 /",
        walls=True,
    ),
    "lastcells": PieceSignature(
        (CELLS,), "as `cells`, and nothing if the text ends", 0, sample="1x2 1 . /", holds=ENTRIES
    ),
    "pairs": PieceSignature(
        (CELLS, CELLS, CELLS, CELLS),
        "for each cell items with commas between, one for each layer",
        2,
        sample="1x2 1,4 . /",
    ),
    "packed": PieceSignature(
        (CELLS, CELLS, CELLS),
        'numbers of two digits or three: in `packed(clue; "0": shade light, "1": shade dark)` 7 is clue 3, dark',
        2,
        packs=True,
        sample="1x2 7 . /",
    ),
    "numbers": PieceSignature((SINGLE, SINGLE, SINGLE, SINGLE), "several numbers in a line", 2, sample="1x1 1 2/"),
    "number": PieceSignature((SINGLE,), "a number alone in a line", 0, sample="1x1 3/"),
    "word": PieceSignature((OPTION | SINGLE,), "a word alone in a line", sample="1x1 def/"),
    "shapes": PieceSignature(
        (SINGLE,),
        "a line with a letter for a well-known bank, or with how many shapes follow, each in a line",
        sample="1x1 t/",
    ),
    "bank": PieceSignature((), "a line of marks for pieces to be placed", 0, sample="1x1 0/"),
    "colours": PieceSignature((), "colours of cells, which only newer files have", 0, sample="1x1 "),
    "arrows": PieceSignature(
        (CELLS, CELLS, CELLS),
        "for each cell the number of a direction, a comma and a number; perhaps a second comma and a colour",
        2,
        sample="1x2 1,3 . /",
    ),
    "borders": PieceSignature(
        (_PARTITION | _LINKS, _PARTITION | _LINKS),
        "an entry for each border or link between two cells; each of two layers has the items of its keys",
        0,
        sample="2x2 1 /0 /0 1 /",
        holds=ENTRIES,
        walls=True,
    ),
    "edges": PieceSignature(
        (BORDERS, BORDERS),
        "as `borders`, also on the rim, which is left out of links and partitions",
        0,
        sample="1x2 1 0 1 /1 1 /1 1 /",
        holds=ENTRIES,
        walls=True,
    ),
    "dots": PieceSignature(
        (CELLS, _LINKS, _CORNERS), "a character for each cell, link and inner corner", 1, sample="2x2 1.2/.../..1/"
    ),
    "margin": PieceSignature(
        (_LINES, CELLS, CELLS),
        "clues at the top and the left; cells, perhaps first those behind `q`",
        sample="1x2 . 1 2 /3 . . /",
        holds=ENTRIES,
    ),
    "frame": PieceSignature(
        (_VIEWS, CELLS, CELLS),
        "clues on all four sides; cells, perhaps first those behind `q`",
        sample="1x2 . 1 . . /2 . . 1 /. . 3 . /",
        holds=ENTRIES,
    ),
    "doubled": PieceSignature(
        (_LINES, _LINES, CELLS, CELLS),
        "two clues of a line each; cells, perhaps first those behind `q`",
        2,
        sample="1x1 . . 1 /. . 2 /3 4 . /",
        holds=ENTRIES,
    ),
    "stacked": PieceSignature(
        (_LINES, CELLS, CELLS),
        "lists at the top and the left; cells, perhaps first those behind `q`",
        sample="1x2 . 1 2 /3 . . /",
    ),
    "starred": PieceSignature((_LINES, CELLS, CELLS), "as `stacked`, but 0 is `*`", sample="1x2 . 0 2 /-2 . . /"),
    "walled": PieceSignature(
        (_PARTITION, _LINES, _LINES, CELLS),
        "`borders`, then `doubled`, where `#` is a missing cell",
        3,
        sample="1x2 1 /. . 1 2 /. . 1 2 /3 4 . . /",
    ),
    "sums": PieceSignature(
        (CELLS, CELLS, CELLS),
        "blocks, their clues to the right, and below; one row and column more",
        3,
    ),
    "inside": PieceSignature(
        (CELLS,), "an entry for each cell that is not in the first row or column", 0, sample="2x2 5 /"
    ),
}
