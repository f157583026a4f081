"""Sizes that begin with few values have the answers that they would have with all at once."""

import random

import pytest

from puzzlelang import pipeline
from puzzlelang.graphs import domain_refinement
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving import engines, refinement
from puzzlelang.solving.engine import Sat, Unsat
from puzzlelang.source import Source
from puzzlelang.typed import ir
from tests import library
from tests.random_puzzles import answers, brute_force, puzzle

HEAD = """\
puzzle "Sizes"
given clue : cells to number?
find digit : cells to 1..{most}
let same = {{a, b in adjacent where a.digit = b.digit}}
rule clue "{{c}} has the number {{c.clue}}": every c in cells with c.clue: {clue}
rule area "An area has as many cells as its numbers say": every c in cells: {area}
"""

CLUE = "c.digit = c.clue"
AREA = "count(component(c, cells by same)) = c.digit"

FORMS = {
    "equal": (CLUE, AREA),
    "at least": (CLUE, "c.digit <= count(component(c, cells by same)) and c.digit >= 2"),
    "at most": ("c.digit <= c.clue", "count(component(c, cells by same)) <= c.digit"),
    "more": ("c.digit > c.clue", "count(component(c, cells by same)) + 1 = c.digit"),
    "not": ("not (c.digit = c.clue)", "not (count(component(c, cells by same)) < c.digit)"),
    "iff": (CLUE, "count(component(c, cells by same)) = 2 iff c.digit >= 3"),
    "neighbours": (CLUE, f"{AREA} or (some d in next(c): d.digit > c.digit + 1)"),
    "sums": (CLUE, f"{AREA} or (exactly 1 d in next(c): d.digit + c.digit = 5)"),
    "twice": (CLUE, f"{AREA} or (some d in next(c): d.digit = 2 * c.digit)"),
}
"""How clues and sizes are compared; some of these speak of numbers in sums of several."""


def stated(form: str, most: int) -> ir.Ruleset:
    clue, area = FORMS[form]
    return pipeline.ruleset(Source("sizes", HEAD.format(most=most, clue=clue, area=area)))


def boards(form: str, count: int, size: tuple[int, int], most: int = 5) -> list[Problem]:
    rules, chance = stated(form, most), random.Random(form)
    result: list[Puzzle] = [puzzle(rules, chance, size, (0.1, 0.4)) for _ in range(count)]
    return [pipeline.ground(rules, one) for one in result]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domain_refinement, "FEW", 1)
    monkeypatch.setattr(domain_refinement, "TIMES", 1)


@pytest.mark.library
@pytest.mark.parametrize("form", library.few(FORMS, 3))
def test_answers_are_those_of_brute_force(form: str) -> None:
    for problem in boards(form, 5, (2, 2)):
        assert set(answers(problem)) == brute_force(problem)


@pytest.mark.library
@pytest.mark.parametrize("form", library.few(FORMS, 3))
def test_narrow_problems_are_made_and_solved(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = boards(form, 3, (2, 3), 8)
    result = [answers(problem, limit=60) for problem in problems]
    narrowed = any(domain_refinement.size_variables(problem) is not None for problem in problems)
    assert narrowed == (form != "iff")  # where numbers and sizes are never in one comparison
    monkeypatch.setattr(refinement, "size_variables", lambda *_: None)
    assert [answers(problem, limit=60) for problem in problems] == result


def test_values_beyond_are_fixed_and_excluded() -> None:
    (problem,) = boards("equal", 1, (1, 5))
    problem = pipeline.ground(stated("equal", 5), pipeline.board(stated("equal", 5), "....."))
    session = engines.engine().open(problem, False)
    try:
        outcome = session.solve([(0, 5)])
        assert isinstance(outcome, Sat)
        assert list(outcome.values) == [5] * 5
        session.exclude(outcome.values, range(5))
        assert isinstance(session.solve([(0, 5)]), Unsat)
    finally:
        session.close()


def test_cores_name_what_contradicts() -> None:
    rules = stated("equal", 6)
    problem = pipeline.ground(rules, pipeline.board(rules, "6...."))
    session = engines.engine().open(problem, True)
    try:
        everything = range(len(problem.constraints))
        outcome = session.solve((), everything)
        assert isinstance(outcome, Unsat)
        assert outcome.core
        without_clue = [i for i in everything if problem.constraints[i].origin.rule.name != "clue"]
        assert isinstance(session.solve((), without_clue), Sat)
    finally:
        session.close()


def test_numbers_that_are_no_sizes_stay_as_they_are() -> None:
    rules = pipeline.load("numbrix")
    problem = pipeline.ground(rules, pipeline.board(rules, "1...\n....\n...."))
    assert domain_refinement.size_variables(problem) is None


def test_what_is_compared_with_a_smaller_number_is_not_open() -> None:
    """A size beyond is none of the clues, so clues stay what they are."""
    rules = stated("equal", 8)
    result = domain_refinement.size_variables(pipeline.ground(rules, pipeline.board(rules, "2....\n.....")))
    assert result is not None
    built = domain_refinement.narrow_problem(result, result.compared)
    assert built is not None
    (clue,) = (one.formula for one in built.problem.constraints if one.origin.rule.name == "clue")
    assert isinstance(clue, nodes.Equal)
    assert isinstance(clue.term, nodes.Number)
    assert clue.value == 2
