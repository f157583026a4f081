"""Graphs with few ways: what is said of them without a graph is as true as it was, whatever the board."""

import itertools
import random
from typing import cast

import pytest

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs.unicyclic import UnicyclicScan, has_unicyclic_statement, unicyclic_graphs
from puzzlelang.graphs.unicyclic_statements import localize
from puzzlelang.problem import build, build_graphs, build_rows, evaluate, nodes, traversal
from puzzlelang.problem.nodes import Formula, Graph, Kind, Variable
from tests import library
from tests.test_smt import stated

SIZE = 5
CELLS = SquareGrid(1, SIZE).cells
GRID = SquareGrid(3, 3)


def variables() -> list[Variable]:
    members = [Variable(index, "s", CELLS[index], Kind.MEMBER, 0, 1) for index in range(SIZE + 2) if index < SIZE]
    numbers = [Variable(SIZE + index, "n", CELLS[index], Kind.NUMBER, 0, 2) for index in range(2)]
    return [*members, *numbers]


def graph(chance: random.Random, made: list[Variable]) -> Graph:
    """A tree, a forest or a graph with one cycle, its vertices in any order."""
    order = chance.sample(CELLS, SIZE)
    pairs = [(order[index], order[chance.randrange(index)]) for index in range(1, SIZE)]
    if chance.random() < 0.3:
        pairs.pop()
    if chance.random() < 0.5:
        first, second = chance.sample(CELLS, 2)
        if (first, second) not in pairs and (second, first) not in pairs:
            pairs.append((first, second))
    presence: dict[object, Formula] = {
        cell: True if chance.random() < 0.2 else nodes.Holds(made[index]) for index, cell in enumerate(CELLS)
    }
    edges = [(*pair, True if chance.random() < 0.6 else nodes.Holds(made[chance.randrange(SIZE)])) for pair in pairs]
    return build_graphs.graph(presence, edges)


def random_statement(chance: random.Random, found: Graph, made: list[Variable]) -> Formula:
    """Something of the parts, as rules say it of all of them or of one."""
    vertices = range(len(found.places))
    numbers = [nodes.Number(variable, variable.low, variable.high) for variable in made[SIZE:]]
    vertex, other = chance.choice(vertices), chance.choice(vertices)
    counted = [(one, True if chance.random() < 0.7 else nodes.Holds(made[one])) for one in vertices]
    size = build_graphs.component_size(found, vertex, counted)
    added = [(1, build.choice(build_graphs.joined(found, vertex, one), chance.choice(numbers), 0)) for one in vertices]
    whole = build.total([], added)
    compared = build.equal(chance.choice((size, whole)), chance.randint(0, 3))
    first = build_graphs.first(found, vertex)
    match chance.randrange(5):
        case 0:
            return build_graphs.joined(found, vertex, other)
        case 1:
            return build.disjunction((build.negation(first), compared))
        case 2:
            return build.conjunction((first, build.negation(compared)))
        case 3:
            return build.disjunction((compared, build.negation(build_graphs.first(found, other))))
        case _:
            entries = [
                (
                    build_graphs.first(found, one),
                    [
                        build.equal(build_graphs.component_size(found, one, [(each, True) for each in vertices]), 2),
                        True,
                    ],
                )
                for one in vertices
            ]
            return build_rows.in_order(entries, (2, nodes.Unknown.SEVERAL))


@pytest.mark.library
@pytest.mark.parametrize("seed", library.few(range(60), 10))
def test_it_means_the_same(seed: int) -> None:
    chance, built = random.Random(seed), variables()
    result = graph(chance, built)
    problem = stated(built, [random_statement(chance, result, built) for _ in range(3)])
    local = localize(problem)
    about: traversal.About = {}
    assert not any(traversal.about_graphs(one.formula, about) for one in local.constraints)
    for values in itertools.product(*(range(variable.low, variable.high + 1) for variable in built)):
        for old, new in zip(problem.constraints, local.constraints, strict=True):
            assert evaluate.truth(old.formula, values) == evaluate.truth(new.formula, values), values


def test_a_grid_stays_as_it_is() -> None:
    result = [Variable(index, "s", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(GRID.cells)]
    presence: dict[object, Formula] = {cell: nodes.Holds(one) for cell, one in zip(GRID.cells, result, strict=True)}
    grid = build_graphs.graph(presence, [(link.first, link.second, True) for link in GRID.links])
    problem = stated(result, [build_graphs.joined(grid, 0, vertex) for vertex in range(1, len(result))])
    assert localize(problem) is problem


COMPONENTS = (nodes.Joined, nodes.First, nodes.ComponentSize)


def every_statement(formulas: list[Formula]) -> list[traversal.Statement]:
    """All statements about graphs, those in the conditions of graphs as well."""
    result: dict[int, traversal.Statement] = {}
    waiting: list[traversal.Node] = [*formulas]
    while waiting:
        for one in traversal.every_node(waiting.pop()):
            if type(one) in traversal.GRAPHS and id(one) not in result:
                statement = cast("traversal.Statement", one)
                result[id(one)] = statement
                waiting.extend(traversal.conditions(statement.graph))
    return list(result.values())


@pytest.mark.parametrize("seed", range(60))
def test_one_look_at_all_formulas_finds_what_a_look_at_each_finds(seed: int) -> None:
    chance, built = random.Random(seed), variables()
    board = [Variable(index, "s", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(GRID.cells)]
    presence: dict[object, Formula] = {cell: nodes.Holds(one) for cell, one in zip(GRID.cells, board, strict=True)}
    grid = build_graphs.graph(presence, [(link.first, link.second, True) for link in GRID.links])
    small = graph(chance, built)
    inside = build_graphs.graph(presence, [(*list(presence)[:2], build_graphs.joined(small, 0, 1))])
    pool = [nodes.Connected(grid), nodes.Connected(inside), nodes.Connected(small), build_graphs.joined(grid, 0, 1)]
    size = build_graphs.component_size(grid, 0, [(vertex, nodes.Connected(small)) for vertex in range(3)])
    pool += [random_statement(chance, small, built), build.equal(size, 2)]
    formulas = [
        build.disjunction([nodes.Holds(built[0]), build.negation(chance.choice(pool))])
        for _ in range(chance.randint(1, 3))
    ]
    about: traversal.About = {}
    wanted = unicyclic_graphs(formulas, about)
    assert bool(wanted) == any(has_unicyclic_statement([one], UnicyclicScan(wanted)) for one in formulas)
    parts = {(type(one) in COMPONENTS, id(one.graph)) for one in every_statement(formulas)}
    assert wanted == ({id(small)} if (True, id(small)) in parts and (False, id(small)) not in parts else set())
    assert all(kept == traversal.about_graphs(node, {}) for node, kept in about.values())
