"""How soon the page without a server is there: `python -m tests.bench.static FOLDER`, with a folder of `web --static`.

A browser without a cache opens the page with a first board, then asks for an edit and an answer; then once more with
what it kept.  Each line has the time by the clock and the processor time of the browser since the page was asked for,
and what went over the wire from a server that compresses nothing.  Needs Playwright and a Chromium.
"""

import argparse
import contextlib
import functools
import http.server
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from puzzlelang import resources
from tests.bench.web import offspring

GENRE = "tents"

ASK = """async ([name, body]) => {
  const { send } = await import("./page/transport.js");
  const response = await send(name, { body: JSON.stringify(body) });
  return JSON.parse((await response.text()).trim().split("\\n").pop());
}"""


class CountingServer(http.server.SimpleHTTPRequestHandler):
    """Offers a folder, and counts the bytes that it sent."""

    extensions_map: ClassVar = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}
    sent: ClassVar[list[int]] = []

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        content = source.read()
        self.sent.append(len(content))
        outputfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def offered(folder: Path) -> Iterator[str]:
    """The address of a folder."""
    handler = functools.partial(CountingServer, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/?use=play"
    server.shutdown()
    server.server_close()


def browser_seconds() -> float:
    """Processor time of all processes of the browser."""
    total = 0
    for process in offspring("self"):
        with contextlib.suppress(OSError):
            about = Path("/proc") / str(process)
            if b"chrom" in (about / "cmdline").read_bytes():
                total += sum(map(int, (about / "stat").read_text().rsplit(")", 1)[1].split()[11:13]))
    return total / os.sysconf("SC_CLK_TCK")


def launched(started: Any) -> Any:
    """The browser of this computer if there is one, else that of Playwright."""
    programs = [path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists()]
    return started.chromium.launch(executable_path=programs[0] if programs else None, args=["--no-sandbox"])


def visit(page: Any, address: str, label: str) -> None:
    """Open the page and use it; `label` stands before each line."""
    board = resources.boards_of(GENRE)[-1].read_text(encoding="utf-8")
    begun, before, sent = time.monotonic(), browser_seconds(), sum(CountingServer.sent)

    def done(what: str) -> None:
        took, used = time.monotonic() - begun, browser_seconds() - before
        wire = (sum(CountingServer.sent) - sent) / 1e6
        print(f"{label}: {what:12} {took:6.2f} s, processor {used:6.2f} s, {wire:5.1f} MB", flush=True)

    page.goto(address, wait_until="commit")
    page.wait_for_selector("#picture svg")
    done("first board")
    edit = {"genre": GENRE, "board": board, "changes": [{"name": "tent", "places": ["R1C1"], "value": "true"}]}
    assert "svg" in page.evaluate(ASK, ["edit", edit])
    done("edit")
    assert page.evaluate(ASK, ["solve", {"genre": GENRE, "board": board}])["result"]["status"] == "only"
    done("answer")


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(prog="python -m tests.bench.static")
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with offered(chosen.folder) as address, sync_playwright() as started:
        browser = launched(started)
        page = browser.new_page()
        visit(page, address, "first visit")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        visit(page, address, "next visit")
        browser.close()


if __name__ == "__main__":
    main()
