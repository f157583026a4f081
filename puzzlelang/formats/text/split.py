"""Splits a board text into header lines and blocks, before their meaning is known."""

import re
from collections.abc import Callable

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.source import STEERING, Source, Span

LONGEST_TEXT = 1_000_000
LONGEST_LINE = 50_000

REMARK = ";"
"""A line that starts with it is a remark and counts as blank."""
_HEADER = re.compile(r"\s*([^\W\d][\w-]*)\s*:(.*)", re.DOTALL)
_BLOCK = re.compile(r"\s*\[([^\[\]]*)\]\s*")


class TextToken(msgspec.Struct, frozen=True):
    """A piece of one line."""

    text: str
    span: Span

    def part(self, start: int, end: int) -> "TextToken":
        """The characters from `start` up to but not including `end`."""
        return TextToken(self.text[start:end], Span(self.span.source, self.span.start + start, self.span.start + end))

    def stripped(self) -> "TextToken":
        """Without the whitespace around it."""
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def characters(self) -> tuple["TextToken", ...]:
        """One token for each character."""
        return tuple(self.part(index, index + 1) for index in range(len(self.text)))


class TextRow(msgspec.Struct, frozen=True):
    """One line of the text without its end; `start` is the offset of its first character."""

    source: Source
    start: int
    text: str

    @property
    def blank(self) -> bool:
        """Whether the line has only whitespace."""
        return not self.text.strip()

    @property
    def indentation(self) -> int:
        """The number of leading whitespace characters."""
        return len(self.text) - len(self.text.lstrip())

    def token(self, start: int, end: int) -> TextToken:
        """The characters from one column to another, columns counted from 0."""
        return TextToken(self.text[start:end], Span(self.source, self.start + start, self.start + end))

    def tokens(self) -> tuple[TextToken, ...]:
        """The tokens between whitespace."""
        return tuple(self.token(result.start(), result.end()) for result in re.finditer(r"\S+", self.text))

    def column(self, token: TextToken) -> int:
        """The column of a token of this line, counted from 0."""
        return token.span.start - self.start


class Header(msgspec.Struct, frozen=True):
    """A line `key: value`; the value has no whitespace around it and may be empty."""

    key: TextToken
    value: TextToken


class Block(msgspec.Struct, frozen=True):
    """The lines under a `[name]`, blank ones included; `name` is None for the main block."""

    name: TextToken | None
    rows: tuple[TextRow, ...]
    indentation: int = 0

    @property
    def written(self) -> tuple[TextRow, ...]:
        """The lines that are not blank."""
        return tuple(row for row in self.rows if not row.blank)


class BoardTextParts(msgspec.Struct, frozen=True):
    """All parts of a text, in its order; `main` has no lines if the text has no main block."""

    source: Source
    headers: tuple[Header, ...]
    main: Block
    blocks: tuple[Block, ...]


def rows_of(source: Source) -> tuple[TextRow, ...]:
    """The lines of a text without byte order marks, remarks blanked.  Raises `Failed` if text or line is too long."""
    if len(source.text) > LONGEST_TEXT:
        raise fail(
            "E110",
            f"the text has {len(source.text)} characters, more than {LONGEST_TEXT}",
            source.first(),
            hint="is this a board at all?",
        )
    rows = []
    for number, start in enumerate(source.starts, 1):
        text = source.line(number)
        skipped = len(text) - len(text.lstrip("\ufeff"))
        if len(text) > LONGEST_LINE:
            raise fail(
                "E110",
                f"line {number} has {len(text)} characters, more than {LONGEST_LINE}",
                source.span(start, start + 1),
                hint="is this a board at all?",
            )
        if result := STEERING.search(text, skipped):
            place = start + result.start()
            message = f"the invisible character U+{ord(result[0]):04X} means nothing on a board"
            raise fail("E103", message, source.span(place, place + 1), hint="delete it")
        remark = text[skipped:].lstrip().startswith(REMARK)
        rows.append(TextRow(source, start + skipped, "" if remark else text[skipped:]))
    return tuple(rows)


def split(source: Source, keyed: Callable[[str], bool]) -> BoardTextParts:
    """Splits a text into headers and blocks.

    `keyed` says of a block's name whether its lines are `key: value` themselves; in all other blocks such a line is a
    header, so `stars: 2` may follow a grid.
    """
    headers: list[Header] = []
    blocks: list[tuple[TextToken | None, int, list[TextRow]]] = [(None, 0, [])]
    inside_keyed = False
    for row in rows_of(source):
        if result := _BLOCK.fullmatch(row.text):
            name = row.token(*result.span(1)).stripped()
            blocks.append((name, row.indentation, []))
            inside_keyed = keyed(name.text)
        elif not inside_keyed and (result := _HEADER.fullmatch(row.text)):
            headers.append(Header(row.token(*result.span(1)), row.token(*result.span(2)).stripped()))
        else:
            blocks[-1][2].append(row)
    parts = [Block(name, tuple(rows), indentation) for name, indentation, rows in blocks]
    named = [part for part in parts if part.name is not None and part.name.text != "board"]
    mains = [part for part in parts if (part.name is None or part.name.text == "board") and part.written]
    if len(mains) > 1 and (again := mains[1].name) is not None:
        raise fail("E107", "the board is there twice", again.span, hint="keep one of the two grids")
    return BoardTextParts(source, tuple(headers), mains[0] if mains else parts[0], tuple(named))
