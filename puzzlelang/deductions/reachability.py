"""Reachability as clauses: membership in the components of a few roots spreads along edges.

Lazy cuts tell a solver only what it gets wrong; where few vertices matter to many, a variable for each vertex near
enough, and clauses between those of neighbours, let unit propagation do most of it.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations, groupby

import msgspec

from puzzlelang.deductions.rectangle_placements import Placements, exactly_one_rectangle, placements, sides
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.geometry.places import Cell, Square
from puzzlelang.graphs.abstraction import Leaf
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Formula, Graph


class GraphFacts(msgspec.Struct, frozen=True, eq=False):
    """Facts that the constraints state of one graph.

    `leader` maps each vertex to the first that is certainly joined to it; all other facts are about these only.
    `sizes`: upper bounds of component sizes, which are the sizes for vertices in `exact`.  `rectangles`: vertices whose
    components are rectangles.  `apart`: for each vertex those that it is never joined with.
    """

    graph: Graph
    leader: Sequence[int]
    sizes: Mapping[int, int]
    exact: Set[int]
    rectangles: Set[int]
    apart: Mapping[int, Set[int]]


class Root(msgspec.Struct, frozen=True, eq=False):
    """A root: a vertex whose component matters, with the vertices (`ball`) that the component can reach.

    `placements`: all rectangles that the component can be, if it is one of known size; None if not, or if they are too
    many.
    """

    known: GraphFacts
    vertex: int
    ball: set[int]
    placements: Placements | None

    @property
    def rectangle(self) -> bool:
        """Whether the component is a rectangle of known size."""
        return self.vertex in self.known.rectangles and self.vertex in self.known.exact


def representatives(graph: Graph, known: UnitPropagation) -> Sequence[int]:
    """Per vertex the first that is certainly joined to it (union-find)."""
    result = list(range(len(graph.places)))

    def root(vertex: int) -> int:
        while result[vertex] != vertex:
            vertex = result[vertex]
        return vertex

    there = [known.of(here) is True for here in graph.presence]
    for first, second, when in graph.edges:
        if there[first] and there[second] and known.of(when) is True:
            low, high = sorted((root(first), root(second)))
            result[high] = low
    return [root(vertex) for vertex in result]


def joined_representatives(one: GraphFacts, first: int, second: int) -> Formula:
    """State that two vertices are joined, over their representatives."""
    a, b = one.leader[first], one.leader[second]
    return True if a == b and first != second else build_graphs.joined(one.graph, a, b)


def root_of(one: GraphFacts, vertex: int, before: Root | None) -> Root:
    """Make a root with its reach; `before` is its reach when less was known."""
    if before is not None and before.known.leader != one.leader:
        before = None
    never = one.apart.get(vertex, ())
    if before is not None and not any(one.leader[other] in never for other in before.ball):
        return msgspec.structs.replace(before, known=one)
    wide = Root(one, vertex, _ball(one, vertex), None)
    if not wide.rectangle:
        return wide
    if before is not None and before.placements is not None:
        result: Placements | None = [cells for cells in before.placements if wide.ball.issuperset(cells)]
    else:
        result = placements(one.graph, vertex, one.sizes[vertex], wide.ball)
    return wide if result is None else Root(one, vertex, set().union(*result), result)


def _ball(one: GraphFacts, root: int) -> set[int]:
    """Vertices nearer than the component's size, by breadth-first search along possible edges."""
    places, size, never = one.graph.places, one.sizes[root], one.apart.get(root, ())

    def fits(other: int) -> bool:
        """Whether the rectangle that two cells span is not too large."""
        a, b = places[root], places[other]
        if root not in one.rectangles or not (isinstance(a, Square) and isinstance(b, Square)):
            return True
        return (abs(a.row - b.row) + 1) * (abs(a.column - b.column) + 1) <= size

    far, queue = {root: 0}, [root]
    for vertex in queue:
        if far[vertex] + 1 < size:
            for other, _ in one.graph.neighbours[vertex]:
                if other not in far and one.leader[other] not in never and fits(other):
                    far[other] = far[vertex] + 1
                    queue.append(other)
    return set(far)


def membership(root: Root) -> dict[int, Formula]:
    """Map each vertex in reach to the condition that it belongs to the root's component."""
    one, ball = root.known, root.ball
    return {
        vertex: joined_representatives(one, root.vertex, vertex)
        for vertex in sorted(ball)
        if one.leader[vertex] in ball
    }


def rectangle_size(root: Root) -> Formula:
    """State that the root's component, a rectangle, has its known size."""
    one, vertex = root.known, root.vertex
    if root.placements is not None:
        return build.conjunction(exactly_one_rectangle(root.placements, membership(root)))
    return build.conjunction(sides(one.graph, vertex, one.sizes[vertex], membership(root)))


def membership_clauses(roots: Sequence[Root], leaf: Leaf) -> Iterator[Formula]:
    """State that membership spreads along edges, and in a rectangle towards the root."""
    for _, group in groupby(roots, key=lambda root: id(root.known)):
        together = list(group)
        one = together[0].known
        absent = [leaf(build.negation(here)) for here in one.graph.presence]
        on = [leaf(when) for _, _, when in one.graph.edges]
        all_rectangles = one.graph.exact is not None and len(one.rectangles) == len(one.graph.places)
        reached = [{vertex: leaf(belongs) for vertex, belongs in membership(root).items()} for root in together]
        spreading = 0
        for root, here in zip(together, reached, strict=True):
            for clause in _along(root, here, absent, on):
                spreading += 1
                yield clause
            if not root.rectangle and (all_rectangles or root.vertex in one.rectangles):
                yield from _inward(one.graph, here, root.vertex)
        if not all_rectangles:
            yield from _shared_vertices(together, reached, int(MOST_SHARED * spreading))


MOST_SHARED = 0.5
"""No more clauses are made about vertices that two roots might have in common, for each about spreading membership."""


def _shared_vertices(roots: Sequence[Root], reached: Sequence[Mapping[int, Formula]], most: int) -> Iterator[Formula]:
    """Two roots of bounded sizes that are never joined have no vertex in common, which an answer may get wrong.

    A Nurikabe of 23x33 takes 0.8 times the CPU time with these clauses, one of 25x32 as long as without.  There they
    are a third of the clauses about membership.  A Nibun-nogo, each vertex of which is a root, has as many of both, and
    takes 1.05 times as long.  Where sizes have no bounds there are more of them: they only made a Tile City slower.
    """
    places = len(roots[0].known.graph.places)
    bounded = [pair for pair in zip(roots, reached, strict=True) if pair[0].known.sizes[pair[0].vertex] < places]
    holding: dict[int, list[int]] = {}
    for number, (_, here) in enumerate(bounded):
        for vertex in here:
            holding.setdefault(vertex, []).append(number)
    shared: dict[tuple[int, int], list[int]] = {}
    for vertex, numbers in sorted(holding.items()):
        for pair in combinations(numbers, 2):
            (one, here), (other, there) = bounded[pair[0]], bounded[pair[1]]
            if one.vertex not in there or other.vertex not in here:
                shared.setdefault(pair, []).append(vertex)
                most -= 1
        if most < 0:
            return
    for (first, second), vertices in sorted(shared.items()):
        here, there = bounded[first][1], bounded[second][1]
        for vertex in vertices:
            yield build.disjunction((build.negation(here[vertex]), build.negation(there[vertex])))


def _along(
    root: Root, reached: Mapping[int, Formula], absent: Sequence[Formula], on: Sequence[Formula]
) -> Iterator[Formula]:
    """Ends of an edge that is on belong together; all but the representative need a neighbour.

    Further clauses, that a path to the root passes every distance in between, made it slower.  A Nurikabe of 25x32 took
    2.4 times the CPU time, one of 23x33 1.7 times.
    """
    one = root.known
    exact = one.graph.exact is not None
    for vertex, here in reached.items():
        away = build.negation(here)
        beside = []
        for other, edge in one.graph.neighbours[vertex]:
            off = (away, absent[other], build.negation(on[edge]))
            if other in reached:
                beside.append(reached[other])
                yield build.disjunction((*off, reached[other]))
                if exact and vertex < other:
                    yield build.disjunction((away, build.negation(reached[other]), on[edge]))
            else:
                yield build.disjunction(off)
        if one.leader[vertex] != root.vertex:
            yield build.disjunction((away, *beside))


def _inward(graph: Graph, reached: Mapping[int, Formula], root: int) -> Iterator[Formula]:
    """List the neighbours of a cell towards the root, in a rectangle around the root."""
    middle = graph.places[root]
    assert isinstance(middle, Square)
    for vertex, here in reached.items():
        cell = graph.places[vertex]
        for other, _ in graph.neighbours[vertex]:
            beside = graph.places[other]
            if isinstance(cell, Square) and isinstance(beside, Square) and _nearer(beside, cell, middle):
                yield build.disjunction((build.negation(here), reached.get(other, False)))


def _nearer(beside: Cell, cell: Cell, middle: Cell) -> bool:
    before = abs(cell.row - middle.row) + abs(cell.column - middle.column)
    return abs(beside.row - middle.row) + abs(beside.column - middle.column) < before
