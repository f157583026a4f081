"""What all commands share: reading boards, showing diagnostics, progress, exit codes."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.formats import boards
from puzzlelang.pipeline import is_file, read_text
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset

FINE, NO_ANSWER, USAGE, WRONG_INPUT, UNKNOWN, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

ARGUMENT = "<argument>"
"""The name of a text that is itself an argument."""

LONGEST_NAME = 100
"""What is longer was hardly meant as the name of a board's file, and is not shown whole."""


def check_link(name: str) -> None:
    """Raises `Failed` for a web address: the caller has found no board in it."""
    if "://" in name and not os.path.exists(name):
        hint = "links of puzz.link and its relatives do; from other sites copy the game ID, the task or the saved file"
        raise fail("E301", f"`{name[:LONGEST_NAME]}` is no link that holds a board", hint=hint)


def read_board(name: str, rules: Ruleset | None = None) -> Source:
    """The file at a path, standard input for `-`, or the name itself if it is a text of an outside format.

    With `rules` those formats count that the rules read.  Raises `Failed` if there is nothing to read.
    """
    if name == "-":
        return read_standard_input()
    if not is_file(name) and boards.recognised(name, rules) is not None:
        return Source(ARGUMENT, name)
    check_link(name)
    if not os.path.exists(name) and (len(name) > LONGEST_NAME or "\n" in name):
        start = name[:LONGEST_NAME].split("\n", maxsplit=1)[0]
        hint = (
            "a board in an argument is a link, a game ID or another text that these rules have a `read` statement for"
        )
        raise fail("E301", f"`{start}…` is no file, and no board that these rules read", hint=hint)
    try:
        return read_text(Path(name))
    except Failed as failed:
        if os.path.exists(name):
            raise
        told = "a board is a file, `-` for standard input, or a link or game ID in quotes"
        raise Failed([msgspec.structs.replace(item, help=told) for item in failed.diagnostics]) from None


def read_standard_input() -> Source:
    """All of standard input.  Raises `Failed` if it is no UTF-8 text."""
    try:
        return Source("<stdin>", sys.stdin.buffer.read().decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        raise fail("E302", f"standard input is no UTF-8 text (byte {error.start})") from None


def say(text: str) -> None:
    """Print, and see to it that it is read now: what comes next may take a while."""
    print(text, flush=True)


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
