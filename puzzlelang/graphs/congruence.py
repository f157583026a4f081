"""Shapes of components: whether two have one shape, or one fits into another, and the reasons.

A cut set proves that a component lies within some cells; a tree proves that it contains some cells.  Two components
differ if some cells of one fit nowhere into the cells that confine the other.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from puzzlelang.geometry import motions
from puzzlelang.geometry.mesh import Spot
from puzzlelang.geometry.motions import Equality, Shape
from puzzlelang.geometry.places import Cell
from puzzlelang.graphs.components import Components, shortest_path, spanning_tree
from puzzlelang.graphs.misfits import misfit
from puzzlelang.graphs.paths_and_cuts import cut_set, path_reason
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula


def truth(components: Components, first: int, second: int, equal: Equality) -> bool:
    """Return whether the components of two vertices have equal shapes."""
    one, other = _cells(components, first), _cells(components, second)
    return one is other or (len(one) == len(other) and _fits(one, other, equal))


def reasons(components: Components, first: int, second: int, equal: Equality) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why two components are congruent or not."""
    one, other = _members(components, first), _members(components, second)
    if truth(components, first, second, equal):
        if one and one is other:
            yield path_reason(components, *shortest_path(components, first, [second]))
        else:
            yield [*_exactly(components, first), *_exactly(components, second)]
        return
    if not one or not other:
        there, absent = (second, first) if other else (first, second)
        yield [components.graph.presence[there], build.negation(components.graph.presence[absent])]
        return
    for larger, smaller in ((first, second), (second, first)):
        if len(_members(components, larger)) >= len(_members(components, smaller)):
            yield misfit(components, larger, _members(components, smaller), equal)


def _members(components: Components, vertex: int) -> Sequence[int]:
    return components.members[components.part[vertex]] if components.there[vertex] else ()


def _cells(components: Components, vertex: int) -> frozenset[Spot]:
    name = components.part[vertex]
    if name not in components.shapes:
        components.shapes[name] = _places(components, _members(components, vertex))
    return components.shapes[name]


def _places(components: Components, vertices: Collection[int]) -> frozenset[Spot]:
    cells = [components.graph.places[vertex] for vertex in vertices]
    return frozenset(cell.spot for cell in cells if isinstance(cell, Cell))


def _exactly(components: Components, vertex: int) -> list[Formula]:
    """A reason that fixes the component of a vertex exactly."""
    if not components.there[vertex]:
        return [build.negation(components.graph.presence[vertex])]
    return [
        *path_reason(components, *spanning_tree(components, vertex)),
        *cut_set(components, _members(components, vertex)),
    ]


_fits = lru_cache(maxsize=4096)(motions.fits)


def inside(components: Components, first: int, second: int, equal: Equality) -> bool:
    """Return whether the component of a vertex fits into that of another."""
    return _fits(_cells(components, first), _cells(components, second), equal)


def inside_reasons(components: Components, first: int, second: int, equal: Equality) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why the component of a vertex fits into that of another, or does not."""
    one, other = _members(components, first), _members(components, second)
    if not one:
        yield [build.negation(components.graph.presence[first])]
    elif one is other:
        yield path_reason(components, *shortest_path(components, first, [second]))
    elif inside(components, first, second, equal):
        yield [
            components.graph.presence[first],
            *cut_set(components, one),
            *path_reason(components, *spanning_tree(components, second)),
        ]
    elif not other:
        yield [components.graph.presence[first], build.negation(components.graph.presence[second])]
    else:
        yield misfit(components, first, other, equal)


def has_shape(components: Components, vertex: int, wanted: Shape, equal: Equality) -> bool:
    """Return whether the component of a vertex has a shape."""
    members = _members(components, vertex)
    return len(members) == len(wanted) and _fits(frozenset(wanted), _cells(components, vertex), equal)


def shape_reasons(components: Components, vertex: int, wanted: Shape, equal: Equality) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why a component has a shape or not."""
    members = _members(components, vertex)
    if not members or has_shape(components, vertex, wanted, equal):
        yield _exactly(components, vertex)
        return
    room = frozenset(wanted)
    if len(members) >= len(wanted):
        vertices, edges = spanning_tree(components, vertex)
        few = next(
            count
            for count in range(1, len(vertices) + 1)
            if not _fits(_places(components, vertices[:count]), room, equal)
        )
        yield path_reason(components, vertices[:few], edges[: few - 1])
    if not _fits(room, _cells(components, vertex), equal):
        yield [components.graph.presence[vertex], *cut_set(components, members)]
