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


def truth(result: Components, first: int, second: int, equal: Equality) -> bool:
    """Tell whether the components of two vertices have equal shapes."""
    one, other = _cells(result, first), _cells(result, second)
    return len(one) == len(other) and _fits(one, other, equal)


def reasons(result: Components, first: int, second: int, equal: Equality) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why two components are congruent or not."""
    one, other = _members(result, first), _members(result, second)
    if truth(result, first, second, equal):
        if one and one is other:
            yield path_reason(result, *shortest_path(result, first, [second]))
        else:
            yield [*_exactly(result, first), *_exactly(result, second)]
        return
    if not one or not other:
        there, absent = (second, first) if other else (first, second)
        yield [result.graph.presence[there], build.negation(result.graph.presence[absent])]
        return
    for larger, smaller in ((first, second), (second, first)):
        if len(_members(result, larger)) >= len(_members(result, smaller)):
            yield [*_too_much(result, larger, smaller, equal), *cut_set(result, _members(result, smaller))]


def _members(result: Components, vertex: int) -> Sequence[int]:
    return result.members[result.part[vertex]] if result.there[vertex] else ()


def _cells(result: Components, vertex: int) -> frozenset[Spot]:
    return _places(result, _members(result, vertex))


def _places(result: Components, vertices: Collection[int]) -> frozenset[Spot]:
    cells = [result.graph.places[vertex] for vertex in vertices]
    return frozenset(cell.spot for cell in cells if isinstance(cell, Cell))


def _exactly(result: Components, vertex: int) -> list[Formula]:
    """A reason that fixes the component of a vertex exactly."""
    if not result.there[vertex]:
        return [build.negation(result.graph.presence[vertex])]
    return [*path_reason(result, *spanning_tree(result, vertex)), *cut_set(result, _members(result, vertex))]


def _too_much(result: Components, larger: int, smaller: int, equal: Equality) -> list[Formula]:
    """Connected vertices of one component that fit nowhere into the other."""
    room = _cells(result, smaller)
    vertices, edges = spanning_tree(result, larger)
    few = next(
        count for count in range(1, len(vertices) + 1) if not _fits(_places(result, vertices[:count]), room, equal)
    )
    return path_reason(result, vertices[:few], edges[: few - 1])


_fits = lru_cache(maxsize=4096)(motions.fits)


def inside(result: Components, first: int, second: int, equal: Equality) -> bool:
    """Tell whether the component of a vertex fits into that of another."""
    return _fits(_cells(result, first), _cells(result, second), equal)


def inside_reasons(result: Components, first: int, second: int, equal: Equality) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why the component of a vertex fits into that of another, or does not."""
    one, other = _members(result, first), _members(result, second)
    if not one:
        yield [build.negation(result.graph.presence[first])]
    elif one is other:
        yield path_reason(result, *shortest_path(result, first, [second]))
    elif inside(result, first, second, equal):
        yield [
            result.graph.presence[first],
            *cut_set(result, one),
            *path_reason(result, *spanning_tree(result, second)),
        ]
    elif not other:
        yield [result.graph.presence[first], build.negation(result.graph.presence[second])]
    else:
        yield [*_too_much(result, first, second, equal), *cut_set(result, other)]


def has_shape(result: Components, vertex: int, wanted: Shape, equal: Equality) -> bool:
    """Tell whether the component of a vertex has a shape."""
    members = _members(result, vertex)
    return len(members) == len(wanted) and _fits(frozenset(wanted), _cells(result, vertex), equal)


def shape_reasons(result: Components, vertex: int, wanted: Shape, equal: Equality) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why a component has a shape or not."""
    members = _members(result, vertex)
    if not members or has_shape(result, vertex, wanted, equal):
        yield _exactly(result, vertex)
        return
    room = frozenset(wanted)
    if len(members) >= len(wanted):
        vertices, edges = spanning_tree(result, vertex)
        few = next(
            count for count in range(1, len(vertices) + 1) if not _fits(_places(result, vertices[:count]), room, equal)
        )
        yield path_reason(result, vertices[:few], edges[: few - 1])
    if not _fits(room, _cells(result, vertex), equal):
        yield [result.graph.presence[vertex], *cut_set(result, members)]
