"""Sets under a relation as graphs, their parts, and how far places are from each other."""

import itertools
from collections.abc import Iterable

import msgspec

from puzzlelang.geometry.places import Border, Link, Place
from puzzlelang.ground.board import Board
from puzzlelang.ground.parts import Reached
from puzzlelang.ground.values import Element, Part, SetValue
from puzzlelang.problem import build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph, Term


def graph_of(board: Board, members: SetValue, pairs: SetValue | None) -> Graph:
    """The graph of a set under a relation, by default that of being side by side; made once for both."""
    if isinstance(members, Reached) and members.within is None and pairs is None:
        return members.graph
    key, known = (id(members), id(pairs)), board.made.graphs
    if key not in known:
        told = _beside(board, members) if pairs is None else _told(pairs)
        # The sets are kept with their graph, so that no others get their identity.
        known[key] = members, pairs, build_graphs.graph(members, told)
        board.graphs = True
        board.work(len(members))
    return known[key][2]


def along(board: Board, members: SetValue, pairs: SetValue | None) -> Graph:
    """The graph of a set under a relation; of links or borders without a relation that of the points they join."""
    if pairs is None and _is_curve(members):
        board.graphs = True
        return board.curve(members).graph
    return graph_of(board, members, pairs)


def _is_curve(members: SetValue) -> bool:
    places: Iterable[Element] = members.places() if isinstance(members, Reached) else members
    return isinstance(next(iter(places), None), Link | Border)


def _told(pairs: SetValue) -> Iterable[tuple[Element, Element, Formula]]:
    for pair, when in pairs.items():
        assert isinstance(pair, tuple)
        yield pair[0], pair[1], when


def _beside(board: Board, members: SetValue) -> Iterable[tuple[Place, Place, Formula]]:
    """Cells side by side; links or borders that share an end."""
    if _is_curve(members):
        for edges in board.curve(members).meeting.values():
            for (first, _), (second, _) in itertools.combinations(edges, 2):
                yield first, second, True
        return
    for link in board.geometry.links:
        if link.first in members and link.second in members:
            yield link.first, link.second, True


def edges_graph(board: Board, edges: SetValue) -> Graph:
    """The graph that has a set of links or borders, or the pairs of a relation, as its edges."""
    board.graphs = True
    if _is_curve(edges):
        return board.curve(edges).graph
    points: SetValue = {place: True for first, second, _ in _told(edges) for place in (first, second)}
    known = board.made.relations
    if id(edges) not in known:
        known[id(edges)] = edges, build_graphs.graph(points, _told(edges))
    return known[id(edges)][1]


class _Kept(msgspec.Struct):
    """All parts of a graph as a set, the parts of single vertices, and how far vertices are from each other."""

    parts: SetValue | None = None
    reached: dict[int, Reached] = msgspec.field(default_factory=dict)
    distances: dict[tuple[int, int], Term] = msgspec.field(default_factory=dict)


def parts(graph: Graph, called: str) -> SetValue:
    """The parts of a graph, each by its first place; of one that is known the parts that there are."""
    kept = nodes.memo(graph, _Kept)
    if kept.parts is None:
        each = (Part(graph, vertex, called, vertex) for vertex in range(len(graph.places)))
        found = {part: build_graphs.first(graph, part.vertex) for part in each}
        kept.parts = {part: here for part, here in found.items() if here is not False}
    return kept.parts


def component(place: Place, graph: Graph) -> SetValue:
    """The part that holds a place; empty if the place is not in the set."""
    vertex = graph.index.get(place)
    if vertex is None:
        return {}
    known = nodes.memo(graph, _Kept).reached
    if vertex not in known:
        known[vertex] = Reached(graph, vertex)
    return known[vertex]


def component_along(board: Board, place: Place, edges: SetValue) -> SetValue:
    """The points that links or borders join with one of them, itself among them, even where none of these ends."""
    board.graphs = True
    graph = board.curve(edges).graph_of_points
    return component(place, graph) if place in graph.index else {place: True}


def distance(board: Board, first: Place, second: Place, graph: Graph) -> Term:
    """How many steps a shortest way takes; 0 if there is none."""
    here, there = graph.index.get(first), graph.index.get(second)
    if here is None or there is None:
        return 0
    known = nodes.memo(graph, _Kept).distances
    if (here, there) not in known:
        known[here, there], follows = build_graphs.distance(graph, here, there)
        board.definitions.extend(follows)
        board.work(len(follows))
    return known[here, there]
