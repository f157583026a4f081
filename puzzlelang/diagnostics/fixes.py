"""The fixes of a diagnostic: those it brings, and those that its help says in one of a few fixed forms.

`help` keeps to these forms, so that what a person reads and what an editor does are the same:

    did you mean `X`?                X stands for what is pointed at
    write `X`, or `Y` …              X or Y stands for it
    leave it out …                   it is deleted
    is a `X` missing …               X is put in front of it

Every other text between backticks is a guess.  Fixes are likely, not certain: who applies one looks whether the mistake
is gone (`editor.fixing`).
"""

import re
from collections.abc import Iterable, Iterator

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Edit, Fix
from puzzlelang.source import Span

_MEANT = re.compile(r"did you mean `([^`]+)`")
_WRITTEN = re.compile(r"(?:^|[;,:] )write(?: the numeral:)? `([^`]+)`((?:(?:,| or|, or) `[^`]+`)*)")
_QUOTED = re.compile(r"`([^`]+)`")
_MISSING = re.compile(r"(?:^|; )(?:is )?a `([^`]+)` (?:is )?missing (?:in front of|between)")
_DELETED = re.compile(r"(?:^|; )(?:leave it out|delete it)")
_CALL = "(…)"


def fixes_of(diagnostic: Diagnostic) -> tuple[Fix, ...]:
    """All fixes of a diagnostic, the likeliest first; sure ones of its own stand for those that the help says."""
    of_help = () if diagnostic.span is None else tuple(_fixes_of_help(diagnostic.help, diagnostic.span))
    if any(fix.sure for fix in diagnostic.own_fixes):
        of_help = ()
    unique: dict[tuple[Edit, ...], Fix] = {}
    for fix in (*diagnostic.own_fixes, *of_help):
        unique.setdefault(fix.edits, fix)
    return tuple(sorted(unique.values(), key=lambda fix: not fix.sure))


def apply(text: str, edits: Iterable[Edit]) -> str:
    """A text after edits of it, which do not overlap."""
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end), reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def replace(span: Span, text: str, *, sure: bool = True) -> Fix:
    """The fix that puts a text in the place of another, with blanks where words would grow together."""
    around = span.source.text
    before = " " if text[:1].isalnum() and around[max(span.start - 1, 0) : span.start].isalnum() else ""
    behind = " " if text[-1:].isalnum() and around[span.end : span.end + 1].isalnum() else ""
    return Fix(f"write `{text.strip()}`", (Edit(span, before + text + behind),), sure)


def put(span: Span, text: str, *, sure: bool = True) -> Fix:
    """The fix that puts a text in front of a place."""
    return Fix(f"put `{text.strip()}` here", (Edit(Span(span.source, span.start, span.start), text),), sure)


def behind(span: Span, text: str, *, sure: bool = True) -> Fix:
    """The fix that puts a text behind a place."""
    return put(Span(span.source, span.end, span.end), text, sure=sure)


def delete(span: Span) -> Fix:
    """The fix that leaves a stretch out, with the blanks behind it."""
    text, end = span.source.text, span.end
    if text[max(span.start - 1, 0) : span.start].strip() == "":
        while end < len(text) and text[end] in " \t":
            end += 1
    return Fix(f"leave out `{span.text.strip()}`", (Edit(Span(span.source, span.start, end), ""),))


def _fixes_of_help(help_: str, span: Span) -> Iterator[Fix]:
    """The fixes that a help says.  A text with a gap `…` says no fix, but for the arguments of a word."""
    for result in _MEANT.finditer(help_):
        yield from _replacements(span, [result[1].removesuffix(_CALL)])
    for result in _MISSING.finditer(help_):
        yield _gap(span, result[1])
    for result in _WRITTEN.finditer(help_):
        yield from _replacements(span, [result[1].removesuffix(_CALL), *_QUOTED.findall(result[2])])
    if _DELETED.search(help_):
        yield delete(span)
    for fix in _replacements(span, _QUOTED.findall(help_)):
        yield msgspec.structs.replace(fix, sure=False)


def _replacements(span: Span, texts: Iterable[str]) -> Iterator[Fix]:
    return (replace(place, text) for text in texts if "…" not in text for place in _extents(span))


def _extents(span: Span) -> Iterator[Span]:
    """Yield what a text may stand for: what is pointed at, with its arguments, with the owner in front of its dot."""
    yield span
    text = span.source.text
    owner = _owner_start(text, span.start)
    end = _arguments_end(text, span.end)
    if end > span.end:
        yield Span(span.source, span.start, end)
    if owner < span.start:
        yield Span(span.source, owner, span.end)


def _owner_start(text: str, start: int) -> int:
    """Return where the owner in front of a dot begins, as of `c.clue.`; the start itself if no dot is there."""
    begin = start
    while begin > 0 and text[begin - 1 : begin] == ".":
        word = begin - 1
        while word > 0 and (text[word - 1].isalnum() or text[word - 1] == "_"):
            word -= 1
        if word == begin - 1:
            break
        begin = word
    return begin


def _arguments_end(text: str, start: int) -> int:
    """Return where the parenthesis closes that opens at `start`; `start` if none does."""
    open_ = 0
    for at in range(start, len(text)):
        open_ += (text[at] == "(") - (text[at] == ")")
        if open_ == 0:
            return at + 1 if at > start else start
    return start


def _gap(span: Span, text: str) -> Fix:
    """The fix that puts a word or a sign behind what stands in front of a place."""
    start = len(span.source.text[: span.start].rstrip())
    put_in = text if text in ":.,)" else f" {text}"
    return Fix(f"put `{text}` in front", (Edit(Span(span.source, start, start), put_in),))
