"""Brackets, commas and numbers: tuples of tuples of numbers, laid out freely."""

import re
from collections.abc import Iterator

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces.codec import PlacedItem
from puzzlelang.formats.pieces.reader import MAX_DIGITS
from puzzlelang.source import Source, Span

_TOKEN = re.compile(r"\s*(?P<sign>[(),]|[0-9]+|\S)?")


class TupleRow(msgspec.Struct, frozen=True):
    """One inner tuple: its numbers, and where it is written from bracket to bracket."""

    numbers: tuple[int, ...]
    spans: tuple[Span, ...]
    span: Span

    def item(self, index: int) -> PlacedItem:
        """A number of it, with its place."""
        return PlacedItem(self.numbers[index], self.spans[index])


class _Signs(msgspec.Struct, eq=False):
    """Brackets, commas and numbers, one looked ahead at; an empty one at the end of the text."""

    rest: Iterator[Span]
    next: Span

    def take(self) -> Span:
        """The next sign, moving on; the end of the text again and again."""
        sign = self.next
        self.next = next(self.rest, sign)
        return sign

    def comma(self, closing: Span) -> None:
        """Read a comma, or nothing before a closing bracket.  Raises `Failed` for anything else."""
        if self.next.text == ",":
            self.take()
        elif self.next.text != ")":
            raise _unexpected(self.next, closing, "`,` or `)`")


def read_nested(source: Source) -> tuple[TupleRow, ...]:
    """The inner tuples of a text.  Raises `Failed` for brackets that do not close, anything deeper, and other signs."""
    signs = _signs(source)
    opening = signs.take()
    if opening.text != "(":
        raise _broken("the tuples begin with `(`", opening)
    rows: list[TupleRow] = []
    while signs.next.text != ")":
        if signs.next.text != "(":
            raise _unexpected(signs.next, opening, "a tuple of numbers, in brackets")
        rows.append(_row(signs))
        signs.comma(opening)
    signs.take()
    if signs.next.text:
        raise _broken("the tuples end before this", signs.next)
    return tuple(rows)


def _row(signs: _Signs) -> TupleRow:
    opening = signs.take()
    found: list[Span] = []
    while signs.next.text != ")":
        sign = signs.next
        if sign.text == "(":
            raise _broken("tuples lie two deep here, and this one lies in a third", sign)
        if not _is_number(sign.text):
            raise _unexpected(sign, opening, "a number")
        if len(sign.text) > MAX_DIGITS:
            raise fail("E203", f"a number of {len(sign.text)} digits is too long", sign)
        found.append(signs.take())
        signs.comma(opening)
    return TupleRow(tuple(int(span.text) for span in found), tuple(found), opening.to(signs.take()))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _signs(source: Source) -> _Signs:
    def rest() -> Iterator[Span]:
        at, end = 0, len(source.text.rstrip())
        while at < end:
            found = _TOKEN.match(source.text, at)
            assert found is not None
            yield source.span(*found.span("sign"))
            at = found.end()
        yield source.span(end, end)

    spans = rest()
    return _Signs(spans, next(spans))


def _unexpected(sign: Span, opening: Span, wanted: str) -> Failed:
    if not sign.text:
        return _broken("this bracket is never closed", opening)
    return _broken(f"here should stand {wanted}", sign)


def _broken(message: str, span: Span) -> Failed:
    return fail("E202", message, span)
