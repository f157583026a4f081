"""Claims about graphs that are stated once an answer breaks them: the answers are the same."""

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs import claims_on_demand
from puzzlelang.problem.record import Problem
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Sat
from puzzlelang.source import Source
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force, size_of_search
from tests.test_deductions import KINDS, Random
from tests.test_graph_words import answers

CLAIMS = {
    "pairs": "no a, b in pairs(cells): b in group(a) and b not in island(a) and a.size = b.size",
    "some": "every c in black: c.size = 0 or (some x in group(c): x.size = c.size - 1)",
    "one": "every c in cells: exactly 1 x in group(c): x.size = 1",
    "counts": "every c in black: count(group(c) & {x in cells where x.size > c.size}) <= 1",
    "both": "every c in cells: (c in black or c.size = 2) and (count(island(c)) = c.size or c.row = 1)",
    "distance": "every a, b in pairs(black): if a.size = b.size then distance(a, b, black) != 2",
}


def ground(claim: str, shape: SquareGrid) -> Problem:
    text = f"""
puzzle "Claims"
board rectangle
find black : set of cells  as "#"
find size  : cells to 0..2
let group(c) = component(c, black by touching)
let island(c) = component(c, black)
rule absent "What is absent has size 0": every c in cells: c in black or c.size = 0 or c.row = 2
rule claim  "And": {claim}
"""
    return pipeline.ground(pipeline.ruleset(Source("claims.rules", text)), puzzle(shape, ()))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All claims wait that are more than a clause."""
    monkeypatch.setattr(claims_on_demand, "WORTH", -1)
    monkeypatch.setattr(claims_on_demand, "FEW", 0)


@pytest.mark.parametrize("name", CLAIMS)
def test_answers_stay_the_same(name: str) -> None:
    for shape in (SquareGrid(2, 2), SquareGrid(1, 4)):
        problem = ground(CLAIMS[name], shape)
        assert answers(problem, engines.engine("cadical")) == brute_force(problem)


@pytest.mark.parametrize("kind", KINDS)
def test_answers_of_random_problems_stay_the_same(kind: str) -> None:
    broken = 0
    make, sizes = KINDS[kind]
    for seed in range(25):
        problem = make(Random(f"on demand {seed}", sizes))
        if not problem.graphs or size_of_search(problem) > 600:
            continue
        assert answers(problem, engines.engine("cadical")) == brute_force(problem)
        session = engines.engine("cadical").open(problem, False)
        session.solve()
        broken += session.counts().sizes.get("claims_broken", 0) > 0
        session.close()
    assert broken


def test_what_was_excluded_stays_so_when_claims_are_stated() -> None:
    problem = ground(CLAIMS["some"], SquareGrid(2, 2))
    right = sorted(brute_force(problem))
    session = engines.engine("cadical").open(problem, False)
    for values in right[:-1]:
        session.exclude(values, range(len(problem.variables)))
    outcome = session.solve()
    assert isinstance(outcome, Sat)
    assert tuple(map(int, outcome.values)) == tuple(right[-1])
    assert session.counts().sizes["claims_broken"] > 0
    session.forget()
    assert isinstance(session.solve(), Sat)
    session.close()


def test_few_claims_are_stated_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims_on_demand, "WORTH", 4_000)
    session = engines.engine("cadical").open(ground(CLAIMS["pairs"], SquareGrid(2, 2)), False)
    assert "claims_on_demand" not in session.counts().sizes
    session.close()
