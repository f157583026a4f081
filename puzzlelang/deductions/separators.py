"""Separators of a connected graph with some vertices known present or absent."""

from collections.abc import Iterator

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.record import Implication
from puzzlelang.deductions.unit_propagation import UnitPropagation, has_fact
from puzzlelang.graphs.depth_first import depth_first
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Graph


def forced_separators(claims: Claims) -> Iterator[Implication]:
    """Deduce that separators of two sure vertices are present, and unreachable vertices absent.

    In every answer a path joins the two, so it passes each vertex and each edge that separates them among all that may
    be present.  One depth-first search finds all of these (Hopcroft and Tarjan 1973).  The results go through unit
    propagation until nothing new comes.
    """
    presence = [here for claim in claims.connected.values() for here in claim.graph.presence]
    blank = UnitPropagation()
    if not any(here is True or blank.literal(here) for here in presence):
        return
    units = claims.units() if any(map(has_fact, claims.plain)) else blank
    if not units.truth:
        return
    formulas: dict[int, list[Formula]] = {}
    new = True
    while new:
        new = False
        for key, claim in claims.connected.items():
            for formula in _forced_formulas(claim.graph, units):
                if units.of(formula) is None and units.refute(build.negation(formula)):
                    formulas.setdefault(key, []).append(formula)
                    new = True
        units.propagate()
    # What is known of one graph may rest on what was found out of another.
    because = tuple(claims.connected[key] for key in formulas)
    yield from (Implication(known, because) for known in formulas.values())


def _forced_formulas(graph: Graph, units: UnitPropagation) -> Iterator[Formula]:
    """Vertices and edges that the known ones force."""
    there = [units.of(here) for here in graph.presence]
    start = next((vertex for vertex, here in enumerate(there) if here), None)
    if start is None:
        return
    open_to = [
        [] if here is False else [
            (other, edge)
            for other, edge in graph.neighbours[vertex]
            if there[other] is not False and units.of(graph.edges[edge][2]) is not False
        ]
        for vertex, here in enumerate(there)
    ]  # fmt: skip
    search = depth_first(start, open_to.__getitem__)
    for vertex, here in enumerate(there):
        if here is None and vertex not in search.order:
            yield build.negation(graph.presence[vertex])
    beyond = {vertex: bool(there[vertex]) for vertex in search.order}
    for vertex in reversed(search.parents):
        if not beyond[vertex]:
            continue
        above, edge = search.parents[vertex]
        beyond[above] = True
        if search.is_cut_vertex(vertex) and there[above] is None:
            yield graph.presence[above]
        if search.is_bridge(vertex) and graph.edges[edge][2] is not True:
            yield graph.edges[edge][2]
