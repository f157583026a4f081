"""The text of the Interactive Sudoku Solver as items: `.Type~argument~R1C1~…`, each with its arguments and spans."""

import re
from collections.abc import Iterator

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.record import Mark, MarkValue, Point
from puzzlelang.formats.pieces.reader import MAX_DIGITS
from puzzlelang.source import Source, Span

GIVEN = "Given"
"""The type of an item whose name is left out."""

MOST_ROWS = 16

_ITEM = re.compile(r"\.([^.]*+)")
_ARGUMENT = re.compile(r"[^~]*+")
_BLANK = re.compile(r"\s+")
_CELL = re.compile(r"R([0-9A-G])C([0-9A-G])", re.IGNORECASE | re.ASCII)
_VARIABLE = re.compile(r"[A-Z]+\d*", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
_BASE = 17


class Argument(msgspec.Struct, frozen=True):
    """An argument without its blanks, which may be empty, and where it stands."""

    text: str
    span: Span

    def number(self) -> int:
        """A number from 0 on.  Raises `Failed`."""
        if not _NUMBER.fullmatch(self.text) or len(self.text) > MAX_DIGITS:
            raise fail("E203", "here should stand a number from 0 on", self.span)
        return int(self.text)

    def cell(self, size: int) -> Point:
        """A cell of the board: row and column are a sign each, `a` for 10.  Raises `Failed`."""
        result = _CELL.fullmatch(self.text)
        if result is None and _VARIABLE.fullmatch(self.text):
            raise fail("E204", f"`{self.text[:20]}` is a variable, and only cells of the grid are read", self.span)
        if result is None:
            raise fail("E203", "here should stand a cell such as `R1C1`", self.span)
        point = int(result[1], _BASE), int(result[2], _BASE)
        if not (min(point) >= 1 and max(point) <= size):
            raise fail("E203", f"`{self.text}` is no cell of the board", self.span)
        return point


class Item(msgspec.Struct, frozen=True):
    """An item with its type and its arguments."""

    kind: str
    span: Span
    arguments: tuple[Argument, ...]

    def argument(self, at: int) -> Argument:
        """The argument at an index.  Raises `Failed` if there is none."""
        if at >= len(self.arguments):
            raise fail("E203", f"`{self.kind[:40]}` ends too early", self.span)
        return self.arguments[at]

    def cells(self, size: int, first: int, least: int = 1) -> tuple[Point, ...]:
        """The cells from an argument on, each once.  Raises `Failed`, also if they are too few."""
        result = self.steps(size, first, least)
        for at, point in enumerate(result):
            if point in result[:at]:
                raise fail("E204", f"`{self.kind}` with a cell twice is not read", self.arguments[first + at].span)
        return result

    def steps(self, size: int, first: int, least: int = 1) -> tuple[Point, ...]:
        """The cells from an argument on, perhaps some of them twice.  Raises `Failed`, also if they are too few."""
        result = tuple(one.cell(size) for one in self.arguments[first:])
        if len(result) < least:
            raise fail("E203", f"`{self.kind}` should have {least} cells at least, and has {len(result)}", self.span)
        return result

    def check_bare(self) -> None:
        """Raises `Failed` for an argument that says something."""
        for one in self.arguments:
            if one.text:
                raise fail("E203", f"`{self.kind}` has no arguments", one.span)

    def mark(
        self,
        field: str,
        cells: tuple[Point, ...] = (),
        lines: tuple[tuple[Point, ...], ...] = (),
        value: MarkValue = None,
    ) -> Mark:
        """A mark that stands where the item does."""
        return Mark(field, self.span, cells, lines, value)


def items_of(source: Source) -> Iterator[Item]:
    """The items of a text.  Raises `Failed` if something stands before the first."""
    first, end = source.first().start, len(source.text.rstrip())
    if source.text[first : first + 1] != ".":
        raise fail("E203", "this text should begin with a `.`", source.first())
    for result in _ITEM.finditer(source.text, first, end):
        at, stop = result.span(1)
        parts = [] if at == stop else list(_arguments(source, at, stop))
        kind = parts[0].text if parts else ""
        whole = source.span(result.start(), result.start() + len(result[0].rstrip()))
        yield Item(kind or GIVEN, whole, tuple(parts[1:]))


def _arguments(source: Source, at: int, stop: int) -> Iterator[Argument]:
    """Yield what stands between `~`."""
    while at <= stop:
        result = _ARGUMENT.match(source.text, at, stop)
        assert result is not None
        text = result[0]
        start = at + len(text) - len(text.lstrip())
        span = source.span(start, max(start, at + len(text.rstrip())))
        yield Argument(_BLANK.sub("", text), span)
        at = result.end() + 1
