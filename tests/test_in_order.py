"""Several answers come in an order of their own, whichever way they are found."""

import random

import pytest

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build
from puzzlelang.problem.record import Constraint, Formula, Holds, Kind, Number, Problem, Variable
from puzzlelang.solving import canonical_order, engines, search
from tests import library
from tests.random_puzzles import brute_force
from tests.test_sat import ORIGIN


def problem(seed: object) -> Problem:
    """Members and numbers, with some clauses that leave many answers."""
    chance = random.Random(str(seed))
    board = SquareGrid(3, 3)
    kinds = [Kind.MEMBER if chance.random() < 0.7 else Kind.NUMBER for _ in board.cells]
    variables = tuple(
        Variable(n, "v", board.cells[n], kind, 0 if kind is Kind.MEMBER else 1, 1 if kind is Kind.MEMBER else 3)
        for n, kind in enumerate(kinds)
    )

    def literal(variable: Variable) -> Formula:
        if variable.kind is Kind.MEMBER:
            return Holds(variable) if chance.random() < 0.5 else build.negation(Holds(variable))
        return build.equal(Number(variable, variable.low, variable.high), chance.randint(1, 3))

    claims = [
        build.disjunction([literal(one) for one in chance.sample(variables, 2)]) for _ in range(chance.randint(1, 14))
    ]
    finds = {"v": {variable.place: variable for variable in variables}}
    return Problem(board, finds, variables, tuple(Constraint(one, ORIGIN) for one in claims), (ORIGIN.rule,))


def wanted(of: Problem) -> list[tuple[int, ...]]:
    signs = [-1 if one.kind is Kind.MEMBER else 1 for one in of.variables]
    return sorted(brute_force(of), key=lambda values: [s * v for s, v in zip(signs, values, strict=True)])


@pytest.mark.library
@pytest.mark.parametrize("few", [0, 1, 4, 50])
def test_the_order_is_the_same_whichever_way_it_is_found(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical_order, "FEW", few)
    for seed in library.amount(4, 25):
        of = problem(seed)
        expected = wanted(of)
        result = [tuple(map(int, values)) for values in search.stream(of, engines.engine("cadical"), None) if values]
        assert result == expected, seed
        some = list(search.stream(of, engines.engine("cadical"), 3))
        assert [tuple(map(int, values)) for values in some] == expected[:3], seed
