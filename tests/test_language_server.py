"""The language server as editors start it: a process that is asked over its protocol."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

lsp = pytest.importorskip("lsprotocol.types")
client = pytest.importorskip("pygls.lsp.client")

from tests.test_editor import STARS  # noqa: E402

HARD = """puzzle "Loops"
board rectangle
find line : set of links
rule loop "The line is one loop": single_loop(line)
rule half "It is long": count(line) = count(cells) - 2
example "A board" board \"\"\"
size: 30x30
\"\"\" has 0 solutions
"""

pytestmark = [pytest.mark.tools, pytest.mark.filterwarnings("ignore")]


class Asked:
    """A server process with a document, and what it sent of itself."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.sent = folder, asyncio.Queue[Any]()
        self.client = client.LanguageClient("tests", "1")

        def noted(sent: Any) -> None:
            self.sent.put_nowait(sent)

        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(noted)
        self.client.feature(lsp.WINDOW_SHOW_MESSAGE)(lambda _: None)
        self.client.feature(lsp.WINDOW_LOG_MESSAGE)(lambda _: None)

    async def start(self) -> Any:
        await self.client.start_io(sys.executable, "-m", "puzzlelang", "language-server")
        folder = lsp.WorkspaceFolder(self.folder.as_uri(), "rules")
        result = await self.client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), workspace_folders=[folder])
        )
        self.client.initialized(lsp.InitializedParams())
        return result.capabilities

    def open(self, name: str, text: str) -> str:
        uri = (self.folder / name).as_uri()
        item = lsp.TextDocumentItem(uri, "rules", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()


def with_server(folder: Path, what: Callable[[Asked, Any], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        server = Asked(folder)
        capabilities = await server.start()
        try:
            await what(server, capabilities)
        finally:
            await server.stop()

    asyncio.run(asyncio.wait_for(whole(), 60))


def test_a_session(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text(STARS, encoding="utf-8")

    async def what(server: Asked, capabilities: Any) -> None:
        for name in ("hover", "completion", "signature_help", "definition", "references", "document_highlight"):
            assert getattr(capabilities, f"{name}_provider"), name
        for name in ("rename", "document_symbol", "workspace_symbol", "document_formatting", "folding_range"):
            assert getattr(capabilities, f"{name}_provider"), name
        for name in ("semantic_tokens", "code_action", "code_lens", "inlay_hint"):
            assert getattr(capabilities, f"{name}_provider"), name
        more = 'puzzle "More"\nextends "base"\nrule wide "{l}": every l in rows: count(strr & l) < 2\n'
        uri = server.open("more.rules", more)
        (result,) = (await server.sent.get()).diagnostics
        assert (result.code, result.range.start) == ("E020", lsp.Position(2, 40))
        here = lsp.TextDocumentIdentifier(uri)
        actions = await server.client.text_document_code_action_async(
            lsp.CodeActionParams(here, result.range, lsp.CodeActionContext([result]))
        )
        assert actions[0].edit.changes[uri][0].new_text == "star"
        change = lsp.TextDocumentContentChangeWholeDocument(more.replace("strr", "star"))
        changed = lsp.VersionedTextDocumentIdentifier(2, uri)
        server.client.text_document_did_change(lsp.DidChangeTextDocumentParams(changed, [change]))
        assert {item.code[0] for item in (await server.sent.get()).diagnostics} <= {"W"}
        edit = await server.client.text_document_rename_async(lsp.RenameParams(here, lsp.Position(2, 41), "lamp"))
        assert {name.rsplit("/", 1)[1]: len(edits) for name, edits in edit.changes.items()} == {
            "more.rules": 1,
            "base.rules": 3,
        }
        tokens = await server.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(here))
        assert len(tokens.data) % 5 == 0

    with_server(tmp_path, what)


def test_boards_are_asked_beside_and_can_be_cancelled(tmp_path: Path) -> None:
    async def what(server: Asked, _: Any) -> None:
        hard = HARD
        uri, slow = server.open("stars.rules", STARS), server.open("slow.rules", hard)
        ask = server.client.workspace_execute_command_async
        solved = await ask(lsp.ExecuteCommandParams("puzzlelang.solve", [uri, 0]))
        assert solved["status"] == "solved"
        assert solved["svg"].startswith("<svg")
        waiting = server.client.protocol.send_request_async(
            "workspace/executeCommand", lsp.ExecuteCommandParams("puzzlelang.runExample", [slow, 0]), msg_id="slow"
        )
        task = asyncio.ensure_future(waiting)
        await asyncio.sleep(0.5)
        here = lsp.TextDocumentIdentifier(uri)
        shown = await server.client.text_document_hover_async(lsp.HoverParams(here, lsp.Position(3, 6)))
        assert "set of cells" in shown.contents.value
        server.client.cancel_request(lsp.CancelParams("slow"))
        with pytest.raises(Exception, match="cancel"):
            await asyncio.wait_for(task, 10)
        before = time.monotonic()
        solved = await ask(lsp.ExecuteCommandParams("puzzlelang.solve", [uri, 0]))
        assert (solved["status"], time.monotonic() - before < 8) == ("solved", True)

    with_server(tmp_path, what)


def test_neovim_uses_it(tmp_path: Path) -> None:
    editor = shutil.which("nvim")
    if editor is None:
        pytest.skip("nvim is not installed")
    (tmp_path / "base.rules").write_text(STARS, encoding="utf-8")
    more = 'puzzle "More"\nextends "base"\nrule wide "{l}": every l in rows: count(strr & l) < 2\n'
    (tmp_path / "more.rules").write_text(more, encoding="utf-8")
    script = Path(__file__).parent / "data" / "neovim.lua"
    paths = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        [editor, "--headless", "--clean", "-c", f"luafile {script}"],
        cwd=tmp_path,
        env={**os.environ, "PATH": paths, "PYTHONPATH": str(Path(__file__).parent.parent)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    said = done.stdout + done.stderr
    assert "DIAG E020 2 40" in said
    assert "ERRORS 0" in said
    assert 'wide "{l}":\n  every l in rows: count(lamp & l) < 2\n' in (tmp_path / "more.rules").read_text(
        encoding="utf-8"
    )
    assert "find lamp : set of cells" in (tmp_path / "base.rules").read_text(encoding="utf-8")
