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
from puzzlelang.problem.nodes import Graph

Truth = bool | None


class GraphBounds(msgspec.Struct, frozen=True, eq=False):
    """A graph under partial values: the truth of each vertex and edge, and per vertex its component in both bounds.

    A component is named by its first vertex; -1 stands for a vertex that is not in the bound.  `rectangles` caches, by
    component that can no longer change, whether it is a rectangle.
    """

    graph: Graph
    presence: Sequence[Truth]
    edges: Sequence[Truth]
    sure: Sequence[int]
    possible: Sequence[int]
    rectangles: dict[int, bool] = msgspec.field(default_factory=dict)


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


def connected(result: GraphBounds) -> Truth:
    """Evaluate: at most one component."""
    certain = [vertex for vertex, here in enumerate(result.presence) if here is True]
    if len({result.possible[vertex] for vertex in certain}) > 1:
        return False
    if len({result.sure[vertex] for vertex in certain}) > 1 or None in result.presence:
        return None
    return True


def joined(result: GraphBounds, first: int, second: int) -> Truth:
    """Evaluate: both present and in one component."""
    if result.possible[first] < 0 or result.possible[first] != result.possible[second]:
        return False
    return True if result.sure[first] >= 0 and result.sure[first] == result.sure[second] else None


def reaches(result: GraphBounds, first: int, second: int, steps: int) -> Truth:
    """Evaluate: both present, and joined by a path of at most that many edges."""
    sure = [here is True for here in result.presence], [on is True for on in result.edges]
    possible = [here is not False for here in result.presence], [on is not False for on in result.edges]
    if not _in_steps(result.graph, *possible, first, second, steps):
        return False
    return True if _in_steps(result.graph, *sure, first, second, steps) else None


def _in_steps(graph: Graph, there: Sequence[bool], on: Sequence[bool], start: int, goal: int, steps: int) -> bool:
    reached = {start} if there[start] and there[goal] else set()
    for _ in range(steps):
        ring = [other for vertex in reached for other, edge in graph.neighbours[vertex] if on[edge] and there[other]]
        reached.update(ring)
    return goal in reached


def is_first(result: GraphBounds, vertex: int) -> Truth:
    """Evaluate: present, and no earlier vertex in its component."""
    if result.presence[vertex] is False or (result.sure[vertex] >= 0 and result.sure[vertex] < vertex):
        return False
    return True if result.presence[vertex] and result.possible[vertex] == vertex else None


def acyclic(result: GraphBounds) -> Truth:
    """Evaluate acyclicity: edges equal vertices minus components exactly if there is no cycle."""
    if _has_cycle(result, [on is True for on in result.edges], [here is True for here in result.presence]):
        return False
    if _has_cycle(result, [on is not False for on in result.edges], [here is not False for here in result.presence]):
        return None
    return True


def _has_cycle(result: GraphBounds, on: Sequence[bool], there: Sequence[bool]) -> bool:
    edges = [
        (first, second)
        for (first, second, _), used in zip(result.graph.edges, on, strict=True)
        if used and there[first] and there[second]
    ]
    parts = _parts(result.graph, there, on)
    return len(edges) > sum(there) - len({part for part in parts if part >= 0})


def size(result: GraphBounds, vertex: int, counted: Sequence[tuple[int, Truth]]) -> tuple[int, int]:
    """Bound the number of counted vertices in the component of a vertex."""
    sure, possible = result.sure[vertex], result.possible[vertex]
    certain = [result.sure[other] for other, here in counted if here is True] if sure >= 0 else []
    allowed = [result.possible[other] for other, here in counted if here is not False] if possible >= 0 else []
    return certain.count(sure), allowed.count(possible)


def rectangle(result: GraphBounds, vertex: int) -> Truth:
    """Evaluate: the component of a vertex fills a rectangle; its places are cells."""
    if result.presence[vertex] is False:
        return False
    part = result.sure[vertex]
    if result.sure is result.possible and part in result.rectangles:
        return result.rectangles[part]
    sure = [
        place
        for place, part in zip(result.graph.places, result.sure, strict=True)
        if part >= 0 and part == result.sure[vertex]
    ]
    possible = [
        place for place, part in zip(result.graph.places, result.possible, strict=True)
        if part >= 0 and part == result.possible[vertex]
    ]  # fmt: skip
    if result.presence[vertex] and len(sure) == len(possible):
        result.rectangles[part] = _fills(sure)
        return result.rectangles[part]
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


def congruent(result: GraphBounds, first: int, second: int, equal: Equality) -> Truth:
    """Evaluate: two components have equal shapes; their places are cells."""
    if joined(result, first, second):
        return True
    return _alike(_part(result, first), _part(result, second), equal)


def has_shape(result: GraphBounds, vertex: int, wanted: Shape, equal: Equality) -> Truth:
    """Evaluate: a component has a shape; its places are cells."""
    if result.presence[vertex] is False:
        return False
    low, high = _part(result, vertex)
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


def fits(result: GraphBounds, first: int, second: int, equal: Equality) -> Truth:
    """Evaluate: a component, moved, is a part of another; their places are cells."""
    if joined(result, first, second):
        return True
    (low, high), (other_low, other_high) = (_spots(_part(result, vertex)) for vertex in (first, second))
    if motions.fits(high, other_low, equal):
        return True
    return None if motions.fits(low, other_high, equal) else False


def _spots(bounds: Bounds) -> tuple[Collection[Spot], Collection[Spot]]:
    certain, possible = bounds
    return [cell.spot for cell in certain], [cell.spot for cell in possible]


def _part(result: GraphBounds, vertex: int) -> Bounds:
    """Cells that certainly belong to the component of a vertex, and those that may."""
    pair: Bounds = ([], [])
    for cells, part in zip(pair, (result.sure, result.possible), strict=True):
        if part[vertex] >= 0:
            places = zip(result.graph.places, part, strict=True)
            cells.extend(place for place, other in places if other == part[vertex] and isinstance(place, Cell))
    return pair
