"""A partition that is to be found: a member variable for each link says whether a border cuts it.

An area is a part of the graph of all cells along the links that are not cut.  A border always lies between two areas:
no cut link has both ends in one part.
"""

from collections.abc import Mapping

import msgspec

from puzzlelang.geometry import Place
from puzzlelang.ground.board import Board
from puzzlelang.ground.graphs import parts
from puzzlelang.ground.values import Part
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Kind, Variable, VariableRole


def partition(board: Board, name: str, role: VariableRole, variables: list[Variable]) -> dict[Place, Variable]:
    """Make the variables of the links; the areas become known to the board under the name of the partition."""
    board.graphs = True
    made: dict[Place, Variable] = {}
    for link in board.geometry.links:
        made[link] = Variable(len(variables), name, link, Kind.MEMBER, 0, 1, role=role)
        variables.append(made[link])
    pairs = [(link.first, link.second, build.negation(nodes.Holds(made[link]))) for link in board.geometry.links]
    graph = build_graphs.graph(dict.fromkeys(board.geometry.cells, True), pairs)
    for first, second, uncut in graph.edges:
        board.definitions.append(build.disjunction((uncut, build.negation(build_graphs.joined(graph, first, second)))))
    exact = {(first, second): uncut for first, second, uncut in graph.edges}
    msgspec.structs.force_setattr(graph, "exact", exact)
    board.definitions.extend(_no_lone_cuts(board, graph.index, exact))
    board.sets[name] = parts(graph, name)
    board.unknowns[name] = {place: Part(graph, vertex, name, vertex) for vertex, place in enumerate(graph.places)}
    return made


def _no_lone_cuts(board: Board, index: Mapping[Place, int], exact: Mapping[tuple[int, int], Formula]) -> list[Formula]:
    """Of the four links in a block of two by two cells not just one is cut.

    This follows from borders lying between two areas; stated by itself it spares solvers most of what they would have
    to find out about areas.
    """
    found: list[Formula] = []
    for corner in board.geometry.cells:
        beside = board.geometry.steps(corner, ((0, 1), (1, 0), (1, 1)))
        if len(beside) < 3:
            continue
        first, (right, down, last) = index[corner], (index[cell] for cell in beside)
        uncut = [exact[pair] for pair in ((first, right), (first, down), (right, last), (down, last))]
        for one in uncut:
            found.append(build.disjunction([one, *(build.negation(other) for other in uncut if other is not one)]))
    return found
