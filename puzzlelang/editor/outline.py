"""The outline of a file: statements, folding ranges, types of `let`s, examples."""

import re
from collections.abc import Iterator

import msgspec

from puzzlelang.editor.documents import Document, Documents
from puzzlelang.editor.tokens import TokenClass, tokens
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed.definitions import DeclaringStatement, NameKind


class Entry(msgspec.Struct, frozen=True):
    """A statement of the outline: what it is called, its kind, its keyword, where it and its name stand."""

    name: str
    kind: str
    span: Span
    name_span: Span
    detail: str = ""


_KINDS = {
    tree.GivenStatement: "given",
    tree.FindStatement: "find",
    tree.OptionStatement: "option",
    tree.LetStatement: "let",
    tree.RuleStatement: "rule",
    tree.RuleTemplateStatement: "rule",
    tree.RuleUseStatement: "rule",
}


def entries(document: Document) -> Iterator[Entry]:
    """The statements of a document, those that can be read and those that cannot, in order."""
    parsed = document.parsed
    result: list[Entry] = []
    for statement in parsed.file.statements:
        span = statement.span
        if isinstance(statement, DeclaringStatement):
            sentence = getattr(statement, "sentence", None)
            detail = sentence.value if sentence is not None else ""
            result.append(Entry(statement.name.text, _KINDS[type(statement)], span, statement.name.span, detail))
        elif isinstance(statement, tree.TitleStatement | tree.ExampleStatement):
            kind = "puzzle" if isinstance(statement, tree.TitleStatement) else "example"
            result.append(Entry(statement.title.value or kind, kind, span, statement.title.span))
        elif isinstance(statement, tree.ReadStatement):
            result.append(Entry(f"{statement.format.text} {statement.type.value}", "read", span, statement.format.span))
        elif isinstance(statement, tree.DrawStatement):
            result.append(Entry(statement.name.text, "draw", span, statement.name.span))
    for item in parsed.broken:
        if item.name is not None:
            result.append(Entry(item.name.text, item.keyword or "let", item.span, item.name.span))
    yield from sorted(result, key=lambda entry: entry.span.start)


def folds(document: Document) -> Iterator[tuple[int, int, bool]]:
    """Lines that can be folded, first and last from 0, and whether they are remarks."""
    text, lines = document.source.text, document.lines
    for statement in document.parsed.file.statements:
        first, last = lines.position(statement.span.start).line, lines.position(statement.span.end).line
        if last > first:
            yield first, last, False
    for result in re.finditer(r"(?:^[ \t]*#[^\n]*\n?){2,}", text, re.MULTILINE):
        yield lines.position(result.start()).line, lines.position(result.end() - 1).line, True


def type_hints(documents: Documents, document: Document, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The types of `let`s in a stretch, each with the offset behind the name."""
    for result in documents.analysis(document).names.definitions:
        span = result.span
        if result.kind is not NameKind.LET or span is None or not result.type or result.type.startswith("("):
            continue
        if span.source.name == document.source.name and start <= span.end <= end:
            yield span.end, f": {result.type}"


MEANINGS = ("comment", "string", "number", "keyword", "function", "variable", "property", "parameter", "operator",
            "enumMember", "type")  # fmt: skip
"""The kinds of tokens that editors know, in the order of their numbers."""

DECLARED = {"given": "property", "find": "property", "option": "enumMember", "let": "function", "rule": "type",
            "parameter": "parameter", "variable": "variable"}  # fmt: skip
_OF_CLASS = {
    TokenClass.COMMENT: "comment",
    TokenClass.TEXT: "string",
    TokenClass.NUMBER: "number",
    TokenClass.KEYWORD: "keyword",
    TokenClass.WORD: "function",
    TokenClass.NAME: "variable",
    TokenClass.SIGN: "operator",
}


def meanings(documents: Documents, document: Document) -> Iterator[tuple[int, int, str]]:
    """Each token with the kind that editors colour it by: of names what they are declared as."""
    declared: dict[tuple[int, int], str] = {}
    for result in documents.analysis(document).names.definitions:
        for span in (*((result.span,) if result.span else ()), *result.uses):
            if span.source.name == document.source.name and result.kind is not NameKind.WORD:
                declared[span.start, span.end] = DECLARED[result.kind.value]
    for start, end, kind in tokens(document.source.text):
        yield start, end, declared.get((start, end), _OF_CLASS[kind])
