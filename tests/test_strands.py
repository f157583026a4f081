"""Curves that cross themselves, on boards with room for a crossing: every engine against the reference semantics."""

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.solving import engines
from puzzlelang.solving.projected_session import eager_engine
from puzzlelang.source import Source
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers

RULES = """
puzzle "Crossings"
board rectangle
given mark : set of cells as "m"
find line : set of links
rule said "It is so": {said}
"""
PLUS = ((1, 2), (2, 1), (2, 3), (3, 2))


@pytest.mark.parametrize(
    ("said", "marks", "least"),
    [
        ("paths(line, mark, cells)", PLUS, 2),
        ("paths(line, mark, cells - mark)", PLUS, 2),
        ("paths(line, mark, cells) and count(crossed(line)) = 1", PLUS, 1),
        ("paths(line, mark) and count(crossed(line)) = 1", PLUS, 0),
        ("loops(line, cells) and count(components(line by strands(line))) = 1 and count(crossed(line)) = 1", (), 2),
        (
            "paths(line, ends(line), cells) and count(components(line by strands(line))) = 1 "
            "and count(crossed(line)) = 1",
            (),
            1,
        ),
        ("paths(line, ends(line), mark) and count(touched(line)) = 9 and count(crossed(line)) = 1", ((2, 2),), 1),
    ],
)
def test_every_answer_is_found(said: str, marks: tuple[tuple[int, int], ...], least: int) -> None:
    rules = pipeline.ruleset(Source("crossings.rules", RULES.format(said=said)))
    problem = pipeline.ground(rules, puzzle(SquareGrid(3, 3), marks))
    expected = brute_force(problem)
    assert len(expected) >= least
    assert (least == 0) == (not expected)
    for engine in (engines.engine("cadical"), eager_engine(engines.engine("cadical"))):
        assert answers(problem, engine) == expected
