"""Reaching sets, said by levels: they have the members that the reference semantics finds."""

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.places import Cell, Place
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Holds, Problem
from puzzlelang.solving import engines, pipelines
from puzzlelang.solving.pipelines import REACH
from puzzlelang.source import Source
from tests.random_puzzles import brute_force, size_of_search
from tests.test_deductions import Random, beside
from tests.test_graph_words import answers

SIZES = ((1, 5), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3))


def reaching(chance: Random) -> Problem:
    """A set of cells, and for some places how many of its cells have a way to them."""
    cells = [cell for cell in chance.board.cells if not chance.spoilt(0.1)] or list(chance.board.cells)
    graph = beside(chance, {cell: True if chance.spoilt() else Holds(chance.unknown(cell)) for cell in cells})
    vertices = range(len(graph.places))
    claims: list[Formula] = []
    for _ in range(chance.chance.choice((1, 2, 3))):
        colours = chance.chance.choice(((0,), (1,), (0, 1)))
        goals = [
            (vertex, Holds(chance.unknown(graph.places[vertex])) if chance.spoilt() else True)
            for vertex in vertices
            if chance.chance.random() < 0.8 / len(colours) and _colour(graph.places[vertex]) in colours
        ]
        none = build.equal if chance.chance.random() < 0.5 else build.at_most
        holding = {
            vertex: build.negation(none(build_graphs.component_size(graph, vertex, goals), 0)) for vertex in vertices
        }
        counted = [
            (2 if chance.spoilt(0.03) else 1, build.conjunction((graph.presence[vertex], here)))
            for vertex, here in holding.items()
            if not chance.spoilt(0.01)
        ]
        if chance.spoilt():
            counted.append((chance.chance.choice((1, -1)), Holds(chance.unknown(graph.places[0]))))
        total, number = build.total(counted, ()), chance.chance.randint(0, 4)
        claims.append(chance.variant((build.equal if chance.chance.random() < 0.7 else build.at_most)(total, number)))
        if chance.spoilt(0.3):
            claims.append(chance.variant(holding[chance.chance.choice(vertices)]))
    return chance.problem(claims, [])


def _colour(place: Place) -> int:
    """The colour of a cell on a chessboard: all ways to it from cells of one colour have the same parity."""
    assert isinstance(place, Cell)
    return (place.row + place.column) % 2


def compare(seed: object, most: int = 1500) -> int:
    """Hold the answers against brute force, with and without levels; return how many levels there are."""
    of = reaching(Random(f"reaching {seed}", SIZES))
    if size_of_search(of) > most:
        return 0
    expected = brute_force(of)
    assert answers(of, engines.engine("cadical")) == expected, seed
    assert answers(of, engines.engine("cadical", {REACH})) == expected, seed
    return pipelines.lazy(of).used.get(REACH, 0) if of.graphs else 0


def test_answers_stay_the_same() -> None:
    assert sum(compare(f"few {seed}") > 0 for seed in range(150)) > 25


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_answers_stay_the_same_for_many(seed: int) -> None:
    assert sum(compare(f"many {seed} {more}", 5000) > 0 for more in range(100)) > 10


RULES = """\
puzzle "Groups beside a number"
board rectangle
given clue : cells to number?
find black : set of cells as "#"
rule apart "No number is black": no c in cells with c.clue: c.black
rule size "The groups beside {c} have {c.clue} cells":
  every c in cells with c.clue: count({b in black where count(component(b, black) & next(c)) > 0}) = c.clue
"""


def test_no_cut_is_needed_for_bounded_sets() -> None:
    rules = pipeline.ruleset(Source("groups", RULES))
    of = pipeline.ground(rules, pipeline.board(rules, "3..\n.2.\n..."))
    result = pipelines.lazy(of).abstraction
    assert not any(isinstance(atom, nodes.AtMost) for atom, _ in result.atoms)
    assert answers(of, engines.engine("cadical")) == brute_force(of)
