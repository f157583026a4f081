"""Separators of a connected graph with some vertices known present or absent."""

from collections.abc import Iterator, Sequence

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.record import Implication
from puzzlelang.deductions.unit_propagation import UnitPropagation, has_fact
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
    order, parent, low = _depth_first(start, open_to)
    for vertex, here in enumerate(there):
        if here is None and vertex not in order:
            yield build.negation(graph.presence[vertex])
    beyond = {vertex: bool(there[vertex]) for vertex in order}
    for vertex in reversed(order):
        if vertex == start or not beyond[vertex]:
            continue
        above, edge = parent[vertex]
        beyond[above] = True
        if low[vertex] >= order[above] and there[above] is None:
            yield graph.presence[above]
        if low[vertex] > order[above] and graph.edges[edge][2] is not True:
            yield graph.edges[edge][2]


def _depth_first(
    start: int, open_to: Sequence[Sequence[tuple[int, int]]]
) -> tuple[dict[int, int], dict[int, tuple[int, int]], dict[int, int]]:
    """Depth-first search: order, parent vertex and edge, and lowpoints (Tarjan)."""
    order, low, parent = {start: 0}, {start: 0}, dict[int, tuple[int, int]]()
    stack = [(start, -1, iter(open_to[start]))]
    while stack:
        vertex, came, beside = stack[-1]
        for other, edge in beside:
            if other not in order:
                order[other] = low[other] = len(order)
                parent[other] = vertex, edge
                stack.append((other, edge, iter(open_to[other])))
                break
            if edge != came:
                low[vertex] = min(low[vertex], order[other])
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                low[above] = min(low[above], low[vertex])
    return order, parent, low
