"""What all commands share: reading boards, showing diagnostics, progress, exit codes."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from puzzlelang.diagnostics.record import Diagnostic, fail
from puzzlelang.pipeline import read_text
from puzzlelang.source import Source

FINE, NO_ANSWER, USAGE, WRONG_INPUT, UNKNOWN, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130


def read_board(name: str) -> Source:
    """The file at a path, or standard input for `-`.  Raises `Failed` if it cannot be read."""
    if name != "-":
        return read_text(Path(name))
    try:
        return Source("<stdin>", sys.stdin.buffer.read().decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        raise fail("E302", f"standard input is no UTF-8 text (byte {error.start})") from None


def colourful(stream: Any) -> bool:
    """Whether to write in colour: only on a terminal, and not if `NO_COLOR` is set."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR")


def show(diagnostics: Iterable[Diagnostic], *, as_json: bool) -> None:
    """Diagnostics as text on standard error, or as JSON on standard output."""
    from puzzlelang.diagnostics import rendering

    found = tuple(diagnostics)
    if as_json:
        write_json({"status": "error", "diagnostics": [rendering.as_json(item) for item in found]})
    else:
        print(rendering.listing(found, colour=colourful(sys.stderr)), file=sys.stderr)


def write_json(content: object) -> None:
    """One JSON document on standard output."""
    print(json.dumps(content, ensure_ascii=False, indent=2))


def write_file(path: Path, text: str, *, force: bool) -> None:
    """A new file; raises `Failed` rather than overwrite one unasked."""
    if path.exists() and not force:
        raise fail("E304", f"`{path}` exists", hint="choose another name, or add `--force` to overwrite it")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise fail("E301", f"`{path}` cannot be written: {error.strerror}") from None


def bold(text: str, stream: Any) -> str:
    """The text in bold where colour is welcome."""
    return f"\033[1m{text}\033[0m" if colourful(stream) else text


class Ticker:
    """Says on a terminal that a search goes on, once it takes more than a second; wipes that at the end."""

    def __init__(self) -> None:
        self._shown = False

    def __call__(self, seconds: float, answers: int) -> None:
        """Called about twice a second."""
        if seconds >= 1 and sys.stderr.isatty():
            so_far = f", {answers} answer{'s' if answers != 1 else ''} so far" if answers else ""
            print(f"\r\033[Ksolving… {seconds:.0f} s{so_far}", end="", file=sys.stderr, flush=True)
            self._shown = True

    def clear(self) -> None:
        """Wipe the line."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self._shown = False
