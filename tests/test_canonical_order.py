"""Several answers come in canonical order, whichever values of a number are possible."""

import random
from collections.abc import Sequence

import msgspec
import pytest

from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Kind, Problem, Values
from puzzlelang.solving import engines
from puzzlelang.solving.canonical_order import FEW
from puzzlelang.solving.checked_solver import CheckedSolver, WrongAnswer
from puzzlelang.solving.engine import Counts, Engine, Fixed, Outcome
from puzzlelang.solving.search import EarlyAnswer, OrderedAnswer
from puzzlelang.solving.search import answers as search_answers
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


class Forgetful:
    """A session that is right twice, and then no longer knows the last constraint."""

    def __init__(self, problem: Problem) -> None:
        weaker = msgspec.structs.replace(problem, constraints=problem.constraints[:-1])
        self.sessions = [engines.engine("cadical").open(one, False) for one in (problem, weaker)]
        self.times = 0

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        self.times += 1
        return self.sessions[self.times > 2].solve(fixed, active)

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        for one in self.sessions:
            one.exclude(values, among)

    def forget(self) -> None:
        for one in self.sessions:
            one.forget()

    def watch(self, listen: object) -> None:
        pass

    def counts(self) -> Counts:
        return Counts()

    def close(self) -> None:
        for one in self.sessions:
            one.close()


@pytest.mark.parametrize("limit", [2, None])
def test_what_is_found_on_the_way_is_checked_before_anybody_sees_it(limit: int | None) -> None:
    wrong = 0
    for bound in range(3, 9):
        variables = [number(index, 0, 4) for index in range(3)]
        total = build.total((), [(1, as_term(one)) for one in variables])
        problem = stated(variables, build.distinct(map(as_term, variables[:2])), build.at_most(bound, total))
        with CheckedSolver(problem, Engine("forgetful", lambda one, _: Forgetful(one))) as solver:  # type: ignore[arg-type]
            try:
                for event in search_answers(solver, limit):
                    if isinstance(event, (EarlyAnswer, OrderedAnswer)):
                        assert evaluate.satisfies(problem, event.values)
            except WrongAnswer:
                wrong += 1
    assert wrong
