"""Saved games of Simon Tatham's collection: lines `KEY     :LENGTH:VALUE`."""

import re
from collections.abc import Mapping

from puzzlelang.diagnostics.record import fail
from puzzlelang.source import Source, Span

MAGIC = "Simon Tatham's Portable Puzzle Collection"
_START = re.compile(r"\s*SAVEFILE\s*:41:")
_LINE = re.compile(r"\s*([A-Z0-9]{1,8}) *:(\d{1,7}):", re.ASCII)
_NEEDED = ("GAME", "PARAMS", "CPARAMS", "DESC", "SEED")

_NAMES = {"lightup": "lightup", "rectangles": "rect", "traintracks": "tracks"}
"""Types that are not called like their games, by the game's name in small letters without blanks."""


def is_save(text: str) -> bool:
    """Whether a text begins like a saved game."""
    return _START.match(text) is not None


def fields(source: Source) -> Mapping[str, Span]:
    """The values that matter here, by their keys: the first of each.

    Raises `Failed` where a line is broken or a length goes beyond the end.
    """
    found: dict[str, Span] = {}
    text, at = source.text, 0
    end = len(text.rstrip())
    while at < end:
        line = _LINE.match(text, at)
        if line is None:
            shown = source.span(at, min(at + 20, len(text)))
            raise fail("E202", "here a line of a saved game should begin", shown, hint="such as `DESC    :5:…`")
        start, length = line.end(), int(line[2])
        if start + length > len(text):
            raise fail("E202", f"the text ends before the {length} characters of {line[1]}", source.span(*line.span()))
        at = start + length
        if text[at : at + 1] not in ("", "\n", "\r"):
            raise fail("E202", f"the value of {line[1]} is longer than {length}", source.span(start, at))
        if line[1] in _NEEDED and line[1] not in found:
            found[line[1]] = source.span(start, at)
        if line[1] == "NSTATES":  # the moves follow, which say nothing of the board
            break
    return found


def kind(text: str) -> str:
    """The type of game of a saved game, "" if it is broken before that is told."""
    game = re.search(r"^GAME\s*:\d{1,4}:(.*)$", text, re.MULTILINE)
    name = "".join(game[1].split()).lower() if game else ""
    return _NAMES.get(name, name)
