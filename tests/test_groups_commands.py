"""Groups and paths go through every question: answers, checks, hints, JSON, new boards, proofs."""

import json
from pathlib import Path

import pytest

from tests.commands import run

RULES = """puzzle "Liars" in number
board square
given clue : cells to number?
given cage : groups of cells
given total : cage to number?
given thermo : paths of cells
find digit : cells to 1..width
find lies : cage to {liar, honest} as liar "L", honest "H"
rule clue "Given digits stay": every c in cells with c.clue: c.digit = c.clue
rule line "No digit comes twice in {l}": every l in lines: distinct(digit of l)
rule total "The digits of {k} add up to {k.total}, unless it lies":
  every k in cage with k.total: k.lies = honest iff sum(digit of k) = k.total
rule one "One cage lies": count({k in cage where k.lies = liar}) = 1
rule thermo "Digits increase along {t}": every t in thermo: every a, b in along(t): a.digit < b.digit
"""

BOARD = """1..
...
...

[cage]
a: R1C1 R2C1
b: R2C2 R2C3 R3C2

[total]
a: 3
b: 9

[thermo]
a: R1C1 R1C2 R1C3
"""

ANSWER = """[answer]
123
231
312

[lies]
a: H
b: L
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    rules, board = tmp_path / "liars.rules", tmp_path / "board.txt"
    rules.write_text(RULES, encoding="utf-8")
    board.write_text(BOARD, encoding="utf-8")
    return str(rules), str(board)


def test_an_answer_has_values_of_groups(files: tuple[str, str], tmp_path: Path) -> None:
    result = run("solve", *files)
    assert result.returncode == 0, result.stderr
    assert ANSWER in result.stdout
    assert "; This is the only answer." in result.stdout
    drawn = tmp_path / "drawn.txt"
    drawn.write_text(result.stdout, encoding="utf-8")
    assert run("check", files[0], str(drawn)).stdout == "This is a right answer.\n"


def test_what_is_broken_is_called_by_its_name(files: tuple[str, str], tmp_path: Path) -> None:
    drawing = tmp_path / "drawing.txt"
    drawing.write_text("[digit]\n132\n213\n321\n[lies]\na: L b: L\n", encoding="utf-8")
    shown = run("check", *files, str(drawing)).stdout
    assert "broken: total: The digits of cage a add up to 3, unless it lies\n    R1C1 R2C1\n" in shown
    assert "broken: thermo: Digits increase along thermo a\n    R1C2 R1C3\n" in shown


def test_hints_and_reasons_name_groups_and_paths(files: tuple[str, str]) -> None:
    assert "Digits increase along thermo a" in run("path", *files).stdout
    assert "thermo a" in run("hint", *files).stdout
    assert "each thermo" in run("show", files[0]).stdout


def test_json_has_the_places_of_each(files: tuple[str, str]) -> None:
    result = json.loads(run("convert", *files, "--to", "json").stdout)
    assert result["groups"] == {
        "cage": {"a": ["R1C1", "R2C1"], "b": ["R2C2", "R2C3", "R3C2"]},
        "thermo": {"a": ["R1C1", "R1C2", "R1C3"]},
    }
    assert result["givens"]["total"] == {"a": 3, "b": 9}


@pytest.mark.parametrize("command", ["minimise", "generate"])
def test_new_boards_keep_groups_and_paths(files: tuple[str, str], command: str) -> None:
    if command == "generate":
        Path(files[1]).write_text(BOARD.replace("a: 3\nb: 9\n", ""), encoding="utf-8")
    result = run(command, *files, "--timeout", "60")
    assert result.returncode == 0, result.stderr
    assert "[cage]\na: R1C1 R2C1\nb: R2C2 R2C3 R3C2\n" in result.stdout
    assert "[thermo]\na: R1C1 R1C2 R1C3\n" in result.stdout


def test_proofs_are_about_boards_with_groups(files: tuple[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    assert "only answer" in run("certify", *files, "-o", str(folder)).stdout
    assert run("verify", str(folder)).returncode == 0


def test_a_format_that_has_no_groups_refuses_them(files: tuple[str, str]) -> None:
    rules = Path(files[0])
    rules.write_text(RULES + 'read puzzlink "liars": number16(clue)\n', encoding="utf-8")
    result = run("convert", *files, "--to", "puzzlink")
    assert result.returncode == 3
    assert "cannot hold all that the board says of" in result.stderr


def test_a_piece_cannot_fill_groups(files: tuple[str, str]) -> None:
    rules = Path(files[0])
    rules.write_text(RULES + 'read puzzlink "liars": number16(cage)\n', encoding="utf-8")
    result = run("lint", str(rules))
    assert result.returncode == 3
    assert "`cage` belongs to groups" in result.stderr
