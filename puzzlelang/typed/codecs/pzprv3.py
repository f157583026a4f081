"""The pieces of puzz.link's saved files, with the drawing."""

from puzzlelang.typed.codecs.codec import (
    BORDERS,
    CELLS,
    CORNERS,
    ENTRIES,
    LINES,
    LINKS,
    OPTION,
    PARTITION,
    REGIONS,
    SINGLE,
    VIEWS,
    Piece,
)

PIECES: dict[str, Piece] = {
    "bricks": Piece((), "how the second row of hexagons lies to the first, 0 to 3, before all else", least=0),
    "flag": Piece((OPTION,), 'an entry for each letter behind the size, and `""` for when there is none of them'),
    "flags": Piece((OPTION,), 'names behind the size, from version 3.1 on, and `""` for when there is none of them'),
    "square": Piece((), "a size that is one number", 0, sample="2x2 "),
    "cells": Piece(
        (CELLS | REGIONS,),
        "an entry for each cell; regions have theirs in any of their cells",
        0,
        sample="2x2 1 . /. 2 /",
        holds=ENTRIES,
    ),
    "fill": Piece(
        (CELLS, CELLS),
        "what is given in cells, then what is drawn in the others",
        2,
        sample="1x2 1 . /. 2 /",
        holds=ENTRIES,
    ),
    "corners": Piece(
        (CORNERS,), "an entry for each corner, also on the rim", 0, sample="1x1 . 1 /2 . /", holds=ENTRIES
    ),
    "rooms": Piece(
        (PARTITION, CELLS),
        "how many regions there are, then each cell's number, or what stands in cells of none; newer: borders",
        0,
        sample="1x3 2/0 1 1 /",
        walls=True,
    ),
    "lastcells": Piece((CELLS,), "as `cells`, and nothing if the text ends", 0, sample="1x2 1 . /", holds=ENTRIES),
    "pairs": Piece(
        (CELLS, CELLS, CELLS, CELLS),
        "for each cell items with commas between, one for each layer",
        2,
        sample="1x2 1,4 . /",
    ),
    "packed": Piece(
        (CELLS, CELLS, CELLS),
        'numbers of two digits or three: in `packed(clue; "0": shade light, "1": shade dark)` 7 is clue 3, dark',
        2,
        packs=True,
        sample="1x2 7 . /",
    ),
    "numbers": Piece((SINGLE, SINGLE, SINGLE, SINGLE), "several numbers in a line", 2, sample="1x1 1 2/"),
    "spots": Piece(
        (CELLS, CELLS),
        "a line with two odd numbers for each layer, which say where its one cell lies",
        sample="2x3 1 3 /",
        holds="1",
    ),
    "number": Piece((SINGLE,), "a number alone in a line", 0, sample="1x1 3/"),
    "word": Piece((OPTION | SINGLE,), "a word alone in a line", sample="1x1 def/"),
    "shapes": Piece(
        (SINGLE,),
        "a line with a letter for a well-known bank, or with how many shapes follow, each in a line",
        sample="1x1 t/",
    ),
    "bank": Piece((), "a line of marks for pieces to be placed", 0, sample="1x1 0/"),
    "colours": Piece((), "colours of cells, which only newer files have", 0, sample="1x1 "),
    "arrows": Piece(
        (CELLS, CELLS, CELLS),
        "for each cell the number of a direction, a comma and a number; perhaps a second comma and a colour",
        2,
        sample="1x2 1,3 . /",
    ),
    "borders": Piece(
        (PARTITION | LINKS, PARTITION | LINKS),
        "an entry for each border or link between two cells; each of two layers has the items of its keys",
        0,
        sample="2x2 1 /0 /0 1 /",
        holds=ENTRIES,
        walls=True,
    ),
    "edges": Piece(
        (BORDERS, BORDERS),
        "as `borders`, also on the rim, which is left out of links and partitions",
        0,
        sample="1x2 1 0 1 /1 1 /1 1 /",
        holds=ENTRIES,
        walls=True,
    ),
    "dots": Piece(
        (CELLS, LINKS, CORNERS), "a character for each cell, link and inner corner", 1, sample="2x2 1.2/.../..1/"
    ),
    "margin": Piece(
        (LINES, CELLS, CELLS),
        "clues at the top and the left; cells, perhaps first those behind `q`",
        sample="1x2 . 1 2 /3 . . /",
        holds=ENTRIES,
    ),
    "frame": Piece(
        (VIEWS, CELLS, CELLS),
        "clues on all four sides; cells, perhaps first those behind `q`",
        sample="1x2 . 1 . . /2 . . 1 /. . 3 . /",
        holds=ENTRIES,
    ),
    "doubled": Piece(
        (LINES, LINES, CELLS, CELLS),
        "two clues of a line each; cells, perhaps first those behind `q`",
        2,
        sample="1x1 . . 1 /. . 2 /3 4 . /",
        holds=ENTRIES,
    ),
    "stacked": Piece(
        (LINES, CELLS, CELLS),
        "lists at the top and the left; cells, perhaps first those behind `q`",
        sample="1x2 . 1 2 /3 . . /",
    ),
    "starred": Piece((LINES, CELLS, CELLS), "as `stacked`, but 0 is `*`", sample="1x2 . 0 2 /-2 . . /"),
    "walled": Piece(
        (PARTITION, LINES, LINES, CELLS),
        "`borders`, then `doubled`, where `#` is a missing cell",
        3,
        sample="1x2 1 /. . 1 2 /. . 1 2 /3 4 . . /",
    ),
    "sums": Piece(
        (CELLS, CELLS, CELLS),
        "blocks, their clues to the right, and below; one row and column more",
        3,
    ),
    "inside": Piece((CELLS,), "an entry for each cell that is not in the first row or column", 0, sample="2x2 5 /"),
}
