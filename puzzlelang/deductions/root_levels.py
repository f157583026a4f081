"""Levels of roots: membership in a component of bounded size, justified step by step.

`reachability` lets membership spread along edges.  That does not keep vertices from justifying each other: an answer
may put two neighbours into the component of a root that lies apart.  A component of at most n vertices lies within
n - 1 steps of its root, and a vertex within k steps has a neighbour within k - 1.  (Bounded reachability by levels, as
the level mappings of Janhunen 2004 and the unrolled transitive closure of bounded model checking.)

Only this direction is stated, so a level is a claim that needs a reason.  The true distances of an answer are such
levels: no answer is lost.  Where the levels hold, members joined in turn lead from each member to the root: none is
invented.  So no cut about the membership of these roots is ever needed.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.reachability import Root, membership
from puzzlelang.graphs.abstraction import Leaf
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Graph, Holds, Kind, Problem, Variable, VariableRole

LEAST_REACH = 1_000
"""There are no levels if all roots together can reach fewer vertices: cuts are soon made there."""

MOST_LEVELS = 50_000
"""No more levels are made for all roots together; those with fewer levels come first."""

LINKS = 2
"""Components of at most so many vertices need no levels: the root itself is the reason."""


class RootSteps(msgspec.Struct, frozen=True, eq=False):
    """The steps from a root to the vertices that its component can hold.

    `steps`: for each vertex the numbers of steps within which it may be reached, in order.  The first is its distance
    on the whole graph, the last one stands for membership.  Without edges between vertices of the same parity, each way
    to a vertex has the parity of its distance; then the other numbers are left out.
    """

    root: Root
    steps: Mapping[int, range]

    @property
    def levels(self) -> int:
        """Return how many variables are needed: none for membership."""
        return sum(len(one) - 1 for one in self.steps.values())


class RootLevels(msgspec.Struct, frozen=True, eq=False):
    """Levels of some roots over a problem with variables for them, which nothing is said of yet."""

    problem: Problem
    roots: Sequence[RootSteps]
    variables: Sequence[Variable]


def root_levels(problem: Problem, roots: Sequence[Root]) -> RootLevels | None:
    """Find the roots of bounded components that levels are for, with new variables; None if there are none."""
    bounded = [root for root in roots if _is_bounded(root)]
    if sum(len(root.ball) for root in bounded) < LEAST_REACH:
        return None
    result = list(_affordable(sorted(map(_steps, bounded), key=lambda one: one.levels)))
    first, role = len(problem.variables), VariableRole.ENCODING
    count = sum(one.levels for one in result)
    if not count:
        return None
    variables = [Variable(first + place, "level", None, Kind.MEMBER, 0, 1, role=role) for place in range(count)]
    more = msgspec.structs.replace(problem, variables=(*problem.variables, *variables))
    return RootLevels(more, result, variables)


def _is_bounded(root: Root) -> bool:
    """Whether the size of a root's component is bounded; rectangles of known size are placements already."""
    return not root.rectangle and LINKS < root.known.sizes[root.vertex] < len(root.known.graph.places)


def _affordable(root_steps: Iterable[RootSteps]) -> Iterator[RootSteps]:
    results = 0
    for one in root_steps:
        results += one.levels
        if results > MOST_LEVELS:
            return
        yield one


def _steps(root: Root) -> RootSteps:
    one = root.known
    inside = {vertex for vertex in root.ball if one.leader[vertex] in root.ball}
    return RootSteps(root, steps_within(one.graph, root.vertex, inside, one.sizes[root.vertex]))


def steps_within(graph: Graph, start: int, inside: Container[int], most: int) -> Mapping[int, range]:
    """The steps from a vertex to those that a component of at most `most` vertices holds: see `RootSteps.steps`."""
    far, queue = {start: 0}, [start]
    for vertex in queue:
        if far[vertex] + 1 < most:
            for other, _ in graph.neighbours[vertex]:
                if other not in far and other in inside:
                    far[other] = far[vertex] + 1
                    queue.append(other)
    odd = any(
        other in far and (far[vertex] + far[other]) % 2 == 0 for vertex in far for other, _ in graph.neighbours[vertex]
    )
    return {vertex: range(least, most, 1 if odd else 2) for vertex, least in far.items()}


def level_clauses(levels: RootLevels, leaf: Leaf) -> list[Formula]:
    """State the levels, over what stands for the conditions of the graphs and for memberships."""
    fresh = iter(levels.variables)
    results = [clause for one in levels.roots for clause in _clauses(one, leaf, fresh)]
    return [clause for clause in results if clause is not True]


def _clauses(root_steps: RootSteps, leaf: Leaf, fresh: Iterator[Variable]) -> Iterator[Formula]:
    graph, start = root_steps.root.known.graph, root_steps.root.vertex
    belongs = {vertex: leaf(one) for vertex, one in membership(root_steps.root).items()}
    on = [leaf(when) for _, _, when in graph.edges]
    here = {start: leaf(graph.presence[start])}
    yield from justified(graph, root_steps.steps, {**belongs, **here}, on, lambda _: Holds(next(fresh)))
    for vertex, member in belongs.items():
        if vertex not in root_steps.steps:
            yield build.negation(member)
        elif vertex != start:
            yield build.disjunction((build.negation(member), leaf(graph.presence[vertex])))


def justified(
    graph: Graph,
    steps: Mapping[int, range],
    belongs: Mapping[int, Formula],
    on: Sequence[Formula],
    level: Callable[[int], Formula],
) -> Iterator[Formula]:
    """State that each level of a vertex needs a lower one, of its own or of a neighbour, and implies the next.

    `steps`: see `RootSteps`, the root first.  `belongs`: membership by vertex.  `on`: the edges' conditions.  `level`
    makes a variable for a level of a vertex.
    """
    start = next(iter(steps))
    known = {start: belongs[start]}
    for number in range(1, steps[start].stop):
        now = dict(known)
        for vertex, among in steps.items():
            if vertex == start or number not in among:
                continue
            here = belongs[vertex] if number == among[-1] else level(vertex)
            nearer = [
                build.conjunction((on[edge], known[other]))
                for other, edge in graph.neighbours[vertex]
                if other in known
            ]
            yield build.disjunction((build.negation(here), known.get(vertex, False), *nearer))
            if vertex in known:
                yield build.disjunction((build.negation(known[vertex]), here))
            now[vertex] = here
        known = now
