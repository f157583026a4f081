"""Graphs of sets under relations, their components, and distances."""

import itertools
from collections.abc import Iterable

import msgspec

from puzzlelang.geometry.places import Border, Link, Place
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import ComponentSet, component_at
from puzzlelang.ground.values import Component, Element, SetValue
from puzzlelang.problem import build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph, Term


def graph_of(board: GroundBoard, members: SetValue, pairs: SetValue | None) -> Graph:
    """The graph of a set under a relation, by default adjacency; cached for both, and for equal sets."""
    if isinstance(members, ComponentSet) and members.within is None and pairs is None:
        return members.graph
    key, known = (id(members), id(pairs)), board.memo.graphs
    if key not in known:
        # Sets and conditions are kept with their graph, so that no others get their identity.
        known[key] = members, pairs, _equal_graph(board, members, pairs)
        board.graphs = True
        board.work(len(members))
    return known[key][2]


def _equal_graph(board: GroundBoard, members: SetValue, pairs: SetValue | None) -> Graph:
    """The graph of a set, which is that of an equal one if there is any: the same places under the same conditions."""
    alike = tuple([(place, id(here)) for place, here in members.items()]), id(pairs)
    known = board.memo.alike
    if alike not in known:
        adjacency = _adjacent_pairs(board, members) if pairs is None else _pairs(pairs)
        known[alike] = build_graphs.graph(members, adjacency)
    return known[alike]


def graph_along(board: GroundBoard, members: SetValue, pairs: SetValue | None) -> Graph:
    """Return the graph of a set under a relation; without one, links or borders give the graph of their end points."""
    if pairs is None and _is_curve(members):
        board.graphs = True
        return board.curve(members).graph
    return graph_of(board, members, pairs)


def _is_curve(members: SetValue) -> bool:
    places: Iterable[Element] = members.places() if isinstance(members, ComponentSet) else members
    return isinstance(next(iter(places), None), Link | Border)


def _pairs(pairs: SetValue) -> Iterable[tuple[Element, Element, Formula]]:
    for pair, when in pairs.items():
        assert isinstance(pair, tuple)
        yield pair[0], pair[1], when


def _adjacent_pairs(board: GroundBoard, members: SetValue) -> Iterable[tuple[Place, Place, Formula]]:
    """Pairs of adjacent cells, or of links or borders that share an end."""
    if _is_curve(members):
        for edges in board.curve(members).meeting.values():
            for (first, _), (second, _) in itertools.combinations(edges, 2):
                yield first, second, True
        return
    for link in board.geometry.links:
        if link.first in members and link.second in members:
            yield link.first, link.second, True


def edges_graph(board: GroundBoard, edges: SetValue) -> Graph:
    """The graph whose edges are a set of links or borders, or the pairs of a relation."""
    board.graphs = True
    if _is_curve(edges):
        return board.curve(edges).graph
    points: SetValue = {place: True for first, second, _ in _pairs(edges) for place in (first, second)}
    known = board.memo.relations
    if id(edges) not in known:
        known[id(edges)] = edges, build_graphs.graph(points, _pairs(edges))
    return known[id(edges)][1]


class _Memo(msgspec.Struct):
    """Cache of a graph: its components as a set, and distances."""

    parts: SetValue | None = None
    distances: dict[tuple[int, int], Term] = msgspec.field(default_factory=dict)


def parts(graph: Graph, called: str) -> SetValue:
    """The components of a graph, each by its first vertex; of a known graph those that exist."""
    kept = nodes.memo(graph, _Memo)
    if kept.parts is None:
        each = (Component(graph, vertex, called, vertex) for vertex in range(len(graph.places)))
        result = {part: build_graphs.first(graph, part.vertex) for part in each}
        kept.parts = {part: here for part, here in result.items() if here is not False}
    return kept.parts


def component(place: Place, graph: Graph) -> SetValue:
    """The component of a place; empty if the place is not in the set."""
    vertex = graph.index.get(place)
    if vertex is None:
        return {}
    return component_at(graph, vertex)


def component_along(board: GroundBoard, place: Place, edges: SetValue) -> SetValue:
    """Return the points that links or borders connect with `place`; it always contains `place` itself."""
    board.graphs = True
    graph = board.curve(edges).graph_of_points
    return component(place, graph) if place in graph.index else {place: True}


def distance(board: GroundBoard, first: Place, second: Place, graph: Graph) -> Term:
    """The length of a shortest path; 0 if there is none."""
    here, there = graph.index.get(first), graph.index.get(second)
    if here is None or there is None:
        return 0
    here, there = min(here, there), max(here, there)
    known = nodes.memo(graph, _Memo).distances
    if (here, there) not in known:
        known[here, there], follows = build_graphs.distance(graph, here, there)
        board.definitions.extend(follows)
        board.work(len(follows))
    return known[here, there]
