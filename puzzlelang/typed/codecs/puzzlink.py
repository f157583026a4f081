"""The pieces of puzz.link and pzpr URLs."""

from puzzlelang.typed.codecs.codec import (
    BORDERS,
    CELLS,
    CORNERS,
    LINES,
    LINKS,
    NUMBERS,
    OPTION,
    OUTSIDE,
    PARTITION,
    PLACES,
    SINGLE,
    VIEWS,
    Piece,
    Target,
)

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_AFTER_HEX, _AFTER_J = _LETTERS[6:], _LETTERS[10:]

PIECES: dict[str, Piece] = {
    "arrow16": Piece(
        (CELLS, CELLS),
        "directions and numbers of cells, in hexadecimal, or the sign `+`, with runs of cells without",
        2,
        runs=_LETTERS,
        sample="2x3 a12d",
    ),
    "bank": Piece((SINGLE,), "all that follows, as one word: the name of a set of pieces", sample="1x1 /3/abc"),
    "bits": Piece((PLACES,), "a bit for each place, five to a character", sample="2x3 o0", holds="1"),
    "blocks": Piece(
        (LINES, CELLS, CELLS, CELLS),
        "clues of lines, blocks, clues to the right of blocks and clues below",
        4,
        runs=_AFTER_HEX,
        sample="2x3 12h_h..1.0",
    ),
    "border": Piece(
        (BORDERS,), "the borders between cells, five to a character", sample="2x2 8g", holds="1", walls=True
    ),
    "bricks": Piece((), "how the second row of hexagons lies to the first, 0 to 3, before all else", least=0),
    "castle": Piece(
        (CELLS, CELLS, CELLS), "colours (0, 1, 2), directions and numbers of cells", 3, runs=_LETTERS, sample="2x2 112c"
    ),
    "cells4": Piece(
        (PLACES,),
        "numbers from 0 to 4, each with up to two places without behind it",
        runs=_AFTER_HEX,
        sample="2x3 6cg",
        holds=r"[0-4]|\?",
    ),
    "circle": Piece(
        (PLACES,),
        "nothing, 1 or 2 for each place, three to a character; alone: nothing anywhere",
        0,
        sample="2x3 19",
        holds=r"[12]",
    ),
    "compass": Piece(
        (CELLS, CELLS, CELLS, CELLS),
        "numbers up, down, left and right in cells",
        4,
        runs=_AFTER_HEX,
        sample="2x2 1.2.i",
    ),
    "decimal": Piece((SINGLE,), "one decimal number", sample="1x1 12", holds=r"\d+"),
    "doors": Piece(
        (VIEWS,),
        "at which side of the board a line comes in (1) and at which it goes out (2), each behind `/`",
        sample="2x2 /0/5",
        holds=r"[12]",
    ),
    "dotpairs": Piece(
        (CELLS, LINKS, CORNERS),
        "dots (1, 2, 3) on cells, on links and on corners, in pairs",
        3,
        sample="2x2 1j",
        holds=r"[123]",
    ),
    "dots": Piece(
        (CELLS, LINKS, CORNERS), "dots (1, 2) on cells, on links and on corners", 3, sample="2x2 fg", holds=r"[12]"
    ),
    "empty": Piece(
        (PLACES,), "a bit for each place, and nothing if the text ends and all are 0", sample="2x3 o0", holds="1"
    ),
    "fivecells": Piece(
        (CELLS, CELLS), "numbers from 0 to 6, and cells that are left out", 2, runs=_LETTERS, sample="2x3 1a7c"
    ),
    "flag": Piece((OPTION,), 'an entry for each letter before the size, and `""` for when there is none of them'),
    "fractions": Piece(
        (CELLS, CELLS, CELLS, CELLS),
        "fractions (numerators, denominators), numbers of dots, and cells that are left out",
        4,
        runs=_AFTER_HEX,
        sample="2x2 123.h0.",
    ),
    "gates": Piece(
        (CELLS, CELLS, CELLS),
        "walls (1) and gates (2 upright, 3 level) of cells, then directions and numbers of the walls",
        3,
    ),
    "hitori": Piece((CELLS,), "a number in base 36 for each cell", sample="2x2 12-1a.", holds=NUMBERS),
    "index": Piece((CELLS,), "how many cells come before one, in reading order", sample="2x3 4", holds="1"),
    "inner": Piece(
        (frozenset({Target.PARTITION}),),
        "the borders that there are not between cells, a bit for each, five to a character",
        sample="2x2 g",
        holds="1",
        walls=True,
    ),
    "innermarks": Piece((CORNERS,), "marks as `marks`, only of corners inside the board", sample="3x3 03", holds="1"),
    "kakuro": Piece((CELLS, CELLS, CELLS), "blocks, sums to the right and sums below; the board grows by one", 3),
    "kakuru": Piece(
        (PLACES,),
        "numbers from 0 to 45 and blocks (`+`), with runs of places without",
        runs="." + _AFTER_J,
        sample="2x2 +k5",
        holds=r"\d+|[?+]",
    ),
    "lamps": Piece(
        (VIEWS, VIEWS),
        "letters outside the grid as numbers from 1 on, then a number for each of them",
        2,
        runs="abcdefghijklmnopqrstuvwxyz",
        sample="1x2 BbBb13",
    ),
    "last16": Piece(
        (PLACES,),
        "numbers as `number16`, and nothing if the text ends and there are none",
        runs=_AFTER_HEX,
        sample="2x3 1g-12i",
        holds=NUMBERS,
    ),
    "lastborder": Piece(
        (BORDERS,),
        "borders as `border`, and nothing if the text ends and there are none",
        0,
        sample="2x2 8g",
        holds="1",
        walls=True,
    ),
    "lastmarks": Piece(
        (CELLS | CORNERS,), "marks as `marks`, but the text may end behind the last one", sample="2x3 21", holds="1"
    ),
    "letters": Piece(
        (PLACES,),
        'letters that the statement explains, such as `"k-z": skip`, `"o*": circle and clue`, and numbers',
        spells=True,
        sample="2x3 1-1fb.5",
    ),
    "linkmarks": Piece(
        (LINKS | BORDERS,), "as `marks`, but `z` is 35 places without, and no mark", sample="2x2 03", holds="1"
    ),
    "lists": Piece(
        (CELLS,),
        "lists of digits, 0 for `?`, with letters a to z that say how far the next one lies",
        sample="2x3 a12b03c",
    ),
    "marks": Piece(
        (CELLS | CORNERS,),
        "how many places are without before each mark, in base 36; `.` is 36 without",
        sample="2x3 22",
        holds="1",
    ),
    "number10": Piece(
        (PLACES,), "digits, with runs of places without", runs=_LETTERS, sample="2x3 1b2b", holds=r"\d|\?"
    ),
    "number10or16": Piece((PLACES,), "digits; or `-`, and numbers in hexadecimal", sample="2x3 -1-1fj", holds=NUMBERS),
    "number16": Piece(
        (PLACES | OUTSIDE | SINGLE, PLACES | OUTSIDE),
        "numbers in hexadecimal, with runs of places without; a second layer goes on behind the first",
        runs=_AFTER_HEX,
        sample="2x3 1-1fg.h",
        holds=NUMBERS,
    ),
    "onecell": Piece((PLACES,), "marks, each with up to 17 places without behind it", sample="2x3 04", holds="1"),
    "outside": Piece(
        (OUTSIDE, LINES, LINES, LINES),
        "numbers outside the grid, of all lines or views; of several layers the last is nearest to the grid",
        runs=_AFTER_HEX,
        sample="2x3 1g2h",
        holds=NUMBERS,
    ),
    "packed": Piece(
        (PLACES, PLACES, PLACES),
        'numbers of two digits or three: in `packed(clue; "0": shade light, "1": shade dark)` 7 is clue 3, dark',
        2,
        packs=True,
        sample="2x3 5j-11",
    ),
    "parted": Piece(
        (PARTITION, CELLS), "borders, circles (1, 2) and the cells that are left out of the board", sample="2x2 0g00"
    ),
    "pipes": Piece(
        (CELLS, CELLS),
        "pipes (letters a to g), with runs of cells without; circles (1), with runs of circles",
        2,
        runs=_LETTERS[7:],
        sample="2x3 a1bi",
        holds="[a-g1]",
    ),
    "rimmed": Piece(
        (frozenset({Target.BORDERS}),),
        "borders inside, then at the rim (top, bottom, left, right)",
        sample="2x2 8g0",
        holds="1",
    ),
    "roomfill": Piece(
        (PARTITION, CELLS, CELLS),
        "borders, marks of cells as `onecell`, then a bit for each region, which all its cells have",
        3,
        sample="2x2 8g3g",
        holds="1",
    ),
    "shapes": Piece(
        (SINGLE,),
        "`//` and a letter for a well-known bank, or `/` and the shapes of a bank one by one",
        sample="1x1 //t",
    ),
    "sideruns": Piece(
        (PARTITION | LINKS, PARTITION | LINKS),
        "as `sides`, with runs of cells without, and nothing for the last cell",
        runs=_AFTER_HEX,
        sample="2x2 7g3",
        holds="[12]",
    ),
    "sides": Piece(
        (PARTITION | LINKS, PARTITION | LINKS),
        "signs (1, 2) of links: a digit for each cell, 3 times the sign at its right side plus that below it",
        runs=_AFTER_HEX,
        sample="2x2 7230",
        holds="[12]",
    ),
    "sizes": Piece(
        (SINGLE,),
        "a list of numbers: `//` and the last of those from 1 on, or `/`, how many there are, and `/` before each",
        sample="1x1 //4",
    ),
    "spots": Piece(
        (CELLS, CELLS), "one cell for each layer: its column and its row, in hexadecimal", sample="2x3 12", holds="1"
    ),
    "stacked": Piece((LINES,), "several numbers for each line", runs=_AFTER_HEX, sample="2x3 11g2i"),
    "starred": Piece((LINES,), "as `stacked`, but 0 is `*`", runs=_AFTER_HEX, sample="2x3 10g2i"),
    "strict": Piece(
        (LINES,), "as `stacked`; a line without numbers has an empty list", runs=_AFTER_HEX, sample="2x3 11g2i"
    ),
    "tapa": Piece(
        (CELLS,),
        "numbers and lists of up to four numbers, with runs of cells without",
        runs=_AFTER_HEX,
        sample="2x3 1ajj",
    ),
    "tapaloop": Piece((CELLS,), "as `tapa`, for lists around a cell of a loop", runs=_AFTER_HEX, sample="2x3 1ajh+1yg"),
    "tiedlists": Piece(
        (CELLS,),
        "as `lists`, with letters k to z, and a `/` at the end where no letter is",
        sample="2x3 k12l03m",
    ),
}
