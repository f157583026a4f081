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
from puzzlelang.graphs.paths_and_cuts import cut_set, path_reason
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula


def truth(found: Components, first: int, second: int, equal: Equality) -> bool:
    """Tell whether the components of two vertices have equal shapes."""
    one, other = _cells(found, first), _cells(found, second)
    return len(one) == len(other) and _fits(one, other, equal)


def reasons(found: Components, first: int, second: int, equal: Equality) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why two components are congruent or not."""
    one, other = _members(found, first), _members(found, second)
    if truth(found, first, second, equal):
        if one and one is other:
            yield path_reason(found, *shortest_path(found, first, [second]))
        else:
            yield [*_exactly(found, first), *_exactly(found, second)]
        return
    if not one or not other:
        there, absent = (second, first) if other else (first, second)
        yield [found.graph.presence[there], build.negation(found.graph.presence[absent])]
        return
    for larger, smaller in ((first, second), (second, first)):
        if len(_members(found, larger)) >= len(_members(found, smaller)):
            yield [*_too_much(found, larger, smaller, equal), *cut_set(found, _members(found, smaller))]


def _members(found: Components, vertex: int) -> Sequence[int]:
    return found.members[found.part[vertex]] if found.there[vertex] else ()


def _cells(found: Components, vertex: int) -> frozenset[Spot]:
    return _places(found, _members(found, vertex))


def _places(found: Components, vertices: Collection[int]) -> frozenset[Spot]:
    cells = [found.graph.places[vertex] for vertex in vertices]
    return frozenset(cell.spot for cell in cells if isinstance(cell, Cell))


def _exactly(found: Components, vertex: int) -> list[Formula]:
    """A reason that fixes the component of a vertex exactly."""
    if not found.there[vertex]:
        return [build.negation(found.graph.presence[vertex])]
    return [*path_reason(found, *spanning_tree(found, vertex)), *cut_set(found, _members(found, vertex))]


def _too_much(found: Components, larger: int, smaller: int, equal: Equality) -> list[Formula]:
    """Connected vertices of one component that fit nowhere into the other."""
    room = _cells(found, smaller)
    vertices, edges = spanning_tree(found, larger)
    few = next(
        count for count in range(1, len(vertices) + 1) if not _fits(_places(found, vertices[:count]), room, equal)
    )
    return path_reason(found, vertices[:few], edges[: few - 1])


_fits = lru_cache(maxsize=4096)(motions.fits)


def inside(found: Components, first: int, second: int, equal: Equality) -> bool:
    """Tell whether the component of a vertex fits into that of another."""
    return _fits(_cells(found, first), _cells(found, second), equal)


def inside_reasons(found: Components, first: int, second: int, equal: Equality) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why the component of a vertex fits into that of another, or does not."""
    one, other = _members(found, first), _members(found, second)
    if not one:
        yield [build.negation(found.graph.presence[first])]
    elif one is other:
        yield path_reason(found, *shortest_path(found, first, [second]))
    elif inside(found, first, second, equal):
        yield [found.graph.presence[first], *cut_set(found, one), *path_reason(found, *spanning_tree(found, second))]
    elif not other:
        yield [found.graph.presence[first], build.negation(found.graph.presence[second])]
    else:
        yield [*_too_much(found, first, second, equal), *cut_set(found, other)]


def has_shape(found: Components, vertex: int, wanted: Shape, equal: Equality) -> bool:
    """Tell whether the component of a vertex has a shape."""
    members = _members(found, vertex)
    return len(members) == len(wanted) and _fits(frozenset(wanted), _cells(found, vertex), equal)


def shape_reasons(found: Components, vertex: int, wanted: Shape, equal: Equality) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why a component has a shape or not."""
    members = _members(found, vertex)
    if not members or has_shape(found, vertex, wanted, equal):
        yield _exactly(found, vertex)
        return
    room = frozenset(wanted)
    if len(members) >= len(wanted):
        vertices, edges = spanning_tree(found, vertex)
        few = next(
            count for count in range(1, len(vertices) + 1) if not _fits(_places(found, vertices[:count]), room, equal)
        )
        yield path_reason(found, vertices[:few], edges[: few - 1])
    if not _fits(room, _cells(found, vertex), equal):
        yield [found.graph.presence[vertex], *cut_set(found, members)]
