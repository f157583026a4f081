"""Sizes that are compared with known numbers: no answer is lost, and none is won."""

import pytest

from puzzlelang import pipeline
from puzzlelang.deductions.known_sizes import state_known_sizes
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.solving import engines, pipelines
from puzzlelang.source import Source
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers

TURNED = "no a in cells where a.row = 1: some b in cells: b.row = 2 and b.column = a.column and b in area(a)"
FIRST = "every c in cells: if c.digit = 2 then (no d in cells where d.row = 1: d.column > 1 and d in area(c))"
ALONE = "no a, b in adjacent: a.digit + b.digit = 3"


@pytest.mark.parametrize(
    ("size", "fixed", "more", "changed"),
    [
        ("count(area(c)) = c.digit", "c.digit = 2", TURNED, 1),
        ("count(area(c)) = c.digit", "c.digit = 3", FIRST, 1),
        ("count(area(c)) = c.digit", "c.digit = 2", ALONE, 0),
        ("count(area(c)) >= c.digit", "c.digit = 3", TURNED, 1),
        ("count(area(c)) != c.digit or c.digit = 1", "c.digit = 1", FIRST, 1),
        ("count(area(c)) + c.digit = 4", "c.digit = 3", TURNED, 1),
        ("c.digit < count(area(c)) or c.digit = 3", "c.digit = 2", FIRST, 1),
    ],
)
def test_answers_stay_the_same(size: str, fixed: str, more: str, changed: int) -> None:
    text = f"""
puzzle "Sizes"
board rectangle
find digit : cells to 1..3
let same = {{a, b in adjacent where a.digit = b.digit}}
let area(c) = component(c, cells by same)
rule known "The first cell has a number": every c in cells where c.row = 1 and c.column = 1: {fixed}
rule size "An area has its size": every c in cells: {size}
rule more "And more": {more}
"""
    problem = pipeline.ground(pipeline.ruleset(Source("sizes.rules", text)), puzzle(SquareGrid(2, 3), ()))
    restated, count = state_known_sizes(problem, {})
    assert count == changed
    expected = brute_force(problem)
    assert expected
    assert brute_force(restated) == expected
    for without in ((), {pipelines.SIZES}, {*pipelines.NAMES} - {pipelines.SIZES, "parts"}):
        assert answers(problem, engines.engine("cadical", without)) == expected
