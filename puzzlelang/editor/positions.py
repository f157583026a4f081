"""Positions as editors count them: lines from 0, and UTF-16 code units within a line."""

import bisect
import re

import msgspec

from puzzlelang.source import Source, Span

_LINE_END = re.compile(r"\n|\r")
"""What ends a line for editors; a carriage return in front of a line feed is gone once a text is read."""


class Position(msgspec.Struct, frozen=True, order=True):
    """A line and a code unit in it, both from 0."""

    line: int
    character: int


class Range(msgspec.Struct, frozen=True):
    """The range from one position up to another."""

    start: Position
    end: Position


class Lines:
    """The lines of a text, between offsets of Python and positions of editors."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(result.end() for result in _LINE_END.finditer(text))]

    def position(self, offset: int) -> Position:
        """The position of an offset; those outside of the text become its ends."""
        place = max(0, min(offset, len(self.text)))
        line = bisect.bisect_right(self._starts, place) - 1
        return Position(line, _units(self.text[self._starts[line] : place]))

    def offset(self, position: Position) -> int:
        """The offset of a position; one behind the end of a line means that end."""
        if position.line < 0:
            return 0
        if position.line >= len(self._starts):
            return len(self.text)
        start = self._starts[position.line]
        following = position.line + 1
        end = self._starts[following] - 1 if following < len(self._starts) else len(self.text)
        line = self.text[start:end]
        if line.isascii():
            return start + max(0, min(position.character, len(line)))
        units = 0
        for place, sign in enumerate(line):
            if units >= position.character:
                return start + place
            units += _units(sign)
        return end

    def range(self, span: Span) -> Range:
        """The range of a span."""
        return Range(self.position(span.start), self.position(max(span.start, span.end)))

    def last_line(self) -> int:
        """The number of the last line."""
        return len(self._starts) - 1


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def editor_text(text: str) -> str:
    """A text as it is read from a file: without a byte order mark, lines with a line feed."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def source_of(name: str, text: str) -> Source:
    """The source of an editor's text."""
    return Source(name, editor_text(text))
