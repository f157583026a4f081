"""Answers to an editor's requests, from the analysis of its open documents.

Whatever is asked about a text that is gone or broken has an empty answer, never an exception.
"""

from lsprotocol import types as lsp

from puzzlelang.diagnostics.record import Failed
from puzzlelang.editor import conversion, fixing, names, outline, suggesting
from puzzlelang.editor.positions import Position
from puzzlelang.editor.session import RulesServer
from puzzlelang.source import Span
from puzzlelang.syntax import to_text, tree

CODE_LENSES = {
    "puzzlelang.runExample": "▶ run",
    "puzzlelang.solve": "solve",
    "puzzlelang.picture": "show picture",
}
MOST_SYMBOLS = 500
"""Symbols that a search in all files returns."""


def hover(server: RulesServer, params: lsp.HoverParams) -> lsp.Hover | None:
    """Return what a word means."""
    try:
        document, offset = server.place(params.text_document.uri, params.position)
    except Failed:
        return None
    result = names.hover(server.documents, document, offset)
    if result is None:
        return None
    content = lsp.MarkupContent(lsp.MarkupKind.Markdown, result[0])
    return lsp.Hover(content, conversion.place(server.documents, result[1]))


def complete(server: RulesServer, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    """Return what may stand there."""
    try:
        document, offset = server.place(params.text_document.uri, params.position)
    except Failed:
        return []
    return [conversion.completion(item) for item in suggesting.suggestions(server.documents, document, offset)]


def signature_help(server: RulesServer, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """The arguments of the word that is being typed."""
    try:
        document, offset = server.place(params.text_document.uri, params.position)
    except Failed:
        return None
    result = suggesting.signature(server.documents, document, offset)
    if result is None:
        return None
    parameters = [lsp.ParameterInformation(name) for name in result.parameters]
    docs = lsp.MarkupContent(lsp.MarkupKind.Markdown, result.docs)
    active = min(result.active, max(0, len(parameters) - 1))
    return lsp.SignatureHelp([lsp.SignatureInformation(result.label, docs, parameters, active)], 0, active)


def definition(server: RulesServer, params: lsp.DefinitionParams) -> lsp.Location | None:
    """Return where a name is declared; of the name of a file, that file."""
    try:
        document, offset = server.place(params.text_document.uri, params.position)
    except Failed:
        return None
    result = names.definition_at(server.documents, document, offset)
    if result is not None and result.span is not None:
        return conversion.location(server.documents, result.span)
    path = names.file_at(document, offset)
    start = lsp.Position(0, 0)
    return None if path is None else lsp.Location(path.as_uri(), lsp.Range(start, start))


def references(server: RulesServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """All uses of a name, in all files."""
    try:
        document, offset = server.place(params.text_document.uri, params.position)
    except Failed:
        return []
    result = names.everywhere(server.documents, document, offset)
    if result is None:
        return []
    declared = result[0].span
    spans = [span for span in result[1].values() if params.context.include_declaration or span != declared]
    return [conversion.location(server.documents, span) for span in spans]


def highlights(server: RulesServer, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """All uses of a name in this file."""
    try:
        document, offset = server.place(params.text_document.uri, params.position)
    except Failed:
        return []
    result = names.definition_at(server.documents, document, offset)
    spans = [] if result is None else list(names.spans_of(result))
    return [
        lsp.DocumentHighlight(conversion.place(server.documents, span))
        for span in spans
        if span.source.name == document.source.name
    ]


def prepare_rename(server: RulesServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
    """The name that would be changed."""
    try:
        document, offset = server.place(params.text_document.uri, params.position)
    except Failed:
        return None
    result = names.definition_at(server.documents, document, offset)
    word = names.word_at(document.source.text, offset)
    if result is None or result.span is None or word is None:
        return None
    return conversion.place(server.documents, Span(document.source, word[0], word[1]))


def rename(server: RulesServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """Another name, in all files; why there is none is shown."""
    try:
        document, offset = server.place(params.text_document.uri, params.position)
        spans = names.rename(server.documents, document, offset, params.new_name)
    except Failed as failed:
        text = "\n".join(item.message for item in failed.diagnostics)
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, text))
        return None
    return conversion.workspace_edit(server.documents, spans.values(), params.new_name)


def document_symbols(server: RulesServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The statements of a file."""
    try:
        document = server.documents.document(params.text_document.uri)
    except Failed:
        return []
    return [conversion.symbol(server.documents, entry) for entry in outline.entries(document)]


def workspace_symbols(server: RulesServer, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
    """The statements of all files whose names have a text in them."""
    result = (
        conversion.workspace_symbol(server.documents, entry)
        for document in server.documents.all()
        for entry in outline.entries(document)
        if params.query.lower() in entry.name.lower()
    )
    return [item for _, item in zip(range(MOST_SYMBOLS), result, strict=False)]


def formatting(server: RulesServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """The file in the standard form; none if it cannot be read."""
    try:
        document = server.documents.document(params.text_document.uri)
        text = to_text.format_source(document.source)
    except Failed:
        return []
    if text == document.source.text:
        return []
    whole = conversion.place(server.documents, Span(document.source, 0, len(document.source.text)))
    return [lsp.TextEdit(whole, conversion.written(document, text))]


def folding(server: RulesServer, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """Return what can be folded."""
    try:
        document = server.documents.document(params.text_document.uri)
    except Failed:
        return []
    kinds = {True: lsp.FoldingRangeKind.Comment, False: lsp.FoldingRangeKind.Region}
    return [lsp.FoldingRange(first, last, kind=kinds[remark]) for first, last, remark in outline.folds(document)]


def semantic_tokens(server: RulesServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """Every token with its kind."""
    try:
        document = server.documents.document(params.text_document.uri)
    except Failed:
        return lsp.SemanticTokens([])
    return lsp.SemanticTokens(conversion.semantic_tokens(document, outline.meanings(server.documents, document)))


def code_actions(server: RulesServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """The fixes of the mistakes in a range, each tried on a copy of the text."""
    try:
        document = server.documents.document(params.text_document.uri)
    except Failed:
        return []
    first = document.lines.offset(Position(params.range.start.line, params.range.start.character))
    last = document.lines.offset(Position(params.range.end.line, params.range.end.character))
    result = server.documents.analysis(document).diagnostics
    actions: list[lsp.CodeAction] = []
    for item in result:
        if item.span is None or item.span.source.name != document.source.name:
            continue
        if item.span.start > last or max(item.span.end, item.span.start) < first:
            continue
        shown = conversion.diagnostic(server.documents, document, item)
        for fix in fixing.holding_fixes(document.source, item, server.documents.diagnose, result):
            edit = lsp.WorkspaceEdit({document.uri: conversion.edits(server.documents, document, fix.edits)})
            preferred = fix.sure and not actions
            kind = lsp.CodeActionKind.QuickFix
            actions.append(lsp.CodeAction(fix.title, kind, [shown], is_preferred=preferred, edit=edit))
    return actions


def code_lenses(server: RulesServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """Return what can be asked of each example."""
    try:
        document = server.documents.document(params.text_document.uri)
    except Failed:
        return []
    examples = [
        statement for statement in document.parsed.file.statements if isinstance(statement, tree.ExampleStatement)
    ]
    return [
        lsp.CodeLens(
            conversion.place(server.documents, statement.title.span),
            lsp.Command(title, command, arguments=[document.uri, index]),
        )
        for index, statement in enumerate(examples)
        for command, title in CODE_LENSES.items()
    ]


def inlay_hints(server: RulesServer, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """The types of `let`s."""
    try:
        document, start = server.place(params.text_document.uri, params.range.start)
    except Failed:
        return []
    end = document.lines.offset(Position(params.range.end.line, params.range.end.character))
    return [
        lsp.InlayHint(conversion.position(document.lines.position(offset)), text, lsp.InlayHintKind.Type)
        for offset, text in outline.type_hints(server.documents, document, start, end)
    ]
