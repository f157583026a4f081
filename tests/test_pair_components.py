"""Components of two vertices at most, some of which may be absent: no answer is lost or won, and nothing is cut."""

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.solving import engines, pipelines
from puzzlelang.solving.graph_cuts import Profile
from puzzlelang.solving.lazy_graphs import session
from puzzlelang.source import Source
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers

SIZES = {
    "two": ("every a in area: count(a) = 2", True),
    "two of a set": ("every p in components(black): count(p) = 2", False),
    "one or two": ("every a in area: count(a) <= 2", True),
    "of some": ("every c in cells - black where c.row = 1: count(c.area) = 2", False),
    "with a set": ("every a in area: count(a) = 2 and count(a & {c in cells where c.row = 1}) = 1", True),
    "three": ("every a in area: count(a) = 3", False),
}


@pytest.mark.parametrize("more", ["no a, b in adjacent: a.black and b.black", "some a, b in adjacent: a.area = b.area"])
@pytest.mark.parametrize("name", SIZES)
def test_answers_stay_the_same(name: str, more: str) -> None:
    size, uncut = SIZES[name]
    text = f"""
puzzle "Pairs"
board rectangle
find black : set of cells as "#"
find area  : partition of cells - black
rule size "Areas have their sizes": {size}
rule more "And more": {more}
"""
    for shape in (SquareGrid(2, 3), SquareGrid(1, 4)):
        problem = pipeline.ground(pipeline.ruleset(Source("pairs.rules", text)), puzzle(shape, ()))
        expected = brute_force(problem)
        for without in ((), {"parts"}, {*pipelines.NAMES} - {"parts"}):
            assert answers(problem, engines.engine("cadical", without)) == expected
        if uncut:
            profile = Profile()
            session(engines.engine("cadical"), pipelines.lazy(problem), profile).solve()
            assert not any(profile.cuts.values())
