"""Renders diagnostics as text for people and as plain values for editors."""

from collections.abc import Iterator, Sequence
from typing import Any

from puzzlelang.diagnostics import fixes
from puzzlelang.diagnostics.excerpt import ExcerptMark, Row, blocks, plain, rows
from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.source import Span

_COLOURS = {"error": "1;31", "warning": "1;33", "message": "1", "frame": "1;34", "second": "1;36", "help": "1;32"}
"""Styles as parameters of the ANSI escape that selects them."""


MOST_SHOWN = 50
"""Diagnostics that a person is shown at once; JSON has all of them."""

LONGEST = 1_000
"""Characters of a message or a help that are shown."""


def as_text(diagnostic: Diagnostic, *, colour: bool, width: int = 100) -> str:
    """The diagnostic with the lines it points at, without a line end at the end.

        error[E020]: there is nothing called `stra`
          --> stars.rules:7:27
           |
         7 |   every g in lines: count(stra & g) = 2
           |                           ^^^^
           |
          = help: did you mean `star`?

    Lines wider than `width` are cut around the caret; `colour` adds ANSI escapes and changes nothing else.
    """
    return "\n".join(_paint(row, colour) for row in _rows(diagnostic, width))


def as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """The diagnostic as JSON values; the keys are stable.

    Lines and columns count from 1, columns in characters, `end_column` is the first one after the place.  Without a
    place `file` and the four numbers are None.
    """
    return {
        "code": diagnostic.code,
        "severity": _severity(diagnostic),
        "message": diagnostic.message,
        **place_json(diagnostic.span),
        "here": diagnostic.here,
        "help": diagnostic.help,
        "labels": [{**place_json(label.span), "message": label.message} for label in diagnostic.labels],
        "fixes": [
            {"title": fix.title, "edits": [{**place_json(edit.span), "text": edit.text} for edit in fix.edits]}
            for fix in fixes.fixes_of(diagnostic)
        ],
    }


def listing(diagnostics: Sequence[Diagnostic], colour: bool, width: int = 100) -> str:
    """The first `MOST_SHOWN`, a blank line after each, and last how many there are in all; empty if there are none."""
    if not diagnostics:
        return ""
    errors = sum(item.is_error for item in diagnostics)
    counts = [_count_text(errors, "error"), _count_text(len(diagnostics) - errors, "warning")]
    shown = [as_text(item, colour=colour, width=width) for item in diagnostics[:MOST_SHOWN]]
    more = len(diagnostics) - len(shown)
    summary = ", ".join(filter(None, counts)) + (f"; {more} of them are not shown" if more else "")
    return "\n\n".join([*shown, summary])


def _count_text(number: int, word: str) -> str:
    return count_of(number, word) if number else ""


def _severity(diagnostic: Diagnostic) -> str:
    return "error" if diagnostic.is_error else "warning"


def place_json(span: Span | None) -> dict[str, Any]:
    """The place of a text as JSON values, all None without one; see `as_json`."""
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    line, column = span.source.line_column(span.start)
    end_line, end_column = span.source.line_column(max(span.start, span.end))
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def _rows(diagnostic: Diagnostic, width: int) -> Iterator[Row]:
    severity = _severity(diagnostic)
    yield [(f"{severity}[{diagnostic.code}]", severity), (f": {_brief(diagnostic.message)}", "message")]
    marks = [ExcerptMark(label.span, label.message, "-", "second") for label in diagnostic.labels]
    if diagnostic.span is not None:
        marks.insert(0, ExcerptMark(diagnostic.span, diagnostic.here, "^", severity))
    digits = max((len(str(mark.line)) for mark in marks), default=1)
    for block in blocks(marks):
        place = place_json(block[0].span)
        yield [
            (" " * (digits + 1) + "--> ", "frame"),
            (f"{plain(str(place['file']))}:{place['line']}:{place['column']}", ""),
        ]
        yield from rows(block, digits, width)
    if not diagnostic.help:
        return
    if marks:
        yield [(" " * (digits + 2) + "|", "frame")]
    first, *rest = _brief(diagnostic.help).split("\n")
    yield [(" " * (digits + 1) + "= ", "frame"), ("help", "help"), (f": {first}", "")]
    for line in rest:
        yield [(" " * (digits + 9) + line, "")]


def _brief(text: str) -> str:
    return plain(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _paint(row: Row, colour: bool) -> str:
    if not colour:
        return "".join(text for text, _ in row).rstrip()
    return "".join(f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if style else text for text, style in row)
