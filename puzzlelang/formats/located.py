"""Parses JSON, and the short form in which SudokuPad packs it, into values that know where they stand.

In the short form quotes are `'`, names have none, booleans are `t` and `f`, colours have no quotes, and nothing at all
stands for `{}`.  Both are read by one parser, since no text of one is a text of the other with another meaning.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.source import Source, Span

DEEPEST = 24
"""How deep objects and lists may lie in each other; those of boards lie 8 deep."""

LONGEST_NUMBER = 20

_TOKEN = re.compile(
    r"""[ \t\r\n]*+(?:(?P<string>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')"""
    r"""|(?P<sign>[][{},:])|(?P<word>[^][{},:"' \t\r\n]++))"""
)
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", re.ASCII)
_COLOUR = re.compile(r"[0-9A-Fa-f]{6}")
_WORDS = {"true": True, "t": True, "false": False, "f": False, "null": None, "#0": "#000000", "#F": "#FFFFFF"}

Scalar = str | int | float | bool | None


class LocatedValue(msgspec.Struct, frozen=True):
    """A value of a JSON text with its span: a scalar, the members of an object by name, or the items of a list."""

    value: "Scalar | Mapping[str, LocatedValue] | Sequence[LocatedValue]"
    span: Span

    @property
    def silent(self) -> bool:
        """Whether this says nothing, as if it were not there: null, false, an empty text, object or list."""
        return self.value is None or self.value is False or (not isinstance(self.value, int | float) and not self.value)

    @property
    def members(self) -> "Mapping[str, LocatedValue]":
        """The members of an object.  Raises `Failed` for anything else."""
        if not isinstance(self.value, Mapping):
            raise self.wrong("an object")
        return self.value

    @property
    def items(self) -> "Sequence[LocatedValue]":
        """The items of a list.  Raises `Failed` for anything else."""
        if not isinstance(self.value, list | tuple):
            raise self.wrong("a list")
        return self.value

    @property
    def text(self) -> str:
        """A text.  Raises `Failed` for anything else."""
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        return self.value

    def wrong(self, wanted: str) -> Failed:
        """The error for a value that should be something else."""
        return fail("E203", f"here should stand {wanted}", self.span)


def text_at(members: Mapping[str, LocatedValue], name: str) -> str:
    """The text of a member, empty if it is none."""
    result = members.get(name)
    return result.value if result is not None and isinstance(result.value, str) else ""


class _Token(NamedTuple):
    kind: str
    span: Span


class _Parser:
    """Reads a text token by token; `next` is the one read ahead, of the kind "" at the end; `once` as for `parse`."""

    def __init__(self, source: Source, once: bool) -> None:
        self.source = source
        self.once = once
        self.end = len(source.text.rstrip())
        self.at = source.first().start
        self.next = self._token()

    def _token(self) -> _Token:
        if self.at >= self.end:
            return _Token("", self.source.span(self.end, self.end))
        result = _TOKEN.match(self.source.text, self.at, self.end)
        if result is None or result.lastgroup is None:
            raise broken(self.source.span(self.at, self.at + 1))
        self.at = result.end()
        return _Token(result.lastgroup, self.source.span(*result.span(result.lastgroup)))

    def take(self) -> _Token:
        """The next token; moves on."""
        result = self.next
        self.next = self._token()
        return result

    def ahead(self, signs: str) -> bool:
        """Whether one of these signs comes next."""
        return self.next.kind == "sign" and self.next.span.text in signs


def parse(source: Source, *, once: bool = False) -> LocatedValue:
    """Parses a text.  Raises `Failed` where it is broken, or lies deeper than any board.

    With `once` also for a member that an object has twice.
    """
    parser = _Parser(source, once)
    result = _value(parser, 0)
    if parser.next.kind:
        raise broken(parser.next.span)
    return result


def broken(span: Span) -> Failed:
    """The error for a text that is no JSON."""
    return fail("E203", "what was unpacked is broken here", span)


def _value(parser: _Parser, depth: int) -> LocatedValue:
    if depth > DEEPEST:
        raise fail("E203", f"this lies more than {DEEPEST} deep", parser.next.span)
    if parser.ahead(",]}") and depth:
        here = parser.next.span.start
        return LocatedValue({}, parser.source.span(here, here))
    token = parser.take()
    match token.kind, token.span.text:
        case "sign", "{":
            return _object(parser, token.span, depth)
        case "sign", "[":
            return _list(parser, token.span, depth)
        case "string", _:
            return LocatedValue(_string(token.span), token.span)
        case "word", _:
            return LocatedValue(_word(token.span), token.span)
        case _:
            raise broken(token.span)


def _object(parser: _Parser, opening: Span, depth: int) -> LocatedValue:
    result: dict[str, LocatedValue] = {}
    while not parser.ahead("}"):
        name = parser.take()
        if name.kind not in ("string", "word") or not parser.ahead(":"):
            raise broken(name.span)
        parser.take()
        called = _string(name.span) if name.kind == "string" else name.span.text
        if parser.once and called in result:
            raise fail("E107", f"`{called}` is there twice", name.span, hint="leave one out")
        # As everywhere, of two members with one name the second holds.
        result[called] = _value(parser, depth + 1)
        _comma(parser, "}")
    return LocatedValue(result, opening.to(parser.take().span))


def _list(parser: _Parser, opening: Span, depth: int) -> LocatedValue:
    result: list[LocatedValue] = []
    while not parser.ahead("]"):
        result.append(_value(parser, depth + 1))
        if _comma(parser, "]") and parser.ahead("]"):
            result.append(_value(parser, depth + 1))
    return LocatedValue(result, opening.to(parser.take().span))


def _comma(parser: _Parser, closing: str) -> bool:
    """Reads a comma; False before the closing bracket.  Raises `Failed` for anything else."""
    if parser.ahead(closing):
        return False
    sign = parser.take()
    if sign.kind != "sign" or sign.span.text != ",":
        raise broken(sign.span)
    return True


def _string(span: Span) -> str:
    inside = span.text[1:-1]
    if span.text[0] == "'":
        inside = re.sub(r"\\.|\"", lambda result: {"\\'": "'", '"': '\\"'}.get(result[0], result[0]), inside)
    try:
        result = json.loads(f'"{inside}"', strict=False)
    except ValueError:
        raise broken(span) from None
    assert isinstance(result, str)
    return result.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _word(span: Span) -> Scalar:
    text = span.text
    if text in _WORDS:
        return _WORDS[text]
    if _COLOUR.fullmatch(text) and not text.isdigit():
        return f"#{text}"
    if len(text) > LONGEST_NUMBER or not (number := _NUMBER.fullmatch(text)):
        raise broken(span)
    return float(text) if number[1] or number[2] else int(text)
