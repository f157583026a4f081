"""The two kinds of reasons for what a graph is: a way for what is joined, a cut set for what is apart."""

from collections.abc import Collection, Iterable, Sequence

import msgspec

from puzzlelang.graphs.look import Look
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Graph


def there(found: Look, vertices: Iterable[int]) -> list[Formula]:
    """The vertices are there."""
    return [found.graph.presence[vertex] for vertex in vertices]


def way(found: Look, vertices: Iterable[int], edges: Iterable[int]) -> list[Formula]:
    """The vertices are there and the edges on."""
    return there(found, vertices) + [found.graph.edges[edge][2] for edge in edges]


def cut_set(found: Look, part: Collection[int]) -> list[Formula]:
    """Every edge from the set of vertices to the outside is off; the set is a part, or some parts, of the answer."""
    within = set(part)
    reasons: dict[int, Formula] = {}
    absent, off = opposites(found.graph)
    for vertex in part:
        for other, edge in found.graph.neighbours[vertex]:
            if other not in within:
                reason = off[edge] if found.there[other] else absent[other]
                reasons[id(reason)] = reason
    return list(reasons.values())


class _Opposites(msgspec.Struct):
    """See `opposites`."""

    made: tuple[Sequence[Formula], Sequence[Formula]] | None = None


def opposites(graph: Graph) -> tuple[Sequence[Formula], Sequence[Formula]]:
    """That vertices are absent and edges off; one formula for all edges with the same condition, made once."""
    known = nodes.memo(graph, _Opposites)
    if known.made is None:
        made = {id(one): build.negation(one) for one in traversal.conditions(graph)}
        absent = [made[id(here)] for here in graph.presence]
        known.made = absent, [made[id(when)] for _, _, when in graph.edges]
    return known.made
