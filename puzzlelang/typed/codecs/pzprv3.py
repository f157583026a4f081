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
    "versioned": Piece((), "texts are written in version 3.2, which the type needs", 0, sample="2x2 "),
    "cells": Piece(
        (CELLS | REGIONS, CELLS | REGIONS),
        "an entry for each cell; regions have theirs in any of their cells; two layers share the items by keys",
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
    "lastcorners": Piece(
        (CORNERS,), "as `corners`, and nothing if the text ends", 0, sample="1x1 . 1 /2 . /", holds=ENTRIES
    ),
    "innercorners": Piece(
        (CORNERS,), "an entry for each corner inside the board", 0, sample="3x3 . 1 /2 . /", holds=ENTRIES
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
        "for each cell items with commas between, one for each layer; a sign alone is one of the first",
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
    "signed": Piece(
        (CELLS | REGIONS, CELLS | REGIONS),
        "an item for each cell, and before it or alone `-`, which the second layer reads",
        2,
        sample="1x3 -2 - 1 /",
    ),
    "sizes": Piece(
        (SINGLE,),
        "a list of numbers: a line with how many there are, and one for each; `i` are those from 1 to 9, `z` none",
        sample="1x1 2/3/5/",
    ),
    "middles": Piece(
        (SINGLE, SINGLE), "numbers in a line, in half cells: 5 is the middle of the third one", sample="1x1 5/"
    ),
    "spots": Piece(
        (CELLS, CELLS),
        "a line with two odd numbers for each layer, which say where its one cell lies",
        sample="2x3 1 3 /",
        holds="1",
    ),
    "number": Piece((SINGLE,), "a number alone in a line", 0, sample="1x1 3/"),
    "word": Piece((OPTION | SINGLE,), "a word alone in a line", sample="1x1 def/"),
    "letter": Piece((OPTION,), "a line with a letter alone, or no such line", sample="1x1 t/"),
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
    "blocks": Piece(
        (LINES, CELLS, CELLS, CELLS),
        "clues at the top and the left; blocks, their clues to the right and below",
        4,
        sample="1x2 0 -1 2 /-1 3,-1 . /",
    ),
    "borders": Piece(
        (PARTITION | LINKS, PARTITION | LINKS),
        "an entry for each border or link between two cells; each of two layers has the items of its keys",
        0,
        sample="2x2 1 /0 /0 1 /",
        holds=ENTRIES,
        walls=True,
    ),
    "bordered": Piece(
        (PARTITION, LINKS),
        "as `borders`: `|` for a border, a mark for a border with it, `!` and a mark for one where no border is",
        2,
        sample="1x4 | 3 !2 /",
    ),
    "twoboards": Piece(
        (PARTITION,),
        "as `borders`, of two boards side by side, between which none is written",
        sample="1x4 1 0 1 /",
        holds="1",
    ),
    "erased": Piece(
        (LINKS, PARTITION),
        "`0` for a border that is given, `1` for one that stands, `2` for one erased; without any `2` nothing is drawn",
        2,
        sample="1x4 0 1 2 /",
        holds="1",
    ),
    "sides": Piece(
        (CELLS,),
        "for each cell the side that its line runs along, `u`, `r`, `d` or `l`; written at the borders",
        sample="1x2 0 1 1 /0 0 /0 0 /",
        holds="[urdl]",
    ),
    "edges": Piece(
        (BORDERS | VIEWS, BORDERS | VIEWS),
        "as `borders`, also on the rim, which is left out of links and partitions; views have the rim alone",
        0,
        sample="1x2 1 0 1 /1 1 /1 1 /",
        holds=ENTRIES,
        walls=True,
    ),
    "doors": Piece(
        (VIEWS,),
        "a line with the number of the border where a line comes in (1), and one where it goes out (2)",
        sample="2x2 4/9/",
        holds=r"[12]",
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
    "lamps": Piece(
        (VIEWS, VIEWS, CELLS),
        "two clues with a comma between on all four sides, and cells; with `versioned`",
        3,
    ),
    "doubled": Piece(
        (LINES, LINES, CELLS, CELLS),
        "two clues of a line each; cells, perhaps first those behind `q`",
        2,
        sample="1x1 . . 1 /. . 2 /3 4 . /",
        holds=ENTRIES,
    ),
    "fourfold": Piece(
        (LINES, LINES, LINES, LINES, CELLS, CELLS),
        "four clues of a line each; cells, perhaps first those behind `q`",
        4,
        sample="1x1 . . . . 1 /. . . . 2 /. . . . 3 /. . . . 4 /1 2 3 4 . /",
        holds=ENTRIES,
    ),
    "stacked": Piece(
        (LINES, CELLS, CELLS),
        "lists at the top and the left; cells, perhaps first those behind `q`",
        sample="1x2 . 1 2 /3 . . /",
    ),
    "strict": Piece(
        (LINES, CELLS, CELLS),
        "as `stacked`; a line without numbers has an empty list",
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
