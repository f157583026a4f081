"""The two kinds of reasons about graphs: a path for what is joined, a cut set for what is apart."""

from collections.abc import Collection, Iterable, Sequence, Set

import msgspec

from puzzlelang.graphs.components import Components
from puzzlelang.graphs.rims import rim_towards
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Graph

FEW = 100
"""Up to so many vertices, one search through a whole graph takes less time than several at the rim of a component."""


def present_vertices(components: Components, vertices: Iterable[int]) -> list[Formula]:
    """State that the vertices are present."""
    return [components.graph.presence[vertex] for vertex in vertices]


def path_reason(components: Components, vertices: Iterable[int], edges: Iterable[int]) -> list[Formula]:
    """State that the vertices are present and the edges on."""
    return present_vertices(components, vertices) + [components.graph.edges[edge][2] for edge in edges]


def cut_set(components: Components, part: Collection[int], beyond: Collection[int] | None = None) -> list[Formula]:
    """State that each edge that leaves a set of vertices is off, or its other end absent.

    The set must consist of whole components.  With `beyond` only edges to these vertices count.
    """
    within = set(part)
    reasons: dict[int, Formula] = {}
    absent, off = negations(components.graph)
    for vertex in part:
        for other, edge in components.graph.neighbours[vertex]:
            if other not in within and (beyond is None or other in beyond):
                reason = off[edge] if components.there[other] else absent[other]
                reasons[id(reason)] = reason
    return list(reasons.values())


def separating_cut(components: Components, part: Collection[int], other: int) -> list[Formula]:
    """Reduce the cut set of a component to the edges that separate it from one present vertex, `other`.

    A search from that vertex follows all possible edges outside the component.  It does not go on from absent vertices
    next to the component.  The cut keeps only edges to vertices that the search meets, as any path must use one.  (A
    minimal separator close to a set, Berry, Bordat and Cogis 2000.)
    """
    met = (rim_towards if len(components.there) > FEW else _search_meets)(components, part, other)
    return cut_set(components, part, met)


def shared_cut(components: Components, first: int, other: int) -> Sequence[Formula]:
    """Return the separating cut of the component of a vertex; vertices that the same search meets share it."""
    name = components.part[first]
    before = components.separated.setdefault(name, [])
    for met, cut in before:
        if other in met:
            return cut
    part = components.members[name]
    met = _search_meets(components, part, other)
    before.append((met, cut_set(components, part, met)))
    return before[-1][1]


def _search_meets(components: Components, part: Collection[int], other: int) -> Set[int]:
    """The component, and the vertices that a search from the other one meets."""
    within, there, beside = set(part), components.there, components.graph.beside
    met, queue = {other, *within}, [other]
    for vertex in queue:
        if there[vertex] or within.isdisjoint(beside[vertex]):
            for further in beside[vertex]:
                if further not in met:
                    met.add(further)
                    queue.append(further)
    return met


class _Negations(msgspec.Struct):
    """Memo of a graph: the result of `negations`, None until computed."""

    result: tuple[Sequence[Formula], Sequence[Formula]] | None = None


def negations(graph: Graph) -> tuple[Sequence[Formula], Sequence[Formula]]:
    """Negations of vertex and edge conditions; one formula for all edges with the same condition."""
    known = nodes.memo(graph, _Negations)
    if known.result is None:
        results = {id(one): build.negation(one) for one in traversal.conditions(graph)}
        absent = [results[id(here)] for here in graph.presence]
        known.result = absent, [results[id(when)] for _, _, when in graph.edges]
    return known.result
