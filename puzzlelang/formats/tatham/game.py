"""Reads and writes game IDs, `PARAMETERS:DESCRIPTION`, and reads saved games with lines `KEY     :LENGTH:VALUE`."""

import re
from collections.abc import Mapping

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces.apply import read_whole, write_pieces
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.formats.tatham.codecs import CODECS
from puzzlelang.formats.tatham.grids import written_outline
from puzzlelang.formats.tatham.parameters import BEFORE, check_regions, parameters, take_letters, write_parameters
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import Reading, Ruleset

MAGIC = "Simon Tatham's Portable Puzzle Collection"
_START = re.compile(r"\s*SAVEFILE\s*:41:")
_LINE = re.compile(r"\s*([A-Z0-9]{1,8}) *:(\d{1,7}):", re.ASCII)
_NEEDED = ("GAME", "PARAMS", "CPARAMS", "DESC", "SEED")

_NAMES = {"lightup": "lightup", "rectangles": "rect", "traintracks": "tracks"}
"""Types that are not called like their games, by the game's name in small letters without blanks."""


def is_save(text: str) -> bool:
    """Whether a text begins like a saved game."""
    return _START.match(text) is not None


def fields(source: Source) -> Mapping[str, Span]:
    """The relevant values of a saved game by key, the first of each.

    Raises `Failed` for a broken line, or a length beyond the end.
    """
    result: dict[str, Span] = {}
    text, at = source.text, 0
    end = len(text.rstrip())
    while at < end:
        line = _LINE.match(text, at)
        if line is None:
            shown = source.span(at, min(at + 20, len(text)))
            raise fail("E202", "here a line of a saved game should begin", shown, hint="such as `DESC    :5:…`")
        start, length = line.end(), int(line[2])
        if start + length > len(text):
            raise fail("E202", f"the text ends before the {length} characters of {line[1]}", source.span(*line.span()))
        at = start + length
        if text[at : at + 1] not in ("", "\n", "\r"):
            raise fail("E202", f"the value of {line[1]} is longer than {length}", source.span(start, at))
        if line[1] in _NEEDED and line[1] not in result:
            result[line[1]] = source.span(start, at)
        if line[1] == "NSTATES":  # the moves follow, which say nothing of the board
            break
    return result


def kind(text: str) -> str:
    """The game of a saved game, "" if the text is broken before it."""
    game = re.search(r"^GAME\s*:\d{1,4}:(.*)$", text, re.MULTILINE)
    name = "".join(game[1].split()).lower() if game else ""
    return _NAMES.get(name, name)


_ID = re.compile(r"\s*(?P<before>\d{1,7}(?:x\d{1,7})?[a-zA-Z0-9.]*)(?P<sign>[:#])(?P<after>\S*)\s*", re.ASCII)


def type_of(text: str) -> str | None:
    """The game of a saved game, "" for a game ID, which does not name it, None for any other text."""
    if is_save(text):
        return kind(text)
    return "" if _ID.fullmatch(text) else None


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """Reads the puzzle of a game ID or a saved game.  Raises `Failed` at the first wrong character."""
    before, after = _saved_game(source) if is_save(source.text) else _parts(source)
    result = parameters(rules, reading, before, after)
    draft = PuzzleDraft(rules, source, result.geometry)
    take_letters(draft, reading, result, before)
    reader = TextReader(source, after.start + result.description, after.end)
    if after.start == after.end:
        raise reader.wrong("the game ID ends where its board should stand")
    described = _description(reading)
    context = BoardContext(result.geometry, before.text, reading.type, order=result.order)
    read_whole(draft, described, reader, context, CODECS)
    check_regions(draft, reading, result)
    return draft.puzzle()


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes a puzzle as a game ID.  Raises `Failed` for what it has no room for."""
    before = write_parameters(shown, reading)
    board = shown.puzzle.geometry
    outline = written_outline(board) if isinstance(board, Tiling) else None
    order = outline.order if outline else ()
    body = write_pieces(shown, _description(reading), BoardContext(board, before, reading.type, order=order), CODECS)
    body = f"{outline.description}{body}" if outline and body else body
    if not body:
        raise fail("E208", "a game ID of this type has no room for a board where nothing is given")
    return f"{before}:{body}"


def _description(reading: Reading) -> Reading:
    """The pieces behind the colon."""
    pieces = tuple(piece for piece in reading.pieces if piece.literal or piece.word not in BEFORE)
    return Reading(reading.format, reading.type, pieces, reading.span)


def _parts(source: Source) -> tuple[Span, Span]:
    """Parameters and description of a game ID."""
    result = _ID.fullmatch(source.text)
    if result is None:
        raise fail("E202", "this is no game ID", source.first(), hint="such as `8x8:…`")
    if result["sign"] == "#":
        raise _seed_error(source.span(result.start("sign"), result.end("after")))
    return source.span(*result.span("before")), source.span(*result.span("after"))


def _saved_game(source: Source) -> tuple[Span, Span]:
    """Parameters and description of a saved game."""
    result = fields(source)
    before = result.get("CPARAMS") or result.get("PARAMS")
    if "DESC" not in result and "SEED" in result:
        raise _seed_error(result["SEED"])
    if before is None or "DESC" not in result:
        missing = "DESC" if before is not None else "PARAMS"
        raise fail("E202", f"the saved game has no line {missing}", source.first())
    return before, result["DESC"]


def _seed_error(span: Span) -> Failed:
    return fail(
        "E206", "this is a random seed, and the board it makes depends on the version of the program", span,
        hint="in the program, Game > Specific shows the ID with a colon, which holds the board itself",
    )  # fmt: skip
