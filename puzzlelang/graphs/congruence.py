"""Congruent components: whether two have one shape, and the reasons.

A cut set proves that a component lies within some cells; a tree proves that it contains some cells.  Two components
differ if some cells of one fit nowhere into the cells that confine the other.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from puzzlelang.geometry.places import Square
from puzzlelang.geometry.polyominoes import orientations
from puzzlelang.graphs.components import Components, shortest_path, spanning_tree
from puzzlelang.graphs.paths_and_cuts import cut_set, path_reason
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula

Place = tuple[int, int]


def truth(found: Components, first: int, second: int) -> bool:
    """Tell whether a rotation, reflection and shift maps one vertex's component to the other's."""
    one, other = _cells(found, first), _cells(found, second)
    return len(one) == len(other) and _fits(one, other)


def reasons(found: Components, first: int, second: int) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, why two components are congruent or not."""
    one, other = _members(found, first), _members(found, second)
    if truth(found, first, second):
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
            yield [*_too_much(found, larger, smaller), *cut_set(found, _members(found, smaller))]


def _members(found: Components, vertex: int) -> Sequence[int]:
    return found.members[found.part[vertex]] if found.there[vertex] else ()


def _cells(found: Components, vertex: int) -> frozenset[Place]:
    return _places(found, _members(found, vertex))


def _places(found: Components, vertices: Collection[int]) -> frozenset[Place]:
    cells = [found.graph.places[vertex] for vertex in vertices]
    return frozenset((cell.row, cell.column) for cell in cells if isinstance(cell, Square))


def _exactly(found: Components, vertex: int) -> list[Formula]:
    """A reason that fixes the component of a vertex exactly."""
    if not found.there[vertex]:
        return [build.negation(found.graph.presence[vertex])]
    return [*path_reason(found, *spanning_tree(found, vertex)), *cut_set(found, _members(found, vertex))]


def _too_much(found: Components, larger: int, smaller: int) -> list[Formula]:
    """Connected vertices of one component that fit nowhere into the other."""
    room = _cells(found, smaller)
    vertices, edges = spanning_tree(found, larger)
    few = next(count for count in range(1, len(vertices) + 1) if not _fits(_places(found, vertices[:count]), room))
    return path_reason(found, vertices[:few], edges[: few - 1])


@lru_cache(maxsize=4096)
def _fits(cells: frozenset[Place], room: frozenset[Place]) -> bool:
    """Whether some rotation, reflection and shift puts the cells inside the room."""
    if not cells or len(cells) > len(room):
        return not cells
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    for image in orientations(sorted((row - top, column - left) for row, column in cells)):
        row, column = image[0]
        for down, right in room:
            if all((r - row + down, c - column + right) in room for r, c in image):
                return True
    return False
