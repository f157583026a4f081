"""Nothing that a person reads can steer the terminal, whether it comes from a file, its name or the command line."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.cli import main, streams
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import STEERING, Source
from tests.test_cli import ROOT, TWO, run, write

STEERS = ["\x1b", "\x07", "\x08", "\x0b", "\x7f", "\x85", "\x9b", "\u061c", "\u200e", "\u200f", "\u2028", "\u2029"]
STEERS += ["\r.", "\u202a", "\u202e", "\u2066", "\u2069"]
RULES = """\
puzzle "Two{title}"
board rectangle
find ink : set of cells as "#{symbol}"
rule two "Two cells are black{sentence}": count(ink) = 2  # {comment}
example "one{example}" board ".." drawing "#." breaks two
"""
PLACES = ["title", "symbol", "sentence", "comment", "example"]


def rules(**added: str) -> str:
    return RULES.format(**{place: added.get(place, "") for place in PLACES})


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("character", STEERS, ids=ascii)
def test_rules_may_not_steer(place: str, character: str) -> None:
    text = rules(**{place: character})
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("x.rules", text))
    (result,) = failed.value.diagnostics
    assert (result.code, result.span and result.span.text) == ("E001", character[0])
    assert f"U+{ord(character[0]):04X}" in result.message


def test_other_characters_may_stand_in_texts() -> None:
    text = rules(title="\N{SOFT HYPHEN}é漢\u200d🌲", sentence="\t👩\u200d🌾")
    assert pipeline.ruleset(Source("x.rules", text)).title.startswith("Two")


def test_line_ends_of_windows_are_fine() -> None:
    assert pipeline.ruleset(Source("x.rules", rules().replace("\n", "\r\n"))).title == "Two"


@pytest.mark.parametrize("character", STEERS, ids=ascii)
@pytest.mark.parametrize("text", ["..\n.{}\n", "; {}\n..\n", "[{}]\n..", "a: {}\n..", "{}.."])
def test_boards_may_not_steer(text: str, character: str) -> None:
    with pytest.raises(Failed) as failed:
        pipeline.board(pipeline.ruleset(Source("two.rules", TWO)), Source("x", text.format(character)))
    (result,) = failed.value.diagnostics
    assert (result.code, result.span and result.span.text) == ("E103", character[0])


@pytest.mark.parametrize(
    "command", [("show",), ("solve",), ("check",), ("why",), ("show", "--json"), ("fmt", "--check")]
)
def test_nothing_steers_from_rules_that_are_refused(tmp_path: Path, command: list[str]) -> None:
    name = write(tmp_path, "x.rules", rules(title="\x1b]0;owned\x07", sentence="\u202e", symbol="\x9b2J"))
    result = run(command[0], name, *command[1:], text="..")
    assert result.returncode == 3
    assert not STEERING.search(result.stdout + result.stderr)


def test_names_of_files_do_not_steer(tmp_path: Path) -> None:
    name = write(tmp_path, "x\x1b[31m\u202e.rules", rules())
    for command in (("test", name), ("lint", name), ("fmt", name), ("show", "\x9b\u202e"), ("explain", "\x1b[2J")):
        result = run(*command)
        assert not STEERING.search(result.stdout + result.stderr)
        assert result.returncode in (0, 1, 2, 3)


def test_json_tells_characters_that_steer_by_their_numbers(tmp_path: Path) -> None:
    name = write(tmp_path, "x\x9b\u202e.rules", "rule")
    result = run("show", name, "--json")
    assert not STEERING.search(result.stdout)
    assert json.loads(result.stdout)["diagnostics"][0]["file"] == name


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_pass_on_a_terminal_only() -> None:
    for stream, seen in (
        (Terminal(), "\x1b[1;31mred\x1b[0m \ufffd[2J\ufffd"),
        (io.StringIO(), "\ufffd[1;31mred\ufffd[0m \ufffd[2J\ufffd"),
    ):
        streams.GuardedStream(stream).write("\x1b[1;31mred\x1b[0m \x1b[2J\u202e")
        assert stream.getvalue() == seen


def test_diagnostics_are_coloured_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stderr", streams.GuardedStream(Terminal()))
    assert main.run(["show", "no\x1b[2J such"]) == 3
    result = sys.stderr.getvalue()
    assert "\x1b[1;31merror[E303]" in result
    assert "\x1b[2J" not in result


def test_an_encoding_without_a_character_is_no_error(tmp_path: Path) -> None:
    write(tmp_path, "x.rules", rules(title="漢"))
    command = [sys.executable, "-m", "puzzlelang", "show", "x"]
    environment = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "HOME": str(tmp_path)}
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=600, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"Two\\u6f22" in result.stdout
