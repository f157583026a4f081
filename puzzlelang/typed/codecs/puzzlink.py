"""The pieces of puzz.link and pzpr URLs."""

from puzzlelang.typed.codecs.codec import BORDERS, CELLS, OPTION, OUTSIDE, PLACES, SINGLE, Piece, Target

_LINES = frozenset({Target.LINES})
_LINKS = frozenset({Target.LINKS})
_PARTITION = frozenset({Target.PARTITION})
_CORNERS = frozenset({Target.CORNERS})
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_AFTER_HEX, _AFTER_J = _LETTERS[6:], _LETTERS[10:]

PIECES: dict[str, Piece] = {
    "arrow16": Piece(
        (CELLS, CELLS), "directions and numbers of cells, in hexadecimal, with runs of cells without", 2, runs=_LETTERS
    ),
    "bank": Piece((SINGLE,), "all that follows, as one word: the name of a set of pieces"),
    "bits": Piece((PLACES,), "a bit for each place, five to a character"),
    "border": Piece((BORDERS,), "the borders between cells, five to a character"),
    "castle": Piece((CELLS, CELLS, CELLS), "colours (0, 1, 2), directions and numbers of cells", 3, runs=_LETTERS),
    "cells4": Piece((PLACES,), "numbers from 0 to 4, each with up to two places without behind it", runs=_AFTER_HEX),
    "circle": Piece((PLACES,), "nothing, 1 or 2 for each place, three to a character; alone: nothing anywhere", 0),
    "compass": Piece((CELLS, CELLS, CELLS, CELLS), "numbers up, down, left and right in cells", 4, runs=_AFTER_HEX),
    "decimal": Piece((SINGLE,), "one decimal number"),
    "dotpairs": Piece((CELLS, _LINKS, _CORNERS), "dots (1, 2, 3) on cells, on links and on corners, in pairs", 3),
    "dots": Piece((CELLS, _LINKS, _CORNERS), "dots (1, 2) on cells, on links and on corners", 3),
    "empty": Piece((PLACES,), "a bit for each place, and nothing if the text ends and all are 0"),
    "fivecells": Piece((CELLS, CELLS), "numbers from 0 to 6, and cells that are left out", 2, runs=_LETTERS),
    "flag": Piece((OPTION,), 'an entry for each letter before the size, and `""` for when there is none of them'),
    "hitori": Piece((CELLS,), "a number in base 36 for each cell"),
    "innermarks": Piece((_CORNERS,), "marks as `marks`, only of corners inside the board"),
    "kakuro": Piece((CELLS, CELLS, CELLS), "blocks, sums to the right and sums below; the board grows by one", 3),
    "kakuru": Piece(
        (PLACES,), "numbers from 0 to 45 and blocks (`+`), with runs of places without", runs="." + _AFTER_J
    ),
    "last16": Piece(
        (PLACES,), "numbers as `number16`, and nothing if the text ends and there are none", runs=_AFTER_HEX
    ),
    "lastborder": Piece((BORDERS,), "borders as `border`, and nothing if the text ends and there are none", 0),
    "linkmarks": Piece((_LINKS | BORDERS,), "as `marks`, but `z` is 35 places without, and no mark"),
    "marks": Piece((CELLS | _CORNERS,), "how many places are without before each mark, in base 36; `.` is 36 without"),
    "number10": Piece((PLACES,), "digits, with runs of places without", runs=_LETTERS),
    "number10or16": Piece((PLACES,), "digits; or `-`, and numbers in hexadecimal"),
    "number16": Piece(
        (PLACES | OUTSIDE | SINGLE,), "numbers in hexadecimal, with runs of places without", runs=_AFTER_HEX
    ),
    "onecell": Piece((PLACES,), "marks, each with up to 17 places without behind it"),
    "outside": Piece(
        (OUTSIDE, _LINES),
        "numbers outside the grid: of all lines or views, or at the two ends of lines",
        runs=_AFTER_HEX,
    ),
    "parted": Piece((_PARTITION, CELLS), "borders, circles (1, 2) and the cells that are left out of the board"),
    "shapes": Piece((SINGLE,), "`//` and a letter for a well-known bank, or `/` and the shapes of a bank one by one"),
    "stacked": Piece((_LINES,), "several numbers for each line", runs=_AFTER_HEX),
    "tapa": Piece((CELLS,), "numbers and lists of up to four numbers, with runs of cells without", runs=_AFTER_HEX),
}
