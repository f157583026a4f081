"""Reads and writes pzprv3 texts: version, type, size, letters for variants, then pieces.

A text is a sequence of lines, each ended by `/` or a line break.
"""

import re
from collections.abc import Collection

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces import inner_walls
from puzzlelang.formats.pieces.apply import left_over_error, read_pieces, write_pieces
from puzzlelang.formats.pieces.bricks import brick_board, has_bricks, shape_of_bricks
from puzzlelang.formats.pieces.codec import ALIASES, BoardContext
from puzzlelang.formats.pieces.flags import FLAG, NAMES, take_flags, write_flags
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.formats.pzprv3.codecs import CODECS, ROOMS, SQUARE, VERSIONED
from puzzlelang.formats.pzprv3.lines import ahead, line, tokens
from puzzlelang.formats.pzprv3.links import all_borders
from puzzlelang.formats.pzprv3.sums import SUMS
from puzzlelang.formats.squares import squares
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import FunctionKind, Reading, Ruleset, SetKind

_FRAME = re.compile(
    r"[\s\ufeff]*pzprv3(?:\.(?P<version>\d{1,4}))?(?:/|\r?\n|[ \t]*\Z)\s*"
    r"(?:(?P<type>[\w-]+)[ \t]*(?:/\s*|\r?\n|\Z))?"
)
_FLAGS = re.compile(r"([a-z]+)[ \t]*(?:/|\r?\n|\Z)")
_SIZE = re.compile(r"\d{1,4}")
_NOTES = re.compile(r"(?:info|history):")
_BEHIND = re.compile(r"(?:\s|/)*(?:(?:info|history):.*)?", re.DOTALL)
"""What may follow the pieces: what the site notes about who made the board, and when."""


def type_of(text: str) -> str | None:
    """The type that a text names, None if it is no pzprv3 text."""
    result = _FRAME.match(text)
    return ALIASES.get(result["type"], result["type"] or "") if result else None


def read_header(source: Source) -> tuple[int, int | None, Span, int, int]:
    """Parses rows, columns (None for a square), letters, version, and the start of the pieces.

    Raises `Failed`.
    """
    start, version = _parse_frame(source)
    reader = TextReader(source, start, len(source.text))
    height = _side(reader, "rows")
    (second,) = ahead(reader, 1)
    width = _side(reader, "columns") if len(second) == 1 and _SIZE.fullmatch(second[0].text) else None
    letters = _letters(reader, (FLAG,), version)
    return height, width, letters, version, reader.at


def end_of_pieces(text: str) -> int:
    """The offset of the site's notes about a board, or of the end."""
    result = _NOTES.search(text)
    return result.start() if result else len(text)


def _parse_frame(source: Source) -> tuple[int, int]:
    """The start of the size, and the version.  Raises `Failed` for a text without a type."""
    frame = _FRAME.match(source.text)
    if frame is None or not frame["type"]:
        raise fail("E202", "behind `pzprv3` stands the type of puzzle", source.first(), hint="such as `pzprv3/tents/…`")
    return frame.end(), int(frame["version"] or 0)


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """Reads the puzzle of a text, and its drawing if anything is drawn.

    Raises `Failed` at the first wrong line or entry.
    """
    frame, version = _parse_frame(source)
    reader = TextReader(source, frame, len(source.text))
    words = {piece.word for piece in reading.pieces if not piece.literal}
    start = reader.at
    height = _side(reader, "rows")
    width = height if SQUARE in words else _side(reader, "columns")
    more = 1 if SUMS in words else 0
    at = Span(source, start, reader.at)
    if has_bricks(reading):
        geometry: Geometry = brick_board(rules, height, width, line(reader, "how the second row is shifted"), at)
    else:
        geometry = sized_board(rules, height + more, width + more, at)
    draft = PuzzleDraft(rules, source, geometry)
    letters = _letters(reader, words, version)
    take_flags(draft, reading, letters)
    board = BoardContext(geometry, letters.text, reading.type, version)
    read_pieces(draft, reading, reader, board, CODECS, drawing=True, over=_over)
    if not _over(reader) and not draws_between(rules, reading):
        skip_asides(reader, board)
    if not _over(reader):
        raise left_over_error(_at_token(reader), reading)
    return draft.puzzle()


def _over(reader: TextReader) -> bool:
    """Whether nothing follows but what the site notes about a board."""
    return _BEHIND.fullmatch(reader.rest) is not None


def _letters(reader: TextReader, words: Collection[str], version: int) -> Span:
    """The letters behind the size, or the line of names that newer texts have; perhaps nothing."""
    if NAMES in words and version:
        return line(reader, "the names of what is chosen")
    result = _FLAGS.match(reader.source.text, reader.at) if FLAG in words else None
    start = reader.at
    reader.at = result.end() if result else start
    return reader.source.span(*result.span(1)) if result else reader.span(start)


def _at_token(reader: TextReader) -> TextReader:
    """The reader, moved on to the next entry."""
    while not (result := tokens(line(reader, "nothing"))):
        pass
    reader.at = result[0].span.start
    return reader


def _side(reader: TextReader, what: str) -> int:
    """A line with a number.  Raises `Failed` if it is none."""
    span = reader.span(reader.at) if reader.done else line(reader, f"the number of {what}")
    text = span.text.strip()
    if not _SIZE.fullmatch(text):
        raise fail("E205", f"here should stand the number of {what}", span, hint="rows stand before columns")
    return int(text)


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes a puzzle with what is drawn.  Raises `Failed` for what the format has no room for."""
    board, letters = shown.puzzle.geometry, write_flags(shown, reading)
    words = {piece.word for piece in reading.pieces if not piece.literal}
    sides = [board.height, *shape_of_bricks(board)] if has_bricks(reading) else _sides(reading, squares(board), words)
    walled = _has_inner_walls(shown, reading)
    shown = msgspec.structs.replace(shown, empty=True)
    body = write_pieces(shown, reading, BoardContext(board, letters, reading.type, with_walls=walled), CODECS)
    version = "pzprv3.2" if walled or VERSIONED in words else "pzprv3.1" if letters and NAMES in words else "pzprv3"
    named = [letters] if letters or (walled and NAMES in words) else []
    return "\n".join([version, reading.type, *map(str, sides), *named]) + "\n" + body


def _sides(reading: Reading, board: SquareGrid, words: Collection[str]) -> list[int]:
    """The numbers of rows and columns, or one number.  Raises `Failed` for a board that the type has none of."""
    less = 1 if SUMS in words else 0
    sides = [board.height - less] if SQUARE in words else [board.height - less, board.width - less]
    if not all(sides):
        raise fail("E208", "a board without cells beside its first row and column cannot be written so")
    if SQUARE in words and board.height != board.width:
        raise fail("E208", f"boards of the type `{reading.type}` are square")
    return sides


def _has_inner_walls(shown: PuzzleToWrite, reading: Reading) -> bool:
    """Whether there are borders inside of regions.  Then a newer version is written: older ones only number regions."""
    layers = (layer for piece in reading.pieces if piece.word == ROOMS for layer in piece.layers[:1])
    known = (inner_walls.split_entries(shown.rules, layer)[1] for layer in layers)
    return any(inner_walls.inner_walls(walls, shown.puzzle.givens) for walls in known)


def draws_between(rules: Ruleset, reading: Reading) -> bool:
    """Whether the type has drawings between cells, so that marks there are no pencil marks."""
    entries = (entry for piece in reading.pieces for layer in piece.layers for entry in layer)
    finds = [rules.find(effect.name) for entry in entries for effect in entry.effects]
    kinds = [find.kind for find in finds if find is not None]
    return any(not isinstance(kind, SetKind | FunctionKind) or kind.sort in (Sort.LINK, Sort.BORDER) for kind in kinds)


def skip_asides(reader: TextReader, board: BoardContext) -> None:
    """Skips pencil marks between cells, the last lines of newer texts, if there are any."""
    start = reader.at
    try:
        marks = all_borders(reader, board)
    except Failed:
        reader.at = start
        return
    if any(item is not None and not isinstance(item.value, int) for item in marks):
        reader.at = start
