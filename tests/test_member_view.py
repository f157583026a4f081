"""What is said of a member of a component is grounded once for each place, and means the same."""

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem.record import Problem
from puzzlelang.solving import engines
from puzzlelang.source import Source
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers

SAID = (
    "some c in {p}: some n in around(c): n.s and n not in {p}",
    "every c in {p}: some n in around(c): n.s and n in {p}",
    "no c in {p}: (every n in next(c): n not in {p}) and (some n in around(c): n.s)",
    "exactly 2 c in {p}: some n in next(c): n in {p} and c.row < n.row",
    "some c in {p}: c.column = 1 and (every n in next(c): n in {p} or c.row = 1)",
    "every c in {p}: exactly 1 d in {p}: c.row = d.row and (some n in next(d): n in {p})",
    "some c in {p}: count({p}) > 1 + count(next(c) & s)",
    "some c in {p}: some n in around(c): n.s and n not in {p} and count(component(n, s)) = count({p})",
    "every c in {p}: every n in around(c): if n.s then shape(component(n, s)) = shape({p})",
)

AREAS = (
    "some c in {p}: some n in next(c): n not in {p} and shape(n.s without turning) = shape({p} without turning)",
    "every c in {p}: every n in next(c): n in {p} or shape(n.s) != shape({p})",
    "every c in {p}: count({p}) = 1 or (some n in next(c): count(n.s) < count({p}))",
)


def _ground(said: str, kind: str = 'set of cells as "#"') -> Problem:
    text = f'puzzle "Members"\nboard rectangle\nfind s : {kind}\nrule said "It is so": {said}\n'
    return pipeline.ground(pipeline.ruleset(Source("members.rules", text)), puzzle(SquareGrid(2, 3), ()))


@pytest.mark.parametrize("said", SAID)
def test_a_component_is_that_of_each_member(said: str) -> None:
    """The second rule names the component of a given cell, of which nothing is grounded once for each member."""
    components = _ground(f"every p in components(s): {said.format(p='p')}")
    cells = _ground(f"every x in s: {said.format(p='component(x, s)')}")
    assert brute_force(components) == brute_force(cells)


@pytest.mark.parametrize("said", AREAS)
def test_an_area_is_that_of_each_member(said: str) -> None:
    areas = _ground(f"every p in s: {said.format(p='p')}", "partition of cells")
    cells = _ground(f"every x in cells: {said.format(p='x.s')}", "partition of cells")
    assert brute_force(areas) == brute_force(cells)
    assert answers(areas, engines.engine("cadical")) == brute_force(areas)
