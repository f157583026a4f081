"""The frame of a puzz.link URL: host, type, letters for variants, size."""

import re
from urllib.parse import unquote

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces.codec import ALIASES
from puzzlelang.source import Source, Span

_TYPE = re.compile(r"(?:https?://)?[\w.:-]+/[\w./-]*\?(?:type=\w+&)?(?P<type>[a-z\d-]+(?:_bit)?)(?P<mode>_\w+)?(?=/)")
_OLD = re.compile(
    r"(?=\S+\Z)(?:(?:https?://)?(?=[\w.-]*?kanpen)[\w.-]++/(?P<type>[a-z\d]*+)\S*+|\S*?\?(?:pzpr|problem)=\S*+)"
)
_MODES = ("", "_edit", "_play", "_edit_play")
_MOST_DIGITS = 4
"""Longest number of columns or rows that is read."""


class UrlFrame(msgspec.Struct, frozen=True):
    """The parts of a URL with their spans; `start` is the beginning of the pieces, `rest` all from there on."""

    flags: Span
    width: int
    height: int
    size: Span
    start: int

    @property
    def rest(self) -> Span:
        """Return what stands behind the size."""
        source = self.size.source
        return source.span(self.start, max(self.start, len(source.text.rstrip())))


def type_of(text: str) -> str | None:
    """The type that a URL names, "" if it is one of an old form, None if the text is no such URL."""
    plain = decode_escapes(text).strip()
    result = _TYPE.match(plain)
    if result is not None:
        return ALIASES.get(result["type"], result["type"])
    old = _OLD.fullmatch(plain)
    return ALIASES.get(old["type"], old["type"] or "") if old else None


def decode_escapes(text: str) -> str:
    """A URL with escapes such as `%2F` replaced, if its slashes are escaped."""
    _, mark, body = text.partition("?")
    return unquote(text) if re.search("%2f", body if mark else text, re.IGNORECASE) else text


def split(source: Source) -> UrlFrame:
    """Splits a URL for which `type_of` names a type.  Raises `Failed` at the first wrong character."""
    text = source.text
    begin = len(text) - len(text.lstrip())
    result = _TYPE.match(text, begin)
    if result is None:
        hint = "puzz.link opens many of these: copy the URL that it then shows"
        raise fail("E202", "links of this old form are not read", source.first(), hint=hint)
    if (result["mode"] or "") not in _MODES:
        hint = "only `_edit` and `_play` may stand behind the type"
        raise fail("E202", f"`{result['mode']}` is not known", source.span(*result.span("mode")), hint=hint)
    parts = _parts(source, result.end() + 1)
    if parts and parts[0].text.startswith("v:"):
        hint = f"if the usual rules are right for it, leave out `{parts[0].text}/`"
        raise fail("E202", "this puzzle has rules of its own, which its link does not include", parts[0], hint=hint)
    flags = source.span(parts[0].start, parts[0].start)
    if len(parts) > 1 and parts[0].text.isascii() and parts[0].text.isalpha():
        flags, parts = parts[0], parts[1:]
    width, height = (_count(parts, index, source, what) for index, what in enumerate(("columns", "rows")))
    return UrlFrame(flags, width, height, parts[0].to(parts[1]), min(parts[1].end + 1, len(text.rstrip())))


def _parts(source: Source, start: int) -> list[Span]:
    """The parts between slashes, at most three: letters, columns, rows."""
    end = len(source.text.rstrip())
    spans: list[Span] = []
    while start <= end and len(spans) < 3:
        stop = source.text.find("/", start, end)
        stop = end if stop < 0 else stop
        spans.append(source.span(start, stop))
        start = stop + 1
    return spans or [source.span(end, end)]


def _count(parts: list[Span], index: int, source: Source, what: str) -> int:
    if index >= len(parts):
        end = len(source.text.rstrip())
        raise _no_size(f"the URL ends where the number of {what} should stand", source.span(end, end))
    part = parts[index]
    if not (part.text.isascii() and part.text.isdigit()):
        raise _no_size(f"here should stand the number of {what}", part)
    if len(part.text) > _MOST_DIGITS:
        raise _no_size(f"a number of {len(part.text)} digits is too long", part)
    return int(part.text)


def _no_size(message: str, span: Span) -> Failed:
    return fail("E202", message, span, hint="behind the type stand columns/rows, such as `tents/5/5/…`")
