"""Marks in fields of an address: letters, and numbers or words in parentheses, each at a counted place."""

import re
from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.kudamono.orders import Point
from puzzlelang.formats.pieces.codec import PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.puzzle import UNKNOWN, Unknown
from puzzlelang.source import Span

_WORD = re.compile(r"[A-Za-z]|[0-9]{1,6}|[A-Za-z?]+")
_PLAIN = re.compile(r"[A-Za-z]")

NUMBERED = "abcdefghijklmnopqrstuvw"
"""Letters that are numbers from 1 on where no entry has them as a key."""


class AddressReader(TextReader, eq=False, kw_only=True):
    """An address with its fields; `taken` are the names of those that a piece has read.

    `size`: the rows and columns of squares that it states.
    """

    fields: Mapping[str, Span]
    size: tuple[int, int] = (0, 0)
    version: int = 0
    taken: set[str] = msgspec.field(default_factory=set)

    def field(self, name: str) -> TextReader:
        """A reader of a field, at its end if the address has none."""
        self.taken.add(name)
        span = self.fields.get(name)
        return TextReader(self.source, span.start, span.end) if span else TextReader(self.source, self.end, self.end)


def steps_from(reader: TextReader, points: Sequence[Point], at: int, what: str) -> int:
    """The place so many steps behind `at`.  Raises `Failed` if the board has none there."""
    start = reader.at
    there = at + reader.number(f"how many places before the next {what}")
    if there >= len(points):
        raise reader.wrong("this leads beyond the last place of the board", start=start)
    return there


def read_marks(reader: TextReader, points: Sequence[Point], keys: set[str]) -> dict[Point, PlacedItem]:
    """The marks of a field at its counted places; letters among `keys` are no numbers.  Raises `Failed`."""
    result: dict[Point, PlacedItem] = {}
    at = 0
    while not reader.done:
        start = reader.at
        sign = reader.take("a mark")
        value: RawItem = sign
        if sign == "(":
            word = reader.source.text[reader.at : reader.end].partition(")")[0]
            if not _WORD.fullmatch(word) and word != "?":
                raise reader.wrong("in parentheses should stand a number or a word", start=start)
            reader.at += len(word)
            reader.literal(")")
            value = int(word) if word.isdigit() else UNKNOWN if word == "?" else word
        elif not _PLAIN.fullmatch(sign):
            raise reader.wrong("here should stand a letter, or a number in parentheses", start=start)
        elif sign in NUMBERED and sign not in keys:
            value = NUMBERED.index(sign) + 1
        span = reader.span(start)
        at = steps_from(reader, points, at, "mark")
        result[points[at]] = PlacedItem(value, span)
    return result


def write_marks(marks: Mapping[Point, RawItem], points: Sequence[Point]) -> str:
    """The inverse of `read_marks`.  Raises `Failed` for what is no mark."""
    written, before = "", 0
    for at, point in enumerate(points):
        item = marks.get(point)
        if item is None:
            continue
        shown = "?" if isinstance(item, Unknown) else str(item)
        if isinstance(item, tuple) or not (_WORD.fullmatch(shown) or shown == "?"):
            raise fail("E208", f"`{shown}` is no mark of a Kudamono address", hint="they are letters and numbers")
        written += f"{shown if _PLAIN.fullmatch(shown) else f'({shown})'}{at - before}"
        before = at
    return written
