"""Reads and writes addresses of the Kudamono editor: fields in the query, each read by a piece.

`W` is the size, `G` the genre, `V` its variants.  A size of three numbers is that of hexagons.  Addresses of the first
form have the numbers of the last column and row, as `W` and `H`.  Fields of the board begin with `L` or `S`; all others
are notes about the puzzle, or what somebody drew.
"""

import re
from collections.abc import Mapping
from urllib.parse import unquote

import msgspec

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.kudamono.codecs import CODECS
from puzzlelang.formats.kudamono.hexagons import HEXAGON, Sides, amount_of_cells, hexagon, sides_of
from puzzlelang.formats.kudamono.marks import AddressReader
from puzzlelang.formats.kudamono.orders import FIRST_FORM
from puzzlelang.formats.kudamono.sums import has_sums, read_sheet
from puzzlelang.formats.pieces.apply import read_pieces, write_pieces
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.formats.pieces.places import check_lattice, sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import Reading, Ruleset

__all__ = ["CODECS", "HOST", "read", "type_of", "write"]

HOST = "https://pedros.works/kudamono/player?"

_START = re.compile(
    r"\s*(?:https?://)?(?:www\.)?pedros\.works/(?:kudamono/(?:player|editor)|paper-puzzle-player)(?:\.html)?\?"
)
_SIZE = re.compile(r"(\d{1,4})x(\d{1,4})(?:x(\d{1,4}))?")
_LAST = re.compile(r"\d{1,4}")
_OF_BOARD = re.compile(r"L|L[^F].*|S(?!SF).*")
"""The names of fields that belong to the board; `LF` and `SSF` are what somebody drew."""


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


class Head(msgspec.Struct, frozen=True):
    """The plain form of an address, its size, where that stands, and the version of its form.

    The size is rows and columns, or the three sides of a board of hexagons.
    """

    source: Source
    size: tuple[int, int] | Sides
    at: Span
    version: int = 0

    def board(self, rules: Ruleset) -> Geometry:
        """The board.  Raises `Failed` if the rules have no such boards, or it is too large."""
        if len(self.size) == 2:
            return sized_board(rules, *self.size, self.at)
        check_lattice(rules, HEXAGON, self.at)
        if not 0 < min(self.size) <= amount_of_cells(self.size) <= most_cells():
            raise fail("E203", "a board of hexagons of this size cannot be read", self.at)
        return hexagon(self.size)


def read_head(source: Source) -> Head:
    """Parses the head of an address.  Raises `Failed` without a size."""
    plain = unquote(source.text)
    source = source if plain == source.text else Source(source.name, plain)
    fields = _fields(source)
    at = fields.get("W")
    sides = _SIZE.fullmatch(at.text) if at else None
    if at is not None and sides is not None:
        first, second, third = sides.groups()
        return Head(source, (int(second), int(first)) if third is None else (int(first), int(second), int(third)), at)
    height = fields.get("H")
    if at is None or height is None or not (_LAST.fullmatch(at.text) and _LAST.fullmatch(height.text)):
        hint = "or as `W=6&H=4`, the last column and row"
        raise fail("E202", "this address does not give its size as `W=7x5`", at or source.first(), hint=hint)
    return Head(source, (int(height.text) + 1, int(at.text) + 1), at, FIRST_FORM)


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
    head = read_head(source)
    source, fields = head.source, _fields(head.source)
    reader = AddressReader(source, 0, len(source.text), fields=fields, version=head.version)
    if has_sums(reading) and len(head.size) == 2:
        reader.size = head.size
        sheet = read_sheet(reader)
        geometry: Geometry = sized_board(rules, sheet.height, sheet.width, head.at)
    else:
        geometry = head.board(rules)
    draft = PuzzleDraft(rules, source, geometry)
    board = BoardContext(geometry, "", reading.type, head.version, any_order=isinstance(geometry, Tiling))
    read_pieces(draft, reading, reader, board, CODECS)
    for name, span in fields.items():
        if _OF_BOARD.fullmatch(name) and name not in reader.taken:
            hint = "the `read` statement needs a piece that reads this field"
            raise fail("E204", f"the field `{name}` is read by no piece of `{reading.type}`", span, hint=hint)
    return draft.puzzle()


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes a puzzle as an address without its drawing.  Raises `Failed` for what it has no marks for."""
    geometry = shown.puzzle.geometry
    lattice = isinstance(geometry, Tiling)
    size = sides_of(geometry) if lattice else (geometry.width, geometry.height)
    body = write_pieces(shown, reading, BoardContext(geometry, "", reading.type, any_order=lattice), CODECS)
    head = "" if has_sums(reading) else f"&W={'x'.join(map(str, size))}"
    return f"{HOST}{(head + body)[1:]}&G={reading.type}"
