"""Partitions to be found: a member variable for each link says whether a border cuts it.

An area is a component of the graph of all cells without the cut links.  A border always lies between two areas: no cut
link has both ends in one component.  Where only the cells of a set are cut into areas, a member variable for each cell
that may be in the set says whether it is.  A link with one end in the set is cut, a link with none is not.
"""

from collections.abc import Iterator, Mapping

import msgspec

from puzzlelang.geometry.places import Cell, Place
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.graphs import parts
from puzzlelang.ground.values import Component, SetValue
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.partitions import cuts
from puzzlelang.problem.record import Formula, Graph, Kind, Term, VariableRole
from puzzlelang.puzzle import Value


def partition(
    board: GroundBoard,
    name: str,
    role: VariableRole,
    answer: Mapping[Place, Value] | None = None,
    domain: SetValue | None = None,
) -> None:
    """Create the variables of the links, unless the `answer` is known, and enter the areas as a partition.

    Only the cells of `domain` are in an area, by default all.
    """
    board.graphs = True
    board.finds[name] = {}
    if answer is not None:
        inside: dict[Cell, Formula] = {cell: answer.get(cell) is not False for cell in board.geometry.cells}
    elif domain is not None:
        inside = _members(board, name, role, domain)
    else:
        inside = dict.fromkeys(board.geometry.cells, True)
    board.outside[name] = tuple(cell for cell, here in inside.items() if here is False)
    cut_links = {} if answer is None else cuts(board.geometry.links, answer)
    pairs: list[tuple[Place, Place, Formula]] = []
    for link in board.geometry.links:
        if inside[link.first] is False or inside[link.second] is False:
            continue
        if answer is not None:
            uncut: Formula = cut_links[link] is False
        else:
            uncut = build.negation(nodes.Holds(board.variable(name, link, Kind.MEMBER, 0, 1, role=role)))
            board.definitions.extend(_at_the_rim(uncut, inside[link.first], inside[link.second]))
        pairs.append((link.first, link.second, uncut))
    graph = build_graphs.graph(inside, pairs)
    if answer is None:
        _define(board, graph)
    board.sets[name] = parts(graph, name)
    nowhere = {cell: Component(Graph((cell,), (), ()), 0, name, 0) for cell in board.outside[name]}
    areas: dict[Place, Term | Component] = {
        place: Component(graph, vertex, name, vertex) for vertex, place in enumerate(graph.places)
    }
    board.unknowns[name] = areas | dict(nowhere)


def _members(board: GroundBoard, name: str, role: VariableRole, domain: SetValue) -> dict[Cell, Formula]:
    """Return when each cell is in an area, with a variable that says so where the board does not decide it."""
    inside = {cell: domain.get(cell, False) for cell in board.geometry.cells}
    for cell, here in inside.items():
        if not isinstance(here, bool):
            member = nodes.Holds(board.variable(name, cell, Kind.MEMBER, 0, 1, role=role))
            board.definitions.append(build.same(member, here))
    return inside


def _at_the_rim(uncut: Formula, first: Formula, second: Formula) -> Iterator[Formula]:
    """A link is cut if one end is in the set, and uncut if none is."""
    if first is True and second is True:
        return
    yield build.disjunction((build.negation(uncut), build.same(first, second)))
    yield build.disjunction((uncut, first, second))


def _define(board: GroundBoard, graph: Graph) -> None:
    """The definition that a border lies between two areas."""
    for first, second, when in graph.edges:
        apart = build.negation(build_graphs.joined(graph, first, second))
        outside = build.negation(graph.presence[first])
        board.definitions.append(build.disjunction((when, outside, apart)))
    if any(here is not True for here in graph.presence):
        return  # what follows from borders alone holds where all cells are in areas
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
    formulas: list[Formula] = []
    geometry = board.geometry
    if not isinstance(geometry, SquareGrid):
        return formulas
    for corner in geometry.cells:
        beside = geometry.steps(corner, ((0, 1), (1, 0), (1, 1)))
        if len(beside) < 3 or any(cell not in index for cell in (corner, *beside)):
            continue
        first, (right, down, last) = index[corner], (index[cell] for cell in beside)
        uncut = [exact[pair] for pair in ((first, right), (first, down), (right, last), (down, last))]
        for one in uncut:
            formulas.append(build.disjunction([one, *(build.negation(other) for other in uncut if other is not one)]))
    return formulas
