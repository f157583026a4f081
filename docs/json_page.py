"""The page about JSON: the records that `--json` prints, each with one that was just made."""

import contextlib
import inspect
import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from puzzlelang.cli.main import run
from puzzlelang.questions import check, facts, rate, solve, walkthrough, why

BOARD = " 10\n0..\n1.T\n"
HALF = " 10\n0..\n1.T\n\n[answer]\n?*\n??\n"
SEVERAL = " ..\n...\n.T.\n...\n"


class Record(msgspec.Struct, frozen=True):
    """A record: the command that prints it, what makes it, and a board to show it with."""

    command: str
    made_by: Callable[..., Any]
    board: str = BOARD
    also: str = ""


RECORDS = (
    Record("solve", solve.as_json),
    Record("why", why.as_json, " 11\n0..\n1.T\n"),
    Record("facts", facts.as_json),
    Record("check", check.as_json, HALF),
    Record("hint", walkthrough.as_json),
    Record(
        "path",
        walkthrough.step_json,
        also="The command prints a line for each step; the last line is the record of `hint` without them.",
    ),
    Record("rate", rate.as_json),
)


def page() -> str:
    """The page."""
    text = (
        "# JSON\n\n"
        "`--json` prints one record on standard output. "
        "The page shows the record of each question for a small board of Tents.\n"
        "Places are written as rows and columns: `R2C1` is the first cell of the second row.\n"
        'A mistake is `{"status": "error", "diagnostics": […]}`, each diagnostic with its code, place and advice.\n'
        "[Formats](../formats.md#json) describes boards as JSON.\n"
    )
    for item in RECORDS:
        shown = _printed(item)
        text += f"\n## `{item.command} --json`\n\n{_described(item)}\n"
        text += f"\n{item.also}\n" if item.also else ""
        text += f"\nFor this board\n\n```board tents\n{item.board}```\n\nit prints\n\n```json\n{shown}```\n"
    return text


def _described(item: Record) -> str:
    """The fields of a record; where another record has the same, the command that prints it."""
    text = inspect.getdoc(item.made_by) or ""
    for other in RECORDS:
        text = text.replace(f"`{other.command}`", f"`{other.command} --json`")
    return text


def _printed(item: Record) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.txt"
        path.write_text(item.board, encoding="utf-8")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            run([item.command, "tents", str(path), "--json"])
    text = printed.getvalue()
    lines = text.splitlines()
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"
    except json.JSONDecodeError:
        return "".join(json.dumps(json.loads(line), ensure_ascii=False) + "\n" for line in lines)
