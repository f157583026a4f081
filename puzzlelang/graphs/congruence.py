"""Whether two parts are of one shape, and why.

That a part lies within some cells is a cut set around them, that it has some cells is a tree; so two parts differ where
some cells of one fit nowhere into the cells to which the other is confined.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.polyominoes import orientations
from puzzlelang.graphs.components import Look, path, tree
from puzzlelang.graphs.ways import cut_set, way
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula

Place = tuple[int, int]


def truth(found: Look, first: int, second: int) -> bool:
    """Whether turning, flipping and shifting makes the part of one vertex that of the other."""
    one, other = _cells(found, first), _cells(found, second)
    return len(one) == len(other) and _fits(one, other)


def reasons(found: Look, first: int, second: int) -> Iterator[Sequence[Formula]]:
    """Reasons, at least one, for the truth of that."""
    one, other = _members(found, first), _members(found, second)
    if truth(found, first, second):
        if one and one is other:
            yield way(found, *path(found, first, [second]))
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


def _members(found: Look, vertex: int) -> Sequence[int]:
    return found.members[found.part[vertex]] if found.there[vertex] else ()


def _cells(found: Look, vertex: int) -> frozenset[Place]:
    return _places(found, _members(found, vertex))


def _places(found: Look, vertices: Collection[int]) -> frozenset[Place]:
    cells = [found.graph.places[vertex] for vertex in vertices]
    return frozenset((cell.row, cell.column) for cell in cells if isinstance(cell, Cell))


def _exactly(found: Look, vertex: int) -> list[Formula]:
    """The part of a vertex is what it is."""
    if not found.there[vertex]:
        return [build.negation(found.graph.presence[vertex])]
    return [*way(found, *tree(found, vertex)), *cut_set(found, _members(found, vertex))]


def _too_much(found: Look, larger: int, smaller: int) -> list[Formula]:
    """Vertices of one part, from its vertex on, that fit nowhere into the other, and how they are connected."""
    room = _cells(found, smaller)
    vertices, edges = tree(found, larger)
    few = next(count for count in range(1, len(vertices) + 1) if not _fits(_places(found, vertices[:count]), room))
    return way(found, vertices[:few], edges[: few - 1])


@lru_cache(maxsize=4096)
def _fits(cells: frozenset[Place], room: frozenset[Place]) -> bool:
    """Whether the cells, however turned, flipped and shifted, lie within the room."""
    if not cells or len(cells) > len(room):
        return not cells
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    for image in orientations(sorted((row - top, column - left) for row, column in cells)):
        row, column = image[0]
        for down, right in room:
            if all((r - row + down, c - column + right) in room for r, c in image):
                return True
    return False
