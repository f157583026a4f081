"""Boards as JSON: what is written is read back, and what is wrong is said with its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.pieces import round_trip
from puzzlelang.formats.text.read import givens_key
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir
from tests import library

ROOT = Path(__file__).parent.parent

TENTS = {
    "puzzle": "Tents",
    "rows": 2,
    "columns": 3,
    "givens": {"tree": [[False, False, True], [False, False, False]], "clue": {"columns": [0, 1, 0], "rows": [1, 0]}},
}


def boards(name: str, rules: ir.Ruleset) -> list[Puzzle]:
    """The boards of a file's examples, and those beside the library, with what is drawn on them."""
    result = [pipeline.board(rules, path) for path in resources.boards_of(name)]
    sources = [one.board or Source("link", one.url or "") for one in rules.examples]
    return [*result, *(pipeline.board(rules, source) for source in sources)]


def is_drawn(puzzle: Puzzle) -> bool:
    return puzzle.drawing is not None and any(puzzle.drawing.values.values())


def check(name: str) -> None:
    rules = pipeline.load(name)
    for puzzle in boards(name, rules):
        written = pipeline.convert(rules, puzzle, "json")
        again = pipeline.board(rules, written)
        assert round_trip.is_same_puzzle(rules, puzzle, again), written
        assert is_drawn(puzzle) == is_drawn(again)
        assert pipeline.convert(rules, again, "json") == written
        assert puzzle.outside or givens_key(again)[0] == givens_key(puzzle)[0]  # type: ignore[index]


@pytest.mark.parametrize("name", ["tents", "slitherlink", "variant-sudoku", "skyscrapers", "aquarium", "hashi"])
def test_boards_are_read_back(name: str) -> None:
    check(name)


@pytest.mark.library
@pytest.mark.parametrize("name", library.swept())
def test_boards_of_the_whole_library_are_read_back(name: str) -> None:
    check(name)


def test_an_answer_is_the_drawing() -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, ROOT / "examples" / "shikaku" / "small.txt")
    (answer,) = pipeline.solve(rules, puzzle).answers
    solved = pipeline.board(rules, pipeline.convert(rules, puzzle, "json", answer))
    assert pipeline.check(rules, solved).right


def changed(**fields: Any) -> str:
    return json.dumps({name: value for name, value in {**TENTS, **fields}.items() if value is not None}, indent=1)


def wrong(text: str) -> tuple[str, str, tuple[int, int]]:
    with pytest.raises(Failed) as failed:
        pipeline.board(pipeline.load("tents"), text)
    (result,) = failed.value.diagnostics
    assert result.span is not None
    return result.code, result.message, result.span.source.line_column(result.span.start)


@pytest.mark.parametrize(
    ("text", "code", "message", "line"),
    [
        (changed()[:-2], "E203", "this is no JSON", 29),
        (changed(puzzle="Masyu"), "E201", "this is a board of Masyu", 2),
        (changed(colums=3), "E104", "a board has no `colums`", 30),
        (changed(rows=None), "E105", "how many rows", 1),
        (changed(rows="two"), "E203", "here should stand a number", 3),
        (changed(rows=0), "E203", "the board has no cells", 0),
        (changed(rows=10**9), "E110", "more than", 0),
        (changed(lattice="hexagn"), "E106", "`hexagn` is no lattice", 30),
        (changed(absent=[]), "E106", "a board of squares has no `absent`", 30),
        (changed(options={"size": "large"}), "E104", "there is no option `size`", 31),
        (changed(givens={"clue": {"columns": [1], "rows": [1, 1]}}), "E101", "there are 1 items here", 7),
        (changed(givens={"clue": {"column": [1]}}), "E104", "there is no place `column`", 7),
        (changed(givens={"clue": {"rows": [True, 1]}}), "E203", "here should stand a number", 8),
        (changed(givens={"clue": {"rows": [-1, 1]}}), "E106", "is a negative number", 8),
        (changed(givens={"tree": [[1, None, None], [None] * 3]}), "E203", "here should stand `true`", 8),
        (changed(givens={"tent": [[None] * 3] * 2}), "E104", "there is no given `tent`", 6),
        (changed(givens={}), "E108", "the board says nothing of tree", 1),
        (changed(regions={"room": []}), "E104", "there is no partition `room`", 31),
        (changed(answer={"tree": []}), "E104", "there is no find `tree`", 31),
        ('{"puzzle": "Tents", "rows": 1, "rows": 1}', "E107", "`rows` is there twice", 1),
        ('{"puzzle": "Tents", "rows": ' + "[" * 20_000, "E203", "", 1),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, code: str, message: str, line: int) -> None:
    result = wrong(text) if line else None
    if result is None:
        with pytest.raises(Failed, match=message) as failed:
            pipeline.board(pipeline.load("tents"), text)
        assert failed.value.diagnostics[0].code == code
        return
    assert (result[0], result[2][0]) == (code, line), result
    assert message in result[1]


def test_json_of_other_programs_is_not_taken_for_it() -> None:
    rules = pipeline.load("variant-sudoku")
    grid = [[{} for _ in range(6)] for _ in range(6)]
    assert pipeline.board(rules, json.dumps({"size": 6, "title": "givens", "grid": grid})).outside
