"""Reads and writes square boards as one line: a character for each cell, row by row.

This is the usual form of plain Sudokus, 81 characters, of which files such as `.sdm` have one in each line.  Digits and
letters are numbers (`A` is 10), `.`, `0`, `*`, `_` and `-` are cells without.
"""

import math
import re
from collections.abc import Sequence
from string import ascii_uppercase, digits

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.apply import read_whole, write_pieces
from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.formats.squares import squares
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Reading, Ruleset

SIGNS = digits + ascii_uppercase
"""The signs of the numbers, each at its number."""

BLANKS = ".0*_-"
"""The signs of cells without a number."""

LEAST, USUAL = 4, 9
"""The smallest side of a board that is read, and of one that is detected while no rules are known.

Shorter lines look like a row of some other board.
"""

_LINE = re.compile(r"[\s\ufeff]*+(?P<cells>[0-9A-Za-z.*_-]{16,1225}+)\s*+")


def type_of(text: str, *, expected: bool = False) -> str | None:
    """Empty for a line whose length and signs fit a board, None for other texts.

    `expected`: there are rules that read lines, so short ones are detected as well.
    """
    result = _LINE.fullmatch(text)
    if result is None:
        return None
    cells = result["cells"].upper()
    side = math.isqrt(len(cells))
    fits = (
        side * side == len(cells) and {*SIGNS[: side + 1], *BLANKS}.issuperset(cells) and not _lists_candidates(cells)
    )
    return "" if fits and (LEAST if expected else USUAL) <= side < len(SIGNS) else None


def _lists_candidates(cells: str) -> bool:
    """Whether a text has n characters for each cell of a board of n columns, at each place its number or a blank.

    Such a list of candidates is as long as the line of a larger board: 729 characters are 9 for each of 81 cells.
    """
    side = round(len(cells) ** (1 / 3))
    if side**3 != len(cells):
        return False
    return all(sign in BLANKS or sign == SIGNS[at % side + 1] for at, sign in enumerate(cells))


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """Reads the puzzle of a line.  Raises `Failed` for a wrong length, or at the first wrong character."""
    start = source.first().start
    end = len(source.text.rstrip())
    whole = source.span(start, end)
    side = math.isqrt(end - start)
    if side < LEAST or side * side != end - start:
        hint = "such as 81 characters for a board of 9 rows and 9 columns"
        raise fail("E203", f"no square board has {end - start} cells", whole, hint=hint)
    geometry = sized_board(rules, side, side, whole)
    draft, reader = PuzzleDraft(rules, source, geometry), TextReader(source, start, end)
    read_whole(draft, reading, reader, BoardContext(geometry, "", reading.type), CODECS)
    return draft.puzzle()


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes the line of a puzzle without its drawing.  Raises `Failed` for what a line cannot say."""
    geometry = squares(shown.puzzle.geometry)
    if geometry.width != geometry.height or not LEAST <= geometry.width < len(SIGNS):
        problem = f"this board has {geometry.height} rows and {geometry.width} columns"
        hint = f"a line holds square boards of {LEAST} to {len(SIGNS) - 1} columns"
        raise fail("E208", f"{problem}, and a line does not say so", hint=hint)
    return write_pieces(shown, reading, BoardContext(geometry, "", reading.type), CODECS)


def _read_cells(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """The number of each cell.  Raises `Failed` for a sign of none, and if `0` could be a cell without or a number."""
    start = reader.at
    signs = reader.take("a sign for each cell", counts[0]).upper()
    # In lines of larger boards 0 may be the first of sixteen digits, and then other signs stand for no number.
    if board.geometry.width > USUAL and "0" in signs and any(sign in signs for sign in BLANKS if sign != "0"):
        at = start + signs.index("0")
        blank = next(sign for sign in signs if sign in BLANKS and sign != "0")
        message = f"both `0` and `{blank}` stand here, so nobody knows which is a cell without a number"
        raise fail("E203", message, reader.source.span(at, at + 1), hint="write `.` for each of them")
    result: list[PlacedItem | None] = []
    for index, sign in enumerate(signs):
        span = reader.source.span(start + index, start + index + 1)
        if sign not in BLANKS and sign not in SIGNS:
            raise fail("E203", f"`{sign}` is no number of a cell", span, hint="a digit, a letter, or `.` for no number")
        result.append(None if sign in BLANKS else PlacedItem(SIGNS.index(sign), span))
    return [result]


def _write_cells(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `_read_cells`."""
    (layer,) = layers
    for value in layer:
        if value is not None and not (isinstance(value, int) and 0 < value < len(SIGNS)):
            raise fail("E208", f"`{value}` cannot be written into a line: there stand numbers from 1 to 35")
    return "".join(SIGNS[value] if isinstance(value, int) else "." for value in layer)


CODECS: dict[str, Codec] = {"cells": Codec(_read_cells, _write_cells)}
