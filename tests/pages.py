"""Fenced blocks of documentation pages, and how each kind is tried.

A comment before a block says what it is: `<!-- file: NAME -->` writes it to a file, `<!-- append: NAME -->` adds it to
one, `<!-- output -->` is what the Python block before it prints.  In expected output `…` stands for anything, and a
line that is `…` for any lines.  With `UPDATE_GOLDEN` set, outputs that differ are written anew.
"""

import contextlib
import io
import json
import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest

from docs import command_pages
from puzzlelang import pipeline
from puzzlelang.cli.main import COMMANDS
from puzzlelang.cli.main import run as run_command
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests import random_puzzles

ROOT = Path(__file__).parent.parent

_BLOCK = re.compile(
    r"(?:^ *<!-- *(?P<directive>[a-z]+)(?:: *(?P<name>[^ ]+))? *-->\n+)?"
    r"^(?P<indent> *)```(?P<kind>\w*)[ ]?(?P<rest>[^\n]*)\n(?P<content>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)


_CODE = re.compile(r"[EW]\d{3}")


class Block(NamedTuple):
    """A fenced block, what its fence says, and what the comment before it says."""

    kind: str
    rest: str
    content: str
    directive: str
    name: str
    line: int
    start: int
    end: int


def blocks(text: str) -> list[Block]:
    """All fenced blocks of a page, in order."""
    result = [
        Block(
            each["kind"],
            each["rest"],
            each["content"],
            each["directive"] or "",
            each["name"] or "",
            text.count("\n", 0, each.start("kind")) + 1,
            *each.span("content"),
        )
        for each in _BLOCK.finditer(text)
    ]
    assert 2 * len(result) == len(re.findall(r"^ *```", text, re.MULTILINE)), "a block is not closed"
    return result


def grounds(rules: Ruleset, seed: int) -> bool:
    """Whether the rules say anything about a random board, which need not fit their declarations."""
    try:
        return bool(pipeline.ground(rules, random_puzzles.puzzle(rules, random.Random(seed), (4, 4))).constraints)
    except Failed:
        return False


def check_rules(content: str, mistake: str = "") -> None:
    """Rules are right and say something about a small board, or have the mistake."""
    board = "" if "board " in content else "board rectangle\n"
    title = "" if content.startswith("puzzle") else 'puzzle "Shown"\n'
    source = Source("shown", f"{title}{board}{content}")
    if mistake:
        with pytest.raises(Failed) as caught:
            pipeline.ruleset(source)
        assert {item.code for item in caught.value.diagnostics} == {mistake}
        return
    rules = pipeline.ruleset(source)
    assert not rules.rules or any(grounds(rules, seed) for seed in range(30))


def notebook_output(cell: str) -> str:
    """What a cell of a notebook prints and shows as its value."""
    shells = pytest.importorskip("IPython.core.interactiveshell")
    shell = shells.InteractiveShell.instance(history_length=0)
    shell.history_manager.enabled = False
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert shell.run_cell(cell).error_in_exec is None
    return re.sub(r"^Out\[\d+\]: \n?", "", out.getvalue())


class Runner:
    """Tries the blocks of one page in a folder, where `examples` and `rules` stand for those of the project."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        for name in ("examples", "rules"):
            (folder / name).symlink_to(ROOT / name)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        monkeypatch.setenv("PYTHONPATH", str(ROOT))
        monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
        self.names: dict[str, Any] = {"__name__": "page"}
        self.printed: str | None = None
        self.code = 0

    def run(self, block: Block) -> str:
        """Fails if a block is not true; what should stand in it."""
        content, printed = block.content, self.printed
        self.printed = None
        if block.directive in ("file", "append"):
            with (self.folder / block.name).open("a" if block.directive == "append" else "w", encoding="utf-8") as file:
                file.write(content)
        match block.kind:
            case "console":
                return self.console(content)
            case "sh":
                check_usage(content)
            case "rules" if block.directive == "":
                check_rules(content)
            case "mistake":
                check_rules(content, block.rest)
            case "ipython":
                self.printed = notebook_output(content)
            case "python":
                self.printed = self.python(content)
            case "json":
                json.loads(content) if content.startswith("{\n") else [
                    json.loads(line) for line in content.splitlines()
                ]
            case "read":
                for statement in content.splitlines():
                    check_reading(statement)
            case "board" if not _CODE.fullmatch(block.rest):
                pipeline.board(pipeline.load(block.rest), Source("shown", content))
            case "usage" | "signature" | "provoking" | "board" | "fixed" | "diagram":
                pass  # made from tables, which tests of their own hold, or a picture
            case _ if block.directive == "output":
                assert printed is not None, "no Python block stands before its output"
                return compare(printed, content)
            case _:
                assert block.directive in ("file", "append"), "nothing says what this block is"
        return content

    def console(self, content: str) -> str:
        """Run each command of a block and compare what it prints with the lines below it."""
        result = ""
        for shown in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
            command, _, expected = shown.partition("\n")
            printed = f"{self.code}\n" if command == "echo $?" else self.command(command)
            result += f"$ {command}\n" + compare(printed, expected)
        return result

    def command(self, command: str) -> str:
        """What a command prints, standard error behind standard output; in this process if it is one of ours alone."""
        words = shlex.split(command, comments=True)
        if words[0] != "puzzlelang" or {"|", "<", ">", "&&"} & set(command.split()):
            done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=600, check=False)
            self.code = done.returncode
            return done.stdout + done.stderr
        streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
        with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
            self.code = run_command(words[1:])
        return "".join(stream.buffer.getvalue().decode() for stream in streams)  # type: ignore[attr-defined]

    def python(self, content: str) -> str:
        """Run Python, with the names of earlier blocks; what it prints."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(content, "page", "exec"), self.names)
        return printed.getvalue()


def check_reading(statement: str) -> None:
    """A `read` statement fits the declarations of the library's rules that it is about."""
    name = {"lightup": "light-up"}.get(kind := statement.split('"')[1], kind)
    declared = (ROOT / "rules" / f"{name}.rules").read_text("utf-8").split("\nexample")[0]
    kept = re.sub(r"(?m)^read .*\n(  .*\n)*", "", declared + "\n")
    assert pipeline.ruleset(Source(name, f"{kept}{statement}\n")).readings


def check_usage(content: str) -> None:
    """Commands that a page shows without running them have options and arguments that exist."""
    for line in content.replace("\\\n", " ").splitlines():
        for piece in re.split(r"\||&&|;", line):
            words = shlex.split(piece, comments=True)
            while words and re.fullmatch(r"\w+=.*", words[0]):
                words = words[1:]
            if not words or Path(words[0]).name != "puzzlelang":
                continue
            assert words[1] in COMMANDS, line
            arguments = [word for word in words[2:] if word not in (">", "<")]
            command_pages.command(words[1]).make_context(words[1], arguments, resilient_parsing=False)


def compare(printed: str, expected: str) -> str:
    """Fails with both texts if one is not as the other says; else, or to be written anew, what is expected."""
    shown = [line.rstrip() for line in expected.rstrip().splitlines()]
    got = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in shown
    )
    if re.fullmatch(pattern, got):
        return expected
    assert os.environ.get("UPDATE_GOLDEN"), f"expected:\n{expected}\nprinted:\n{got}"
    return got


def try_page(runner: Runner, path: Path) -> None:
    """Try every block of a page; the first failure names the line."""
    text = path.read_text(encoding="utf-8")
    built, last = "", 0
    for block in blocks(text):
        try:
            content = runner.run(block)
        except click.ClickException as error:
            pytest.fail(f"{path}, line {block.line}: {error.format_message()}")
        except (AssertionError, Failed, json.JSONDecodeError) as error:
            result = error.diagnostics if isinstance(error, Failed) else error
            pytest.fail(f"{path}, line {block.line}: {result}")
        built, last = built + text[last : block.start] + content, block.end
    if os.environ.get("UPDATE_GOLDEN") and built + text[last:] != text:
        path.write_text(built + text[last:], encoding="utf-8")
