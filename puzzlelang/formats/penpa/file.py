"""Penpa addresses: the pieces of a `read` statement over the marks of their text."""

import json
import re

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.penpa import address, members
from puzzlelang.formats.penpa.codecs import CODECS
from puzzlelang.formats.penpa.frame import PenpaFrame, lines_of, read_frame
from puzzlelang.formats.penpa.marks import PenpaMarks, read_answer, read_marks
from puzzlelang.formats.penpa.sheet import PenpaSheet, check_all_read
from puzzlelang.formats.penpa.text import board_lines
from puzzlelang.formats.pieces import size as sizes
from puzzlelang.formats.pieces.apply import read_pieces, write_pieces
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.formats.pieces.meaning import PuzzleDraft
from puzzlelang.formats.pieces.shown import PuzzleToWrite
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Reading, Ruleset

__all__ = ["CODECS", "read", "read_sheet", "type_of", "write"]

_QUESTION, _ANSWER, _GENRES = 3, 4, 17
"""The lines of the puzzle's marks, of its answer's, and of what its author says it is."""

_APART = re.compile(r"\(.*|[^a-z0-9]")


def type_of(text: str) -> str | None:
    """The genre that the author of an address noted, "" if none or several, None if the text is no such address."""
    source = Source("", text)
    found = address.find_address(source)
    if found is None:
        return None
    try:
        lines = lines_of(address.board_text(source, found.board))
        told = members.whole(lines[_GENRES]) if len(lines) > _GENRES and lines[_GENRES].text.strip() else []
    except Failed:
        return ""
    genres = [_APART.sub("", one.lower()) for one in told if isinstance(one, str)] if isinstance(told, list) else []
    return genres[0] if len(genres) == 1 else ""


def read_sheet(source: Source) -> tuple[PenpaFrame, PenpaMarks, PenpaMarks, Source]:
    """The grid of an address, the marks of its puzzle and of its answer, and its text.  Raises `Failed`."""
    found = address.find_address(source)
    if found is None:
        raise fail("E202", "this is no address of Penpa", source.first(), hint="such as `…/penpa-edit/#m=edit&p=…`")
    text = address.board_text(source, found.board)
    lines = lines_of(text)
    frame = read_frame(lines)
    question, answer = (
        read_marks(frame, lines[at] if at < len(lines) else None) for at in (_QUESTION, _ANSWER)
    )  # fmt: skip
    if found.answer is not None and not answer.every():
        answer = read_answer(frame, address.unpack(source, found.answer))
    return frame, question, answer, text


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """The puzzle that an address holds, and its answer if one is drawn.  Raises `Failed`.

    Places are told in the text that the address holds, unpacked.
    """
    frame, question, answer, text = read_sheet(source)
    geometry = sizes.geometry(rules, frame.height, frame.width, frame.size)
    draft = PuzzleDraft(rules, text, geometry)
    sheet = PenpaSheet(text, 0, len(text.text), frame=frame, question=question, answer=answer)
    read_pieces(draft, reading, sheet, BoardContext(geometry, "", reading.type), CODECS, drawing=True)
    if frame.missing and not any(piece.word == "missing" for piece in reading.pieces):
        hint = "`missing(…)` in the `read` statement tells of them"
        raise fail("E204", f"some cells are not there, and `{reading.type}` knows of none", frame.size, hint=hint)
    check_all_read(sheet, reading)
    return draft.puzzle()


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """The address of a puzzle, with what is drawn.  Raises `Failed` for what it has no room for."""
    geometry = shown.puzzle.geometry
    body = write_pieces(shown, reading, BoardContext(geometry, "", reading.type), CODECS)
    written = [
        (part, kind, (point[0], point[1]), item) for part, kind, point, item in map(json.loads, body.splitlines())
    ]
    return address.HOST + address.pack(board_lines(geometry, written, reading.type))
