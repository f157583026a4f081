"""Reaching sets: all vertices whose components hold one of some places, where a claim bounds how many these are.

With a vertex every other one on a path to the nearest of these places is in the set.  So a set of at most n vertices
lies within n - 1 steps, and levels say exactly which vertices it holds.  (Bounded reachability by levels, as the level
mappings of Janhunen 2004 and the unrolled transitive closure of bounded model checking.)  Cuts would say it island by
island.

A component with a place of another such set lies in that set, too.  So where a path meets that place, it has no more
vertices than the other set.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import equivalent
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.graphs import rewrite
from puzzlelang.graphs.level_mapping import Auxiliaries
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import ComponentSize, Constraint, Formula, Graph, Problem, Term

MOST_CLAUSES = 1_000_000
"""No more clauses are made; what is left is cut."""

Family = tuple[int, int]
"""The identities of a graph and of the vertices that a size counts."""


class ReachingSet(msgspec.Struct, frozen=True, eq=False):
    """The vertices whose components hold one of the `goals`, at most `most` of them.

    `ways` are the edges that may be on, as the neighbours of each vertex that may be one of them.  `steps` maps each
    vertex to its least and its greatest distance from the goals.
    """

    graph: Graph
    goals: Mapping[int, Formula]
    most: int
    ways: Mapping[int, Sequence[int]]
    steps: Mapping[int, tuple[int, int]]

    @property
    def cost(self) -> int:
        """The number of clauses, about."""
        beside = self.graph.beside
        return sum((last - far + 1) * (3 + len(beside[vertex])) for vertex, (far, last) in self.steps.items())


def encode_reaching_sets(problem: Problem, about: traversal.About) -> Problem:
    """Replace statements that a component holds one of some places, where a claim bounds how many vertices have one."""
    claims = [claim for formula in _formulas(problem) for claim in traversal.together(formula)]
    bounded = [
        results for claim in claims if traversal.about_graphs(claim, about) for results in _bounded_families(claim)
    ]
    if not bounded:
        return problem
    units = UnitPropagation()
    for claim in claims:
        if not traversal.about_graphs(claim, about):
            units.state(claim)
    units.propagate()
    sets: dict[Family, ReachingSet] = {}
    for size, weights, most in bounded:
        results = _reaching_set(size, weights, most, units, about)
        if results is not None and results.most <= sets.get(_family(size), results).most:
            sets[_family(size)] = results
    caps = _caps(sets.values())
    outcome = Auxiliaries(list(problem.variables), [])
    members: dict[Family, Mapping[int, Formula]] = {}
    for family, plain in sets.items():
        within = _within(plain, caps[family[0]])
        if outcome.clauses + within.cost <= MOST_CLAUSES:
            outcome.spend(within.cost)
            members[family] = _encode(outcome, within)
    return _with_members(problem, outcome, members, about) if members else problem


def _formulas(problem: Problem) -> Iterator[Formula]:
    yield from problem.definitions
    yield from (one.formula for one in problem.constraints)


def _family(size: ComponentSize) -> Family:
    return id(size.graph), id(size.counted)


def _bounded_families(claim: Formula) -> Iterator[tuple[ComponentSize, Mapping[int, int], int]]:
    """Yield for each family that a claim bounds: one of its sizes, what counts for each vertex, and the bound."""
    match claim:
        case nodes.Equal(nodes.Sum(counted, (), constant), most) | nodes.AtMost(nodes.Sum(counted, (), constant), most):
            pass
        case _:
            return
    if any(factor < 0 for factor, _ in counted):
        return
    results: dict[Family, tuple[ComponentSize, dict[int, int]]] = {}
    for factor, part in counted:
        size = _holding(part)
        if size is not None:
            weights = results.setdefault(_family(size), (size, {}))[1]
            weights[size.vertex] = weights.get(size.vertex, 0) + factor
    for size, weights in results.values():
        yield size, weights, most - constant


def _holding(part: Formula) -> ComponentSize | None:
    """The size that the formula says is not 0; None if it says more, but that its vertex is present."""
    result: ComponentSize | None = None
    others: list[Formula] = []
    for one in traversal.together(part):
        bare = one.part if type(one) is nodes.Not else None
        comparison = bare if type(bare) is nodes.AtMost or type(bare) is nodes.Equal else None
        if comparison is None or type(comparison.term) is not ComponentSize or not _is_zero(comparison):
            others.append(one)
        elif result is None:
            result = comparison.term
        else:
            return None
    if result is None:
        return None
    here = result.graph.presence[result.vertex]
    return result if all(equivalent(one, here) for one in others) else None


def _is_zero(comparison: nodes.AtMost | nodes.Equal) -> bool:
    """Whether a size is compared with 0."""
    return (comparison.bound if type(comparison) is nodes.AtMost else comparison.value) == 0  # type: ignore[union-attr]


def _reaching_set(
    size: ComponentSize, weights: Mapping[int, int], most: int, units: UnitPropagation, about: traversal.About
) -> ReachingSet | None:
    """Find which vertices can be in the set; None if that is not bounded.

    It is not if one that may be in does not count.  Conditions that are about graphs are not looked into.
    """
    graph = size.graph
    formulas = (*traversal.conditions(graph), *(when for _, when in size.counted))
    if any(traversal.about_graphs(one, about) for one in formulas):
        return None
    absent = [units.of(here) is False for here in graph.presence]
    goals = {vertex: when for vertex, when in size.counted if not absent[vertex] and units.of(when) is not False}
    if not goals.keys() <= weights.keys():
        return None
    ways: dict[int, Sequence[int]] = {}
    steps = dict.fromkeys(goals, 0) if most > 0 else {}
    queue = list(steps)
    for vertex in queue:
        ways[vertex] = [
            other
            for other, edge in graph.neighbours[vertex]
            if not absent[other] and units.of(graph.edges[edge][2]) is not False
        ]
        for other in ways[vertex]:
            if other not in weights:
                return None
            if other not in steps and steps[vertex] + 1 < most:
                steps[other] = steps[vertex] + 1
                queue.append(other)
    return ReachingSet(graph, goals, most, ways, {vertex: (far, most - 1) for vertex, far in steps.items()})


def _caps(sets: Iterable[ReachingSet]) -> Mapping[int, Mapping[int, int]]:
    """Return the most vertices of the component of a vertex, as it is in these sets; by identities of graphs."""
    caps: dict[int, dict[int, int]] = {}
    for one in sets:
        known = caps.setdefault(id(one.graph), {})
        for vertex, when in one.goals.items():
            if when is True:
                known[vertex] = min(one.most, known.get(vertex, one.most))
    return caps


def _within(reaching_set: ReachingSet, caps: Mapping[int, int]) -> ReachingSet:
    """Bound distances: a path of so many vertices meets none whose component has fewer."""
    steps: dict[int, tuple[int, int]] = {}
    for most in sorted({reaching_set.most, *(cap for vertex, cap in caps.items() if vertex in reaching_set.steps)}):
        if 0 < most <= reaching_set.most:
            for vertex, far in _distances(reaching_set, caps, most).items():
                steps[vertex] = min(far, steps.get(vertex, (far, 0))[0]), most - 1
    return msgspec.structs.replace(reaching_set, steps=steps)


def _distances(reaching_set: ReachingSet, caps: Mapping[int, int], most: int) -> Mapping[int, int]:
    """Distances from the goals on paths of at most `most` vertices whose components may have as many."""
    away = {
        vertex: 0 for vertex in reaching_set.goals if caps.get(vertex, most) >= most and vertex in reaching_set.steps
    }
    queue = list(away)
    for vertex in queue:
        if away[vertex] + 1 < most:
            for other in reaching_set.ways[vertex]:
                if other not in away and caps.get(other, most) >= most:
                    away[other] = away[vertex] + 1
                    queue.append(other)
    return away


def _encode(auxiliaries: Auxiliaries, reaching_set: ReachingSet) -> Mapping[int, Formula]:
    """Encode the set by levels: level k holds the vertices that are k steps from the goals at most.

    Where all ways to a vertex have lengths of the same parity, its levels of the other parity are those before.
    """
    graph = reaching_set.graph
    level: dict[int, Formula] = {
        vertex: auxiliaries.named("level", graph.places[vertex], build.conjunction((graph.presence[vertex], when)))
        for vertex, when in reaching_set.goals.items()
        if vertex in reaching_set.steps
    }
    alternating = _alternate(reaching_set)
    for steps in range(1, reaching_set.most):
        level = {
            vertex: level[vertex]
            if steps > last or (alternating and (steps - far) % 2)
            else _next(auxiliaries, graph, vertex, level)
            for vertex, (far, last) in reaching_set.steps.items()
            if far <= steps
        }
    for vertex, when in reaching_set.goals.items():
        if vertex not in level:
            auxiliaries.either(build.negation(graph.presence[vertex]), build.negation(when))
    for first, second, when in graph.edges:
        for here, there in ((first, second), (second, first)):
            if here in level:
                off = build.negation(when), build.negation(graph.presence[there])
                auxiliaries.either(build.negation(level[here]), *off, level.get(there, False))
    return level


def _alternate(reaching_set: ReachingSet) -> bool:
    """Return whether all ways from the goals to a vertex have even lengths, or all have odd ones."""
    steps = reaching_set.steps
    return all(
        (far - steps[other][0]) % 2
        for vertex, (far, _) in steps.items()
        for other in reaching_set.ways[vertex]
        if other in steps
    )


def _next(auxiliaries: Auxiliaries, graph: Graph, vertex: int, level: Mapping[int, Formula]) -> Formula:
    """Whether a vertex is in the next level: it is in this one, or one step away."""
    here, before = graph.presence[vertex], level.get(vertex, False)
    result = auxiliaries.member("level", graph.places[vertex])
    unless, absent = build.negation(result), build.negation(here)
    steps = [(graph.edges[edge][2], level[other]) for other, edge in graph.neighbours[vertex] if other in level]
    auxiliaries.either(unless, here)
    auxiliaries.either(unless, before, *map(build.conjunction, steps))
    auxiliaries.either(build.negation(before), result)
    for when, reached in steps:
        auxiliaries.either(build.negation(when), build.negation(reached), absent, result)
    return result


def _with_members(
    problem: Problem, auxiliaries: Auxiliaries, members: Mapping[Family, Mapping[int, Formula]], about: traversal.About
) -> Problem:
    """State the problem over the members of the sets."""

    def member(size: ComponentSize) -> Formula | None:
        known = members.get(_family(size))
        return None if known is None else known.get(size.vertex, False)

    def formula(_: Rewriter, results: Formula) -> Formula | None:
        match results:
            case nodes.And() if (size := _holding(results)) is not None:
                return member(size)
            case nodes.AtMost(ComponentSize() as size, 0) | nodes.Equal(ComponentSize() as size, 0) if (
                here := member(size)
            ) is not None:
                return build.negation(here)
            case nodes.AtMost(term) | nodes.Equal(term) if rewrite.has_size(term):
                return results
            case nodes.Distinct(terms) if any(map(rewrite.has_size, terms)):
                return results
            case _ if isinstance(results, nodes.GraphStatement):
                return results
            case _:
                return None

    state = Rewriter(formula, _as_it_is, about=about)
    now: dict[int, Constraint] = {}
    for one in problem.constraints:
        stated = rewrite.rewrite_formula(state, one.formula)
        now[id(one)] = one if stated is one.formula else msgspec.structs.replace(one, formula=stated)
    return msgspec.structs.replace(
        problem,
        variables=tuple(auxiliaries.variables),
        constraints=tuple(now.values()),
        definitions=(*(rewrite.rewrite_formula(state, one) for one in problem.definitions), *auxiliaries.definitions),
        grounded=tuple(now.get(id(one), one) for one in problem.grounded),
    )


def _as_it_is(_: Rewriter, term: Term) -> Term | None:
    return term if isinstance(term, ComponentSize) else None
