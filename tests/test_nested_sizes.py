"""Sizes of a component and of one within it: a path to what is missing tells that they differ."""

import random

import pytest

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs.abstraction import abstract
from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import find_components
from puzzlelang.graphs.cut_keys import cut_key, length
from puzzlelang.graphs.nested_sizes import nested_sizes
from puzzlelang.graphs.reasons import reasons
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph
from puzzlelang.problem.traversal import variables
from puzzlelang.solving import engines
from tests.graph_words import CASES, stated
from tests.random_puzzles import brute_force
from tests.test_graph_reasons import EVERY, HOLDS, about, explained
from tests.test_graph_words import answers

ROW = SquareGrid(1, 6).cells
PIECES = "marked and other cells of an area are a piece each"


def row_of(conditions: dict[int, Formula]) -> Graph:
    """Cells in a row; by the left cell of an edge its condition."""
    pairs = [(ROW[left], ROW[left + 1], when) for left, when in conditions.items()]
    return build_graphs.graph(dict.fromkeys(ROW, True), pairs)


def difference(inner: Graph, outer: Graph, vertex: int, counted: list[int]) -> Formula:
    """That the size in the inner graph is what the component in the outer one counts."""
    one = build_graphs.component_size(inner, vertex)
    other = build_graphs.component_size(outer, vertex, [(place, True) for place in counted])
    return build.equal(build.total((), [(1, one), (-1, other)]), 0)


def test_the_reason_is_a_path_to_what_is_missing_and_what_parts_it() -> None:
    """Of cells 0, 1, 3, 4 and 5 of a component the first two are a piece: cell 3 is missing, whatever lies beyond."""
    outer = row_of(dict(enumerate(HOLDS[:5])))
    inner = row_of({left: HOLDS[left] for left in (0, 3, 4)})
    atom = difference(inner, outer, 0, [0, 1, 3, 4, 5])
    assert isinstance(atom, nodes.Equal)
    answer = GraphAnswer([True] * 8, bool, frozenset())
    (reason,) = reasons(atom, lambda graph: find_components(graph, answer), answer)
    assert {variable.index for variable in variables(*reason)} == {0, 1, 2}


def test_sizes_are_nested_where_all_edges_are_and_all_vertices_count() -> None:
    outer, inner = row_of(dict(enumerate(HOLDS[:5]))), row_of({0: build.conjunction(HOLDS[:2]), 1: HOLDS[1]})
    foreign = row_of({0: HOLDS[3], 1: HOLDS[1]})

    def nested(graph: Graph, counted: list[int]) -> bool:
        one = build_graphs.component_size(graph, 0)
        other = build_graphs.component_size(outer, 0, [(place, True) for place in counted])
        assert isinstance(one, nodes.ComponentSize)
        assert isinstance(other, nodes.ComponentSize)
        forth, back = nested_sizes(one, other), nested_sizes(other, one)
        assert (forth is None) is (back is None)
        return forth is not None

    assert nested(inner, [0, 1, 2, 5])
    assert not nested(inner, [0, 1, 5])
    assert not nested(foreign, [0, 1, 2, 5])
    assert not nested(outer, [0, 1, 2, 5])


@pytest.mark.parametrize("seed", range(4))
def test_reasons_about_nested_sizes_suffice(seed: int) -> None:
    """Some of the graphs are nested, and of others single edges or vertices are not."""
    chance = random.Random(seed)
    for _ in range(10):
        conditions = {left: chance.choice(HOLDS[:6]) for left in range(5)}
        kept = {
            left: build.conjunction([when, *chance.sample(HOLDS, chance.randint(0, 1))])
            for left, when in conditions.items()
            if chance.random() < 0.7
        }
        if chance.random() < 0.2:
            kept[chance.randrange(5)] = chance.choice(HOLDS)
        counted = [place for place in range(6) if chance.random() < 0.85]
        formula = difference(row_of(kept), row_of(conditions), chance.randrange(6), counted)
        for atom, _ in abstract(about(formula)).atoms[:1]:
            for values in chance.sample(EVERY, 2):
                explained(atom, EVERY, list(values))


def test_vertices_of_a_piece_share_a_cut_and_the_nearest_has_the_shortest() -> None:
    outer = row_of(dict(enumerate(HOLDS[:5])))
    inner = row_of({left: HOLDS[left] for left in (0, 3, 4)})
    answer = GraphAnswer([True] * 8, bool, frozenset())
    known = {id(graph): find_components(graph, answer) for graph in (inner, outer)}
    atoms = [difference(inner, outer, vertex, [0, 1, 3, 4, 5]) for vertex in (0, 1, 3)]
    keys = [cut_key(atom, lambda graph: known[id(graph)], answer, fixed=True) for atom in atoms]
    assert keys[0] == keys[1] != keys[2]
    assert length(atoms[1], lambda graph: known[id(graph)]) < length(atoms[0], lambda graph: known[id(graph)])


def test_pieces_of_areas_are_those_of_all_drawings() -> None:
    for name in (PIECES, "some marked cells of an area are several pieces"):
        problem = stated(CASES[name], (2, 3))
        assert answers(problem, engines.engine("cadical")) == brute_force(problem)
