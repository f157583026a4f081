"""Inputs that arguments name: files, standard input, texts of outside formats."""

import os
import re
import sys
from pathlib import Path

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.files import MOST_BYTES, is_file, read_stream, read_text
from puzzlelang.formats import boards
from puzzlelang.formats.boards import BoardSource
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset

STDIN = "-"

ARGUMENT = "<argument>"
"""The name of a text that is itself an argument."""

LONGEST_NAME = 100
"""What is longer was hardly meant as the name of a board's file, and is not shown whole."""

SIZE = re.compile(r"[0-9]+x[0-9]+")
"""What an argument that is meant as a size of a board is like."""

NAME = re.compile(r"[\w.\-\\/ ]*")
"""What could be the name of a file."""


def argument_text(name: str, rules: Ruleset | None = None) -> BoardSource:
    """Return the argument itself as a board text."""
    return boards.board_source(Source(ARGUMENT, name), rules)


def read_board(name: str, rules: Ruleset | None = None, most: int = MOST_BYTES) -> Source:
    """Return the file at a path, standard input for `-`, or the argument itself if it is a text of an outside format.

    With `rules` only formats that the rules read count.  Raises `Failed` if there is nothing to read, or for a text in
    a format that the rules do not read.
    """
    if name == STDIN:
        return read_standard_board(most)
    if not is_file(name):
        if SIZE.fullmatch(name):
            hint = f"a size alone is no board; `generate RULES {name}` makes one of this size"
            raise fail("E301", f"there is no board `{name}`", hint=hint)
        itself = argument_text(name, rules)
        if itself.outside_type is not None:
            return itself.source
        if rules is not None and not NAME.fullmatch(name):
            _check_format(argument_text(name), rules)
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
        advice = "a board is a file, `-` for standard input, or a link or game ID in quotes"
        raise Failed([msgspec.structs.replace(item, help=advice) for item in failed.diagnostics]) from None


def _check_format(itself: BoardSource, rules: Ruleset) -> None:
    """Raises `Failed` if the argument is a text of an outside format; it explains why the rules cannot read it."""
    if itself.outside_type is not None:
        from puzzlelang.formats import outside

        outside.read(rules, itself.source, itself.outside_type)


def exists(place: str | Path) -> bool:
    """Whether there is something of that name; False for what can be no name or may not be looked at."""
    try:
        return os.path.exists(place)
    except ValueError:  # a NUL in the name
        return False


def check_link(name: str) -> None:
    """Raises `Failed` for a web address: the caller has found no board in it."""
    if "://" in name and not exists(name):
        known = "links of puzz.link, its relatives, Penpa and f-puzzles do"
        hint = f"{known}; from other sites copy the game ID, the task or the saved file"
        raise fail("E301", f"`{name[:LONGEST_NAME]}` is no link that holds a board", hint=hint)


def read_standard_input(most: int = MOST_BYTES) -> Source:
    """Read all of standard input; a terminal first shows that it is being read.

    Raises `Failed` as `files.read_text` does.
    """
    if sys.stdin.isatty():
        end = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        print(f"Reading standard input: type or paste the text, then press {end}.", file=sys.stderr)
    try:
        return read_stream(sys.stdin.buffer, "<stdin>", most)
    except OSError as error:
        raise fail("E301", f"standard input cannot be read: {error.strerror}") from None


def read_standard_board(most: int = MOST_BYTES) -> Source:
    """Read a board from standard input.  Raises `Failed` as `read_standard_input` does, and if nothing is in it."""
    source = read_standard_input(most)
    if not source.text.strip():
        hint = "name a file, such as `puzzlelang solve tents board.txt`"
        raise fail("E301", "standard input is empty, and no file is named", hint=hint)
    return source
