"""The language server, on pygls: the table of requests and their functions.

Texts are answered on the server's thread, boards in workers, so that no question to a board keeps an editor waiting.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from lsprotocol import types as lsp

from puzzlelang.diagnostics.record import Failed
from puzzlelang.editor import answers, background, outline, session
from puzzlelang.editor.session import RulesServer


def _requests() -> list[tuple[str, Any, Callable[..., Any]]]:
    """Each request with its options and what answers it."""
    legend = lsp.SemanticTokensLegend(list(outline.MEANINGS), [])
    tokens = lsp.SemanticTokensRegistrationOptions(legend, full=True, range=False)
    completion = lsp.CompletionOptions(trigger_characters=[".", "{"])
    return [
        (lsp.TEXT_DOCUMENT_DID_OPEN, None, session.did_open),
        (lsp.TEXT_DOCUMENT_DID_CHANGE, None, session.did_change),
        (lsp.TEXT_DOCUMENT_DID_CLOSE, None, session.did_close),
        (lsp.TEXT_DOCUMENT_DID_SAVE, None, session.did_save),
        (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, None, session.did_change_files),
        (lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, None, session.did_change_folders),
        (lsp.INITIALIZED, None, session.initialized),
        (lsp.TEXT_DOCUMENT_HOVER, None, answers.hover),
        (lsp.TEXT_DOCUMENT_COMPLETION, completion, answers.complete),
        (lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(["(", ","]), answers.signature_help),
        (lsp.TEXT_DOCUMENT_DEFINITION, None, answers.definition),
        (lsp.TEXT_DOCUMENT_REFERENCES, None, answers.references),
        (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, None, answers.highlights),
        (lsp.TEXT_DOCUMENT_PREPARE_RENAME, None, answers.prepare_rename),
        (lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True), answers.rename),
        (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, None, answers.document_symbols),
        (lsp.WORKSPACE_SYMBOL, None, answers.workspace_symbols),
        (lsp.TEXT_DOCUMENT_FORMATTING, None, answers.formatting),
        (lsp.TEXT_DOCUMENT_FOLDING_RANGE, None, answers.folding),
        (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens, answers.semantic_tokens),
        (lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]), answers.code_actions),
        (lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(), answers.code_lenses),
        (lsp.TEXT_DOCUMENT_INLAY_HINT, None, answers.inlay_hints),
    ]


def make_server() -> RulesServer:
    """A server with all its features."""
    server = RulesServer()
    for name, options, handler in _requests():
        server.feature(name, options)(handler)
    for command in answers.CODE_LENSES:
        server.command(command)(_asking(command))
    return server


def _asking(command: str) -> Callable[..., Any]:
    """Return what answers a command about an example, by a worker that ends if the request is cancelled."""

    async def answer_command(server: RulesServer, uri: str, index: int) -> dict[str, Any]:
        running = background.Running()
        try:
            rules = background.ruleset(server.documents, uri)
        except Failed as failed:
            return _report(server, uri, background.Answer("wrong", "the rules have errors", "", failed.diagnostics))
        request, ending = session.CURRENT.get(), server.ending()
        if request is not None:
            ending[request] = running.cancel
        try:
            async with server.boards:
                answer = await asyncio.to_thread(background.ask, command, rules, index, running)
        finally:
            if request is not None:
                ending.pop(request, None)
        if running.cancelled():
            return {"uri": uri, "status": "cancelled", "text": "", "svg": ""}
        document = server.documents.open.get(uri)
        if command == "puzzlelang.runExample" and document is not None and document.source.text == rules.source.text:
            document.of_examples = answer.diagnostics
            session.diagnose(server, uri)
        return _report(server, uri, answer)

    return answer_command


def _report(server: RulesServer, uri: str, answer: background.Answer) -> dict[str, Any]:
    kind = lsp.MessageType.Info if answer.status in ("holds", "solved", "drawn") else lsp.MessageType.Warning
    if answer.status != "drawn":
        server.window_show_message(lsp.ShowMessageParams(kind, answer.text))
    return {"uri": uri, "status": answer.status, "text": answer.text, "svg": answer.picture}


def serve() -> None:
    """Serve an editor on standard input and output until it says that it ends."""
    make_server().start_io()
