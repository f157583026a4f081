"""Reads and writes Penpa addresses: compression, then the pieces of a `read` statement over the marks."""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Sequence
from urllib.parse import unquote

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.files import MOST_BYTES
from puzzlelang.formats.holes import split_at_missing
from puzzlelang.formats.penpa import members
from puzzlelang.formats.penpa.codecs import CODECS
from puzzlelang.formats.penpa.frame import SQUARE, Frame, PenpaFrame, lines_of, on_corners, read_squares
from puzzlelang.formats.penpa.gathered import read_gathered, with_cages, write_gathered
from puzzlelang.formats.penpa.marks import PenpaMarks, read_answer, read_marks
from puzzlelang.formats.penpa.sheet import PenpaSheet, check_all_read
from puzzlelang.formats.penpa.text import board_lines
from puzzlelang.formats.penpa.tiling_frame import read_tiling_frame
from puzzlelang.formats.pieces.apply import read_pieces, write_pieces
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.puzzle import UNKNOWN, Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.codecs.penpa import CORNERS, GROUPED
from puzzlelang.typed.ir import Reading, Ruleset

__all__ = ["CODECS", "read", "read_sheet", "type_of", "write"]

_QUESTION, _ANSWER, _GENRES = 3, 4, 17
"""The lines of the puzzle's marks, of its answer's, and of what its author says it is."""

_APART = re.compile(r"\(.*|[^a-z0-9]")


def type_of(text: str) -> str | None:
    """The genre in the author's notes, "" if none or several, None if the text is no such address."""
    source = Source("", text)
    result = find_address(source)
    if result is None:
        return None
    try:
        lines = lines_of(board_text(source, result.board))
        tags = members.whole_value(lines[_GENRES]) if len(lines) > _GENRES and lines[_GENRES].text.strip() else []
    except Failed:
        return ""
    genres = [_APART.sub("", one.lower()) for one in tags if isinstance(one, str)] if isinstance(tags, list) else []
    return genres[0] if len(genres) == 1 else ""


def read_frame(lines: Sequence[Span]) -> Frame:
    """Parses the grid of a text, whose first line begins with its kind and size.  Raises `Failed`."""
    head = lines[0]
    kind, _, rest = head.text.partition(",")
    first = head.source.span(head.start, head.start + len(kind))
    size = head.source.span(first.end + 1, first.end + 1 + len(",".join(rest.split(",")[:2])))
    return read_squares(lines, size) if kind in SQUARE else read_tiling_frame(lines, kind, first, size)


def read_square_sheet(source: Source, *, corners: bool = False) -> tuple[PenpaFrame, PenpaMarks, PenpaMarks, Source]:
    """Read a sheet as `read_sheet` does. Raises `Failed` also for a grid of another lattice."""
    frame, question, answer, text = read_sheet(source, corners=corners)
    if not isinstance(frame, PenpaFrame):
        raise fail("E202", "only boards of squares are shown and proposed so", source.first())
    return frame, question, answer, text


def read_sheet(source: Source, *, corners: bool = False) -> tuple[Frame, PenpaMarks, PenpaMarks, Source]:
    """Parses an address: its grid, the marks of puzzle and answer, and the text; `corners` are cells of the board.

    Raises `Failed`.
    """
    result = find_address(source)
    if result is None:
        raise fail("E202", "this is no address of Penpa", source.first(), hint="such as `…/penpa-edit/#m=edit&p=…`")
    text = board_text(source, result.board)
    lines = lines_of(text)
    frame = read_frame(lines)
    if corners:
        if not isinstance(frame, PenpaFrame):
            raise fail("E202", "only squares have corners that stand for cells", source.first())
        frame = on_corners(frame)
    question, answer = (
        with_cages(frame, read_marks(frame, lines[at] if at < len(lines) else None)) for at in (_QUESTION, _ANSWER)
    )  # fmt: skip
    if result.answer is not None and not answer.every():
        answer = read_answer(frame, unpack(source, result.answer))
    return frame, question, answer, text


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """Reads the puzzle of an address, and its answer if one is drawn.  Raises `Failed`.

    Spans refer to the decompressed text of the address.
    """
    frame, question, answer, text = read_sheet(source, corners=has_corners(reading))
    geometry = frame.board(rules)
    draft = PuzzleDraft(rules, text, geometry)
    sheet = PenpaSheet(text, 0, len(text.text), frame=frame, question=question, answer=answer)
    for piece in reading.pieces:
        if piece.word in GROUPED:
            read_gathered(draft, piece, sheet)
    read_pieces(
        draft, _plain(reading), sheet, BoardContext(geometry, "", reading.type, any_order=True), CODECS, drawing=True
    )
    if frame.missing and not any(piece.word == "missing" for piece in reading.pieces):
        hint = "`missing(…)` in the `read` statement reads them"
        raise fail("E204", f"some cells are not there, and `{reading.type}` knows of none", frame.size, hint=hint)
    check_all_read(sheet, reading)
    return split_at_missing(rules, _without_blanks(rules, draft.puzzle()))


def _without_blanks(rules: Ruleset, puzzle: Puzzle) -> Puzzle:
    """The puzzle without unknown clues in missing cells: Penpa keeps blanks there."""
    missing = puzzle.givens.get(rules.missing, {})
    givens = {
        name: {key: value for key, value in values.items() if value is not UNKNOWN or key not in missing}
        for name, values in puzzle.givens.items()
    }
    return msgspec.structs.replace(puzzle, givens=givens) if missing else puzzle


def _plain(reading: Reading) -> Reading:
    """The statement without pieces about groups and paths."""
    return msgspec.structs.replace(
        reading, pieces=tuple(piece for piece in reading.pieces if piece.word not in GROUPED)
    )


def has_corners(reading: Reading) -> bool:
    """Whether the cells of a board are the corners of the grid."""
    return any(piece.word == CORNERS for piece in reading.pieces)


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes a puzzle as an address, with what is drawn.  Raises `Failed` for what it has no room for."""
    geometry = shown.puzzle.geometry
    body = write_pieces(shown, _plain(reading), BoardContext(geometry, "", reading.type, any_order=True), CODECS)
    body += "".join(write_gathered(shown, piece) for piece in reading.pieces if piece.word in GROUPED)
    written = [
        (part, kind, (point[0], point[1]), item) for part, kind, point, item in map(json.loads, body.splitlines())
    ]
    return HOST + pack(board_lines(geometry, written, reading.type, corners=has_corners(reading)))


HOST = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

_MODES = ("edit", "solve", "solvedup")
_SHORT = {
    "Z": "z", "9": '"qa"', "Q": '"pu_q"', "A": '"pu_a"', "G": '"grid"', "M": '"edit_mode"', "S": '"surface"',
    "L": '"line"', "E": '"lineE"', "W": '"wall"', "C": '"cage"', "N": '"number"', "Y": '"symbol"', "P": '"special"',
    "B": '"board"', "R": '"command_redo"', "U": '"command_undo"', "8": '"command_replay"', "1": '"numberS"',
    "F": '"freeline"', "2": '"freelineE"', "T": '"thermo"', "3": '"arrows"', "D": '"direction"', "0": '"squareframe"',
    "5": '"polygon"', "4": '"deletelineE"', "6": '"killercages"', "7": '"nobulbthermo"', "_": '"__a"', "O": "null",
}  # fmt: skip
"""Words of the text by the character that stands for them behind a `z`."""

_LONG = {word: f"z{sign}" for sign, word in _SHORT.items()}
_EXPANDED = re.compile("z([" + "".join(_SHORT) + "])")
_WORDS = re.compile("|".join(re.escape(word) for word in sorted(_LONG, key=len, reverse=True)))
_OUTSIDE_BASE64 = re.compile(r"[^A-Za-z0-9+/]")


class Address(msgspec.Struct, frozen=True):
    """The spans of an address that hold the board and, perhaps, its answer."""

    board: Span
    answer: Span | None


def find_address(source: Source) -> Address | None:
    """Finds the parts of a Penpa address, or of its end from `m=` on; None for any other text."""
    words = source.text.strip().lstrip("\ufeff").split()
    if len(words) != 1:
        return None
    start = source.text.index(words[0])
    parts: dict[str, Span] = {}
    for part in re.finditer(r"[^?#&]+", words[0]):
        name, sign, _ = part[0].partition("=")
        if sign:
            at = start + part.start() + len(name) + 1
            parts.setdefault(name, source.span(at, start + part.end()))
    mode, board = parts.get("m"), parts.get("p")
    return Address(board, parts.get("a")) if mode and board and mode.text in _MODES else None


def board_text(source: Source, span: Span) -> Source:
    """Decompresses the text of a board and expands its short words.  Raises `Failed` for broken or long texts."""
    short = unpack(source, span)
    full = _EXPANDED.sub(lambda match: _SHORT[match[1]], short.text)
    if len(full) > MOST_BYTES:
        raise _too_long(source, span)
    return Source(short.name, full)


def unpack(source: Source, span: Span) -> Source:
    """Decompresses a part of an address.  Raises `Failed`."""
    data = _decode(span)
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        text = reader.decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise _broken_address("this cannot be unpacked", span) from None
    if len(text) > MOST_BYTES:
        raise _too_long(source, span)
    if not reader.eof:
        raise _broken_address("this ends too early", span.source.span(span.end, span.end))
    try:
        return Source(f"{source.name} (unpacked)", text.decode("utf-8"))
    except UnicodeDecodeError:
        raise _broken_address("what was packed here is no UTF-8 text", span) from None


def _decode(span: Span) -> bytes:
    text = unquote(span.text) if "%" in span.text else span.text
    text = text.replace("-", "+").replace("_", "/").rstrip("=")
    wrong = _OUTSIDE_BASE64.search(text)
    if wrong:
        at = min(span.start + wrong.start(), span.end - 1)
        place = span.source.span(at, at + 1) if text[: wrong.start()] == span.text[: wrong.start()] else span
        raise _broken_address("this character is none of base64, in which boards are written", place)
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        raise _broken_address("this ends too early", span.source.span(span.end, span.end)) from None


def _broken_address(message: str, span: Span) -> Failed:
    return fail("E202", message, span, hint="the address may have been cut off: copy it again, in quotes")


def _too_long(source: Source, span: Span) -> Failed:
    return fail("E307", f"what `{source.name}` holds, unpacked, has more than {MOST_BYTES} bytes", span)


def pack(text: str) -> str:
    """Compresses the text of a board for an address."""
    words = {**_LONG, "z": "zZ"}
    short = _WORDS.sub(lambda match: words[match[0]], text)
    writer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(writer.compress(short.encode()) + writer.flush()).decode().rstrip("=")
