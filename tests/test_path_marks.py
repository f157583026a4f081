"""Paths with one mark each: no answer is lost, none is won, and nothing about marks is left to be cut."""

from collections.abc import Sequence

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph, Problem
from puzzlelang.solving import engines, pipelines
from puzzlelang.source import Source
from tests import library
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force, size_of_search
from tests.test_deductions import Random
from tests.test_graph_words import answers
from tests.test_placed_components import areas, clue

SIZES = ((1, 5), (2, 2), (2, 3), (3, 2), (3, 3))


def uncut(graph: Graph, vertex: int) -> Sequence[tuple[Cell, Formula]]:
    """The neighbours of a cell, each with the formula that no border lies between."""
    exact = graph.exact or {}
    pairs = [(graph.places[other], exact[min(vertex, other), max(vertex, other)]) for other in graph.beside[vertex]]
    return [(place, when) for place, when in pairs if isinstance(place, Cell)]


def turn(graph: Graph, vertex: int) -> Formula:
    """A cell has one neighbour of its area beside it, and one above or below."""
    here = graph.places[vertex]
    assert isinstance(here, Cell)
    around = uncut(graph, vertex)
    along = build.count(when for place, when in around if place.row == here.row)
    across = build.count(when for place, when in around if place.row != here.row)
    return build.conjunction((build.equal(along, 1), build.equal(across, 1)))


def paths(chance: Random) -> Problem:
    """Paths with one turn, or with one other mark where not each turn is one, and a few clues."""
    graph, definitions = areas(chance)
    count = len(graph.places)
    kind = chance.chance.choice(("turn", "turn", "turn or end", "turn or end", "end", "some"))
    marks: list[tuple[int, Formula]] = []
    for vertex in range(count):
        number = build.count(when for _, when in uncut(graph, vertex))
        end = build.at_most(number, chance.chance.randint(0, 1))
        match kind:
            case "turn":
                mark = turn(graph, vertex)
            case "turn or end":
                mark = build.disjunction((turn(graph, vertex), end))
            case "end":
                mark = end
            case _:
                mark = build.disjunction((turn(graph, vertex), chance.spoilt(0.3)))
        if mark is not False and not chance.spoilt(0.01):
            marks.append((vertex, mark))
    claims: list[Formula] = []
    for vertex in range(count):
        number = build.count(when for _, when in uncut(graph, vertex))
        if not chance.spoilt(0.01):
            claims.append(build.at_most(number, 2))
        size = build_graphs.component_size(graph, vertex, marks)
        claims.append(
            chance.first(
                graph, vertex, chance.variant(build.equal(size, 1)) if chance.spoilt(0.05) else build.equal(size, 1)
            )
        )
    claims += [chance.variant(clue(chance, graph)) for _ in range(chance.chance.choice((0, 0, 1, 1)))]
    return chance.problem(claims, definitions)


def compare(of: Problem, seed: object, most: int) -> tuple[bool, bool]:
    """Whether marks were stated, and whether there are answers; with and without them the answers are right."""
    if size_of_search(of) > most:
        return False, False
    expected = brute_force(of)
    for without in ((), {*pipelines.NAMES} - {pipelines.PATHS}, (pipelines.PATHS,)):
        assert answers(of, engines.engine("cadical", without)) == expected, (seed, without)
    return pipelines.PATHS in pipelines.lazy(of).used, bool(expected)


@pytest.mark.library
def test_answers_stay_the_same() -> None:
    seeds = library.amount(30, 250)
    results = [compare(paths(Random(f"paths {seed}", SIZES)), seed, 5000) for seed in seeds]
    assert sum(used for used, _ in results) > len(seeds) // 4
    assert sum(used and some for used, some in results) > len(seeds) // 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_answers_stay_the_same_for_many(seed: int) -> None:
    for number in range(100):
        compare(paths(Random(f"many paths {seed} {number}", SIZES)), (seed, number), 5000)


SASHIGANE = "https://puzz.link/p?sashigane/8/8/tik5oimhnimhgkirhxijn"


def test_marks_of_paths_are_not_left_to_cuts() -> None:
    """Of the areas of a Sashigane only their borders and the one number are left."""
    rules = pipeline.load("sashigane")
    prepared = pipelines.lazy(pipeline.ground(rules, pipeline.board(rules, SASHIGANE)))
    assert pipelines.PATHS in prepared.used
    kinds = {
        type(atom.term if isinstance(atom, nodes.AtMost | nodes.Equal) else atom)
        for atom, _ in prepared.abstraction.atoms
    }
    assert nodes.First not in kinds


def test_width_said_of_each_area_is_said_of_each_cell() -> None:
    """A rule that goes through the cells of all areas tells as well that these are paths."""
    text = """
puzzle "Ls"
board rectangle
find area : partition of cells
let arms(c) = next(c) & c.area
let corner = {c in cells where (every l in lines(c): count(arms(c) & l) = 1)}
rule shape "It is so": every a in area: count(corner & a) = 1 and (no c in a: count(arms(c)) > 2)
"""
    problem = pipeline.ground(pipeline.ruleset(Source("paths.rules", text)), puzzle(SquareGrid(3, 3), ()))
    assert pipelines.PATHS in pipelines.lazy(problem).used
    assert answers(problem, engines.engine("cadical")) == brute_force(problem)
