"""Completion of names behind a dot.

A placeholder is put behind the dot, and the checker lists which names can stand there.  If the statement cannot be
parsed, it is ended behind the placeholder, in one of a few ways.
"""

import functools
import re
from collections.abc import Callable, Iterator

from puzzlelang import pipeline, resources
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, keywords
from puzzlelang.typed.definitions import Definition
from puzzlelang.typed.from_syntax import CheckResult
from puzzlelang.typed.members import members, properties

_BEHIND = re.compile(r"(?<![.\d])\.(\w*)\Z")
_WORD = re.compile(r"\w*")
_STARTING = re.compile(rf"^(?:{'|'.join(sorted(keywords.STARTING))})\b", re.MULTILINE)
_BRACKETS = {"(": ")", "{": "}"}

Analyse = Callable[[Source], CheckResult]
"""Analyses a text with the files that it brings in."""

_NAME = "whatever_it_is"
_TAILS = ("", ": 1 = 1", " then 1 = 1")
"""What may follow a name, so that a statement can be read."""


def completions_behind_dot(
    source: Source, offset: int, analyse: Analyse | None = None
) -> tuple[Definition, ...] | None:
    """Return what the word at an offset may become if it stands behind a dot; None if it does not."""
    analyse = analyse or functools.partial(pipeline.analyse, beside=resources.library())
    text = source.text
    result = _BEHIND.search(text[:offset])
    if result is None:
        return None
    start = result.start(1)
    rest = text[_WORD.match(text, offset).end() :]  # type: ignore[union-attr]
    whole = Source(source.name, text[:start] + _NAME + rest)
    checked = analyse(whole)
    names = members(checked, whole, start)
    if names is not None:
        return names
    if not any(item.span.start <= start <= item.span.end for item in from_text.read(whole).broken):
        return ()  # it can be read, and is no property: a text or a remark
    for other in _endings(text[:start] + _NAME, rest):
        mended = Source(source.name, other)
        names = members(analyse(mended), mended, start)
        if names is not None:
            return names
    return properties(checked)


def _endings(before: str, rest: str) -> Iterator[str]:
    """Yield variants of the text in which the statement ends behind `before`; later statements stay as they are."""
    starts = [result.start() for result in _STARTING.finditer(before)]
    closing = ""
    for sign in before[starts[-1] :] if starts else before:
        if sign in _BRACKETS:
            closing = _BRACKETS[sign] + closing
        elif closing.startswith(sign):
            closing = closing[1:]
    following = _STARTING.search(rest)
    others = rest[following.start() :] if following else ""
    for tail in _TAILS:
        yield f"{before}{closing}{tail}\n{others}"
