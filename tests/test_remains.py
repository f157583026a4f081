"""What remains where a clue goes: walls without numbers, islands of unknown size."""

import pytest

from puzzlelang import pipeline, workshop
from puzzlelang.making.residual_givens import ResidualGivens
from puzzlelang.puzzle import UNKNOWN
from puzzlelang.source import Source
from tests.test_cli import ROOT, run

WALLS = [
    ("light-up", "1..\n.1.\n.0.\n", "#..\n.1.\n.0.\n"),
    ("light-up", ".1#\n.2.\n..2\n", ".##\n.2.\n..#\n"),
    ("light-up", "..1\n...\n..2\n", "..#\n...\n..2\n"),
]


@pytest.mark.parametrize(("name", "board", "less"), WALLS)
def test_a_wall_stays_where_its_number_goes(name: str, board: str, less: str) -> None:
    rules = pipeline.load(name)
    result = workshop.minimise(rules, pipeline.board(rules, board))
    assert result.text() == less
    assert result.dropped == less.count("#") - board.count("#")


STANDING = {
    "akari-rgb": {"block"},
    "light-up": {"block"},
    "kakuru": {"block"},
    "nagareru-loop": {"block"},
    "number-rope": {"block"},
    "sananko": {"block"},
    "bright-light": {"?"},
    "castle-wall": {"?"},
    "four-winds": {"?"},
    "hashi": {"?"},
    "hebi-ichigo": {"?"},
    "koburin": {"?"},
    "lighthouses": {"?"},
    "nurikabe": {"?"},
    "shakashaka": {"?"},
    "takoyaki": {"?"},
    "wall-logic": {"?"},
    "walls": {"?"},
    "yajilin": {"?"},
    "key-west": {"itself"},
    "lix-loop": {"itself"},
    "kurodoko": set(),
    "slitherlink": set(),
    "geradeweg": set(),
}
"""What remains of clues in examples; nothing where the rules say nothing of places without a clue."""


@pytest.mark.parametrize("name", STANDING)
def test_what_remains_of_a_clue(name: str) -> None:
    rules = pipeline.load(name)
    remains = ResidualGivens(rules)
    result: set[str] = set()
    for example in rules.examples:
        if example.board is None:
            continue
        board = pipeline.board(rules, example.board)
        for place in dict.fromkeys(place for values in board.givens.values() for place in values):
            every = [clue for clue in ResidualGivens(rules, bare=True).clues(board) if clue.place == place]
            less = remains.without(board, every)
            for given, values in less.givens.items():
                if place in values and every:
                    kept = any(clue.name == given for clue in every)
                    result.add("?" if values[place] is UNKNOWN else "itself" if kept else given)
    assert result == STANDING[name]


def test_a_question_mark_is_no_clue_where_something_stands() -> None:
    rules = pipeline.load("shakashaka")
    board = pipeline.board(rules, "?..\n..2\n...\n")
    assert [str(clue.place) for clue in ResidualGivens(rules).clues(board)] == ["R2C3"]


def test_defaults_are_told_only_where_somebody_wrote_them() -> None:
    board = str(ROOT / "examples" / "sudoku" / "small.txt")
    for form in ("tatham", "penpa", "puzzlink"):
        link = run("convert", "sudoku", board, "--to", form).stdout.strip()
        assert "diagonal" not in run("minimise", "sudoku", link, "--size", "6x6").stdout
        assert "[box]" not in run("minimise", "sudoku", link).stdout, form
    written = "diagonal: free\n\n12..\n3...\n..1.\n...3\n"
    rules = pipeline.load("sudoku")
    result = workshop.minimise(rules, pipeline.board(rules, written))
    if result.puzzle is not None:
        assert result.puzzle.options == {"diagonal": "free"}


def test_what_is_said_of_clues_that_are_left_is_what_was_tried() -> None:
    board = "1..\n.1.\n.0.\n"
    alike = run("minimise", "light-up", "-", "--symmetry", "half-turn", text=board)
    assert alike.stderr.endswith("in pairs by the half-turn: none of these pairs can go.\n")
    kept = run("minimise", "light-up", "-", "--keep", "R1C1", text=board)
    assert kept.stderr.endswith("each of them needed, apart from those to be kept.\n")
    assert run("minimise", "light-up", "-", text=board).stderr == "1 clue went, 2 are left, each of them needed.\n"


VALUES = """
puzzle "Doors"
board rectangle
given rock : set of cells as "#"
given sign : cells to {left, right}?
find  mark : set of cells as "o"
let shut = rock + {c in cells where present(c.sign) or c in rock}
rule open "Marks stand on all other cells": every c in cells: c.mark iff c not in shut
"""


def test_any_rules_that_name_such_places_are_understood() -> None:
    rules = pipeline.ruleset(Source("doors.rules", VALUES))
    board = pipeline.board(rules, "left #\n. right\n")
    result = workshop.minimise(rules, board)
    assert result.text() == "##\n.#\n"
