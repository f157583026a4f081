"""Why one vertex reaches another in so many steps, or does not."""

from collections.abc import Sequence

import msgspec

from puzzlelang.graphs.components import Look, path
from puzzlelang.graphs.ways import opposites, way
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Graph


def reaches(found: Look, first: int, second: int, steps: int) -> bool:
    """Whether a way of at most so many edges joins two different vertices."""
    return found.part[first] >= 0 and second in _ball(found, first, steps)


def reason(found: Look, first: int, second: int, steps: int) -> Sequence[Formula]:
    """A shortest way; or that one end is absent, or that every edge is off by which a way could be short enough.

    Such a way leaves what is reached in fewer steps by an edge that is off, early enough for the rest to be short.
    """
    absent, off = opposites(found.graph)
    for vertex in (first, second):
        if not found.there[vertex]:
            return [build.negation(found.graph.presence[vertex])]
    if reaches(found, first, second, steps):
        return way(found, *path(found, first, [second]))
    rest = _far(found.graph, second)
    reasons: dict[int, Formula] = {}
    for vertex, taken in _ball(found, first, steps - 1).items():
        for other, edge in found.graph.neighbours[vertex]:
            if not found.on[edge] and 0 <= rest[other] < steps - taken:
                one = off[edge] if found.there[other] else absent[other]
                reasons[id(one)] = one
    return list(reasons.values())


def _ball(found: Look, start: int, steps: int) -> dict[int, int]:
    """What is reached in at most so many steps, with how many it takes."""
    taken = {start: 0}
    queue = [start]
    for vertex in queue:
        if taken[vertex] == steps:
            break
        for other, edge in found.graph.neighbours[vertex]:
            if found.on[edge] and other not in taken:
                taken[other] = taken[vertex] + 1
                queue.append(other)
    return taken


class _Distances(msgspec.Struct):
    """See `_far`."""

    known: dict[int, Sequence[int]] = msgspec.field(default_factory=dict)


def _far(graph: Graph, start: int) -> Sequence[int]:
    """How far each vertex is at least, whatever is there, -1 where no way leads; found out once."""
    known = nodes.memo(graph, _Distances).known
    if start not in known:
        far = [-1] * len(graph.places)
        far[start] = 0
        queue = [start]
        for vertex in queue:
            for other, _ in graph.neighbours[vertex]:
                if far[other] < 0:
                    far[other] = far[vertex] + 1
                    queue.append(other)
        known[start] = far
    return known[start]
