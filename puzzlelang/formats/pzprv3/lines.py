"""Splits lines into tokens, one for each place of a row."""

import re
from collections.abc import Iterable, Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import MAX_DIGITS, TextReader
from puzzlelang.puzzle import UNKNOWN, Unknown
from puzzlelang.source import Span

BLANK = "."
NOT_SAID = "-"
"""A clue that is there but does not say its number."""

_END = re.compile(r"/(?:[ \t]*\r?\n)?|\r?\n")


class LineToken(msgspec.Struct, frozen=True):
    """The text between two blanks."""

    text: str
    span: Span

    @property
    def blank(self) -> bool:
        """Whether the token says nothing."""
        return self.text in ("", BLANK)


Grid = Sequence[Sequence[LineToken]]


def is_at_end(reader: TextReader) -> bool:
    """Whether nothing is left but ends of lines."""
    return not reader.rest.strip("/ \t\r\n")


def line(reader: TextReader, what: str) -> Span:
    """The next line, without the `/` or line break that ends it.  Raises `Failed` if the text ends before."""
    if reader.done:
        raise reader.wrong(f"the text ends where {what} should stand", start=reader.end)
    start = reader.at
    result = _END.search(reader.source.text, start, reader.end)
    reader.at = result.end() if result else reader.end
    return Span(reader.source, start, result.start() if result else reader.end)


def ahead(reader: TextReader, count: int) -> list[list[LineToken]]:
    """The tokens of the next lines up to the end of the text, without moving on."""
    start = reader.at
    result = [[] if reader.done else tokens(line(reader, "a line")) for _ in range(count)]
    reader.at = start
    return result


def tokens(span: Span) -> list[LineToken]:
    """The tokens of a line; candidates behind a token are left out."""
    result = []
    for match in re.finditer(r"\S+", span.text):
        place = Span(span.source, span.start + match.start(), span.start + match.end())
        result.append(LineToken(_without_notes(match.group()), place))
    return result


def _without_notes(text: str) -> str:
    """A token without the candidates in `[…]` that somebody noted in the cell, behind what the cell holds."""
    behind = text.removesuffix("]").rfind("]") + 1
    start = text.find("[", behind)
    return text if start < 0 else text[:start]


def grid(reader: TextReader, rows: int, columns: int, what: str) -> Grid:
    """Read a number of lines, each with the same number of tokens.

    Raises `Failed` at the first line that is missing or of another length.
    """
    return ragged(reader, [columns] * rows, what)


def ragged(reader: TextReader, lengths: Sequence[int], what: str) -> Grid:
    """A line of so many tokens for each length.  Raises `Failed` as `grid`."""
    result = []
    for row, columns in enumerate(lengths):
        span = line(reader, f"line {row + 1} of the {len(lengths)} lines of {what}")
        row_tokens = tokens(span)
        if len(row_tokens) != columns:
            here = row_tokens[columns].span.to(row_tokens[-1].span) if len(row_tokens) > columns else _end(span)
            entries = f"{len(row_tokens)} {'entry' if len(row_tokens) == 1 else 'entries'}"
            problem = f"line {row + 1} of {what} has {entries}, and the board needs {columns}"
            raise fail("E203", problem, here)
        result.append(row_tokens)
    return result


def _end(span: Span) -> Span:
    """The last character of a line, to point at what is missing behind it."""
    length = len(span.text.rstrip())
    return Span(span.source, span.start + max(0, length - 1), span.start + max(length, 1))


def token_item(token: LineToken) -> PlacedItem | None:
    """The item of a token; None for a blank."""
    return None if token.blank else PlacedItem(_value(token), token.span)


def number(token: LineToken) -> int:
    """The number of a token.  Raises `Failed` for other tokens."""
    value = _value(token)
    if not isinstance(value, int):
        raise fail("E203", f"`{token.text}` is no number", token.span)
    return value


def _value(token: LineToken) -> RawItem:
    """A number, a list of them, or the token itself."""
    parts = token.text.split(",")
    if len(parts) == 1:
        return _number(token) if _is_number(token.text) else token.text
    if all(part == NOT_SAID or _is_number(part) for part in parts):
        return tuple(UNKNOWN if part == NOT_SAID else _number(LineToken(part, token.span)) for part in parts)
    return token.text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _number(token: LineToken) -> int:
    if len(token.text) > MAX_DIGITS:
        raise fail("E203", f"a number of {len(token.text)} digits is too long", token.span)
    return int(token.text)


# ------------------------------------------------------------------------------------------------------- writing


def token_text(value: RawItem) -> str:
    """The token of an item: the inverse of `token_item`."""
    match value:
        case None:
            return BLANK
        case Unknown():
            return NOT_SAID
        case tuple():
            return ",".join(NOT_SAID if isinstance(part, Unknown) else str(part) for part in value) or "0"
        case _:
            return str(value)


def join_rows(rows: Iterable[Iterable[str]]) -> str:
    """Rows of tokens as lines."""
    return "".join(" ".join(row) + "\n" for row in rows)


def chunks(layer: Sequence[RawItem], width: int) -> list[Sequence[RawItem]]:
    """Cuts a layer into rows."""
    return [layer[start : start + width] for start in range(0, len(layer), width)]


# ---------------------------------------------------------------------------------------- what is given and drawn


def add_givens(given: Layer, drawn: Layer) -> Layer:
    """Adds given items to drawn ones, if anything is drawn: a file leaves them out of the drawing."""
    if not any(drawn):
        return drawn
    return [own or (item if item and item.value != NOT_SAID else None) for item, own in zip(given, drawn, strict=True)]


def remove_givens(given: Sequence[RawItem], drawn: Sequence[RawItem]) -> list[RawItem]:
    """Removes drawn items that are the given of their place: the inverse of `add_givens`."""
    free = (None, NOT_SAID, UNKNOWN)
    return [own if item in free or own != item else None for item, own in zip(given, drawn, strict=True)]
