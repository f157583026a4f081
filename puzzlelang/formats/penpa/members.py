"""Parses JSON with positions: the members of an object or a list, each with its span."""

import json
import re
from collections.abc import Callable
from typing import Any

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.source import Span

_BLANK = re.compile(r"[ \t\r]*")


def _no_constant(name: str) -> Any:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_constant)

Visit = Callable[[str, Span, int], int]
"""Told the name of a member (empty in a list), the place of the name or of the value, and where the value begins;
returns where it ends.
"""


def whole_value(line: Span) -> Any:
    """Parses a line as one JSON value.  Raises `Failed` for invalid JSON, or if more follows."""
    result, end = value(line, _skip_blanks(line, line.start))
    if _skip_blanks(line, end) < line.end:
        raise _wrong(line, end)
    return result


def value(line: Span, at: int) -> tuple[Any, int]:
    """Parses the JSON value at `at`, and returns it with its end.  Raises `Failed`, also beyond the line."""
    try:
        result, end = _DECODER.raw_decode(line.source.text, at)
    except json.JSONDecodeError as error:
        raise _wrong(line, error.pos) from None
    except (ValueError, RecursionError):
        raise _wrong(line, at) from None
    if end > line.end:
        raise _wrong(line, line.end)
    return result, end


def visit_members(line: Span, at: int, visit: Visit) -> int:
    """Visits the members of the object or list at `at`; returns its end.  Raises `Failed`."""
    text = line.source.text
    opening = text[at : at + 1]
    if opening not in ("{", "[") or at >= line.end:
        raise _wrong(line, at)
    closing = "}" if opening == "{" else "]"
    at = _skip_blanks(line, at + 1)
    if text[at : at + 1] == closing:
        return at + 1
    while True:
        start, name = at, ""
        span = line.source.span(start, start + 1)
        if opening == "{":
            name, at = value(line, at)
            if not isinstance(name, str):
                raise _wrong(line, start)
            span = line.source.span(start, at)
            at = _skip_blanks(line, _skip_sign(line, _skip_blanks(line, at), ":"))
        at = _skip_blanks(line, visit(name, span, at))
        if text[at : at + 1] == closing:
            return at + 1
        at = _skip_blanks(line, _skip_sign(line, at, ","))


def _skip_sign(line: Span, at: int, sign: str) -> int:
    if line.source.text[at : at + 1] != sign:
        raise _wrong(line, at)
    return at + 1


def _skip_blanks(line: Span, at: int) -> int:
    result = _BLANK.match(line.source.text, at, line.end)
    return result.end() if result else at


def _wrong(line: Span, at: int) -> Failed:
    at = min(at, line.end)
    return fail("E203", "what was unpacked is broken here", line.source.span(at, min(at + 1, line.end)))
