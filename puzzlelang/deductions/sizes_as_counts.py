"""Sizes of components as counts of joined vertices, where the vertices that may belong are few."""

from collections.abc import Mapping, Sequence, Set
from itertools import combinations

import msgspec

from puzzlelang.deductions.fixpoint import RootsByGraph, can_join
from puzzlelang.deductions.reachability import GraphFacts, Root, joined_representatives, rectangle_size
from puzzlelang.graphs import rewrite
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Term


class JoinedPairs:
    """Formulas that two vertices are joined, made once for each pair."""

    def __init__(self, result: RootsByGraph) -> None:
        self.roots_by_graph = result
        self.known: dict[int, Formula] = {}

    def of(self, pair: nodes.Joined) -> Formula:
        """State that the two are joined; the plain statement if nothing is known of the graph."""
        results = self.known.get(id(pair))
        if results is None:
            around = self.roots_by_graph.get(id(pair.graph))
            results = self.known[id(pair)] = pair if around is None else _near(*around, pair.first, pair.second)
        return results

    def part(self, state: Rewriter, formula: Formula) -> Formula:
        """Rewrite a formula; the commonest kinds directly, as a board has a hundred thousand of them."""
        if type(formula) is nodes.Joined:
            return self.of(formula)
        if type(formula) is nodes.Not and type(formula.part) is nodes.Joined:
            return build.negation(self.of(formula.part))
        if type(formula) is nodes.Same and type(formula.left) is nodes.Joined and type(formula.right) is nodes.Joined:
            left, right = self.of(formula.left), self.of(formula.right)
            return True if left is right else build.same(left, right)
        return rewrite.rewrite_formula(state, formula)


class _CountedVertices(msgspec.Struct, frozen=True, eq=False):
    """The vertices that sizes of one graph count, by the leaders that component facts know.

    `positions`: of the counted vertices, by their leaders.  `rootless`: leaders among these that are no roots.
    `counted` is kept, as its identity is a key.
    """

    counted: tuple[tuple[int, Formula], ...]
    positions: Mapping[int, Sequence[int]]
    rootless: bool


class CountedVertices:
    """Finds the counted vertices that may be in a component, without a look at all the others."""

    def __init__(self, result: RootsByGraph) -> None:
        self.roots_by_graph = result
        self.known: dict[int, _CountedVertices] = {}
        self.roots: dict[int, dict[int, list[int]]] = {}

    def near(self, size: ComponentSize) -> Sequence[tuple[int, Formula]] | None:
        """The vertices that may be in the component of the size's; None if neither they nor it are near a root."""
        one, around = self.roots_by_graph[id(size.graph)]
        counted = self._count_of_size(size)
        own = one.leader[size.vertex]
        root = around.get(own)
        if root is None and counted.rootless:
            return None
        leaders = {own, *self._roots(size.graph).get(own, ())}
        if root is not None:
            leaders.update(other for other in root.ball if other not in around)
        places = sorted(index for leader in leaders for index in counted.positions.get(leader, ()))
        return [counted.counted[index] for index in places]

    def _count_of_size(self, size: ComponentSize) -> _CountedVertices:
        key = id(size.counted)
        if key not in self.known:
            one, around = self.roots_by_graph[id(size.graph)]
            positions: dict[int, list[int]] = {}
            for index, (vertex, _) in enumerate(size.counted):
                positions.setdefault(one.leader[vertex], []).append(index)
            self.known[key] = _CountedVertices(
                size.counted, positions, any(leader not in around for leader in positions)
            )
        return self.known[key]

    def _roots(self, graph: Graph) -> Mapping[int, Sequence[int]]:
        """Return by vertex the roots that may reach it."""
        if id(graph) not in self.roots:
            results = self.roots[id(graph)] = {}
            for leader, root in self.roots_by_graph[id(graph)][1].items():
                for vertex in root.ball:
                    results.setdefault(vertex, []).append(leader)
        return self.roots[id(graph)]


def size_as_count(
    state: Rewriter, formula: Formula, result: RootsByGraph, near: JoinedPairs, among: CountedVertices
) -> Formula | None:
    """Rewrite comparisons of sizes as counts of joined vertices; keep graph statements."""
    match formula:
        case nodes.And(parts):
            return build.conjunction([near.part(state, part) for part in _one_end_of_edges(parts)])
        case nodes.Equal(ComponentSize() as size, value):
            if (root := _rectangle(size, value, result)) is not None:
                return rectangle_size(root)
            if (count := _count(size, result, among)) is not None:
                return build.equal(count, value)
            return formula
        case nodes.AtMost(ComponentSize() as size, value):
            if (count := _count(size, result, among)) is not None:
                return build.at_most(count, value)
            return formula
        case nodes.AtMost(term) | nodes.Equal(term) if rewrite.has_size(term):
            return _sizes_as_counts(state, formula, result, near, among)
        case nodes.Distinct(terms) if any(map(rewrite.has_size, terms)):
            return formula
        case nodes.Joined():
            return near.of(formula)
        case _ if isinstance(formula, nodes.GraphStatement):
            return formula
        case _:
            return None


def _one_end_of_edges(parts: Sequence[Formula]) -> Sequence[Formula]:
    """Drop from a conjunction that a vertex is joined with the far end of an edge, if it has the edge and the near end.

    With both ends, a false conjunction and a true edge leave the solver to find out that neither is joined.
    """
    joined = [part for part in parts if type(part) is nodes.Joined]
    if len(joined) < 2:
        return parts
    known = {id(part) for part in parts if type(part) is not nodes.Joined}
    superfluous: set[int] = set()
    for one, other in combinations(joined, 2):
        if one.graph is other.graph and id(one) not in superfluous:
            shared = {one.first, one.second} & {other.first, other.second}
            near, far = ({pair.first, pair.second} - shared for pair in (one, other))
            if len(shared) == 1 and _has_edge(one.graph, near.pop(), far.pop(), known):
                superfluous.add(id(other))
    return [part for part in parts if id(part) not in superfluous]


def _has_edge(graph: Graph, near: int, far: int, known: Set[int]) -> bool:
    """Whether formulas with these identities say that an edge joins two vertices, the far one of which is there."""
    there = graph.presence[far]
    return (there is True or id(there) in known) and any(
        other == far and ((when := graph.edges[edge][2]) is True or id(when) in known)
        for other, edge in graph.neighbours[near]
    )


def _sizes_as_counts(
    state: Rewriter,
    formula: nodes.AtMost | nodes.Equal,
    result: RootsByGraph,
    near: JoinedPairs,
    among: CountedVertices,
) -> Formula:
    """A comparison of several sizes as one of counts, if each size can be a count; else as it is."""
    term = formula.term
    if type(term) is not nodes.Sum:
        return formula
    added: list[tuple[int, Term]] = []
    for factor, part in term.added:
        count: Term | None = part
        if rewrite.has_size(part):
            count = _count(part, result, among) if type(part) is ComponentSize else None
        if count is None:
            return formula
        added.append((factor, count))
    counts = build.total([(factor, near.part(state, one)) for factor, one in term.counted], added, term.constant)
    return (
        build.at_most(counts, formula.bound)
        if isinstance(formula, nodes.AtMost)
        else build.equal(counts, formula.value)
    )


def _rectangle(size: ComponentSize, value: int, result: RootsByGraph) -> Root | None:
    """The root whose component is a rectangle of that size."""
    if id(size.graph) not in result or not counts_all(size):
        return None
    one, around = result[id(size.graph)]
    root = around.get(one.leader[size.vertex])
    return root if root is not None and root.rectangle and one.sizes[root.vertex] == value else None


def _near(one: GraphFacts, around: Mapping[int, Root], first: int, second: int) -> Formula:
    """Whether two vertices are joined; false where the component of one does not reach the other."""
    a, b = one.leader[first], one.leader[second]
    return a == b or (can_join(around, a, b) and joined_representatives(one, a, b))


def _count(size: ComponentSize, result: RootsByGraph, among: CountedVertices) -> Term | None:
    """The count of joined vertices, if each counted vertex or the root has a component of stated size."""
    if id(size.graph) not in result or (near := among.near(size)) is None:
        return None
    one, around = result[id(size.graph)]
    parts = []
    for vertex, when in near:
        here = one.graph.presence[vertex] if vertex == size.vertex else _near(one, around, size.vertex, vertex)
        parts.append((1, here if when is True else build.conjunction((here, when))))
    return build.total(parts)
