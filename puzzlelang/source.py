"""Named texts and spans in them, for diagnostics to point at."""

import bisect
import re
from functools import cached_property

import msgspec

STEERING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""A character that steers a terminal or turns the direction of writing, or half of one: none belongs into a text.

A line feed and a tab do.
"""


class Source(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One text a person wrote: a rules file, a board, a URL.

    `name` is what is shown (`tents.rules`, `<stdin>`); two sources are the same only if they are one object.
    """

    name: str
    text: str

    def __repr__(self) -> str:
        return f"Source({self.name!r})"

    @cached_property
    def starts(self) -> list[int]:
        """Offset of the first character of each line; lines end at a line feed only."""
        return [0, *(result.end() for result in re.finditer("\n", self.text))]

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, the column in characters."""
        line = bisect.bisect_right(self.starts, max(0, min(offset, len(self.text))))
        return line, max(0, min(offset, len(self.text))) - self.starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Text of a line counted from 1, without its end; empty beyond the last."""
        if not 1 <= number <= len(self.starts):
            return ""
        start = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def span(self, start: int, end: int) -> "Span":
        """The half-open span from `start` to `end`."""
        return Span(self, start, end)

    @cached_property
    def _opening(self) -> tuple[int, int]:
        result = re.search(r"[^\s\ufeff]", self.text)
        return result.span() if result else (0, 0)

    def first(self) -> "Span":
        """The first character that is not blank, to stand for the whole text; an empty span if there is none."""
        return Span(self, *self._opening)

    def at(self, line: int, column: int, length: int = 1) -> "Span":
        """The span at a line and column, both from 1."""
        start = self.starts[min(line, len(self.starts)) - 1] + column - 1
        return Span(self, start, start + length)


class Span(msgspec.Struct, frozen=True):
    """A stretch of a source, as half-open character offsets."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]

    def to(self, other: "Span") -> "Span":
        """The span from the start of this one to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))


class Spanned(msgspec.Struct, frozen=True, eq=False):
    """A node with a span, compared by content: equal to another of its kind that says the same.

    Every field counts but `span`.
    """

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__struct_fields__ if name != "span")

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        values = (getattr(self, name) for name in self.__struct_fields__ if name != "span")
        return hash((type(self).__name__, *values))


NOWHERE = Span(Source("<built in>", ""), 0, 0)
"""The place of what no person wrote."""
