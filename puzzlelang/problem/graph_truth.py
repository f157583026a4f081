"""Truth of graph statements while some vertices and edges are undecided.

Two graphs bound what it may become: the *sure* one has what is certainly there, the *possible* one what may be there.
Whatever is joined in the sure graph stays so, whatever is apart in the possible one stays apart.
"""

from collections.abc import Collection, Sequence

import msgspec

from puzzlelang.geometry import motions
from puzzlelang.geometry.mesh import Spot
from puzzlelang.geometry.motions import Equality, Shape
from puzzlelang.geometry.places import Cell
from puzzlelang.problem import graph_parts
from puzzlelang.problem.nodes import Graph
from puzzlelang.problem.record import Formula

Truth = bool | None

Counted = Sequence[tuple[int, Formula]]
"""Vertices, each counted where its formula is true."""


class GraphBounds(msgspec.Struct, frozen=True, eq=False):
    """A graph under partial values: the truth of each vertex and edge, and per vertex its component in both bounds.

    A component is named by its first vertex; -1 stands for a vertex that is not in the bound.  `rectangles` caches, by
    component that can no longer change, whether it is a rectangle.  `counted` caches, by the identity of vertices that
    are counted, which of them each component may have.
    """

    graph: Graph
    presence: Sequence[Truth]
    edges: Sequence[Truth]
    sure: Sequence[int]
    possible: Sequence[int]
    rectangles: dict[int, bool] = msgspec.field(default_factory=dict)
    counted: dict[int, tuple[Counted, dict[int, list[tuple[int, Formula]]]]] = msgspec.field(default_factory=dict)


def graph_bounds(graph: Graph, presence: Sequence[Truth], edges: Sequence[Truth]) -> GraphBounds:
    """Compute the components of both bounds."""
    sure = _parts(graph, [here is True for here in presence], [on is True for on in edges])
    if None not in presence and None not in edges:
        return GraphBounds(graph, presence, edges, sure, sure)
    possible = _parts(graph, [here is not False for here in presence], [on is not False for on in edges])
    return GraphBounds(graph, presence, edges, sure, possible)


def _parts(graph: Graph, there: Sequence[bool], on: Sequence[bool]) -> list[int]:
    part = [-1] * len(there)
    for start, here in enumerate(there):
        if not here or part[start] >= 0:
            continue
        part[start] = start
        queue = [start]
        for vertex in queue:
            for other, edge in graph.neighbours[vertex]:
                if on[edge] and there[other] and part[other] < 0:
                    part[other] = start
                    queue.append(other)
    return part


def connected(graph_bounds: GraphBounds) -> Truth:
    """Evaluate: at most one component."""
    certain = [vertex for vertex, here in enumerate(graph_bounds.presence) if here is True]
    if len({graph_bounds.possible[vertex] for vertex in certain}) > 1:
        return False
    if len({graph_bounds.sure[vertex] for vertex in certain}) > 1 or None in graph_bounds.presence:
        return None
    return True


def joined(graph_bounds: GraphBounds, first: int, second: int) -> Truth:
    """Evaluate: both present and in one component."""
    if graph_bounds.possible[first] < 0 or graph_bounds.possible[first] != graph_bounds.possible[second]:
        return False
    return True if graph_bounds.sure[first] >= 0 and graph_bounds.sure[first] == graph_bounds.sure[second] else None


def reaches(graph_bounds: GraphBounds, first: int, second: int, steps: int) -> Truth:
    """Evaluate: both present, and joined by a path of at most that many edges."""
    along = joined(graph_bounds, first, second)
    possible = [on is not False for on in graph_bounds.edges]
    if along is False or not _in_steps(graph_bounds.graph, graph_bounds.possible, possible, first, second, steps):
        return False
    sure = [on is True for on in graph_bounds.edges]
    return True if along and _in_steps(graph_bounds.graph, graph_bounds.sure, sure, first, second, steps) else None


def _in_steps(graph: Graph, part: Sequence[int], on: Sequence[bool], start: int, goal: int, steps: int) -> bool:
    """Whether a path within a component has at most that many edges; `part` is negative for an absent vertex."""
    reached, ring = {start}, [start]
    for _ in range(steps):
        if goal in reached:
            break
        ring = [other for vertex in ring for other, edge in graph.neighbours[vertex] if on[edge] and part[other] >= 0]
        ring = [other for other in dict.fromkeys(ring) if other not in reached]
        reached.update(ring)
    return goal in reached


def is_first(graph_bounds: GraphBounds, vertex: int) -> Truth:
    """Evaluate: present, and no earlier vertex in its component."""
    if graph_bounds.presence[vertex] is False or (
        graph_bounds.sure[vertex] >= 0 and graph_bounds.sure[vertex] < vertex
    ):
        return False
    return True if graph_bounds.presence[vertex] and graph_bounds.possible[vertex] == vertex else None


def acyclic(graph_bounds: GraphBounds) -> Truth:
    """Evaluate acyclicity: edges equal vertices minus components exactly if there is no cycle."""
    if _has_cycle(
        graph_bounds, [on is True for on in graph_bounds.edges], [here is True for here in graph_bounds.presence]
    ):
        return False
    if _has_cycle(
        graph_bounds,
        [on is not False for on in graph_bounds.edges],
        [here is not False for here in graph_bounds.presence],
    ):
        return None
    return True


def _has_cycle(graph_bounds: GraphBounds, on: Sequence[bool], there: Sequence[bool]) -> bool:
    edges = [
        (first, second)
        for (first, second, _), used in zip(graph_bounds.graph.edges, on, strict=True)
        if used and there[first] and there[second]
    ]
    parts = _parts(graph_bounds.graph, there, on)
    return len(edges) > sum(there) - len({part for part in parts if part >= 0})


def near(graph_bounds: GraphBounds, vertex: int, counted: Counted) -> Counted:
    """Return the counted vertices that may be in the component of a vertex."""
    if id(counted) not in graph_bounds.counted:  # most vertices of a graph count the same ones
        graph_bounds.counted[id(counted)] = counted, graph_parts.by_part(graph_bounds.possible, counted)
    return graph_bounds.counted[id(counted)][1].get(graph_bounds.possible[vertex], ())


def size(graph_bounds: GraphBounds, vertex: int, counted: Sequence[tuple[int, Truth]]) -> tuple[int, int]:
    """Bound the number of counted vertices in the component of a vertex."""
    sure, possible = graph_bounds.sure[vertex], graph_bounds.possible[vertex]
    certain = [graph_bounds.sure[other] for other, here in counted if here is True] if sure >= 0 else []
    allowed = [graph_bounds.possible[other] for other, here in counted if here is not False] if possible >= 0 else []
    return certain.count(sure), allowed.count(possible)


def rectangle(graph_bounds: GraphBounds, vertex: int) -> Truth:
    """Evaluate: the component of a vertex fills a rectangle; its places are cells."""
    if graph_bounds.presence[vertex] is False:
        return False
    part = graph_bounds.sure[vertex]
    if graph_bounds.sure is graph_bounds.possible and part in graph_bounds.rectangles:
        return graph_bounds.rectangles[part]
    sure = [
        place
        for place, part in zip(graph_bounds.graph.places, graph_bounds.sure, strict=True)
        if part >= 0 and part == graph_bounds.sure[vertex]
    ]
    possible = [
        place for place, part in zip(graph_bounds.graph.places, graph_bounds.possible, strict=True)
        if part >= 0 and part == graph_bounds.possible[vertex]
    ]  # fmt: skip
    if graph_bounds.presence[vertex] and len(sure) == len(possible):
        graph_bounds.rectangles[part] = _fills(sure)
        return graph_bounds.rectangles[part]
    if not sure:
        return None
    needed = _box(sure)
    there = {(place.row, place.column) for place in possible if isinstance(place, Cell)}
    return None if needed <= there else False


def _fills(places: Sequence[object]) -> bool:
    return len(_box(places)) == len(places)


def _box(places: Sequence[object]) -> set[tuple[int, int]]:
    cells = [place for place in places if isinstance(place, Cell)]
    rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
    return {
        (row, column)
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    }  # fmt: skip


def congruent(graph_bounds: GraphBounds, first: int, second: int, equal: Equality) -> Truth:
    """Evaluate: two components have equal shapes; their places are cells."""
    if joined(graph_bounds, first, second):
        return True
    return _alike(_part(graph_bounds, first), _part(graph_bounds, second), equal)


def has_shape(graph_bounds: GraphBounds, vertex: int, wanted: Shape, equal: Equality) -> Truth:
    """Evaluate: a component has a shape; its places are cells."""
    if graph_bounds.presence[vertex] is False:
        return False
    low, high = _part(graph_bounds, vertex)
    if not len(low) <= len(wanted) <= len(high):
        return False
    return motions.shape(low, equal) == wanted if len(low) == len(high) else None


def same_shape(left: Sequence[tuple[Cell, Truth]], right: Sequence[tuple[Cell, Truth]], equal: Equality) -> Truth:
    """Evaluate: two sets of cells have equal shapes."""
    return _alike(_certain(left), _certain(right), equal)


Bounds = tuple[list[Cell], list[Cell]]
"""Cells that certainly belong to a set, and those that may."""


def _certain(members: Sequence[tuple[Cell, Truth]]) -> Bounds:
    return [cell for cell, here in members if here], [cell for cell, here in members if here is not False]


def _alike(one: Bounds, other: Bounds, equal: Equality) -> Truth:
    (low, high), (other_low, other_high) = one, other
    if len(low) > len(other_high) or len(other_low) > len(high):
        return False
    if len(low) < len(high) or len(other_low) < len(other_high):
        return None
    return not low or motions.shape(low, equal) == motions.shape(other_low, equal)


def fits(graph_bounds: GraphBounds, first: int, second: int, equal: Equality) -> Truth:
    """Evaluate: a component, moved, is a part of another; their places are cells."""
    if joined(graph_bounds, first, second):
        return True
    (low, high), (other_low, other_high) = (_spots(_part(graph_bounds, vertex)) for vertex in (first, second))
    if motions.fits(high, other_low, equal):
        return True
    return None if motions.fits(low, other_high, equal) else False


def _spots(bounds: Bounds) -> tuple[Collection[Spot], Collection[Spot]]:
    certain, possible = bounds
    return [cell.spot for cell in certain], [cell.spot for cell in possible]


def _part(graph_bounds: GraphBounds, vertex: int) -> Bounds:
    """Cells that certainly belong to the component of a vertex, and those that may."""
    pair: Bounds = ([], [])
    for cells, part in zip(pair, (graph_bounds.sure, graph_bounds.possible), strict=True):
        if part[vertex] >= 0:
            places = zip(graph_bounds.graph.places, part, strict=True)
            cells.extend(place for place, other in places if other == part[vertex] and isinstance(place, Cell))
    return pair
