"""Verified fixes: each is applied to a copy of the text, and offered if the mistake goes and no other comes."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from puzzlelang.diagnostics.fixes import apply, fixes_of
from puzzlelang.diagnostics.record import Diagnostic, Fix
from puzzlelang.source import Source

Diagnose = Callable[[Source], Sequence[Diagnostic]]
"""All diagnostics of a text."""

MOST_TRIED = 12
"""Fixes of one mistake that are tried."""

MOST_FIXED = 100
"""Mistakes of one text that are mended in a row."""

_SYNTAX = frozenset({"E001", "E002", "E003", "E004", "E005"})
"""Mistakes that hide others of the same statement, as it could not be read."""


def holding_fixes(source: Source, wrong: Diagnostic, diagnose: Diagnose, before: Sequence[Diagnostic]) -> list[Fix]:
    """The fixes of a diagnostic of `source` that mend it, those after which nothing new is wrong first."""
    clean, revealing = [], []
    for fix in _within(source, wrong):
        after = diagnose(Source(source.name, apply(source.text, fix.edits)))
        counted = Counter(map(_code_and_message, after))
        if counted[_code_and_message(wrong)] >= Counter(map(_code_and_message, before))[_code_and_message(wrong)]:
            continue
        new = counted - Counter(map(_code_and_message, before))
        if not new:
            clean.append(fix)
        elif wrong.code in _SYNTAX and all(_further(item, wrong) for item in after if _code_and_message(item) in new):
            revealing.append(fix)
    return clean + revealing


def fix_all(source: Source, diagnose: Diagnose, *, only_sure: bool = True) -> tuple[str, int]:
    """The text with the first fix of each mistake that has one, and how many were made; other mistakes stay.

    `only_sure`: fixes that say what was meant; all else stays for the person to choose.
    """
    fixed, refused = 0, set[tuple[str, str]]()
    while fixed < MOST_FIXED:
        result = diagnose(source)
        results = False
        for wrong in result:
            if _code_and_message(wrong) in refused:
                continue
            fixes = [fix for fix in holding_fixes(source, wrong, diagnose, result) if fix.sure or not only_sure]
            if fixes:
                source, fixed, results = Source(source.name, apply(source.text, fixes[0].edits)), fixed + 1, True
                break
            refused.add(_code_and_message(wrong))
        if not results:
            break
    return source.text, fixed


def _within(source: Source, wrong: Diagnostic) -> Iterator[Fix]:
    """The first fixes that change this text only."""
    for fix in fixes_of(wrong)[:MOST_TRIED]:
        if all(edit.span.source.name == source.name and edit.span.source.text == source.text for edit in fix.edits):
            yield fix


def _further(other: Diagnostic, wrong: Diagnostic) -> bool:
    """Whether a mistake may have been hidden by another: it is none of syntax, or stands further behind."""
    if other.code not in _SYNTAX or other.span is None or wrong.span is None:
        return other.code not in _SYNTAX
    return other.span.start > wrong.span.start


def _code_and_message(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.code, diagnostic.message
