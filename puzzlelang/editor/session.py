"""The state of a language server: open documents, workspace folders, diagnostics to be sent."""

import asyncio
import contextvars
from collections.abc import Callable
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from puzzlelang import __version__
from puzzlelang.editor import conversion
from puzzlelang.editor.documents import Document, Documents, path_of
from puzzlelang.editor.positions import Position
from puzzlelang.typed import lint

DELAY = 0.15
"""Seconds without a further key after which a text is diagnosed."""


CURRENT: contextvars.ContextVar[str | int | None] = contextvars.ContextVar("CURRENT", default=None)
"""The request that is being answered."""


class CancellingProtocol(LanguageServerProtocol):
    """The protocol, with requests whose work is ended when they are cancelled.

    pygls answers a cancelled command at once, but lets what it started go on.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.ending: dict[str | int, Callable[[], None]] = {}

    def _handle_request(self, msg_id: str | int, method_name: str, params: Any) -> None:
        CURRENT.set(msg_id)
        super()._handle_request(msg_id, method_name, params)

    def _handle_cancel_notification(self, msg_id: str | int) -> None:
        super()._handle_cancel_notification(msg_id)
        end = self.ending.pop(msg_id, None)
        if end is not None:
            end()


class RulesServer(LanguageServer):
    """A server with its documents and the diagnostics that are still to be sent."""

    def __init__(self) -> None:
        full = lsp.TextDocumentSyncKind.Full
        super().__init__("puzzlelang", __version__, full, protocol_cls=CancellingProtocol)
        self.documents = Documents()
        self.waiting: dict[str, asyncio.TimerHandle] = {}
        self.boards = asyncio.Semaphore(2)

    def report_server_error(self, error: Exception, source: Any) -> None:  # noqa: ARG002
        """Say that the server itself failed."""
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, f"puzzlelang itself failed: {error!r}"))

    def ending(self) -> dict[str | int, Callable[[], None]]:
        """Return what ends the work of a request, by its id."""
        protocol = self.protocol
        return protocol.ending if isinstance(protocol, CancellingProtocol) else {}

    def place(self, uri: str, position: lsp.Position) -> tuple[Document, int]:
        """The document and the offset that a request is about.  Raises `Failed` if it cannot be read."""
        document = self.documents.document(uri)
        return document, document.lines.offset(Position(position.line, position.character))


def diagnose(server: RulesServer, uri: str) -> None:
    """Send what is wrong with a document, and what lint says where nothing is."""
    document = server.documents.open.get(uri)
    if document is None:
        return
    result = tuple(server.documents.analysis(document).diagnostics)
    if not result:
        result = tuple(lint.ruleset_warnings(server.documents.analysis(document).ruleset))
    shown = [conversion.diagnostic(server.documents, document, item) for item in (*result, *document.of_examples)]
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, shown, document.version))


def diagnose_soon(server: RulesServer, uri: str) -> None:
    """Diagnose a document, and those that may bring it in, once nobody types."""
    loop = asyncio.get_running_loop()
    for other in [uri, *(one for one in server.documents.open if one != uri)]:
        document = server.documents.open.get(other)
        if document is None or (other != uri and document.checked is not None):
            continue
        handle = server.waiting.pop(other, None)
        if handle is not None:
            handle.cancel()
        server.waiting[other] = loop.call_later(DELAY, diagnose, server, other)


def did_open(server: RulesServer, params: lsp.DidOpenTextDocumentParams) -> None:
    """A document was opened."""
    server.documents.put(params.text_document.uri, params.text_document.text, params.text_document.version)
    diagnose_soon(server, params.text_document.uri)


def did_change(server: RulesServer, params: lsp.DidChangeTextDocumentParams) -> None:
    """A document has another text."""
    if params.content_changes:
        text = params.content_changes[-1].text
        server.documents.put(params.text_document.uri, text, params.text_document.version)
        diagnose_soon(server, params.text_document.uri)


def did_close(server: RulesServer, params: lsp.DidCloseTextDocumentParams) -> None:
    """A document was closed: what was wrong is no longer shown."""
    uri = params.text_document.uri
    server.documents.close(uri)
    handle = server.waiting.pop(uri, None)
    if handle is not None:
        handle.cancel()
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


def did_save(server: RulesServer, params: lsp.DidSaveTextDocumentParams) -> None:
    """A document was written."""
    diagnose_soon(server, params.text_document.uri)


def did_change_files(server: RulesServer, params: lsp.DidChangeWatchedFilesParams) -> None:  # noqa: ARG001
    """Files were changed by somebody else, perhaps another server on this folder."""
    server.documents.changed_on_disk()
    for uri in list(server.documents.open):
        diagnose_soon(server, uri)


def initialized(server: RulesServer, params: lsp.InitializedParams) -> None:  # noqa: ARG001
    """The editor is there: its folders are known."""
    _set_folders(server)


def did_change_folders(server: RulesServer, params: lsp.DidChangeWorkspaceFoldersParams) -> None:  # noqa: ARG001
    """Folders came or went."""
    _set_folders(server)


def _set_folders(server: RulesServer) -> None:
    uris = list(server.workspace.folders) or [server.workspace.root_uri]
    server.documents.folders = [path for uri in uris if uri and (path := path_of(uri)) is not None]
