"""The stages as text: what they say is what the engines get, and every rule and every board can be said."""

import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.cli import export
from puzzlelang.cli.main import run
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build_graphs, evaluate, nodes, to_text, traversal
from puzzlelang.problem.record import Kind, Variable
from puzzlelang.problem.wording import Wording
from puzzlelang.questions.dispatch import answer
from puzzlelang.questions.export import ExportText
from puzzlelang.questions.stage import Stage, StageQuestion
from puzzlelang.sessions.replies import Done, Stop
from puzzlelang.sessions.session import Session
from puzzlelang.solving import clause_solver
from puzzlelang.source import Source
from puzzlelang.typed import to_text as typed_text
from puzzlelang.typed.ir import Ruleset
from tests.library import sweep_files, sweep_small

ROOT = Path(__file__).parent.parent

TINY = {
    "members": (
        """
puzzle "Members"
board rectangle
given clue : lines to number?
find  star : set of cells as "*"
rule apart "Stars are never side by side": no a, b in adjacent: a.star and b.star
rule hint  "{l} holds {l.clue} stars": every l in lines with l.clue: count(star & l) = l.clue
""",
        "  1  \n ....\n2....",
    ),
    "numbers": (
        """
puzzle "Numbers"
board rectangle
find digit  : cells to 1..3
find colour : cells to {red, blue}
rule rising "Numbers rise": every c in cells: every d in next(c, right): c.digit < d.digit + 1
rule sum    "Sum": sum(digit of cells) = 5
rule red    "Red is small": every c in cells: c.colour = red iff c.digit = 1
""",
        "..\n..",
    ),
}


def export_text(rules: Ruleset, board: str, stage: Stage) -> str:
    puzzle = pipeline.board(rules, board)
    replies = list(answer(Session(rules, puzzle), StageQuestion(stage.value)))
    assert isinstance(replies[-1], Done)
    (written,) = (reply for reply in replies if isinstance(reply, ExportText))
    return written.text


def clauses(text: str) -> Iterator[list[int]]:
    """The clauses in a text, those of each rule and those of none."""
    for line in text[text.index("clauses of no rule") :].splitlines():
        if re.fullmatch(r" +-?[0-9]+( -?[0-9]+)*", line):
            yield [int(word) for word in line.split()]
        else:
            assert line.strip() != "never"


def models(stated: Iterable[list[int]], numbers: list[int]) -> set[tuple[bool, ...]]:
    """What these literals can be where all clauses are true."""
    solver = clause_solver.new()
    clause_solver.add(solver, stated)
    every = itertools.product((False, True), repeat=len(numbers))
    assumed = (
        [number if value else -number for number, value in zip(numbers, values, strict=True)] for values in every
    )
    result = {tuple(one > 0 for one in way) for way in assumed if clause_solver.solve(solver, way)}
    clause_solver.delete(solver)
    return result


@pytest.mark.parametrize("name", TINY)
def test_the_clauses_that_are_told_have_the_answers_of_the_board(name: str) -> None:
    source, board = TINY[name]
    rules = pipeline.ruleset(Source("tiny.rules", source))
    problem = pipeline.ground(rules, pipeline.board(rules, board))
    text = export_text(rules, board, Stage.CLAUSES)
    meanings = {meaning: int(number) for number, meaning in re.findall(r"^  ([0-9]+) (.+)$", text, re.MULTILINE)}
    words = to_text.wording(problem)

    def holds(meaning: str, values: tuple[bool | int, ...]) -> bool | None:
        """What a literal about a variable means of an answer; None for any other."""
        for variable in problem.variables:
            value = values[variable.index]
            start = words.variable(variable)
            if meaning == start:
                return bool(value)
            if result := re.fullmatch(rf"{re.escape(start)} (=|>=) (.+)", meaning):
                wanted = variable.names.index(result[2]) if variable.kind is Kind.NAME else int(result[2])
                return value == wanted if result[1] == "=" else value >= wanted
        return None

    ranges = (
        (False, True) if one.kind is Kind.MEMBER else tuple(range(one.low, one.high + 1)) for one in problem.variables
    )
    answers = [values for values in itertools.product(*ranges) if evaluate.satisfies(problem, values)]
    about = [meaning for meaning in meanings if holds(meaning, answers[0]) is not None]
    assert len(about) >= len(problem.variables)
    wanted = {tuple(holds(meaning, values) is True for meaning in about) for values in answers}
    assert models(clauses(text), [meanings[meaning] for meaning in about]) == wanted


@sweep_small
def test_every_board_can_be_said_and_every_constraint_is(path: Path) -> None:
    rules = pipeline.load(path.parent.name)
    problem = pipeline.ground(rules, pipeline.board(rules, path))
    text = to_text.text(problem)
    assert text == to_text.text(pipeline.ground(rules, pipeline.board(rules, path)))
    numbers = [int(number) for number in re.findall(r"^  C([0-9]+) ", text, re.MULTILINE)]
    assert numbers == list(range(1, len(problem.constraints) + 1))
    names = re.findall(r"^  (.+): (?:member or not|-?[0-9]+ to -?[0-9]+|.+)$", text.split("\n\n")[1], re.MULTILINE)
    assert len(set(names)) == len(names) == len(problem.variables)
    result = set(re.findall(r"^graph (G[0-9]+)$|^  (F[0-9]+): ", text, re.MULTILINE))
    assert {word for pair in result for word in pair if word} >= set(re.findall(r"\b[GF][0-9]+\b", text))


@sweep_files
def test_every_rule_of_the_library_can_be_said(path: Path) -> None:
    rules = pipeline.load(str(path))
    text = typed_text.text(rules)
    for rule in rules.rules:
        assert re.search(rf"^rule {rule.name}, line [0-9]+: ", text, re.MULTILINE)
    assert text == typed_text.text(pipeline.load(str(path)))


def test_what_occurs_often_is_said_once() -> None:
    cells = SquareGrid(1, 40).cells
    held = [nodes.Holds(Variable(index, "v", cell, Kind.MEMBER, 0, 1)) for index, cell in enumerate(cells)]
    formula: nodes.Formula = held[0]
    for one in held[1:]:
        formula = nodes.Same(nodes.And((formula, one)), nodes.Or((formula, one)))
    words = Wording([one.variable for one in held], [formula])
    assert len(words.formula(formula)) + sum(map(len, words.shared)) < 10_000
    assert words.formula(formula) == words.formula(formula)


def test_variables_that_would_read_alike_are_told_apart() -> None:
    cells = SquareGrid(1, 2).cells
    result = [Variable(index, "rank", cells[0], Kind.NUMBER, 0, 1) for index in range(3)]
    words = Wording(result)
    assert [words.variable(one) for one in result] == ["rank R1C1", "rank R1C1 #2", "rank R1C1 #3"]


def test_a_graph_is_listed_with_its_conditions_wherever_it_is_met_first() -> None:
    cells = SquareGrid(1, 3).cells
    held = {cell: nodes.Holds(Variable(index, "v", cell, Kind.MEMBER, 0, 1)) for index, cell in enumerate(cells)}
    inner = build_graphs.graph(held, [(cells[0], cells[1], True), (cells[1], cells[2], True)])
    joined = build_graphs.joined(inner, 0, 2)
    outer = build_graphs.graph(held, [(cells[0], cells[2], joined)])
    formula = nodes.Acyclic(outer)
    words = Wording([one.variable for one in held.values()], [formula])
    assert words.formula(formula) == "acyclic(G2)"
    assert words.graphs[1][-1] == "R1C1 to R1C3 if joined(G1, R1C1, R1C3)"
    assert len(traversal.variables(formula)) == 3


def test_the_cuts_are_as_many_as_the_search_counts() -> None:
    rules = pipeline.load("nurikabe")
    board = pipeline.read_text(ROOT / "examples/nurikabe/small.txt").text
    text = export_text(rules, board, Stage.CUTS)
    counted = pipeline.solve(rules, board, engine="auto").stats.cuts
    assert len(re.findall(r"^ {6}\(", text, re.MULTILINE)) == sum(counted.values()) > 0
    assert text.count("looking for another answer\n") == 1
    assert text.endswith("\n  there is none\n")


@pytest.mark.parametrize("stage", Stage, ids=lambda stage: stage.value)
def test_the_command_prints_a_stage(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    board = ROOT / "examples/nurikabe/small.txt"
    assert run(["export", "nurikabe", str(board), "--stage", stage.value]) == 0
    rules = pipeline.load("nurikabe")
    assert capsys.readouterr().out == export_text(rules, pipeline.read_text(board).text, stage)


def test_the_command_knows_every_stage() -> None:
    assert [stage.value for stage in Stage] == export.STAGES


@pytest.mark.parametrize("other", [("--format", "dimacs"), ("--unique",), ("--values",), ("--logic", "bv")])
def test_a_stage_is_not_for_solvers(other: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    board = str(ROOT / "examples/tents/small.txt")
    assert run(["export", "tents", board, "--stage", "cuts", *other]) == 2
    assert "--stage is for people" in capsys.readouterr().err


def test_a_stage_keeps_to_the_limits() -> None:
    rules = pipeline.load("nurikabe")
    puzzle = pipeline.board(rules, "\n".join("." * 60 for _ in range(60)))
    with pipeline.open(rules, puzzle, seconds=0.02) as opened:
        replies = list(opened.replies(StageQuestion(Stage.CLAUSES.value)))
    assert isinstance(replies[-1], Stop)
