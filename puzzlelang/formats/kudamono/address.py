"""Reads and writes addresses of the Kudamono editor: fields in the query, each read by a piece.

`W` is the size, `G` the genre, `V` its variants.  Fields of the board begin with `L` or `S`; all others are notes about
the puzzle, or what somebody drew.
"""

import re
from collections.abc import Mapping
from urllib.parse import unquote

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.kudamono.codecs import CODECS, AddressReader
from puzzlelang.formats.pieces.apply import read_pieces, write_pieces
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.formats.squares import squares
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import Reading, Ruleset

__all__ = ["CODECS", "HOST", "read", "type_of", "write"]

HOST = "https://pedros.works/kudamono/player?"

_START = re.compile(
    r"\s*(?:https?://)?(?:www\.)?pedros\.works/(?:kudamono/(?:player|editor)|paper-puzzle-player)(?:\.html)?\?"
)
_SIZE = re.compile(r"(\d{1,4})x(\d{1,4})")
_OF_BOARD = re.compile(r"L|L[^F].*|S.*")
"""The names of fields that belong to the board; `LF` is what somebody drew."""


def type_of(text: str) -> str | None:
    """The genre, with its variants behind `&V=`; None if the text is no address of the editor."""
    if not _START.match(text):
        return None
    fields = _fields(Source("", unquote(text)))
    genre = fields["G"].text if "G" in fields else ""
    return f"{genre}&V={fields['V'].text}" if "V" in fields else genre


def _fields(source: Source) -> Mapping[str, Span]:
    start = _START.match(source.text)
    assert start is not None, "an address"
    result: dict[str, Span] = {}
    for part in re.finditer(r"[^&\s#]+", source.text[start.end() :]):
        name, sign, _ = part[0].partition("=")
        if sign:
            at = start.end() + part.start() + len(name) + 1
            result.setdefault(name, source.span(at, start.end() + part.end()))
    return result


def read_head(source: Source) -> tuple[Source, tuple[int, int], Span]:
    """The plain form of an address, its rows and columns, and where they stand.  Raises `Failed` without a size."""
    plain = unquote(source.text)
    source = source if plain == source.text else Source(source.name, plain)
    dimensions = _fields(source).get("W")
    sides = _SIZE.fullmatch(dimensions.text) if dimensions else None
    if sides is None or dimensions is None:
        where = dimensions or source.first()
        raise fail("E202", "this address does not give its size as `W=7x5`", where, hint="the editor once wrote others")
    return source, (int(sides[2]), int(sides[1])), dimensions


def board_reader(source: Source, at: int) -> AddressReader:
    """A reader of a plain address that ends behind as many characters as the fields of the board have together.

    It is at the character `at` of these: pieces may come in any order, so only how much was read is counted.
    """
    fields = {name: span for name, span in _fields(source).items() if _OF_BOARD.fullmatch(name)}
    return AddressReader(source, at, sum(span.end - span.start for span in fields.values()), fields=fields)


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """Reads the puzzle of an address.  Raises `Failed`, also for a field of the board that no piece reads.

    Spans of an address with escapes such as `%28` refer to its plain form.
    """
    source, (height, width), at = read_head(source)
    fields = _fields(source)
    geometry = sized_board(rules, height, width, at)
    draft = PuzzleDraft(rules, source, geometry)
    reader = AddressReader(source, 0, len(source.text), fields=fields)
    read_pieces(draft, reading, reader, BoardContext(geometry, "", reading.type), CODECS)
    for name, span in fields.items():
        if _OF_BOARD.fullmatch(name) and name not in reader.taken:
            hint = "the `read` statement needs a piece that reads this field"
            raise fail("E204", f"the field `{name}` is read by no piece of `{reading.type}`", span, hint=hint)
    return draft.puzzle()


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes a puzzle as an address without its drawing.  Raises `Failed` for what it has no marks for."""
    geometry = squares(shown.puzzle.geometry)
    body = write_pieces(shown, reading, BoardContext(geometry, "", reading.type), CODECS)
    return f"{HOST}W={geometry.width}x{geometry.height}{body}&G={reading.type}"
