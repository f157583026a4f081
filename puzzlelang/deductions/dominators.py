"""Dominators: what a start reaches in a connected graph less one vertex, for several such vertices.

A rule may speak of the way up to c: what stays joined with the start s if c is left out.  Each such c has a graph of
its own, and what lies on the way is cut for each of them.  As a root, s spreads along edges there.  And the graphs tell
of each other.  A vertex c that s cannot do without on its way to d is a dominator of d (Prosser 1959):

- If s reaches x without c, it reaches x without d, or it reaches d without c.
- In a connected graph two vertices do not dominate each other.
- If no vertex has three edges, and s only one, then of any two vertices one dominates the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

import msgspec

from puzzlelang.deductions.truth_tables import TruthTables
from puzzlelang.geometry.places import Place
from puzzlelang.graphs.abstraction import Leaf
from puzzlelang.problem import build, build_graphs, nodes, traversal
from puzzlelang.problem.record import Formula, Graph, Holds

MOST = 200_000
"""No more clauses are made for one start; if there would be more, they are about the vertices left out, or none."""

MOST_EDGES = 8
"""The number of edges at a vertex is read from truth tables if no more are possible."""


class GraphWithout(msgspec.Struct, frozen=True, eq=False):
    """A connected graph without the vertex of one place; the start is a vertex of it."""

    place: Place
    graph: Graph
    start: int


class DominatorGraphs(msgspec.Struct, frozen=True, eq=False):
    """A connected graph, and this graph without one vertex at a time, with one start for all.

    `path`: the component of the start is a path that begins there.
    """

    whole: Graph
    start: Place
    without: Sequence[GraphWithout]
    path: bool


def dominator_graphs(claims: Sequence[Formula], about: traversal.About) -> Sequence[DominatorGraphs]:
    """Find connected graphs of which claims say what a start reaches without one vertex, for two vertices or more."""
    connected = [claim.graph for claim in claims if type(claim) is nodes.Connected]
    if not connected:
        return ()
    graphs: dict[int, Graph] = {}
    for claim in claims:
        if type(claim) is not nodes.Connected and traversal.about_graphs(claim, about):
            pair = _first_pair(claim)
            if pair is not None:
                graphs[id(pair.graph)] = pair.graph
    results: list[DominatorGraphs] = []
    for whole in connected:
        families: dict[Place, list[GraphWithout]] = {}
        for graph in graphs.values():
            if (one := _without(whole, graph)) is not None:
                families.setdefault(graph.places[one.start], []).append(one)
        for start, without in families.items():
            if len(without) > 1:
                results.append(DominatorGraphs(whole, start, without, _is_path(whole, start, claims, about)))
    return results


def _first_pair(claim: Formula) -> nodes.Joined | None:
    """The first statement in a claim that two vertices are joined; None if it has others, or none, before it."""
    waiting: list[traversal.Node] = [claim]
    while waiting:
        node = waiting.pop()
        if type(node) is nodes.Joined:
            return node
        if type(node) in traversal.GRAPHS:
            return None
        waiting.extend(traversal.PARTS[type(node)](node))
    return None


def _without(whole: Graph, graph: Graph) -> GraphWithout | None:
    """Read a graph as the whole one without a vertex, where claims speak of one vertex with others; else None."""
    if len(graph.places) + 1 != len(whole.places) or graph.exact is not None:
        return None
    pairs = build_graphs.joined_pairs(graph)
    common = set.intersection(*map(set, pairs)) if pairs else set[int]()
    lacking = set(whole.places) - set(graph.places)
    if len(common) != 1 or len(lacking) != 1:
        return None
    (start,), (place,) = common, lacking
    kept, edges = _conditions(whole, place), _conditions(graph, place)
    return GraphWithout(place, graph, start) if kept == edges else None


def _conditions(graph: Graph, left_out: Place) -> Mapping[object, object]:
    """The conditions of all vertices and edges but those of one place, in a form that can be compared."""
    result: dict[object, object] = {
        place: _key(here) for place, here in zip(graph.places, graph.presence, strict=True) if place is not left_out
    }
    for first, second, when in graph.edges:
        ends = graph.places[first], graph.places[second]
        if left_out not in ends:
            result[frozenset(ends)] = _key(when)
    return result


def _key(formula: Formula) -> object:
    return formula.variable if type(formula) is Holds else formula if isinstance(formula, bool) else id(formula)


def _is_path(whole: Graph, start: Place, claims: Sequence[Formula], about: traversal.About) -> bool:
    """Whether no vertex has three edges, and the start has one at most, by what claims say of the edges there."""
    ends: dict[int, tuple[int, int]] = {}
    for first, second, when in whole.edges:
        if type(when) is not Holds or when.variable.index in ends:
            return False
        ends[when.variable.index] = first, second
    edges: list[list[int]] = [[] for _ in whole.places]
    for index, pair in ends.items():
        for vertex in pair:
            edges[vertex].append(index)
    claims_at: list[list[Formula]] = [[] for _ in whole.places]
    for claim in claims:
        if not traversal.about_graphs(claim, about):
            indexes = [variable.index for variable in traversal.variables(claim)]
            if indexes and len(indexes) <= MOST_EDGES and all(index in ends for index in indexes):
                for vertex in set.intersection(*(set(ends[index]) for index in indexes)):
                    claims_at[vertex].append(claim)
    return all(
        _most_edges(here, formulas) <= (1 if whole.places[vertex] is start else 2)
        for vertex, (here, formulas) in enumerate(zip(edges, claims_at, strict=True))
    )


def _most_edges(edges: Sequence[int], claims: Sequence[Formula]) -> int:
    """How many edges at a vertex are there at most, by the claims that are only about them."""
    if len(edges) > MOST_EDGES:
        return len(edges)
    tables = TruthTables(edges)
    rows = tables.every
    for claim in claims:
        table = tables.table(claim)
        if table is not None:
            rows &= table
    return max((row.bit_count() for row in tables.rows(rows)), default=0)


def dominator_clauses(families: Sequence[DominatorGraphs], leaf: Leaf) -> Iterator[Formula]:
    """State what the graphs tell of each other, over what stands for what the start reaches."""
    for one in families:
        yield from _clauses(one, leaf)


def _clauses(one: DominatorGraphs, leaf: Leaf) -> Iterator[Formula]:
    no = build.negation
    places = [without.place for without in one.without]
    reached = {without.place: _reached(without, leaf) for without in one.without}
    among: Sequence[Place] = one.whole.places
    pairs = len(places) * (len(places) - 1)
    if pairs * len(among) > MOST:
        among = places if pairs * len(places) <= MOST else ()
    for first, second in permutations(places, 2):
        here, there = reached[first], reached[second]
        for place in among:
            if place is not first and place is not second:
                yield build.disjunction((no(here[place]), there[place], here[second]))
    presence = {place: leaf(here) for place, here in zip(one.whole.places, one.whole.presence, strict=True)}
    for first, second in combinations(places, 2):
        either = reached[first][second], reached[second][first]
        absent = (no(presence[place]) for place in (one.start, first, second))
        yield build.disjunction((*absent, *either))
        if one.path:
            yield build.disjunction(map(no, either))


def _reached(without: GraphWithout, leaf: Leaf) -> Mapping[Place, Formula]:
    """By place, that the start reaches it."""
    graph = without.graph
    return {place: leaf(build_graphs.joined(graph, without.start, vertex)) for vertex, place in enumerate(graph.places)}
