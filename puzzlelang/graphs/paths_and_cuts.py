"""The two kinds of reasons for what a graph is: a way for what is joined, a cut set for what is apart."""

from collections.abc import Collection, Iterable, Sequence

import msgspec

from puzzlelang.graphs.components import Components
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Graph


def present_vertices(found: Components, vertices: Iterable[int]) -> list[Formula]:
    """The vertices are there."""
    return [found.graph.presence[vertex] for vertex in vertices]


def path_reason(found: Components, vertices: Iterable[int], edges: Iterable[int]) -> list[Formula]:
    """The vertices are there and the edges on."""
    return present_vertices(found, vertices) + [found.graph.edges[edge][2] for edge in edges]


def cut_set(found: Components, part: Collection[int], beyond: Collection[int] | None = None) -> list[Formula]:
    """Every edge from the set of vertices to the outside is off; the set is a part, or some parts, of the answer.

    With `beyond` only the edges to these vertices.
    """
    within = set(part)
    reasons: dict[int, Formula] = {}
    absent, off = negations(found.graph)
    for vertex in part:
        for other, edge in found.graph.neighbours[vertex]:
            if other not in within and (beyond is None or other in beyond):
                reason = off[edge] if found.there[other] else absent[other]
                reasons[id(reason)] = reason
    return list(reasons.values())


def separating_cut(found: Components, part: Collection[int], other: int) -> list[Formula]:
    """Of the cut set of a part what suffices to keep a vertex that is there apart from it: the side that it sees.

    Everything is walked through that can be reached from the vertex without the part, and without going on from what is
    absent beside the part.  A way from the vertex to the part would have to leave this by an edge that is off, or by a
    vertex that is absent.  (A minimal separator close to a set, Berry, Bordat and Cogis 2000.)
    """
    within, there, beside = set(part), found.there, found.graph.beside
    met, queue = {other, *within}, [other]
    for vertex in queue:
        if there[vertex] or within.isdisjoint(beside[vertex]):
            for further in beside[vertex]:
                if further not in met:
                    met.add(further)
                    queue.append(further)
    return cut_set(found, part, met)


class _Negations(msgspec.Struct):
    """See `opposites`."""

    made: tuple[Sequence[Formula], Sequence[Formula]] | None = None


def negations(graph: Graph) -> tuple[Sequence[Formula], Sequence[Formula]]:
    """That vertices are absent and edges off; one formula for all edges with the same condition, made once."""
    known = nodes.memo(graph, _Negations)
    if known.made is None:
        made = {id(one): build.negation(one) for one in traversal.conditions(graph)}
        absent = [made[id(here)] for here in graph.presence]
        known.made = absent, [made[id(when)] for _, _, when in graph.edges]
    return known.made
