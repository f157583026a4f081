"""Constraints that can be given up, beside definitions that bound their numbers, against the reference semantics."""

import itertools
import random

import msgspec
import pytest

from puzzlelang.problem import build
from puzzlelang.problem.record import Problem
from puzzlelang.sat.from_problem import lower
from puzzlelang.solving import engines
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.engine import Sat, Unsat
from tests.random_puzzles import brute_force
from tests.test_sat import as_term, number, stated

MOST = 5


def drawn(chance: random.Random) -> Problem:
    """Three numbers, some of them bounded, with four constraints about two of them."""
    variables = [number(index, 1, MOST) for index in range(3)]
    terms = list(map(as_term, variables))
    said = []
    for _ in range(4):
        first, second = chance.sample(terms, 2)
        total = build.total((), ((1, first), (chance.choice((1, -1)), second)), 0)
        bound = chance.randint(-2, 2 * MOST)
        said.append(build.at_most(total, bound) if chance.random() < 0.3 else build.equal(total, bound))
    bounds = [build.at_most(one, chance.randint(1, MOST)) for one in terms if chance.random() < 0.7]
    return msgspec.structs.replace(stated(variables, *said), definitions=tuple(bounds))


@pytest.mark.parametrize("seed", range(12))
def test_any_constraints_may_be_given_up(seed: int) -> None:
    problem = drawn(random.Random(seed))
    every = range(len(problem.constraints))
    with CheckedSolver(problem, engines.engine("cadical"), cores=True) as solver:
        for active in itertools.chain.from_iterable(itertools.combinations(every, size) for size in range(5)):
            chosen = msgspec.structs.replace(problem, constraints=tuple(problem.constraints[one] for one in active))
            outcome = solver.outcome("", (), active)
            assert isinstance(outcome, Sat if brute_force(chosen) else Unsat)
            if isinstance(outcome, Unsat):
                assert set(outcome.core or ()) <= set(active)


def test_values_beyond_a_definition_have_no_clauses() -> None:
    variables = [number(index, 1, 80) for index in range(3)]
    total = build.total((), [(1, as_term(one)) for one in variables], 0)
    wide = stated(variables, build.equal(total, 12))
    bounds = tuple(build.at_most(as_term(one), 6) for one in variables)
    clauses = [len(lower(one, True)[0].pending) for one in (wide, msgspec.structs.replace(wide, definitions=bounds))]
    assert clauses[1] * 4 < clauses[0]
