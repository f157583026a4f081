"""Reads and writes a board as tuples: column hints, then in turn the walls between rows and the rows with their hint.

    ((column hints), (walls above row 1), (hint of row 1, its walls), (walls below row 1), …)

A tuple of walls above or below cells has a number for each column, one of walls beside cells has one more.  1 is a
wall, 0 a gap; the rim has walls only.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces.codec import Codec, PlacedItem, RawItem
from puzzlelang.formats.pieces.items_to_values import apply_item, target
from puzzlelang.formats.pieces.places import from_links, places, sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.reader import MAX_DIGITS
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite, items
from puzzlelang.formats.squares import squares
from puzzlelang.geometry.places import Border, Link
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Key, Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import Given, PieceEntry, Reading, Ruleset

_TOKEN = re.compile(r"\s*(?P<sign>[(),]|[0-9]+|\S)?")


class TupleRow(msgspec.Struct, frozen=True):
    """An inner tuple: its numbers, and its span from bracket to bracket."""

    numbers: tuple[int, ...]
    spans: tuple[Span, ...]
    span: Span

    def item(self, index: int) -> PlacedItem:
        """A number of the tuple, with its span."""
        return PlacedItem(self.numbers[index], self.spans[index])


class _Signs(msgspec.Struct, eq=False):
    """A stream of tokens: `next` is the one read ahead, `rest` yields those after it, last an empty one for the end."""

    rest: Iterator[Span]
    next: Span

    def take(self) -> Span:
        """Return the next token and move on; at the end of the text always the empty last one."""
        sign = self.next
        self.next = next(self.rest, sign)
        return sign

    def comma(self, closing: Span) -> None:
        """Read a comma, or nothing before a closing bracket.  Raises `Failed` for anything else."""
        if self.next.text == ",":
            self.take()
        elif self.next.text != ")":
            raise _unexpected_sign(self.next, closing, "`,` or `)`")


def read_nested(source: Source) -> tuple[TupleRow, ...]:
    """Parses the inner tuples of a text.  Raises `Failed` for unbalanced brackets, deeper nesting, and other signs."""
    signs = _signs(source)
    opening = signs.take()
    if opening.text != "(":
        raise _broken_tuple("the tuples begin with `(`", opening)
    rows: list[TupleRow] = []
    while signs.next.text != ")":
        if signs.next.text != "(":
            raise _unexpected_sign(signs.next, opening, "a tuple of numbers, in brackets")
        rows.append(_row(signs))
        signs.comma(opening)
    signs.take()
    if signs.next.text:
        raise _broken_tuple("the tuples end before this", signs.next)
    return tuple(rows)


def _row(signs: _Signs) -> TupleRow:
    opening = signs.take()
    result: list[Span] = []
    while signs.next.text != ")":
        sign = signs.next
        if sign.text == "(":
            raise _broken_tuple("tuples lie two deep here, and this one lies in a third", sign)
        if not _is_number(sign.text):
            raise _unexpected_sign(sign, opening, "a number")
        if len(sign.text) > MAX_DIGITS:
            raise fail("E203", f"a number of {len(sign.text)} digits is too long", sign)
        result.append(signs.take())
        signs.comma(opening)
    return TupleRow(tuple(int(span.text) for span in result), tuple(result), opening.to(signs.take()))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _signs(source: Source) -> _Signs:
    def rest() -> Iterator[Span]:
        at, end = 0, len(source.text.rstrip())
        while at < end:
            result = _TOKEN.match(source.text, at)
            assert result is not None
            yield source.span(*result.span("sign"))
            at = result.end()
        yield source.span(end, end)

    spans = rest()
    return _Signs(spans, next(spans))


def _unexpected_sign(sign: Span, opening: Span, wanted: str) -> Failed:
    if not sign.text:
        return _broken_tuple("this bracket is never closed", opening)
    return _broken_tuple(f"here should stand {wanted}", sign)


def _broken_tuple(message: str, span: Span) -> Failed:
    return fail("E202", message, span)


_TUPLES = re.compile(r"\s*\((?:\s*\(|[\s0-9(),]*$)")
CODECS: Mapping[str, Codec] = {}
"""None: walls and hints stand in turn, so the two pieces are no stretches of text."""

_Walls = Mapping[tuple[int, int], PlacedItem]
"""The walls by their lattice place, rim included."""


def type_of(text: str) -> str | None:
    """Empty for tuples in tuples, None for other texts: they never name their puzzle."""
    return "" if _TUPLES.match(text) else None


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:
    """Reads the puzzle of nested tuples.  Raises `Failed` at the first error, or for another size."""
    rows = read_nested(source)
    whole = source.span(source.first().start, len(source.text.rstrip()))
    if len(rows) < 4 or len(rows) % 2:
        message = f"a board has 2 tuples, and 2 more for each row, not {len(rows)}"
        raise fail("E203", message, whole, hint="column hints, top walls, then row and walls below it in turn")
    geometry = sized_board(rules, len(rows) // 2 - 1, len(rows[0].numbers), whole)
    if size not in (None, (geometry.height, geometry.width)):
        raise fail("E205", f"this board has {geometry.height} rows and {geometry.width} columns", whole)
    _check_lengths(rows, geometry)
    hints, walls = _hints(rows, geometry), _walls(rows, geometry)
    draft = PuzzleDraft(rules, source, geometry)
    for piece in reading.pieces:
        for entries in piece.layers:
            lattice_places = _places(rules, entries, geometry)
            layer = hints if piece.word == "hints" else [walls[_lattice(place)] for place in lattice_places]
            apply_item(draft, entries, lattice_places, layer, what=f"`{piece.word}`", drawing=False)
    return draft.puzzle()


def _name(index: int) -> str:
    """The name of a tuple in messages."""
    if index == 0:
        return "the column hints"
    if index == 1:
        return "the walls above row 1"
    return f"row {index // 2}, its hint and its walls," if index % 2 == 0 else f"the walls below row {index // 2}"


def _check_lengths(rows: Sequence[TupleRow], geometry: SquareGrid) -> None:
    for index, row in enumerate(rows):
        wanted = geometry.width + (2 if index and index % 2 == 0 else 0)
        if len(row.numbers) != wanted:
            verb = "is" if index and index % 2 == 0 else "are"
            message = f"{_name(index)} {verb} {len(row.numbers)} numbers, and there should be {wanted}"
            raise fail("E203", message, row.span, hint=f"the column hints say that there are {geometry.width} columns")


def _hints(rows: Sequence[TupleRow], geometry: SquareGrid) -> list[PlacedItem]:
    """The hints of the columns, then of the rows.  Raises `Failed` for one that no line has room for."""
    columns = [rows[0].item(index) for index in range(geometry.width)]
    result = [*columns, *(row.item(0) for row in rows[2::2])]
    for one, line in zip(result, geometry.columns + geometry.rows, strict=True):
        if isinstance(one.value, int) and one.value > len(line.cells):
            raise fail("E203", f"{line} has {len(line.cells)} cells, not {one.value}", one.span)
    return result


def _walls(rows: Sequence[TupleRow], geometry: SquareGrid) -> _Walls:
    """Return the item (1 for a wall, 0 for a gap) of each border by its lattice place.

    Raises `Failed` for any other number, and for a gap in the rim.
    """
    result: dict[tuple[int, int], PlacedItem] = {}
    for index, row in enumerate(rows[1:]):
        upright = index % 2 == 1
        for at in range(len(row.numbers) - upright):
            one = row.item(at + upright)
            place = (index, 2 * at if upright else 2 * at + 1)
            if one.value not in (0, 1):
                raise fail("E203", f"a wall is 1 and a gap 0, not {one.value}", one.span)
            if one.value == 0 and (place[0] in (0, 2 * geometry.height) or place[1] in (0, 2 * geometry.width)):
                raise fail("E203", "the rim of the board has a gap here", one.span, hint="write 1")
            result[place] = one
    return result


def _places(rules: Ruleset, entries: Sequence[PieceEntry], geometry: SquareGrid) -> Sequence[Key]:
    item = target(rules, entries)
    return places(item, geometry, {}, labels=False) if isinstance(item, Given) else ()


def _lattice(place: Key) -> tuple[int, int]:
    assert isinstance(place, Link | Border)
    return place.lattice


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes a puzzle as tuples, one a line, without its drawing.  Raises `Failed` for what they cannot say."""
    geometry = squares(shown.puzzle.geometry)
    hints: list[RawItem] = []
    standing = {border.lattice: len(border.cells) == 1 for border in geometry.borders}
    for piece in reading.pieces:
        for entries in piece.layers:
            lattice_places = _places(shown.rules, entries, geometry)
            values = items(shown, entries, lattice_places)
            if piece.word == "hints":
                hints = values
                continue
            _check_pieces(shown, entries)
            for place, value in zip(lattice_places, values, strict=True):
                standing[_lattice(place)] |= value not in (None, 0)
    numbers = _written_hints(hints, geometry)
    rows = [numbers[: geometry.width]]
    for line in range(2 * geometry.height + 1):
        walls = [str(int(standing[line, at])) for at in range(2 * geometry.width + 1) if (line + at) % 2]
        rows.append([numbers[geometry.width + line // 2], *walls] if line % 2 else walls)
    return "(" + ",\n ".join(f"({','.join(row)}{',' if len(row) == 1 else ''})" for row in rows) + ")\n"


def _check_pieces(shown: PuzzleToWrite, entries: Sequence[PieceEntry]) -> None:
    """Raises `Failed` for a region that is not connected: walls would make several of it."""
    item = target(shown.rules, entries)
    regions = shown.puzzle.partitions.get(item.name, ()) if item else ()
    geometry = squares(shown.puzzle.geometry)
    label = {cell: region.label for region in regions for cell in region.cells}
    cut = {link for link in geometry.links if label.get(link.first) != label.get(link.second)}
    parts = {frozenset(part.cells) for part in from_links(geometry, "", cut)}
    for region in regions:
        if frozenset(region.cells) not in parts:
            raise fail("E208", f"{region} lies in several pieces, and walls cannot say that they are one")


def _written_hints(hints: Sequence[RawItem], geometry: SquareGrid) -> list[str]:
    result = []
    for value, line in zip(hints, geometry.columns + geometry.rows, strict=False):
        if not isinstance(value, int) or not 0 <= value <= len(line.cells):
            raise fail("E208", f"{line} has no hint that wall tuples can hold", hint="each line needs a number")
        result.append(str(value))
    if not result:
        raise fail("E208", "wall tuples have hints, and the rules read none")
    return result
