"""What five earlier systems for one puzzle each could do, board by board."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.formats import outside
from puzzlelang.formats.text import read as board_text
from puzzlelang.geometry.places import Cell
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests import library

BOARDS = Path(__file__).parent / "boards"
AQUARIUM, TENTS = pipeline.load("aquarium"), pipeline.load("tents")


def text(name: str) -> str:
    return (BOARDS / name).read_text(encoding="utf-8")


def puzzle(rules: Ruleset, written: str) -> Puzzle:
    source = Source("<board>", written)
    result = outside.recognise_type(written, rules)
    return outside.read(rules, source, result) if result else board_text.read(rules, source)


def picture(board: Puzzle, marked: dict[Cell, object], sign: str) -> str:
    return "".join("".join(sign if marked[cell] else "." for cell in row.cells) + "\n" for row in board.geometry.rows)


def drawing(board: Puzzle, name: str, drawn: str, sign: str) -> Drawing:
    lines = drawn.split()
    return Drawing({name: {cell: lines[cell.row - 1][cell.column - 1] == sign for cell in board.geometry.cells}})


@pytest.mark.parametrize("name", ["aquarium-10x10.txt", "aquarium-10x10.task.txt", "aquarium-6x6.txt",
                                  "aquarium-6x6.task.txt", "aquarium-walls-6x6.txt"])  # fmt: skip
def test_every_aquarium_has_the_same_single_answer(name: str) -> None:
    board = puzzle(AQUARIUM, text(name))
    result = pipeline.solve(AQUARIUM, board)
    assert result.unique
    answer = text(name.split(".")[0] + ".answer.txt")
    assert picture(board, dict(result.answers[0].values["water"]), "#") == answer
    assert not pipeline.check(AQUARIUM, board, drawing(board, "water", answer, "#")).findings


@pytest.mark.parametrize("name", ["tents-15x15.txt", "tents-15x15.task.txt"])
def test_tents_has_one_answer_and_it_is_not_the_published_one(name: str) -> None:
    board = puzzle(TENTS, text(name))
    result = pipeline.solve(TENTS, board)
    assert result.unique
    right, wrong = text("tents-15x15.answer.txt"), text("tents-15x15.wrong.txt")
    assert picture(board, dict(result.answers[0].values["tent"]), "*") == right.replace("T", ".")
    assert not pipeline.check(TENTS, board, drawing(board, "tent", right, "*")).findings
    findings = pipeline.check(TENTS, board, drawing(board, "tent", wrong, "*")).findings
    assert {finding.rule.name for finding in findings if finding.broken} == {"pairs"}
    assert all(finding.cells for finding in findings)


@pytest.mark.parametrize("name", ["aquarium-10x10", "aquarium-6x6"])
def test_a_text_and_a_task_are_the_same_board(name: str) -> None:
    drawn, task = puzzle(AQUARIUM, text(f"{name}.txt")), puzzle(AQUARIUM, text(f"{name}.task.txt"))
    assert hints_and_tanks(drawn) == hints_and_tanks(task)


def hints_and_tanks(board: Puzzle) -> object:
    hints = {str(line): value for line, value in board.givens["clue"].items()}
    return hints, {frozenset(map(str, region.cells)) for region in board.partitions["tank"]}


def test_a_parsed_task_has_its_size_its_hints_and_its_tanks() -> None:
    board = puzzle(AQUARIUM, text("aquarium-6x6.task.txt"))
    geometry = board.geometry
    assert (geometry.height, geometry.width) == (6, 6)
    assert [board.givens["clue"][line] for line in geometry.columns] == [4, 5, 5, 3, 3, 1]
    assert [board.givens["clue"][line] for line in geometry.rows] == [4, 5, 5, 3, 1, 3]
    label = {cell: region.index + 1 for region in board.partitions["tank"] for cell in region.cells}
    field = [[label[cell] for cell in row.cells] for row in geometry.rows]
    assert field == [[1, 1, 2, 3, 3, 3], [1, 2, 2, 2, 3, 4], [1, 2, 3, 3, 3, 4],
                     [2, 2, 2, 5, 5, 4], [6, 2, 5, 5, 5, 4], [6, 6, 6, 4, 4, 4]]  # fmt: skip


# ------------------------------------------------------------------------------------ boards without an answer


@pytest.mark.parametrize("change", [("(2,1,0,1,1,0,0,1)", "(6,1,0,1,1,0,0,1)"), ("((3,5,", "((0,5,"),
                                    ("(3,1,0,0,1,0,1,1),\n (1,1,1", "(0,1,0,0,1,0,1,1),\n (1,1,1")])  # fmt: skip
def test_an_impossible_board_has_no_answer(change: tuple[str, str]) -> None:
    before = text("aquarium-walls-6x6.txt")
    assert change[0] in before
    result = pipeline.solve(AQUARIUM, puzzle(AQUARIUM, before.replace(*change)))
    assert result.complete
    assert not result.answers


def test_hints_and_boards_have_no_limit_of_one_digit() -> None:
    tanks = ",".join(str(1 + index // 12) for index in range(12 * 11))
    task = f"{'_'.join(['10'] * 12)}_{'_'.join(['0'] + ['12'] * 10)};{tanks}"
    board = puzzle(AQUARIUM, task)
    assert (board.geometry.height, board.geometry.width) == (11, 12)
    result = pipeline.solve(AQUARIUM, board)
    assert result.unique
    full = f"{'.' * 12}\n" + f"{'#' * 12}\n" * 10
    assert picture(board, dict(result.answers[0].values["water"]), "#") == full
    walls = outside.write(AQUARIUM, board, "walls")
    assert hints_and_tanks(puzzle(AQUARIUM, walls)) == hints_and_tanks(board)


# --------------------------------------------------------------- what is wrong with an answer that is not finished

Complaint = tuple[str, str]


def complaints(board: Puzzle, filled: dict[Cell, bool]) -> Iterator[Complaint]:
    """What the last system found wrong with cells that are filled, empty or (missing here) undecided."""
    for tank in board.partitions["tank"]:
        water = [cell for cell in tank.cells if filled.get(cell) is True]
        air = [cell for cell in tank.cells if filled.get(cell) is False]
        if any(high.row < low.row for high in water for low in air):
            yield "vertical level", str(tank)
        if any(one.row == other.row for one in water for other in air):
            yield "horizontal level", str(tank)
    for line in board.geometry.lines:
        hint = board.givens["clue"][line]
        assert isinstance(hint, int)
        if sum(filled.get(cell) is True for cell in line.cells) > hint:
            yield "too many filled", str(line)
        if sum(filled.get(cell) is False for cell in line.cells) > len(line.cells) - hint:
            yield "too many empty", str(line)


def random_fillings(board: Puzzle, answer: str, count: int) -> Iterator[dict[Cell, bool]]:
    """Cells drawn at random, and answers partly erased in which a few cells are wrong."""
    chance = random.Random(7)
    right = drawing(board, "water", answer, "#").values["water"]
    cells = board.geometry.cells
    for turn in range(count):
        shown = [cell for cell in cells if chance.random() < (0.15, 0.5, 0.9, 1.0)[turn % 4]]
        if turn % 8 < 4:
            yield {cell: bool(right[cell]) != (chance.random() < 0.04) for cell in shown}
        else:
            yield {cell: chance.random() < 0.5 for cell in shown}


@pytest.mark.library
@pytest.mark.parametrize("name", ["aquarium-10x10", "aquarium-6x6"])
def test_a_drawing_breaks_a_rule_just_where_the_last_system_complained(name: str) -> None:
    board = puzzle(AQUARIUM, text(f"{name}.task.txt"))
    names = {str(place): {str(cell) for cell in place.cells} for place in board.partitions["tank"]}
    names |= {str(line): {str(cell) for cell in line.cells} for line in board.geometry.lines}
    seen: set[str] = set()
    for filled in random_fillings(board, text(f"{name}.answer.txt"), len(library.amount(80, 320))):
        expected = list(complaints(board, filled))
        seen |= {kind for kind, _ in expected}
        findings = pipeline.check(AQUARIUM, board, Drawing({"water": filled})).findings
        ours = {}
        for finding in findings:
            if finding.broken:
                place = dict(finding.bindings)[KEYS[finding.rule.name]]
                ours[finding.rule.name, place] = {str(cell) for cell in finding.cells}
        assert set(ours) == {("level" if "level" in kind else "hint", place) for kind, place in expected}
        assert all(cells and cells <= names[place] for (_, place), cells in ours.items())
    assert seen == {"vertical level", "horizontal level", "too many filled", "too many empty"}


KEYS = {"level": "t", "hint": "l"}
"""For each rule the variable bound to the tank or line that it is about."""
