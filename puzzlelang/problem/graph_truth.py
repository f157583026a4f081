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


def connected(found: GraphBounds) -> Truth:
    """Evaluate: at most one component."""
    certain = [vertex for vertex, here in enumerate(found.presence) if here is True]
    if len({found.possible[vertex] for vertex in certain}) > 1:
        return False
    if len({found.sure[vertex] for vertex in certain}) > 1 or None in found.presence:
        return None
    return True


def joined(found: GraphBounds, first: int, second: int) -> Truth:
    """Evaluate: both present and in one component."""
    if found.possible[first] < 0 or found.possible[first] != found.possible[second]:
        return False
    return True if found.sure[first] >= 0 and found.sure[first] == found.sure[second] else None


def reaches(found: GraphBounds, first: int, second: int, steps: int) -> Truth:
    """Evaluate: both present, and joined by a path of at most that many edges."""
    sure = [here is True for here in found.presence], [on is True for on in found.edges]
    possible = [here is not False for here in found.presence], [on is not False for on in found.edges]
    if not _in_steps(found.graph, *possible, first, second, steps):
        return False
    return True if _in_steps(found.graph, *sure, first, second, steps) else None


def _in_steps(graph: Graph, there: Sequence[bool], on: Sequence[bool], start: int, goal: int, steps: int) -> bool:
    reached = {start} if there[start] and there[goal] else set()
    for _ in range(steps):
        ring = [other for vertex in reached for other, edge in graph.neighbours[vertex] if on[edge] and there[other]]
        reached.update(ring)
    return goal in reached


def is_first(found: GraphBounds, vertex: int) -> Truth:
    """Evaluate: present, and no earlier vertex in its component."""
    if found.presence[vertex] is False or (found.sure[vertex] >= 0 and found.sure[vertex] < vertex):
        return False
    return True if found.presence[vertex] and found.possible[vertex] == vertex else None


def acyclic(found: GraphBounds) -> Truth:
    """Evaluate acyclicity: edges equal vertices minus components exactly if there is no cycle."""
    if _has_cycle(found, [on is True for on in found.edges], [here is True for here in found.presence]):
        return False
    if _has_cycle(found, [on is not False for on in found.edges], [here is not False for here in found.presence]):
        return None
    return True


def _has_cycle(found: GraphBounds, on: Sequence[bool], there: Sequence[bool]) -> bool:
    edges = [
        (first, second)
        for (first, second, _), used in zip(found.graph.edges, on, strict=True)
        if used and there[first] and there[second]
    ]
    parts = _parts(found.graph, there, on)
    return len(edges) > sum(there) - len({part for part in parts if part >= 0})


def size(found: GraphBounds, vertex: int, counted: Sequence[tuple[int, Truth]]) -> tuple[int, int]:
    """Bound the number of counted vertices in the component of a vertex."""
    sure, possible = found.sure[vertex], found.possible[vertex]
    certain = [found.sure[other] for other, here in counted if here is True] if sure >= 0 else []
    allowed = [found.possible[other] for other, here in counted if here is not False] if possible >= 0 else []
    return certain.count(sure), allowed.count(possible)


def rectangle(found: GraphBounds, vertex: int) -> Truth:
    """Evaluate: the component of a vertex fills a rectangle; its places are cells."""
    if found.presence[vertex] is False:
        return False
    part = found.sure[vertex]
    if found.sure is found.possible and part in found.rectangles:
        return found.rectangles[part]
    sure = [
        place
        for place, part in zip(found.graph.places, found.sure, strict=True)
        if part >= 0 and part == found.sure[vertex]
    ]
    possible = [
        place for place, part in zip(found.graph.places, found.possible, strict=True)
        if part >= 0 and part == found.possible[vertex]
    ]  # fmt: skip
    if found.presence[vertex] and len(sure) == len(possible):
        found.rectangles[part] = _fills(sure)
        return found.rectangles[part]
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


def congruent(found: GraphBounds, first: int, second: int, equal: Equality) -> Truth:
    """Evaluate: two components have equal shapes; their places are cells."""
    if joined(found, first, second):
        return True
    return _alike(_part(found, first), _part(found, second), equal)


def has_shape(found: GraphBounds, vertex: int, wanted: Shape, equal: Equality) -> Truth:
    """Evaluate: a component has a shape; its places are cells."""
    if found.presence[vertex] is False:
        return False
    low, high = _part(found, vertex)
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


def fits(found: GraphBounds, first: int, second: int, equal: Equality) -> Truth:
    """Evaluate: a component, moved, is a part of another; their places are cells."""
    if joined(found, first, second):
        return True
    (low, high), (other_low, other_high) = (_spots(_part(found, vertex)) for vertex in (first, second))
    if motions.fits(high, other_low, equal):
        return True
    return None if motions.fits(low, other_high, equal) else False


def _spots(bounds: Bounds) -> tuple[Collection[Spot], Collection[Spot]]:
    certain, possible = bounds
    return [cell.spot for cell in certain], [cell.spot for cell in possible]


def _part(found: GraphBounds, vertex: int) -> Bounds:
    """Cells that certainly belong to the component of a vertex, and those that may."""
    pair: Bounds = ([], [])
    for cells, part in zip(pair, (found.sure, found.possible), strict=True):
        if part[vertex] >= 0:
            places = zip(found.graph.places, part, strict=True)
            cells.extend(place for place, other in places if other == part[vertex] and isinstance(place, Cell))
    return pair
