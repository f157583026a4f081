"""What stands around the pieces of a pzprv3 text: version, type, size, letters for variants.

A text is a sequence of lines, each ended by `/` or a line break.
"""

import re

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces import size as sizes
from puzzlelang.formats.pieces.apply import read_pieces, write_pieces
from puzzlelang.formats.pieces.codec import Board
from puzzlelang.formats.pieces.flags import FLAG, flags, take_flags
from puzzlelang.formats.pieces.meaning import Draft, Shown
from puzzlelang.formats.pieces.reader import Reader
from puzzlelang.formats.pzprv3.codecs import CODECS, SQUARE
from puzzlelang.formats.pzprv3.lines import line, tokens
from puzzlelang.formats.pzprv3.sums import SUMS
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import Reading, Ruleset

_FRAME = re.compile(r"[\s\ufeff]*pzprv3(?:\.\d+)?(?:/|\r?\n)\s*(?:(?P<type>[\w-]+)[ \t]*(?:/\s*|\r?\n|\Z))?")
_FLAGS = re.compile(r"([a-z]+)[ \t]*(?:/|\r?\n)")
_SIZE = re.compile(r"\d{1,4}")
_BEHIND = re.compile(r"(?:\s|/)*(?:(?:info|history):.*)?", re.DOTALL)
"""What may follow the pieces: what the site notes about who made the board, and when."""


def type_of(text: str) -> str | None:
    """The type that a text names, None if it is no pzprv3 text."""
    found = _FRAME.match(text)
    return (found["type"] or "") if found else None


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """The puzzle that a text holds, and its drawing if anything is drawn.

    Raises `Failed` at the first line or entry that is wrong.
    """
    frame = _FRAME.match(source.text)
    if frame is None or not frame["type"]:
        raise fail("E202", "behind `pzprv3` stands the type of puzzle", source.first(), hint="such as `pzprv3/tents/…`")
    reader = Reader(source, frame.end(), len(source.text))
    words = {piece.word for piece in reading.pieces if not piece.literal}
    start = reader.at
    height = _side(reader, "rows")
    width = height if SQUARE in words else _side(reader, "columns")
    more = 1 if SUMS in words else 0
    geometry = sizes.geometry(rules, height + more, width + more, Span(source, start, reader.at))
    draft = Draft(rules, source, geometry)
    letters = _FLAGS.match(source.text, reader.at) if FLAG in words else None
    take_flags(draft, reading, source.span(*letters.span(1)) if letters else source.span(reader.at, reader.at))
    reader.at = letters.end() if letters else reader.at
    board = Board(geometry, letters[1] if letters else "", reading.type)
    if not reader.rest.strip():
        reader = _nothing(rules, reading, draft, board)
    read_pieces(draft, reading, reader, board, CODECS, drawing=True)
    if not _BEHIND.fullmatch(reader.rest):
        more_span = next(iter(tokens(line(reader, "nothing"))), None)
        raise fail("E203", "here is more than the board has room for", more_span.span if more_span else source.first())
    return draft.puzzle()


def _side(reader: Reader, what: str) -> int:
    """A line with a number.  Raises `Failed` if it is none."""
    span = reader.span(reader.at) if reader.done else line(reader, f"the number of {what}")
    text = span.text.strip()
    if not _SIZE.fullmatch(text):
        raise fail("E205", f"here should stand the number of {what}", span, hint="rows stand before columns")
    return int(text)


def _nothing(rules: Ruleset, reading: Reading, draft: Draft, board: Board) -> Reader:
    """The text of a board without givens: the site leaves it out.  Raises `Failed` if there is no such board."""
    empty = Puzzle(draft.source, draft.geometry, {}, {}, draft.options)
    try:
        text = write_pieces(Shown(rules, empty, {}), reading, board, CODECS)
    except Failed:
        end = len(draft.source.text.rstrip())
        raise fail("E203", "the text ends where the board should stand", draft.source.span(end - 1, end)) from None
    return Reader(Source(draft.source.name, text), 0, len(text))


def write(shown: Shown, reading: Reading) -> str:
    """The text of a puzzle, with what is drawn.  Raises `Failed` for what the format has no room for."""
    geometry, letters = shown.puzzle.geometry, flags(shown, reading)
    words = {piece.word for piece in reading.pieces if not piece.literal}
    less = 1 if SUMS in words else 0
    sides = [geometry.height - less] if SQUARE in words else [geometry.height - less, geometry.width - less]
    if not all(sides):
        raise fail("E208", "a board without cells beside its first row and column cannot be written so")
    if SQUARE in words and geometry.height != geometry.width:
        raise fail("E208", f"boards of the type `{reading.type}` are square")
    body = write_pieces(shown, reading, Board(geometry, letters, reading.type), CODECS)
    return "\n".join(["pzprv3", reading.type, *map(str, sides), *([letters] if letters else [])]) + "\n" + body
