"""What two connected sets of squares say of each other, against all fillings of tiny boards."""

import itertools

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem.evaluate import satisfies, truth
from puzzlelang.source import Source
from puzzlelang.techniques.contexts import Contexts, Place
from puzzlelang.techniques.crossings import crossings
from puzzlelang.techniques.needed_rules import needed_rules
from puzzlelang.techniques.record import Fact, Pattern, Presence, Spot, Window
from puzzlelang.techniques.samples import Sample
from puzzlelang.techniques.searched import OpenRules, ground_sample, open_rules

HEAD = """
puzzle "Two sets"
board rectangle
find black : set of cells as "#"
let white = cells - black
let rim = {c in cells where count(next(c)) < count(borders(c))}
"""
BLACK = 'rule black "Black is connected": connected(black)\n'
WHITE = 'rule white "White is connected": connected(white)\n'
REACHING = 'rule out "Each black part has a cell at the rim": every p in components(black): count(rim & p) >= 1\n'
INNER = 'rule out "Each black part has an inner cell": every p in components(black): count(p - rim) >= 1\n'
OTHER = 'find grey : set of cells as "%"\nrule grey "Grey is connected": connected(grey)\n'


def rules(text: str) -> OpenRules:
    return open_rules(pipeline.ruleset(Source("sets.rules", HEAD + text)))


@pytest.mark.parametrize(
    ("text", "size", "corners", "rims"),
    [
        (BLACK + WHITE, (2, 2), 1, 1),
        (BLACK + WHITE, (3, 3), 4, 70),
        (BLACK + WHITE, (1, 4), 0, 1),
        (REACHING + WHITE, (3, 4), 6, 0),
        pytest.param(BLACK + WHITE, (3, 4), 6, 210, marks=pytest.mark.long),
    ],
)
def test_sets_that_are_connected_do_not_cross(text: str, size: tuple[int, int], corners: int, rims: int) -> None:
    grid = SquareGrid(*size)
    problem = ground_sample(rules(text), Sample(grid, 0, 0), 0)
    said = [formula for formula, _ in crossings(grid, problem.constraints, grid.cells)]
    assert len(said) == 2 * (corners + rims)
    broken = 0
    for values in itertools.product((False, True), repeat=len(problem.variables)):
        held = [truth(formula, values) for formula in said]
        broken += not all(held)
        assert all(held) or not satisfies(problem, values)
    assert broken


@pytest.mark.parametrize("text", [WHITE, REACHING, INNER + WHITE, OTHER + BLACK])
def test_nothing_is_said_of_sets_that_may_cross(text: str) -> None:
    grid = SquareGrid(3, 3)
    problem = ground_sample(rules(text), Sample(grid, 0, 0), 0)
    assert list(crossings(grid, problem.constraints, grid.cells)) == []


def test_a_crossing_rests_on_both_rules() -> None:
    every = Contexts(rules(BLACK + WHITE))
    there = Fact("black", Spot("cell", 1, 1), Presence.PRESENT), Fact("black", Spot("cell", 3, 3), Presence.PRESENT)
    premises = (*there, Fact("black", Spot("cell", 1, 3), Presence.ABSENT))
    conclusion = Fact("black", Spot("cell", 3, 1), Presence.PRESENT)
    place = Place(every, Window(2, 2))
    assert place.forced(premises, conclusion)
    assert not place.roomy.direct(premises, conclusion)
    assert needed_rules(place, Pattern(Window(2, 2), premises, (conclusion,))) == ("black", "white")
    every.close()
