"""The library and the boards to try: every file is proved by its examples, every board has its answer and no other."""

import re
from pathlib import Path

import pytest

from puzzlelang import examples, pipeline, resources
from puzzlelang.formats.pieces import round_trip
from puzzlelang.formats.text import read
from puzzlelang.problem import evaluate
from puzzlelang.puzzle import Drawing
from puzzlelang.source import Source
from puzzlelang.syntax import to_text
from puzzlelang.typed.lint import ruleset_warnings
from tests import library
from tests.library import sweep_boards, sweep_files
from tests.random_puzzles import answers

ROOT = Path(__file__).parent.parent
LIBRARY = resources.library_files()
BOARDS = sorted(path for path in (ROOT / "examples").glob("*/*.txt") if not path.name.endswith(".answer.txt"))

EXPECTED = {
    "aquarium",
    "tents",
    "star-battle",
    "sudoku",
    "diagonal-sudoku",
    "antiknight-sudoku",
    "killer-sudoku",
    "binairo",
    "minesweeper",
    "skyscrapers",
    "futoshiki",
    "kakuro",
    "kakurasu",
    "nonogram",
    "norinori",
    "light-up",
    "magnets",
    "thermometers",
}


def test_all_genres_are_there() -> None:
    assert {path.stem for path in LIBRARY} >= EXPECTED


def test_files_that_play_on_hexagons_show_a_board_of_them() -> None:
    for path in LIBRARY:
        rules = pipeline.load(path.stem)
        if "hexagon" in rules.lattices[1:]:
            boards = [one.board.text for one in rules.examples if one.board is not None]
            assert any("lattice: hexagon" in text for text in boards), path.name


def test_no_two_files_of_the_library_have_one_name() -> None:
    assert len({path.stem for path in LIBRARY}) == len(LIBRARY)
    assert {path.parent.name for path in LIBRARY} == {"rules", "sudoku"}


@pytest.mark.library
@pytest.mark.parametrize("path", library.few(LIBRARY, 50), ids=lambda path: path.stem)
def test_examples_hold_and_break_every_rule(path: Path) -> None:
    rules = pipeline.load(str(path))
    outcomes = examples.prove_examples(rules)
    assert [item for outcome in outcomes for item in outcome.diagnostics] == []
    assert [item.message for item in examples.silent_guard_warnings(rules, outcomes)] == []
    own = rules.source
    assert [item.message for item in ruleset_warnings(rules) if item.span and item.span.source is own] == []
    unproved = [
        item.message for item in examples.unproved_warnings(rules, outcomes) if item.span and item.span.source is own
    ]
    assert unproved == []


@sweep_files
def test_files_are_short_and_in_the_standard_form(path: Path) -> None:
    source = pipeline.read_text(path)
    assert to_text.format_source(source) == source.text
    stated = re.split(r"\n(?:example|read|draw) ", source.text)[0].splitlines()
    extended = [line for line in stated if line.startswith('  "')]
    assert len([line for line in stated if line.strip()]) - len(extended) <= 26


def test_sentences_have_no_gap_and_say_a_number_once() -> None:
    for path in LIBRARY:
        for sentence in re.findall(r'^rule \w+ +"([^"]*)"', pipeline.read_text(path).text, re.MULTILINE):
            filled = [part.split("|") for part in re.findall(r"\{([^}]*)\}", sentence)]
            assert all(other for _, *others in filled for other in others), (path.stem, sentence)
            numbers = [part[0] for part in filled if len(part) > 2]
            assert len(numbers) == len(set(numbers)), (path.stem, sentence)


@sweep_boards
def test_boards_to_try_have_the_answer_beside_them_and_no_other(path: Path) -> None:
    """What is printed reads back as the same board with the same answer."""
    rules = pipeline.load(path.parent.name)
    puzzle = pipeline.board(rules, path)
    result = pipeline.solve(rules, puzzle)
    assert result.unique
    printed, beside = Source("printed", result.text()), pipeline.read_text(path.with_suffix(".answer.txt"))
    again, drawn = pipeline.board(rules, printed), read.read_drawing(rules, puzzle, printed)
    assert again.drawing is not None
    assert by_name(drawn) == by_name(again.drawing)
    assert round_trip.is_same_puzzle(rules, puzzle, again)
    problem = pipeline.ground(rules, again)
    for drawing in (again.drawing, read.read_drawing(rules, again, beside)):
        if problem.hidden:  # the command looks for it, which the reference semantics cannot
            assert pipeline.check(rules, again, drawing).right
        else:
            assert evaluate.satisfies(problem, problem.partial(drawing.values))


@pytest.mark.long
@sweep_boards
def test_z3_agrees_on_boards_to_try(path: Path) -> None:
    rules = pipeline.load(path.parent.name)
    problem = pipeline.ground(rules, pipeline.board(rules, path))
    assert len(answers(problem, "z3", 2)) == 1


def by_name(drawing: Drawing) -> object:
    """What is drawn, by the names of places, so that two boards can be compared."""
    return {find: {str(place): value for place, value in result.items()} for find, result in drawing.values.items()}


def test_each_genre_has_boards_to_try() -> None:
    assert {path.stem for path in LIBRARY} - {board.parent.name for board in BOARDS} == set()
