"""Reads and writes Puzzle Team tasks.  Nothing surrounds their pieces, so they are detected by look and length."""

import re

from puzzlelang.formats.pieces.apply import read_whole, write_pieces
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.formats.puzzleteam import size as unsized
from puzzlelang.formats.puzzleteam.codecs import CODECS
from puzzlelang.formats.squares import squares
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Reading, Ruleset

_JOINED = re.compile(r"[0-9A-Za-z_,;]+")
_JOINT = re.compile(r"[0-9A-Za-z][_,;]")
"""Letters and digits with a sign between them that no row of cells has."""

_RUNS = re.compile(r"[0-9.]*/[0-9./]*")
_GAPS = re.compile(r"(?=.*[a-z])(?=.*[0-9A-Z])[0-9A-Za-z]+")
"""Runs of empty places as letters, with clues between them."""

_FEWEST_CELLS = 16
"""A row of cells as long as the shortest task would itself have fewer."""


def type_of(text: str) -> str | None:
    """Empty for what can only be a task, None for other texts: a task never names its puzzle."""
    task = text.strip()
    if (_JOINED.fullmatch(task) and _JOINT.search(task)) or _RUNS.fullmatch(task):
        return ""
    if _GAPS.fullmatch(task):
        cells = sum(ord(sign) - ord("`") if sign.islower() else 1 for sign in task)
        return "" if cells >= _FEWEST_CELLS else None
    return None


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:
    """Reads the puzzle of a task, of the size (rows, columns) if given.

    Raises `Failed` at the first wrong character, or if the size stays open.
    """
    start, end = source.first().start, len(source.text.rstrip())
    whole = source.span(start, end)
    pieces = unsized.measure(rules, reading, TextReader(source, start, end))
    if pieces is not None:
        size = unsized.choose_size(rules, pieces, size, whole)
    elif size is None:
        raise unsized.unknown_size_error(whole, "this task does not state the size of its board")
    geometry = sized_board(rules, *size, whole)
    draft, reader = PuzzleDraft(rules, source, geometry), TextReader(source, start, end)
    read_whole(draft, reading, reader, BoardContext(geometry, "", reading.type), CODECS)
    return draft.puzzle()


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes the task of a puzzle without its drawing.  Raises `Failed` for what a task cannot say."""
    geometry = squares(shown.puzzle.geometry)
    return write_pieces(shown, reading, BoardContext(geometry, "", reading.type), CODECS)
