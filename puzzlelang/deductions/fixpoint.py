"""Fixpoint of component reach and separated pairs: each narrows the other until nothing changes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import msgspec

from puzzlelang.deductions.reachability import GraphFacts, Root, representatives, root_of
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Graph


class ComponentFacts(msgspec.Struct, frozen=True, eq=False):
    """Facts about one graph: component sizes (at most, or `exact`) and rectangles, by a vertex of each.

    `marks`: vertices of which each component holds some; they become roots.  `alone`: of these no two are joined.
    """

    graph: Graph
    sizes: dict[int, int] = msgspec.field(default_factory=dict)
    exact: dict[int, int] = msgspec.field(default_factory=dict)
    rectangles: set[int] = msgspec.field(default_factory=set)
    marks: dict[int, None] = msgspec.field(default_factory=dict)
    alone: set[int] = msgspec.field(default_factory=set)


RootsByGraph = Mapping[int, tuple[GraphFacts, Mapping[int, Root]]]
"""What is known of each graph, by its identity, and its roots by their vertices."""


def reach_bounds(component_facts: Mapping[int, ComponentFacts], units: UnitPropagation) -> RootsByGraph:
    """Bound the reach of each root's component; vertices beyond it are separated from the root."""
    units.propagate()
    pairs_of_graph: dict[int, list[tuple[int, nodes.Joined]]] = {key: [] for key in component_facts}
    for number, pair in units.pairs.items():
        if id(pair.graph) in pairs_of_graph:
            pairs_of_graph[id(pair.graph)].append((number, pair))
    apart = {key: SeparatedVertices(one.graph, pairs_of_graph[key], one.alone) for key, one in component_facts.items()}
    for one in apart.values():
        one.update(units)
    dividing = {key: _dividing(one.of) for key, one in apart.items()}
    before: dict[int, Mapping[int, Root]] = {}
    while True:
        result: dict[int, tuple[GraphFacts, Mapping[int, Root]]] = {}
        for key, stated in component_facts.items():
            known, last = _graph_facts(stated, dividing[key], apart[key]), before.get(key, {})
            before[key] = {vertex: root_of(known, vertex, last.get(vertex)) for vertex in sorted(known.sizes)}
            result[key] = known, before[key]
        news = [formula for key in component_facts for formula in _separations(*result[key], apart[key])]
        if not sum(units.refute(formula) for formula in news):
            return result
        units.propagate()
        for one in apart.values():
            one.update(units)


class SeparatedVertices:
    """Separated pairs of representatives: `of` maps each to all those that it is never joined with.

    `pairs`: the statements of unknown truth that two vertices are joined, each with its number in the unit propagation.
    `alone`: vertices no two of which are joined.
    """

    def __init__(self, graph: Graph, pairs: Sequence[tuple[int, nodes.Joined]], alone: Iterable[int] = ()) -> None:
        self.graph = graph
        self.pairs = pairs
        self.alone = alone
        self.leader: Sequence[int] = ()
        self.never: list[nodes.Joined] = []
        self.of: dict[int, set[int]] = {}

    def update(self, units: UnitPropagation) -> None:
        """Update the separated pairs from newly propagated facts."""
        false = [pair for number, pair in self.pairs if units.truth.get(number) is False]
        self.pairs = [(number, pair) for number, pair in self.pairs if number not in units.truth]
        self.never += false
        leader = representatives(self.graph, units)
        if leader != self.leader:
            alone = {leader[vertex] for vertex in self.alone}
            self.leader, self.of, false = leader, {vertex: alone - {vertex} for vertex in sorted(alone)}, self.never
        for pair in false:
            a, b = leader[pair.first], leader[pair.second]
            self.of.setdefault(a, set()).add(b)
            self.of.setdefault(b, set()).add(a)


def _graph_facts(stated: ComponentFacts, dividing: Iterable[int], apart: SeparatedVertices) -> GraphFacts:
    graph, leader = stated.graph, apart.leader
    sizes: dict[int, int] = {}
    for vertex, size in stated.sizes.items():
        sizes[leader[vertex]] = min(size, sizes.get(leader[vertex], size))
    exact = {leader[vertex] for vertex, size in stated.exact.items() if sizes[leader[vertex]] == size}
    for vertex in (*dividing, *stated.marks):
        sizes.setdefault(leader[vertex], len(graph.places))
    return GraphFacts(graph, leader, sizes, exact, {leader[vertex] for vertex in stated.rectangles}, apart.of)


def _separations(one: GraphFacts, around: Mapping[int, Root], apart: SeparatedVertices) -> Iterator[Formula]:
    """Yield formulas that are false as a vertex is beyond another's reach: joined pairs, and edges of a partition."""
    leader = one.leader
    for _, pair in apart.pairs:
        if not can_join(around, leader[pair.first], leader[pair.second]):
            yield pair
    if one.graph.exact is not None:
        for first, second, when in one.graph.edges:
            for vertex, other in ((first, second), (second, first)):
                if leader[vertex] in around and other not in around[leader[vertex]].ball:
                    yield when


def can_join(around: Mapping[int, Root], a: int, b: int) -> bool:
    """Return whether the components of two representatives, which may be roots, can be one."""
    return (a not in around or b in around[a].ball) and (b not in around or a in around[b].ball)


def _dividing(apart: Mapping[int, Set[int]]) -> list[int]:
    """Choose a greedy hitting set of the separated pairs: vertices with most pairs first.

    The components of these get the number of all vertices as a bound of their size, which makes them roots.  Membership
    then spreads along edges, and the solver sees at once where two of them would meet.
    """
    result: dict[int, None] = {}
    for vertex in sorted(apart, key=lambda one: (-len(apart[one]), one)):
        if not apart[vertex] <= result.keys():
            result[vertex] = None
    return list(result)
