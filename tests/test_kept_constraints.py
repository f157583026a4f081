"""Constraints that are kept from board to board: answers are those of a session of its own."""

import random
from contextlib import closing

import pytest

from puzzlelang import pipeline
from puzzlelang.making import random_givens
from puzzlelang.making.example_statistics import empty_template
from puzzlelang.making.joint_search import JointSearch
from puzzlelang.making.kept_constraints import KeptConstraints
from puzzlelang.making.plan import plan
from puzzlelang.making.repair import change
from puzzlelang.solving import engines
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.engine import Sat, Unsat
from puzzlelang.solving.stats import Stats

ENOUGH = 1_000_000
CHANGES = 12


@pytest.mark.library
@pytest.mark.parametrize("name", ["makaro", "norinori", "lits", "country-road", "tilepaint", "ripple-effect"])
def test_a_kept_session_answers_as_one_of_the_board_alone(name: str) -> None:
    rules = pipeline.load(name)
    template, chance = empty_template(rules, (4, 4)), random.Random(name)
    planned, bias = plan(rules, template), SearchBias(ENOUGH)
    board, outcomes = random_givens.draw_givens(planned, template, chance), set()
    with closing(KeptConstraints(bias, Stats())) as kept:
        for _ in range(CHANGES):
            board = change(planned, board, template, board.geometry.cells, chance) or board
            problem = JointSearch(planned, board, template, Stats(), every=False).problem
            active = [index for index, one in enumerate(problem.constraints) if one.formula is not False]
            for part in (active, chance.sample(active, len(active) // 2)):
                bias.conflicts = ENOUGH
                result = kept.active(problem).outcome((), sorted(part))
                with CheckedSolver(problem, engines.engine(), cores=True) as alone:
                    assert type(result) is type(alone.outcome("", (), sorted(part)))
                    if isinstance(result, Unsat):
                        assert set(result.core or ()) <= set(part)
                        assert isinstance(alone.outcome("", (), result.core), Unsat)
                outcomes.add(type(result))
    assert Sat in outcomes


@pytest.mark.library
def test_unchanged_constraints_are_lowered_once() -> None:
    rules = pipeline.load("norinori")
    template, chance = empty_template(rules, (6, 6)), random.Random(1)
    planned = plan(rules, template)
    board = random_givens.draw_givens(planned, template, chance)
    with closing(KeptConstraints(SearchBias(ENOUGH), Stats())) as kept:
        first = kept.active(JointSearch(planned, board, template, Stats(), every=False).problem)
        moved = change(planned, board, template, board.geometry.cells, chance)
        assert moved is not None
        second = kept.active(JointSearch(planned, moved, template, Stats(), every=False).problem)
        assert second.solver is first.solver
        more = set(second.positions) - set(first.positions)
        assert 0 < len(more) < len(second.positions) / 2
