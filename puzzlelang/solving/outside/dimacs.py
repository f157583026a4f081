"""Answers of solvers for clauses: `s` and `v` lines as in the SAT competitions.

minisat and yices-sat leave out these letters.
"""

import re

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.solving.outside.answer import PrintedAnswer, SolverValue, Status
from puzzlelang.source import Source

STATUS = {
    "SATISFIABLE": Status.SAT,
    "SAT": Status.SAT,
    "UNSATISFIABLE": Status.UNSAT,
    "UNSAT": Status.UNSAT,
    "UNKNOWN": Status.UNKNOWN,
    "INDETERMINATE": Status.UNKNOWN,
    "INDET": Status.UNKNOWN,
}

_FIRST = re.compile(
    r"\s*(?:c(?:[ \t].*)?|[sv][ \t].*|-?[0-9][-0-9 \t]*|" + "|".join(STATUS) + r")(?:\n|$)|\s*sat\s+-?[0-9]", re.ASCII
)
_WORD = re.compile(r"[^ \t\r]+")
_LITERAL = re.compile(r"0|-?[1-9][0-9]{0,17}", re.ASCII)


def fits(text: str) -> bool:
    """Return whether a text begins as such an answer does."""
    return _FIRST.match(text) is not None


def read(source: Source) -> PrintedAnswer:
    """Read the whole text.  Raises `Failed` at the first thing that no such answer has."""
    status: Status | None = None
    numbers: dict[int, SolverValue] = {}
    listed = ended = False
    for line, start in zip(source.text.split("\n"), source.starts, strict=True):
        words = [(result.group(), start + result.start()) for result in _WORD.finditer(line)]
        head = words[0][0] if words else "c"
        if head == "c":
            continue
        if head == "s" or head.upper() in STATUS:
            status_words = words[1:] if head == "s" else words
            if len(status_words) != 1 or status_words[0][0].upper() not in STATUS:
                raise _unreadable(source, words[0][1], line, "this is no status")
            if status is not None:
                raise _unreadable(source, words[0][1], line, "there is more than one answer; keep one of them")
            status = STATUS[status_words[0][0].upper()]
            continue
        listed = True
        for word, place in words[1:] if head == "v" else words:
            if ended:
                raise _unreadable(source, place, word, "the values ended before, with 0")
            if not _LITERAL.fullmatch(word):
                raise _unreadable(source, place, word, "this is no number of a value")
            ended = word == "0"
            if not ended:
                _put(numbers, int(word), source, place, len(word))
    if status is None and not listed:
        raise fail("E320", f"{source.name} has no answer in it", source.span(0, 0))
    return PrintedAnswer(source, status or Status.SAT, "", {}, numbers, listed)


def _put(numbers: dict[int, SolverValue], literal: int, source: Source, place: int, length: int) -> None:
    span = source.span(place, place + length)
    known = numbers.setdefault(abs(literal), SolverValue(literal > 0, span))
    if known.value != (literal > 0):
        raise fail("E320", f"{abs(literal)} is said to be true and to be false", span)


def _unreadable(source: Source, place: int, text: str, here: str) -> Failed:
    return fail("E320", "this answer cannot be read", source.span(place, place + len(text.strip())), here=here)
