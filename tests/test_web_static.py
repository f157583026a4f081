"""The page without a server: its files, and with `-m long` in a browser, beside the service."""

import functools
import gzip
import http.server
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from puzzlelang import resources
from puzzlelang.cli.browser_python import compiled, runtime
from puzzlelang.diagnostics.record import Failed
from puzzlelang.web import bytecode, requests
from puzzlelang.web.desk import AnswerLine, Desk, DeskTask
from puzzlelang.web.handler import respond
from puzzlelang.web.limits import BROWSER_BOUNDS
from puzzlelang.web.static_site import PACKAGES, RUNTIME, STATIC, STDLIB, static_site
from tests.bench.static import ASK, launched

GENRES = ["tents", "masyu"]

BOARDS = int(os.environ.get("BOARDS", "100"))
"""Boards on which the browser is compared with this machine."""


def zipped(**files: str) -> bytes:
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"{name}.py", content)
    return result.getvalue()


def small_runtime() -> dict[str, bytes]:
    """What stands for the files of Pyodide where nothing runs them."""
    files = {name: name.encode() for name in RUNTIME}
    return {
        **files,
        "pyodide-lock.json": b'{"info": {}, "packages": {"numpy": {}}}',
        "lark-1.whl": zipped(
            **{"lark": "1", "lark/tools/main": "2", "pysat/solvers": "3", "some-1.data/scripts/run": "4"}
        ),
    }


def small_site() -> dict[str, str | bytes]:
    return static_site(small_runtime(), GENRES, lambda _: None, lambda archives: archives)


@pytest.fixture(scope="module")
def files() -> dict[str, str | bytes]:
    return small_site()


def test_all_that_the_page_names_is_there(files: dict[str, str | bytes]) -> None:
    core = json.loads(re.search(r"CORE = (\[.*\]);", str(files["sw.js"]))[1])  # type: ignore[index]
    assert {place for place in core if place != "./"} <= set(files)
    assert {f"page/{path.name}" for path in STATIC.glob("*.js")} - set(files) == {"page/sw.js"}
    assert json.loads(files["python/pyodide-lock.json"]) == {"info": {}, "packages": {}}
    assert set(RUNTIME) <= {place.removeprefix("python/").removesuffix(".0.packed") for place in files}
    assert '"packages.tar": 1}' in str(files["page/worker.js"])
    assert '"patterns"' in str(files["page/transport.js"])
    for name in GENRES:
        assert str(files[f"kept/light/{name}.svg"]).startswith("<svg")
        assert set(json.loads(files[f"kept/first/{name}.json"])) == {"show", "analyse", "read", "light", "dark"}


def test_scripts_that_the_page_begins_with_are_fetched_at_once(files: dict[str, str | bytes]) -> None:
    """Those that others import, not one after another; the editor is fetched by those who write rules."""

    def imported(script: str) -> set[str]:
        content = files[f"page/{script}"]
        text = content if isinstance(content, str) else content.decode()
        result = set(re.findall(r'^(?:import|export) .*?from "\./(.+?)"', text, re.MULTILINE | re.DOTALL))
        return result.union(*map(imported, result)) if result else result

    needed = imported("main.js")
    assert set(re.findall(r'rel="modulepreload" href="page/(.+?)"', str(files["index.html"]))) == needed
    assert not {"editor.js", "codemirror.js"} & needed


def test_no_file_of_it_names_another_place(files: dict[str, str | bytes]) -> None:
    for name in (
        "index.html",
        *(f"page/{path.name}" for path in STATIC.glob("*.js") if path.stem in ("worker", "transport")),
    ):
        assert not re.findall(r"https?://(?!www\.w3\.org)", str(files[name])), name


def test_the_same_bytes_are_written_again(files: dict[str, str | bytes]) -> None:
    assert small_site() == files


def test_the_archive_has_the_code_the_library_and_the_wheels(files: dict[str, str | bytes]) -> None:
    content = files["python/packages.tar.0.packed"]
    assert isinstance(content, bytes)
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(content))) as archive:
        names = set(archive.getnames())
    assert {"lark.py", "puzzlelang/web/browser.py", "puzzlelang/_shipped/rules/tents.rules"} <= names
    unused = ("puzzlelang/web/page/", "lark/tools/", "pysat/", "some-1.data/")
    assert not [name for name in names if "__pycache__" in name or name.startswith(unused)]


def test_large_files_stand_there_in_parts(files: dict[str, str | bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """No file is larger than what a browser keeps; together the parts are what one file would be."""
    monkeypatch.setattr("puzzlelang.web.static_site.MOST_PART", 100_000)
    parted = small_site()
    parts = json.loads(re.search(r"PACKED = (\{.*?\});", str(parted["page/worker.js"]))[1])  # type: ignore[index]
    assert parts["packages.tar"] > 1
    names = [f"python/packages.tar.{at}.packed" for at in range(parts["packages.tar"])]
    assert {name for name in parted if name.startswith("python/packages.tar")} == set(names)
    contents = [parted[name] for name in names]
    assert all(len(content) <= 100_000 for content in contents)
    assert b"".join(content for content in contents if isinstance(content, bytes)) == files[names[0]]
    assert all(f'"{name}"' in str(parted["sw.js"]) for name in names)


def test_archives_of_bytecode_run_as_their_sources_do(tmp_path: Path) -> None:
    sources = io.BytesIO()
    with tarfile.open(fileobj=sources, mode="w") as archive:
        bytecode.add(archive, "one/__init__.py", b"import two, three\nprint(two.VALUE, three.VALUE, __file__)\n")
        bytecode.add(archive, "one/data.txt", b"data")
        bytecode.add(archive, "four.py", b'"""Words."""\n\n\nasync def five() -> None:\n    """More words."""\n')
    with tarfile.open(fileobj=io.BytesIO(bytecode.compiled_tar(sources.getvalue()))) as archive:
        assert archive.getnames() == ["one/__init__.pyc", "one/data.txt", "four.pyc"]
        archive.extractall(tmp_path, filter="data")
    library = tmp_path / "library.zip"
    library.write_bytes(bytecode.compiled_zip(zipped(two="VALUE = 2", three="VALUE = 3"), {"two"}))
    assert zipfile.ZipFile(library).namelist() == ["two.pyc", "three.py"]
    program = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(library)!r}]; import one, four"
    program += "; print(four.__doc__, four.five.__doc__)"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "3", str(tmp_path / "one" / "__init__.pyc"), "None", "None"]


def test_without_node_sources_are_not_compiled_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    messages: list[str] = []
    archives = {PACKAGES: b"packages", STDLIB: b"library"}
    assert compiled(archives, messages.append) == archives
    assert len(messages) == 1
    assert messages[0].startswith("Node.js is not installed")


def test_what_does_not_start_in_pyodide_is_no_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho reason >&2\nexit 1\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Failed, match=r"E384.*could not compile.*reason"):
        compiled({PACKAGES: b"packages", STDLIB: b"library"}, lambda _: None)


def test_a_folder_without_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"E384.*pyodide\.mjs"):
        runtime(tmp_path)


def answer_here(name: str, body: dict[str, Any]) -> dict[str, Any]:
    lines: list[AnswerLine] = []
    respond(Desk(BROWSER_BOUNDS), DeskTask(name, json.dumps(body).encode(), BROWSER_BOUNDS), lines.append)  # type: ignore[arg-type]
    result: dict[str, Any] = json.loads(lines[-1].body)
    return result


def test_a_desk_without_processes_answers_all_kinds_of_requests() -> None:
    board = resources.boards_of("tents")[-1].read_text(encoding="utf-8")
    for name in ("solve", "hint", "check", "count", "why", "rate"):
        assert answer_here(name, {"genre": "tents", "board": board})["kind"] == "result", name
    assert answer_here("generate", {"genre": "tents", "size": [4, 4]})["result"]["boards"]
    assert answer_here("lint", {"genre": "tents"})["result"]["status"] == "fine"
    assert requests.REQUESTS


# ---------------------------------------------------------------------------------------------------- in a browser


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Offers a folder; the types of files as every web server has them."""

    extensions_map: ClassVar = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}
    sent: ClassVar[list[str]] = []

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, and note its path."""
        self.sent.append(self.path)
        super().copyfile(source, outputfile)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    try:
        python = runtime(None)
    except Failed as failed:
        pytest.skip(failed.diagnostics[0].message)
    genres = [path.stem for path in resources.library_files()]
    compile_ = functools.partial(compiled, warn=pytest.skip)
    for place, content in static_site(python, genres, lambda _: None, compile_).items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(content.encode() if isinstance(content, str) else content)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = launched(started)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def context(browser: Any) -> Any:
    return browser.new_context()


@pytest.mark.long
def test_no_part_of_python_is_fetched_twice(address: str, browser: Any) -> None:
    """Two workers and what is kept for later need the same files; a browser that keeps nothing has them once."""
    with browser.new_context() as context:
        page = context.new_page()
        before = len(Quiet.sent)
        page.goto(address)
        page.wait_for_selector(".card img")
        board = resources.boards_of("tents")[-1].read_text(encoding="utf-8")
        assert page.evaluate(ASK, ["solve", {"genre": "tents", "board": board}])["result"]["status"] == "only"
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        fetched = [path for path in Quiet.sent[before:] if path.endswith(".packed")]
    assert any(path.endswith("packages.tar.1.packed") for path in fetched)
    assert sorted(fetched) == sorted(set(fetched))


@pytest.mark.long
def test_answers_in_the_browser_are_those_of_the_service(address: str, context: Any) -> None:
    page = context.new_page()
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    page.goto(address)
    page.wait_for_selector(".card img")
    boards = [(path.stem, board) for path in resources.library_files() for board in resources.boards_of(path.stem)[-1:]]
    late, different = [], []
    for number, (genre, path) in enumerate(boards[:: len(boards) // BOARDS][:BOARDS]):
        body: dict[str, Any] = {"genre": genre, "board": path.read_text(encoding="utf-8"), "seconds": 60}
        name = ("solve", "check", "rate", "hint", "generate")[number % 5]
        if name == "generate":
            body |= {"board": "", "size": [4, 4], "seed": number, "seconds": 20}
        there = page.evaluate(ASK, [name, body])
        if there.get("reason") == "time":  # a desk without processes, as here, knows no limit
            late.append((genre, name))
        elif there != answer_here(name, body):
            different.append((genre, name))
    print(f"late: {late}")
    assert different == []
    assert len(late) <= BOARDS // 10, late
    body = {"genre": "slitherlink"}
    assert page.evaluate(ASK, ["patterns", body]) == answer_here("patterns", body)
    body = {"genre": "tents", "size": [6, 6], "seed": 3}
    assert page.evaluate(ASK, ["generate", body]) == answer_here("generate", body)
    assert [url for url in asked_for if not url.startswith((address, "data:", "blob:"))] == []
    page.close()


@pytest.mark.long
def test_a_question_is_stopped_and_the_next_one_answered(address: str, context: Any) -> None:
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".card img")
    stopped = page.evaluate(
        """async () => {
          const { stream } = await import("./page/api.js");
          const control = new AbortController();
          setTimeout(() => control.abort(), 12000);
          const body = { genre: "nurikabe", size: [30, 30] };
          return stream("generate", body, () => {}, control.signal).then(() => "answered", (error) => error.name);
        }"""
    )
    assert stopped == "AbortError"
    board = resources.boards_of("tents")[-1].read_text(encoding="utf-8")
    assert page.evaluate(ASK, ["solve", {"genre": "tents", "board": board}])["result"]["status"] == "only"
    page.close()


@pytest.mark.long
def test_it_works_without_a_network(address: str, context: Any) -> None:
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".card img")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    try:
        page.reload()
        page.click("[data-genre=masyu]")
        page.wait_for_selector("#picture svg")
        board = resources.boards_of("masyu")[-1].read_text(encoding="utf-8")
        assert page.evaluate(ASK, ["solve", {"genre": "masyu", "board": board}])["result"]["status"] == "only"
    finally:
        context.set_offline(False)
    page.close()
