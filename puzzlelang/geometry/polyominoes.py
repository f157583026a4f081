"""Polyominoes, and banks of them as text: `tetrominoes`, `2*##/#. ####`.

A shape is drawn row by row, `#` for a square and `.` for none, with `/` between the rows; `2*` before it says how often
it is there.  Shapes stand between blanks or commas, and names of well-known banks may stand among them.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

import msgspec

Squares = tuple[tuple[int, int], ...]
"""Rows and columns of the squares of a shape, counted from 0 and in order; none is empty at the top or the left."""

MOST_SHAPES = 1_000
"""Shapes that a bank may have, repeats counted."""
MOST_SQUARES = 100
"""Rows, columns and squares that a shape may have."""

BANKS: dict[str, tuple[str, str]] = {
    "tetrominoes": ("#### ##/## ###/.#. ###/#.. ##./.##", "the five shapes of four cells"),
    "double_tetrominoes": ("2*####, 2*##/##, 2*###/.#., 2*###/#.., 2*##./.##", "two of each shape of four cells"),
    "pentominoes": (
        "##### ####/#... ####/.#.. ###./..## ###/##. ###/#.# ###/#../#.. ###/.#./.#. .##/##./.#. #../##./.## "
        "##./.#./.## .#./###/.#.",
        "the twelve shapes of five cells",
    ),
    "small_fleet": ("### 2*## 3*#", "one bar of three cells, two of two, three of one"),
    "large_fleet": ("#### 2*### 3*## 4*#", "one bar of four cells, two of three, three of two, four of one"),
}
"""Well-known banks by name: their text, and their meaning."""


PIECES: dict[str, dict[str, str]] = {
    "tromino": {"I": "###", "L": "##/#."},
    "tetromino": {"I": "####", "L": "###/#..", "O": "##/##", "S": ".##/##.", "T": "###/.#."},
    "pentomino": {
        "F": ".##/##./.#.",
        "I": "#####",
        "L": "#./#./#./##",
        "N": ".#/.#/##/#.",
        "P": "##/##/#.",
        "T": "###/.#./.#.",
        "U": "#.#/###",
        "V": "#../#../###",
        "W": "#../##./.##",
        "X": ".#./###/.#.",
        "Y": ".#/##/.#/.#",
        "Z": "##./.#./.##",
    },
}
"""Pieces that letters stand for, by the word for one of them; each as it is mostly drawn (names after Golomb 1965)."""


class Bank(msgspec.Struct, frozen=True):
    """A multiset of shapes; each is represented by the first of its rotations and reflections."""

    shapes: tuple[tuple[Squares, int], ...]
    text: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def words(self) -> str:
        """Return what it holds: by the words of a well-known bank, by the lengths of bars, else by its text."""
        if self.text in BANKS:
            return BANKS[self.text][1]
        bars = [(len(shape), many) for shape, many in self.shapes if 1 in map(len, map(set, zip(*shape, strict=True)))]
        if not bars or len(bars) < len(self.shapes):
            return self.text
        (length, many), *others = sorted(bars, reverse=True)
        first = f"{many} bar{'s' * (many > 1)} of {length} cell{'s' * (length > 1)}"
        return ", ".join([first, *(f"{many} of {length}" for length, many in others)])


@cache
def parse_bank(text: str) -> Bank:
    """Parses a bank.  Raises `ValueError` with what is wrong: `which …`."""
    return Bank(tuple(sorted(Counter(map(_parse_drawing, drawings(text))).items())), text)


def drawings(text: str) -> list[str]:
    """The shapes of a bank as text, with repeats and those of named banks.  Raises as `parse_bank`."""
    texts: list[str] = []
    for word in re.split(r"[\s,]+", text.strip(" \t,")):
        match = re.fullmatch(r"(?:([1-9][0-9]{0,3})\*)?([#./]+|[a-z_]+)", word)
        if match is None:
            raise ValueError("is not drawn with `#`, `.` and `/`")
        if match[2][0].isalpha() and match[2] not in BANKS:
            raise ValueError("is no bank that has a name")
        texts += (drawings(BANKS[match[2]][0]) if match[2] in BANKS else [match[2]]) * int(match[1] or 1)
        if len(texts) > MOST_SHAPES:
            raise ValueError(f"has more than {MOST_SHAPES} shapes")
    return texts


def squares_as_drawn(text: str) -> Squares:
    """The squares of one shape, not turned.  Raises `ValueError` with what is wrong: `which …`."""
    if not re.fullmatch(r"[#./]+", text):
        raise ValueError("is not drawn with `#`, `.` and `/`")
    _parse_drawing(text)
    rows = text.split("/")
    return tuple((row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == "#")


@cache
def _parse_drawing(text: str) -> Squares:
    rows = text.split("/")
    squares = [(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == "#"]
    if not squares:
        raise ValueError("has a shape without any `#`")
    if max(len(rows), len(squares), *map(len, rows)) > MOST_SQUARES:
        raise ValueError(f"has a shape of more than {MOST_SQUARES} cells")
    if not _in_one_piece(squares):
        raise ValueError("has a shape that is not in one piece")
    return orientations(squares)[0]


def _in_one_piece(squares: Iterable[tuple[int, int]]) -> bool:
    left = set(squares)
    ahead = [left.pop()]
    while ahead:
        row, column = ahead.pop()
        near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & left
        left -= near
        ahead.extend(near)
    return not left


@cache
def _turns(squares: Squares) -> tuple[Squares, ...]:
    result = set()
    for flipped in (squares, tuple((row, -column) for row, column in squares)):
        image = flipped
        for _ in range(4):
            image = tuple((column, -row) for row, column in image)
            top, left = min(row for row, _ in image), min(column for _, column in image)
            result.add(tuple(sorted((row - top, column - left) for row, column in image)))
    return tuple(sorted(result))


def orientations(squares: Iterable[tuple[int, int]]) -> tuple[Squares, ...]:
    """The distinct rotations and reflections of a shape, in order."""
    return _turns(tuple(squares))
