"""Vertices of a connected graph are not isolated: an edge at each of those that are there in any case is on.

This is the cut of a single vertex, which a session would learn vertex by vertex.  (The degree constraints of Dantzig,
Fulkerson and Johnson 1954 are such cuts.)
"""

from collections.abc import Iterator

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.record import Implication
from puzzlelang.problem import build
from puzzlelang.problem.record import Graph, Holds


def no_isolated_vertices(claims: Claims) -> Iterator[Implication]:
    """Deduce that a vertex of a connected graph has an edge, where all vertices are there and edges may be off."""
    for claim in claims.connected.values():
        graph = claim.graph
        if len(graph.places) > 1 and _only_edges_vary(graph):
            edges = [[graph.edges[edge][2] for _, edge in beside] for beside in graph.neighbours]
            yield Implication([build.disjunction(ones) for ones in edges], [claim])


def _only_edges_vary(graph: Graph) -> bool:
    """Whether all vertices are there, and edges are on by a member of their own or in any case."""
    return all(here is True for here in graph.presence) and all(
        when is True or type(when) is Holds for _, _, when in graph.edges
    )
