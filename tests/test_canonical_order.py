"""Several answers come in canonical order, whichever values of a number are possible."""

import random

import pytest

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Kind
from puzzlelang.solving.search import FEW
from tests.random_puzzles import answers, right_values
from tests.test_sat import as_term, member, number, stated


@pytest.mark.parametrize("seed", range(12))
def test_answers_come_in_order_of_their_values(seed: int) -> None:
    chance = random.Random(seed)
    variables = [number(index, chance.randint(0, 2), chance.randint(6, 9)) for index in range(3)] + [member(3)]
    one, other, third = map(as_term, variables[:3])
    held = nodes.Holds(variables[3])
    sums = build.total([(3, held)], [(1, one), (2, other), (-1, third)])
    apart = build.disjunction((held, build.negation(build.equal(one, chance.randint(3, 6)))))
    problem = stated(variables, build.distinct([one, other]), build.at_most(sums, chance.randint(7, 10)), apart)
    signs = [-1 if variable.kind is Kind.MEMBER else 1 for variable in problem.board]
    wanted = sorted(right_values(problem), key=lambda found: [s * value for s, value in zip(signs, found, strict=True)])
    assert len(wanted) > FEW
    for limit in (2, 40):
        assert answers(problem, "cadical", limit) == wanted[:limit]
