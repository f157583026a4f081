"""The two kinds of reasons for what a graph is: a way for what is joined, a rim for what is apart."""

from collections.abc import Collection, Iterable

from puzzlelang.graphs.look import Look
from puzzlelang.ground import build
from puzzlelang.ground.problem import Formula


def there(found: Look, vertices: Iterable[int]) -> list[Formula]:
    """The vertices are there."""
    return [found.graph.presence[vertex] for vertex in vertices]


def way(found: Look, vertices: Iterable[int], edges: Iterable[int]) -> list[Formula]:
    """The vertices are there and the edges on."""
    return there(found, vertices) + [found.graph.edges[edge][2] for edge in edges]


def rim(found: Look, inside: Collection[int]) -> list[Formula]:
    """Every edge from the set of vertices to the outside is off; the set is a part, or some parts, of the answer."""
    within = set(inside)
    reasons: dict[int, Formula] = {}
    presence, edges = found.graph.presence, found.graph.edges
    for vertex in inside:
        for other, edge in found.graph.neighbours[vertex]:
            if other in within:
                continue
            when = edges[edge][2]
            off = presence[other] if not found.there[other] else when
            reasons.setdefault(id(off), build.negation(off))
    return list(reasons.values())
