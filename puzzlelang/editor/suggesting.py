"""Completion and signature help at the cursor, by the expected type where that is known."""

import re
from collections.abc import Iterator

import msgspec

from puzzlelang.editor import completing
from puzzlelang.editor.documents import Document, Documents
from puzzlelang.editor.tokens import TokenClass, tokens
from puzzlelang.source import Source
from puzzlelang.syntax import keywords
from puzzlelang.typed.definitions import Definition, NameKind
from puzzlelang.typed.words import vocabulary

SNIPPETS = {
    "puzzle": 'puzzle "${1:Name}"',
    "board": "board ${1|rectangle,square,any|}",
    "given": "given ${1:name} : ${2:cells to number?}",
    "find": 'find ${1:name} : ${2:set of cells} as "${3:*}"',
    "option": "option ${1:name} : {${2:off}, ${3:on}} = ${2:off}",
    "let": "let ${1:name} = ${2:cells}",
    "rule": 'rule ${1:name} "${2:What players read}":\n  every ${3:c} in ${4:cells}: $0',
    "draw": "draw ${1:name}: ${2:circle}",
    "read": 'read ${1:puzzlink} "${2:type}": $0',
    "example": 'example "${1:A board with its answer}"\n  board """\n$2\n"""\n  answer """\n$3\n"""',
    "include": 'include "${1:prelude}"',
    "extends": 'extends "${1:sudoku}"',
}
"""The beginning of each statement; `$1` and so on are where somebody goes on."""

_HOLE = re.compile(r"\{([^{}|\"]*)\Z")
_SET_BEHIND = re.compile(r"\bin\s+\w*\Z")
_TYPES = ("number", "set", "partition", "cells", "links", "borders", "corners", "lines", "rows", "columns", "views")


class Suggestion(msgspec.Struct, frozen=True):
    """A word that may stand there; `snippet` is text with gaps, empty if the word itself is meant."""

    word: str
    kind: str
    detail: str = ""
    docs: str = ""
    snippet: str = ""


def suggestions(documents: Documents, document: Document, offset: int) -> list[Suggestion]:
    """Return what the word that ends at an offset may become."""
    text = document.source.text
    inside = _token_around(text, offset)
    if inside is TokenClass.COMMENT:
        return []
    if inside is TokenClass.TEXT:
        return list(_in_sentence(documents, document, offset))
    behind = completing.completions_behind_dot(document.source, offset, documents.analyse)
    if behind is not None:
        return [_suggestion(result) for result in behind]
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if re.fullmatch(r"\w*", line):
        return [Suggestion(word, "keyword", "a statement", snippet=SNIPPETS[word]) for word in sorted(SNIPPETS)]
    if re.match(r"(?:given|find)\s+\w+\s*:", line) and '"' not in line:
        return [Suggestion(word, "keyword", "a type") for word in (*_TYPES, "of", "to", "as", "at", "hidden")]
    visible = [_suggestion(result) for result in _visible(documents, document, offset)]
    words = [Suggestion(word, "word", vocabulary.kind(word), vocabulary.meaning(word)) for word in vocabulary.words()]
    if _SET_BEHIND.search(line):
        return [item for item in (*visible, *words) if _gathers(item)]
    joined = [Suggestion(word, "keyword", keywords.MEANINGS[word]) for word in sorted(keywords.IN_FORMULAS)]
    return [*visible, *words, *joined]


def _visible(documents: Documents, document: Document, offset: int) -> Iterator[Definition]:
    for result in documents.analysis(document).names.definitions:
        reach = result.reach
        if result.kind is NameKind.WORD:
            continue
        if reach is None or (reach.source.name == document.source.name and reach.start <= offset <= reach.end):
            yield result


def _gathers(item: Suggestion) -> bool:
    """Whether one can go through it: a set, a partition, or a word with arguments, which may give one."""
    return item.detail.startswith(("a set", "set of", "partition", "a partition", "a word with", "("))


def _in_sentence(documents: Documents, document: Document, offset: int) -> Iterator[Suggestion]:
    """Yield what may stand in a hole of a sentence: the names of the statement, and behind a dot what these have."""
    text = document.source.text
    start = text.rfind("\n", 0, offset) + 1
    hole = _HOLE.search(text[start:offset])
    if hole is None or not re.match(r"rule\b", text[start:offset]):
        return
    result = documents.analysis(document).names.definitions
    end = text.find("\n\n", offset) % (len(text) + 1)
    local = [item for item in result if item.span is not None and item.kind in (NameKind.VARIABLE, NameKind.PARAMETER)
             and item.span.source.name == document.source.name and start <= item.span.start < end]  # fmt: skip
    owner, dot, _ = hole[1].rpartition(".")
    if not dot:
        yield from map(_suggestion, local)
        yield from (_suggestion(item) for item in result if item.kind is NameKind.OPTION)
        return
    place = next((item.span for item in local if item.name == owner and item.span is not None), None)
    colon = None if place is None else text.find(":", place.end)
    if place is None or colon is None or colon < 0:
        return
    # The name means in the sentence what it means in the formula: ask what stands behind its dot there.
    prefix = f"{text[: colon + 1]} {owner}."
    behind = completing.completions_behind_dot(
        Source(document.source.name, prefix + " = 1" + text[end:]), len(prefix), documents.analyse
    )
    yield from map(_suggestion, behind or ())


def _token_around(text: str, offset: int) -> TokenClass | None:
    """The class of the comment or text that an offset is inside of; an open text goes to the end of its line."""
    for start, end, kind in tokens(text):
        if start >= offset:
            break
        if kind is TokenClass.COMMENT and offset <= end:
            return kind
        if kind is TokenClass.TEXT and offset < end:
            return kind
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return TokenClass.TEXT if line.count('"') % 2 and '"""' not in line else None


def _suggestion(definition: Definition) -> Suggestion:
    return Suggestion(definition.name, definition.kind.value, definition.type, definition.docs)


class Signature(msgspec.Struct, frozen=True):
    """A word with its arguments: how it is written, its parameters, which of them is being typed, what it means."""

    label: str
    parameters: tuple[str, ...]
    active: int
    docs: str


def signature(documents: Documents, document: Document, offset: int) -> Signature | None:
    """The word whose arguments are typed at an offset."""
    open_: list[tuple[str, int]] = []
    name = ""
    for start, end, kind in tokens(document.source.text):
        if start >= offset:
            break
        sign = document.source.text[start:end]
        if sign in "({":
            open_.append((name if sign == "(" else "", 0))
        elif sign in ")}" and open_:
            open_.pop()
        elif sign == "," and open_:
            open_[-1] = open_[-1][0], open_[-1][1] + 1
        elif kind is TokenClass.KEYWORD and sign in keywords.STARTING:
            open_.clear()
        name = sign if kind in (TokenClass.NAME, TokenClass.WORD) else ""
    if not open_ or not open_[-1][0]:
        return None
    word, active = open_[-1]
    for result in documents.analysis(document).names.definitions:
        if result.name == word and result.kind in (NameKind.LET, NameKind.RULE) and result.type.startswith("("):
            parameters = tuple(result.type.strip("()").split(", "))
            return Signature(f"{word}{result.type}", parameters, active, result.docs)
    if word in vocabulary.WITH_ARGUMENTS:
        meaning = vocabulary.meaning(word)
        written = re.match(r"`?(\w+\(([^)]*)\))", meaning)
        label, inner = (written[1], written[2]) if written else (f"{word}(…)", "")
        return Signature(label, tuple(part.strip() for part in inner.split(",") if part.strip()), active, meaning)
    return None
