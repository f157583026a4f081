"""Partitions to be found: a member variable for each link says whether a border cuts it.

An area is a component of the graph of all cells without the cut links.  A border always lies between two areas: no cut
link has both ends in one component.
"""

from collections.abc import Mapping

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.graphs import parts
from puzzlelang.ground.values import Component
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.partitions import cuts
from puzzlelang.problem.record import Formula, Graph, Kind, VariableRole
from puzzlelang.puzzle import Value


def partition(board: GroundBoard, name: str, role: VariableRole, answer: Mapping[Place, Value] | None = None) -> None:
    """Create the variables of the links, unless the `answer` is known, and enter the areas as a partition."""
    board.graphs = True
    board.finds[name] = {}
    uncut: dict[Place, Formula] = {}
    told = {} if answer is None else cuts(board.geometry.links, answer)
    for link in board.geometry.links:
        if answer is not None:
            uncut[link] = told[link] is False
        else:
            uncut[link] = build.negation(nodes.Holds(board.variable(name, link, Kind.MEMBER, 0, 1, role=role)))
    pairs = [(link.first, link.second, uncut[link]) for link in board.geometry.links]
    graph = build_graphs.graph(dict.fromkeys(board.geometry.cells, True), pairs)
    if answer is None:
        _define(board, graph)
    board.sets[name] = parts(graph, name)
    board.unknowns[name] = {place: Component(graph, vertex, name, vertex) for vertex, place in enumerate(graph.places)}


def _define(board: GroundBoard, graph: Graph) -> None:
    """The definition that a border lies between two areas."""
    for first, second, when in graph.edges:
        board.definitions.append(build.disjunction((when, build.negation(build_graphs.joined(graph, first, second)))))
    exact = {(first, second): when for first, second, when in graph.edges}
    msgspec.structs.force_setattr(graph, "exact", exact)
    board.definitions.extend(_no_lone_cuts(board, graph.index, exact))


def _no_lone_cuts(
    board: GroundBoard, index: Mapping[Place, int], exact: Mapping[tuple[int, int], Formula]
) -> list[Formula]:
    """Implied constraints: of the four links in a block of two by two cells not exactly one is cut.

    They follow from borders lying between two areas.  Stated, they spare solvers most of what they would have to find
    out about areas.
    """
    found: list[Formula] = []
    geometry = board.geometry
    if not isinstance(geometry, SquareGrid):
        return found
    for corner in geometry.cells:
        beside = geometry.steps(corner, ((0, 1), (1, 0), (1, 1)))
        if len(beside) < 3:
            continue
        first, (right, down, last) = index[corner], (index[cell] for cell in beside)
        uncut = [exact[pair] for pair in ((first, right), (first, down), (right, last), (down, last))]
        for one in uncut:
            found.append(build.disjunction([one, *(build.negation(other) for other in uncut if other is not one)]))
    return found
