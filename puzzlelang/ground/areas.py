"""A partition that is to be found: a member variable for each link says whether a border cuts it.

An area is a part of the graph of all cells along the links that are not cut.  A border always lies between two areas:
no cut link has both ends in one part.
"""

from collections.abc import Mapping
from typing import Any

from puzzlelang.ground.board import Board
from puzzlelang.ground.parts import Part
from puzzlelang.ground.words import parts
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Kind, Variable


def partition(board: Board, name: str, variables: list[Variable]) -> dict[Any, Variable]:
    """Make the variables of the links; the areas become known to the board under the name of the partition."""
    board.graphs = True
    made: dict[Any, Variable] = {}
    for link in board.geometry.links:
        made[link] = Variable(len(variables), name, link, Kind.MEMBER, 0, 1)
        variables.append(made[link])
    open_links = {link: build.negation(nodes.Holds(variable)) for link, variable in made.items()}
    pairs = [(link.first, link.second, here) for link, here in open_links.items()]
    graph = build_graphs.graph(dict.fromkeys(board.geometry.cells, True), pairs)
    for first, second, uncut in graph.edges:
        board.definitions.append(build.disjunction((uncut, build.negation(build_graphs.joined(graph, first, second)))))
    exact = graph.__dict__["exact"] = {(first, second): uncut for first, second, uncut in graph.edges}
    board.definitions.extend(_no_lone_cuts(board, graph.index, exact))
    board.sets[name] = parts(graph, name)
    board.unknowns[name] = {place: Part(graph, vertex, name, vertex) for vertex, place in enumerate(graph.places)}
    return made


def _no_lone_cuts(board: Board, index: Mapping[Any, int], exact: Mapping[tuple[int, int], Formula]) -> list[Formula]:
    """Of the four links in a block of two by two cells not just one is cut.

    This follows from borders lying between two areas; stated by itself it spares solvers most of what they would have
    to find out about areas.
    """
    found: list[Formula] = []
    for corner in board.geometry.cells:
        beside = board.geometry.step(corner, 0, 1), board.geometry.step(corner, 1, 0), board.geometry.step(corner, 1, 1)
        if None in beside:
            continue
        first, (right, down, last) = index[corner], (index[cell] for cell in beside)
        uncut = [exact[pair] for pair in ((first, right), (first, down), (right, last), (down, last))]
        for one in uncut:
            found.append(build.disjunction([one, *(build.negation(other) for other in uncut if other is not one)]))
    return found
