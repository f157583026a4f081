"""Cells that lines go through: what is said of them is what the rules say of their links."""

import random

from puzzlelang import pipeline
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Problem
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Sat
from puzzlelang.source import Source
from puzzlelang.steps.cases.seen_as_one import seen_as_one
from puzzlelang.steps.cases.touched_cells import touched_cells
from puzzlelang.steps.record import full
from puzzlelang.steps.search.cut_off_parts import cut_off_size
from puzzlelang.steps.search.step_selection import easiest_steps
from puzzlelang.steps.search.walk import Walk
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from tests.test_steps import board

TRACKS = "7x7:CrAdCg9oC,4,4,5,7,6,6,S1,S6,5,3,3,6,5,5"
HITORI = "6x6:645622621152511236456364426164462643"


def grounded(genre: str, text: str) -> Problem:
    rules = pipeline.load(genre)
    return pipeline.ground(rules, pipeline.board(rules, Source("board", text)))


def test_counts_of_touched_cells_say_what_the_rules_say() -> None:
    problem, dice = grounded("tracks", TRACKS), random.Random(0)
    result = touched_cells(problem)
    assert len(result.links) == 49
    truths = set()
    for _ in range(40):
        rare = dice.random()
        values = [dice.random() < rare for _ in problem.variables]
        whole = tuple(result.padded(values))
        assert len(whole) == len(result.problem.variables)
        pairs = zip(problem.constraints, result.problem.constraints, strict=False)
        for before, after in pairs:
            truth = evaluate.truth(before.formula, tuple(values))
            assert truth is evaluate.truth(after.formula, whole), before.origin.sentence
            truths.add(truth)
        for said in result.problem.constraints[len(problem.constraints) :]:
            assert evaluate.truth(said.formula, whole) is True
    assert truths == {True, False}


def test_what_is_plain_of_a_cell_follows_from_its_links() -> None:
    result, dice = touched_cells(grounded("tracks", TRACKS)), random.Random(1)
    for _ in range(60):
        masks = [dice.choice((1, 2, 3)) for _ in result.problem.variables]
        for cell, links in result.links.items():
            masks[cell] = 3
            changed = [one for link in links for one in result.narrowed(masks, link) if one == cell]
            known = {masks[link] for link in links}
            assert masks[cell] == (2 if 2 in known else 1 if known == {1} else 3)
            assert bool(changed) is (masks[cell] != 3)


def test_a_count_is_told_cell_by_cell() -> None:
    rules = pipeline.load("tracks")
    steps = pipeline.path(rules, pipeline.board(rules, Source("board", TRACKS))).steps
    result = [line for step in steps for line in step.lines if line.startswith("Row 4 has 3 pieces of track")]
    assert result == ["Row 4 has 3 pieces of track: all 3 are there already, with track at R4C3, R4C4 and R4C6."]


def test_other_counts_have_no_touched_cells() -> None:
    problem, _ = board("tents")
    assert touched_cells(problem).problem is problem


def test_equal_digits_of_a_row_are_seen_as_one() -> None:
    problem = grounded("hitori", HITORI)
    solvers = CaseSolvers(problem, [None] * len(problem.variables))
    sets = [same for same in seen_as_one(solvers.cases) if same[0].origin.rule.name == "once"]
    assert sets
    for same in sets:
        places = {index for case in same for index in case.variables}
        assert len({case.origin.sentence for case in same}) == 1
        assert len(places) > 2
        assert 2 * len(same) == len(places) * (len(places) - 1)
    assert all(full(variable) == 3 for variable in problem.variables)


def test_counts_of_the_same_places_are_seen_as_one() -> None:
    rules = pipeline.load("magnets")
    text = rules.examples[0].board
    assert text is not None
    problem = pipeline.ground(rules, pipeline.board(rules, text))
    solvers = CaseSolvers(problem, [None] * len(problem.variables))
    wide = [case for case in solvers.cases if len(case.variables) > 2]
    assert {case.origin.rule.name for same in seen_as_one(wide) for case in same} == {"plus", "minus"}


def test_the_smallest_part_that_would_be_cut_off_comes_first() -> None:
    problem = grounded("hitori", "6x6:651122545642524413441551362541614461")
    outcome = engines.engine("cadical").open(problem, False).solve()
    assert isinstance(outcome, Sat)
    result = [step for step in Walk(problem, outcome.values).steps() if step.cases[0].graph and len(step.cases) == 1]
    sizes = {step: cut_off_size(step) for step in result}
    assert len(set(sizes.values())) > 1
    least = min(size for size in sizes.values() if size is not None)
    assert easiest_steps(result) == [step for step in result if sizes[step] == least]
