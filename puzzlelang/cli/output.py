"""What all commands share: reading boards, showing diagnostics, progress, exit codes."""

import codecs
import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from puzzlelang.cli import streams
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.files import MOST_BYTES, is_file, read_stream, read_text
from puzzlelang.formats import boards
from puzzlelang.source import STEERING, Source
from puzzlelang.typed.ir import Ruleset

FINE, NO_ANSWER, USAGE, WRONG_INPUT, UNKNOWN, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130

_NO_TEXT, _NO_ASCII = re.compile("[\ud800-\udfff]"), re.compile(r"[^\x00-\x7f]")

ARGUMENT = "<argument>"
"""The name of a text that is itself an argument."""

LONGEST_NAME = 100
"""What is longer was hardly meant as the name of a board's file, and is not shown whole."""


def exists(place: str | Path) -> bool:
    """Whether there is something of that name; False for what can be no name or may not be looked at."""
    try:
        return os.path.exists(place)
    except ValueError:  # a NUL in the name
        return False


def check_link(name: str) -> None:
    """Raises `Failed` for a web address: the caller has found no board in it."""
    if "://" in name and not exists(name):
        hint = "links of puzz.link and its relatives do; from other sites copy the game ID, the task or the saved file"
        raise fail("E301", f"`{name[:LONGEST_NAME]}` is no link that holds a board", hint=hint)


def read_board(name: str, rules: Ruleset | None = None, most: int = MOST_BYTES) -> Source:
    """The file at a path, standard input for `-`, or the name itself if it is a text of an outside format.

    With `rules` those formats count that the rules read.  Raises `Failed` if there is nothing to read.
    """
    if name == "-":
        return read_standard_input(most)
    if not is_file(name) and boards.recognised(name, rules) is not None:
        return Source(ARGUMENT, name)
    check_link(name)
    if not exists(name) and (len(name) > LONGEST_NAME or "\n" in name):
        start = name[:LONGEST_NAME].split("\n", maxsplit=1)[0]
        hint = (
            "a board in an argument is a link, a game ID or another text that these rules have a `read` statement for"
        )
        raise fail("E301", f"`{start}…` is no file, and no board that these rules read", hint=hint)
    try:
        return read_text(Path(name), most)
    except Failed as failed:
        if exists(name):
            raise
        told = "a board is a file, `-` for standard input, or a link or game ID in quotes"
        raise Failed([msgspec.structs.replace(item, help=told) for item in failed.diagnostics]) from None


def read_standard_input(most: int = MOST_BYTES) -> Source:
    """All of standard input.  Raises `Failed` as `files.read_text` does."""
    try:
        return read_stream(sys.stdin.buffer, "<stdin>", most)
    except OSError as error:
        raise fail("E301", f"standard input cannot be read: {error.strerror}") from None


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
    print(plain_json(json.dumps(content, ensure_ascii=False, indent=2)))


def plain_json(text: str) -> str:
    """The same JSON document in UTF-8, or in ASCII if standard output is not UTF-8, without what is no text.

    What steers a terminal is told by its number.
    """
    text = STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", _NO_TEXT.sub("\ufffd", text))
    if codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8":
        return text
    return _NO_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], text)


def unwritable(error: streams.Unwritable) -> int:
    """Say that standard output cannot be written, if somebody wanted it; the exit code."""
    if error.is_closed_pipe:
        return streams.BROKEN_PIPE
    show([Diagnostic("E301", f"standard output cannot be written: {error.reason}")], as_json=False)
    return WRONG_INPUT
