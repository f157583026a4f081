"""Groups that are exactly one each because there are as many as needed, against brute force."""

import random
from itertools import combinations

import pytest

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Variable
from puzzlelang.sat import pigeonholes
from puzzlelang.sat.from_problem import lower
from puzzlelang.source import NOWHERE
from tests.test_sat import check

BOARD = SquareGrid(2, 3)


@pytest.fixture(autouse=True)
def _groups_of_small_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for groups on these boards, too, which have few clauses."""
    monkeypatch.setattr(pigeonholes, "LEAST", 0)


def tiling(numbers: list[int], *, negated: bool) -> Problem:
    """Each cell belongs to one link, and links with the same two numbers are not both chosen."""
    links = BOARD.links
    variables = [Variable(index, f"v{index}", link, Kind.MEMBER, 0, 1) for index, link in enumerate(links)]
    chosen: list[Formula] = [build.negation(nodes.Holds(one)) if negated else nodes.Holds(one) for one in variables]
    number = dict(zip(BOARD.cells, numbers, strict=True))
    kinds = [sorted((number[link.first], number[link.second])) for link in links]
    stated = []
    for cell in BOARD.cells:
        at = [one for one, link in zip(chosen, links, strict=True) if cell in (link.first, link.second)]
        stated.append(("cell", build.equal(build.count(at), 1)))
    for (one, first), (other, second) in combinations(zip(chosen, kinds, strict=True), 2):
        if first == second:
            stated.append(("once", build.negation(build.conjunction((one, other)))))
    constraints = tuple(
        Constraint(formula, Origin(Rule(rule, "A sentence.", NOWHERE), "A sentence.", ())) for rule, formula in stated
    )
    finds = {one.name: {one.place: one} for one in variables if one.place is not None}
    return Problem(BOARD, finds, tuple(variables), constraints, tuple({one.origin.rule for one in constraints}))


FOUND = [0, 0, 1, 0, 1, 1]
"""All three dominoes of 0 and 1 can be laid, so each of them must be."""


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_groups_have_the_answers_of_brute_force(seed: int, negated: bool) -> None:
    numbers = FOUND[:]
    random.Random(seed).shuffle(numbers)
    check(tiling(numbers if seed else FOUND, negated=negated))


@pytest.mark.parametrize("negated", [False, True])
def test_as_many_groups_as_needed_have_one_each(negated: bool) -> None:
    clauses, _ = lower(tiling(FOUND, negated=negated), False)
    assert clauses.forms == {"pigeonholes": 1}  # the other two groups are those of corners
    assert lower(tiling(FOUND, negated=negated), True)[0].forms == {}


def test_more_groups_than_needed_say_nothing() -> None:
    clauses, _ = lower(tiling([0, 1, 2, 3, 3, 2], negated=False), False)
    assert clauses.forms == {}
