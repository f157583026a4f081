"""Converts results to the records of the language server protocol."""

from collections.abc import Iterable, Mapping

from lsprotocol import types as lsp

from puzzlelang.diagnostics import pages
from puzzlelang.diagnostics.fixes import fixes_of
from puzzlelang.diagnostics.record import Diagnostic, Edit
from puzzlelang.editor.documents import Document, Documents
from puzzlelang.editor.outline import MEANINGS, Entry
from puzzlelang.editor.positions import Position, Range
from puzzlelang.editor.suggesting import Suggestion
from puzzlelang.source import Span

_SYMBOLS = {
    "puzzle": lsp.SymbolKind.File,
    "given": lsp.SymbolKind.Property,
    "find": lsp.SymbolKind.Field,
    "option": lsp.SymbolKind.Enum,
    "let": lsp.SymbolKind.Function,
    "rule": lsp.SymbolKind.Class,
    "example": lsp.SymbolKind.Event,
    "read": lsp.SymbolKind.Interface,
    "draw": lsp.SymbolKind.Object,
}
_ITEMS = {
    "given": lsp.CompletionItemKind.Property,
    "find": lsp.CompletionItemKind.Field,
    "option": lsp.CompletionItemKind.Enum,
    "let": lsp.CompletionItemKind.Function,
    "rule": lsp.CompletionItemKind.Class,
    "keyword": lsp.CompletionItemKind.Keyword,
    "word": lsp.CompletionItemKind.Function,
}


def position(result: Position) -> lsp.Position:
    """A position."""
    return lsp.Position(result.line, result.character)


def range_(result: Range) -> lsp.Range:
    """A range."""
    return lsp.Range(position(result.start), position(result.end))


def place(documents: Documents, span: Span) -> lsp.Range:
    """The range of a span in its own text."""
    return range_(documents.lines(span.source).range(span))


def location(documents: Documents, span: Span) -> lsp.Location:
    """A span with its file."""
    return lsp.Location(documents.uri(span.source), place(documents, span))


def diagnostic(documents: Documents, document: Document, item: Diagnostic) -> lsp.Diagnostic:
    """A diagnostic as it is shown in a document; what stands in another file is shown at the top, with its place."""
    span = item.span
    here = span is not None and _of(document, span)
    shown = place(documents, span) if span is not None and here else lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    related = [
        lsp.DiagnosticRelatedInformation(location(documents, label.span), label.message)
        for label in item.labels
        if label.span.source.text
    ]
    if span is not None and not here and span.source.text:
        related.insert(0, lsp.DiagnosticRelatedInformation(location(documents, span), item.message))
    text = "\n".join(part for part in (item.message, item.here, f"help: {item.help}" if item.help else "") if part)
    severity = lsp.DiagnosticSeverity.Error if item.is_error else lsp.DiagnosticSeverity.Warning
    return lsp.Diagnostic(
        shown,
        text,
        severity,
        item.code,
        lsp.CodeDescription(pages.place(item.code).as_uri()),
        "puzzlelang",
        related_information=related or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if item.code == "W070" else None,
        data={"fixes": len(fixes_of(item))},
    )


def _of(document: Document, span: Span) -> bool:
    return span.source.name == document.source.name and span.source.text == document.source.text


def edits(documents: Documents, document: Document, results: Iterable[Edit]) -> list[lsp.TextEdit]:
    """Edits of a document, with its own ends of lines."""
    return [lsp.TextEdit(place(documents, edit.span), written(document, edit.text)) for edit in results]


def written(document: Document, text: str) -> str:
    """A text with the ends of lines of a document."""
    return text.replace("\n", "\r\n") if document.crlf else text


def workspace_edit(documents: Documents, spans: Iterable[Span], text: str) -> lsp.WorkspaceEdit:
    """The same text in all places, file by file."""
    changes: dict[str, list[lsp.TextEdit]] = {}
    for span in spans:
        changes.setdefault(documents.uri(span.source), []).append(lsp.TextEdit(place(documents, span), text))
    return lsp.WorkspaceEdit(changes=dict[str, "list[lsp.TextEdit]"](changes))


def symbol(documents: Documents, entry: Entry) -> lsp.DocumentSymbol:
    """A statement of the outline."""
    whole = place(documents, entry.span)
    return lsp.DocumentSymbol(
        entry.name or entry.kind,
        _SYMBOLS[entry.kind],
        whole,
        _within(whole, place(documents, entry.name_span)),
        entry.detail,
    )


def _within(whole: lsp.Range, part: lsp.Range) -> lsp.Range:
    inside = (whole.start.line, whole.start.character) <= (part.start.line, part.start.character) and (
        (part.end.line, part.end.character) <= (whole.end.line, whole.end.character)
    )
    return part if inside else whole


def workspace_symbol(documents: Documents, entry: Entry) -> lsp.WorkspaceSymbol:
    """A statement found in all files."""
    return lsp.WorkspaceSymbol(location(documents, entry.name_span), entry.name, _SYMBOLS[entry.kind])


def completion(item: Suggestion) -> lsp.CompletionItem:
    """A word that may stand there."""
    return lsp.CompletionItem(
        item.word,
        kind=_ITEMS.get(item.kind, lsp.CompletionItemKind.Variable),
        detail=item.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, item.docs) if item.docs else None,
        insert_text=item.snippet or None,
        insert_text_format=lsp.InsertTextFormat.Snippet if item.snippet else None,
    )


def semantic_tokens(document: Document, result: Iterable[tuple[int, int, str]]) -> list[int]:
    """Tokens as five numbers each, relative to the one before; a token of several lines becomes one for each line."""
    data: list[int] = []
    before = Position(0, 0)
    numbers: Mapping[str, int] = {name: number for number, name in enumerate(MEANINGS)}
    text = document.source.text
    for start, end, kind in result:
        for first, last in _by_line(text, start, end):
            at, behind = document.lines.position(first), document.lines.position(last)
            length = behind.character - at.character
            if length <= 0:
                continue
            skipped = at.line - before.line
            data += [skipped, at.character - (0 if skipped else before.character), length, numbers[kind], 0]
            before = at
    return data


def _by_line(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop + 1
