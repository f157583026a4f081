"""Counts along lines that end where a comparison stops looking: the same boards are right as with whole counts."""

import itertools

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground import counts_along
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Problem
from puzzlelang.problem.traversal import together
from puzzlelang.source import Source
from tests import library
from tests.graph_words import puzzle

RULES = """
puzzle "Lines"
board rectangle
find black : set of cells
find line  : set of links
find digit : cells to 0..2
let first = {c in cells where c.row = 1 and c.column = 1}
rule said "It is so":
  every c in first: {said}
"""

COUNTS = (
    "count(ray(c, right while black))",
    "1 + count(ray(c, right until black)) + 1",
    "sum(count(ray(c, d while black)) for d in directions)",
    "1 + sum(count(ray(c, d while black)) for d in directions where d in {right, down} and not c.black)",
    "count(straight(c, right, line))",
    "count(next(c) & black) + count(straight(c, right, line))",
    "sum(count(straight(c, d, line)) for d in directions) + -2",
)
ORDERS = ("=", "!=", "<", "<=", ">", ">=")
NUMBERS = ("-1", "0", "1", "2", "4", "c.digit", "count(black & next(c))")
CASES = [
    f"{left} {order} {right}"
    for count, order, number in itertools.product(COUNTS, ORDERS, NUMBERS)
    for left, right in ((count, number), (number, count))
]


def ground(said: str, tall: int = 1, wide: int = 4) -> Problem:
    rules = pipeline.ruleset(Source("lines.rules", RULES.replace("{said}", said)))
    return pipeline.ground(rules, puzzle(SquareGrid(tall, wide), ()))


@pytest.mark.library
@pytest.mark.parametrize("count", COUNTS)
def test_the_same_assignments_are_right(count: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [said for said in library.few(CASES, 60) if count in said]
    limited = [ground(said) for said in cases]
    monkeypatch.setattr(counts_along, "ALONG", frozenset())
    for said, left in zip(cases, limited, strict=True):
        whole = ground(said)
        for values in itertools.product(*[[False, True]] * 7, range(3)):
            answer = (*values, 0, 0, 0)
            assert evaluate.satisfies(whole, answer) == evaluate.satisfies(left, answer), said


@pytest.mark.parametrize(("said", "most"), [("count(ray(c, right while black)) = 3", 4)])
def test_no_more_is_grounded_than_matters(said: str, most: int) -> None:
    (only,) = ground(said, 1, 40).constraints
    (compared,) = together(only.formula)
    assert len(compared.term.counted) == most
