"""Hidden finds: answers, drawings and exports say nothing of them; held against trying out all values."""

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.diagnostics.record import Failed
from puzzlelang.problem import evaluate
from puzzlelang.problem.findings import Worth
from puzzlelang.problem.record import Problem, Values
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.questions.export import ExportQuestion
from puzzlelang.sessions import wire
from puzzlelang.solving.outside import export
from puzzlelang.solving.outside.answer import Status
from puzzlelang.solving.outside.decode import decode, read
from puzzlelang.solving.outside.export import Form
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests import library
from tests.random_puzzles import as_tuple
from tests.test_graph_exports import answered, command

HEAD = 'puzzle "Hidden"\nboard rectangle\n'

COLOURED = """
given clue : cells to number?
find  dark : set of cells as "#"
find  tint : cells to 1..2 hidden
rule two  "{c} differs from its dark neighbours": every c in dark: no d in next(c): d.dark and d.tint = c.tint
rule clue "{c} has tint {c.clue}": every c in cells with c.clue: if c.dark then c.tint = c.clue
rule many "There are dark cells": count(dark) >= 3
"""

WAY = """
given goal : set of cells as "G"
find  dark : set of cells as "#"
find  way  : set of links hidden
rule way  "A way of two cells or more ends at the goals": acyclic(way) and paths(way, goal)
rule dark "What is dark lies on the way": every c in dark: c in touched(way)
rule more "Something is dark": count(dark) > 1
"""

AREAS = """
given clue : cells to number?
find  dark : set of cells as "#"
find  area : partition of cells hidden
rule size "{a} has three cells": every a in area: count(a) = 3
rule one  "{a} has one dark cell": every a in area: count(a & dark) = 1
rule clue "{c} is dark": every c in cells with c.clue: c.dark
"""

CHAIN = """
given clue : cells to number?
find  dark : set of cells as "#"
find  step : cells to 0..3 hidden
find  last : cells to {end, on} hidden
rule last  "There is one last": exactly 1 c in cells: c.last = end
rule step  "{c} has a step": every c in cells: c.dark iff c.step > 0
rule order "{c} is before another":
  every c in cells: if c.dark and c.last = on then some d in next(c): d.step = c.step + 1
rule clue  "{c} is the step": every c in cells with c.clue: c.step = c.clue
rule place "The last is dark": every c in cells: if c.last = end then c.dark
"""

BOARDS = {
    "coloured": (COLOURED, "1.2\n.1."),
    "coloured, odd": (COLOURED, "1.1\n..."),
    "way": (WAY, "G..\n..G"),
    "areas": (AREAS, "..1\n..."),
    "chain": (CHAIN, "1.\n.3"),
}


@cache
def board(name: str) -> tuple[Ruleset, Puzzle, Problem]:
    text, drawn = BOARDS[name]
    rules = pipeline.ruleset(Source("hidden.rules", HEAD + text))
    puzzle = pipeline.board(rules, drawn)
    return rules, puzzle, pipeline.ground(rules, puzzle)


def all_values(problem: Problem, start: int, end: int) -> Iterator[tuple[int, ...]]:
    return itertools.product(*(range(one.low, one.high + 1) for one in problem.variables[start:end]))


@cache
def brute_force(name: str) -> tuple[tuple[int, ...], ...]:
    """What can be drawn so that some hidden values fit, in canonical order."""
    problem = board(name)[2]
    seen, visible = [], len(problem.board)
    for shown in itertools.product(*((1, 0) for _ in problem.board)):
        hidden = all_values(problem, visible, len(problem.variables))
        if any(evaluate.satisfies(problem, (*shown, *rest)) for rest in hidden):
            seen.append(shown)
    return tuple(seen)


def drawing(problem: Problem, values: Sequence[int | None]) -> Drawing:
    places = problem.finds["dark"].items()
    return Drawing({"dark": {at: bool(values[one.index]) for at, one in places if values[one.index] is not None}})


def dark(problem: Problem, drawn: Drawing) -> tuple[int | None, ...]:
    return tuple(drawn.values["dark"].get(one.place) for one in problem.board)


@pytest.mark.library
@pytest.mark.parametrize("engine", ["cadical", "z3"])
@pytest.mark.parametrize("name", library.few(BOARDS, 2))
def test_answers_differ_in_what_is_drawn(name: str, engine: str) -> None:
    rules, puzzle, problem = board(name)
    wanted = brute_force(name)
    assert len(wanted) > 1
    with OpenPuzzle(rules, puzzle, here=True) as request:
        result = request.solve(None, engine)
        assert result.complete
        assert [dark(problem, one) for one in result.answers] == list(wanted)
        assert all(set(one.values) == {"dark"} for one in result.answers)
        assert request.count(engine=engine).answers == len(wanted)
        facts = request.facts(engine).drawing
    assert facts is not None
    shared = [column[0] if len(set(column)) == 1 else None for column in zip(*wanted, strict=True)]
    assert dark(problem, facts) == tuple(shared)


@pytest.mark.parametrize("name", BOARDS)
def test_facts_and_counts_that_are_asked_first(name: str) -> None:
    rules, puzzle, problem = board(name)
    with OpenPuzzle(rules, puzzle, here=True) as request:
        assert request.count().answers == len(brute_force(name))
    with OpenPuzzle(rules, puzzle, here=True) as request:
        facts = request.facts().drawing
    assert facts is not None
    columns = zip(*brute_force(name), strict=True)
    assert dark(problem, facts) == tuple(one[0] if len(set(one)) == 1 else None for one in columns)


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(BOARDS, 2))
def test_a_drawing_is_right_if_hidden_values_fit(name: str) -> None:
    rules, puzzle, problem = board(name)
    right = set(brute_force(name))
    chance = random.Random(name)
    with OpenPuzzle(rules, puzzle, here=True) as request:
        for shown in itertools.product((0, 1), repeat=len(problem.board)):
            verdict = request.check(drawing(problem, shown))
            assert verdict.complete
            assert verdict.right == (shown in right), shown
            assert (verdict.worth is Worth.BROKEN) == (shown not in right), shown
            part = [value if chance.random() < 0.7 else None for value in shown]
            fits = any(all(a in (None, b) for a, b in zip(part, one, strict=True)) for one in right)
            assert request.completable(drawing(problem, part)).possible == fits
            if request.check(drawing(problem, part)).worth is Worth.BROKEN:
                assert not fits


@pytest.mark.library
@pytest.mark.parametrize("form", Form, ids=lambda form: form.value)
@pytest.mark.parametrize("name", library.few(BOARDS, 2))
def test_other_solvers_find_every_answer(name: str, form: Form, tmp_path: Path) -> None:
    """One answer after another is left out, and what is drawn alone tells them apart."""
    problem, right = board(name)[2], set(brute_force(name))
    text = export.text(problem, form, ask=form is not Form.CLAUSES)
    result = read(Source("answer", answered(command(form, "z3"), text, tmp_path)))
    assert result.status is Status.SAT
    first: Values = decode(problem, result).values
    assert len(first) == len(problem.board)
    assert as_tuple(first) in right
    other = export.text(problem, form, unique=first, ask=form is not Form.CLAUSES)
    result = read(Source("answer", answered(command(form, "z3"), other, tmp_path)))
    assert result.status is Status.SAT
    assert as_tuple(decode(problem, result).values) in right - {as_tuple(first)}


@pytest.mark.parametrize("form", Form, ids=lambda form: form.value)
def test_an_answer_that_is_unique_in_what_is_drawn(form: Form, tmp_path: Path) -> None:
    rules = pipeline.ruleset(Source("hidden.rules", HEAD + COLOURED.replace("count(dark) >= 3", "count(dark) = 6")))
    puzzle = pipeline.board(rules, "...\n...")
    problem = pipeline.ground(rules, puzzle)
    with OpenPuzzle(rules, puzzle, here=True) as request:
        assert request.solve().unique
    text = export.text(problem, form, unique=[True] * 6)
    assert read(Source("answer", answered(command(form, "z3"), text, tmp_path))).status is Status.UNSAT


def test_an_export_leaves_out_a_drawing_that_is_right(tmp_path: Path) -> None:
    rules, puzzle, problem = board("way")
    right = brute_force("way")
    wrong = next(one for one in itertools.product((0, 1), repeat=len(problem.board)) if one not in right)
    with OpenPuzzle(rules, puzzle, here=True) as request:

        def export(values: Sequence[int | None]) -> str:
            marks = wire.marks(drawing(problem, values))
            result = request.ask(ExportQuestion("lia", known=marks, name="drawing", ask=True))
            assert result is not None
            return result.text

        output = read(Source("answer", answered(command(Form.INTEGERS, "z3"), export(right[0]), tmp_path)))
        assert as_tuple(decode(problem, output).values) in right[1:]
        for values in (wrong, (None, *right[0][1:])):
            with pytest.raises(Failed) as failed:
                export(values)
            assert [item.code for item in failed.value.diagnostics] == ["E324"]


def broken(name: str, drawn: str) -> list[tuple[str, str]]:
    rules, puzzle, problem = board(name)
    shown = [symbol == "#" for symbol in drawn]
    with OpenPuzzle(rules, puzzle, here=True) as request:
        result = request.check(drawing(problem, shown)).findings
    assert all(item.broken for item in result)
    return [(item.rule.name, item.sentence) for item in result]


def test_the_case_that_no_hidden_values_fit_is_named() -> None:
    assert broken("coloured", "###...") == [("clue", "R1C3 has tint 2")]
    assert broken("coloured", ".#..#.") == [("many", "There are dark cells")]
    assert broken("way", "##..##") == []
    assert {rule for rule, _ in broken("areas", "#.#.##")} == {"one"}


def test_symbols_for_what_is_hidden_are_refused() -> None:
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("hidden.rules", HEAD + COLOURED.replace("1..2 hidden", '1..2 hidden as "x"')))
    assert [item.code for item in failed.value.diagnostics] == ["E055"]
