"""Presolve: an equivalent problem that propagates better, with roots of components that matter.

Lazy cuts tell a solver only what it gets wrong.  Where few vertices matter to many (the numbers of a Nurikabe or a
Shikaku), each membership in a root's component is worth a variable.  Sizes become counts of these, and membership
spreads along edges by clauses.  The result follows from all constraints together, so it is not for sessions that switch
some of them off.
"""

from collections.abc import Collection, Iterator, Sequence, Set

import msgspec

from puzzlelang.deductions.claims import opposite
from puzzlelang.deductions.dominators import DominatorGraphs, dominator_clauses, dominator_graphs
from puzzlelang.deductions.fixpoint import ComponentFacts, reach_bounds
from puzzlelang.deductions.overlays import Overlay, overlay_clauses, overlays
from puzzlelang.deductions.reachability import Root, membership_clauses
from puzzlelang.deductions.sizes_as_counts import CountedVertices, JoinedPairs, size_as_count
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.graphs import rewrite
from puzzlelang.graphs.abstraction import Leaf
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.graphs.level_mapping import Auxiliaries
from puzzlelang.graphs.marked_components import MarkedComponents
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Problem, Rule, Term

PAIR = 2
"""Areas of so many vertices are bounded also where a vertex may be absent.

A vertex then reaches its neighbours at most.  Components of a set have no borders to be found, and few cuts.  With such
bounds a Bramble 5x5 takes 1.2 times as long, and one of 8x8 0.96 times.
"""

OVERLAYS, DOMINATORS = "overlays", "dominators"
"""Names for `--without`: roots' components that are laid on each other, and what a start reaches without a vertex."""

MOST_JOINED = 150_000
"""No more variables for two vertices in one part are made."""


class PresolvedProblem(msgspec.Struct, frozen=True, eq=False):
    """A presolved problem, the roots of components that matter, and what follows of their components."""

    problem: Problem
    roots: Sequence[Root] = ()
    overlays: Sequence[Overlay] = ()
    dominators: Sequence[DominatorGraphs] = ()

    def clauses(self, leaf: Leaf) -> Iterator[Formula]:
        """Yield what follows, over what stands for the statements about graphs."""
        yield from membership_clauses(self.roots, leaf)
        yield from overlay_clauses(self.overlays, leaf)
        yield from dominator_clauses(self.dominators, leaf)


def presolve(
    problem: Problem,
    about: traversal.About | None = None,
    marked: Sequence[MarkedComponents] = (),
    *,
    without: Collection[str] = (),
) -> PresolvedProblem:
    """Return the presolved problem.  The marks of the graphs in `marked` are roots, too.  `without`: names of these.

    Without stated sizes, or if the roots reach too many vertices, there are no roots.  Then only the guards of claims
    about every component are dropped, as an answer may pick the wrong representative in thousands of ways.
    """
    about = {} if about is None else about
    claims = unguarded_formulas(problem, about)
    parts = [part for claim in claims for part in traversal.together(claim)]
    ways = () if DOMINATORS in without else dominator_graphs(parts, about)
    component_facts, units = _component_facts(parts, marked, ways, about)
    # Of a graph whose conditions are about graphs an answer may be wrong, and clauses about it are not looked at.
    plain = {
        key: one
        for key, one in component_facts.items()
        if not any(traversal.about_graphs(when, about) for when in traversal.conditions(one.graph))
    }
    result = reach_bounds(plain, units)
    if not any(one.sizes for one, _ in result.values()):
        return PresolvedProblem(_with_claims(problem, claims))
    roots = tuple(root for _, around in result.values() for root in around.values())
    if sum(len(root.ball) for root in roots) > MOST_JOINED:
        return PresolvedProblem(_with_claims(problem, claims))
    auxiliaries = Auxiliaries([*problem.variables], [])
    nothing: tuple[Sequence[Overlay], Set[int]] = (), frozenset()
    laid, compared = nothing if OVERLAYS in without else overlays(parts, result, about, auxiliaries)
    near, among = JoinedPairs(result), CountedVertices(result)
    state = Rewriter(
        lambda state, formula: (
            formula if id(formula) in compared else size_as_count(state, formula, result, near, among)
        ),
        lambda state, term: _as_it_is(state, term, near),
        about=about,
    )
    constraints = tuple(
        msgspec.structs.replace(one, formula=rewrite.rewrite_formula(state, claim))
        for one, claim in zip(problem.constraints, claims, strict=True)
    )
    definitions = (*problem.definitions, *units.facts())
    presolved = msgspec.structs.replace(
        problem, variables=tuple(auxiliaries.variables), constraints=constraints, definitions=definitions
    )
    return PresolvedProblem(presolved, roots, laid, ways)


def _component_facts(
    claims: Sequence[Formula],
    marked: Sequence[MarkedComponents],
    ways: Sequence[DominatorGraphs],
    about: traversal.About,
) -> tuple[dict[int, ComponentFacts], UnitPropagation]:
    """Collect facts about components by their graphs, and state claims for unit propagation."""
    component_facts: dict[int, ComponentFacts] = {}
    units = UnitPropagation()
    for claim in claims:
        if type(claim) is nodes.Holds or type(claim) is nodes.Not:
            units.state(claim)
        elif traversal.about_graphs(claim, about):
            units.state(claim)
            _learn(component_facts, claim)
    for whole in (one for one in marked if one.marks):
        facts = component_facts.setdefault(id(whole.graph), ComponentFacts(whole.graph))
        facts.marks.update(dict.fromkeys(sorted(whole.marks)))
        facts.alone.update(whole.marks if whole.single else ())
    for smaller in (smaller for family in ways for smaller in family.without):
        component_facts.setdefault(id(smaller.graph), ComponentFacts(smaller.graph)).marks[smaller.start] = None
    for pair in units.pairs.values():
        component_facts.setdefault(id(pair.graph), ComponentFacts(pair.graph))
    return component_facts, units


def _with_claims(problem: Problem, claims: Sequence[Formula]) -> Problem:
    """The problem with these formulas as its constraints."""
    constraints = tuple(
        one if one.formula is claim else msgspec.structs.replace(one, formula=claim)
        for one, claim in zip(problem.constraints, claims, strict=True)
    )
    return msgspec.structs.replace(problem, constraints=constraints)


def unguarded_formulas(problem: Problem, about: traversal.About) -> list[Formula]:
    """List the constraints' formulas without the guard "is the representative", where the rule covers all."""
    incomplete = _incomplete(problem)
    return [
        one.formula if one.origin.rule in incomplete else _anywhere(one.formula, about) for one in problem.constraints
    ]


def _incomplete(problem: Problem) -> Set[Rule]:
    """Rules that lost a constraint, and so may not cover all components."""
    kept = set(map(id, problem.constraints))
    return {one.origin.rule for one in problem.grounded if id(one) not in kept}


def _anywhere(claim: Formula, about: traversal.About) -> Formula:
    """Drop the guard "is the representative": a property of a component holds at each of its vertices.

    A guard with `First.every` only picks one vertex of each component.  As the rule covers all components, its claim
    can be stated for every present vertex.
    """
    if not traversal.about_graphs(claim, about):
        return claim
    if isinstance(claim, nodes.And):
        if not any(isinstance(part, nodes.Or) for part in claim.parts):
            return claim
        return build.conjunction(_anywhere(part, about) for part in claim.parts)
    if not isinstance(claim, nodes.Or):
        return claim
    return build.disjunction(
        build.negation(part.part.graph.presence[part.part.vertex])
        if isinstance(part, nodes.Not) and isinstance(part.part, nodes.First) and part.part.every
        else part
        for part in claim.parts
    )


def _learn(component_facts: dict[int, ComponentFacts], claim: Formula) -> None:
    match claim:
        case nodes.Equal(ComponentSize() as size, value) | nodes.AtMost(ComponentSize() as size, value):
            if counts_all(size) and value > 0:  # 0 only says that the vertex is absent
                one = component_facts.setdefault(id(size.graph), ComponentFacts(size.graph))
                one.sizes[size.vertex] = min(value, one.sizes.get(size.vertex, value))
                if isinstance(claim, nodes.Equal):
                    one.exact[size.vertex] = value
        case nodes.Rectangle(graph, vertex):
            component_facts.setdefault(id(graph), ComponentFacts(graph)).rectangles.add(vertex)
        case nodes.Or(parts):
            # "Absent, or its part is so": what is said of a part that is there.
            for part, other in (parts, parts[::-1]) if len(parts) == 2 else ():
                match part:
                    case nodes.Rectangle(graph, vertex) if opposite(other, graph.presence[vertex]):
                        component_facts.setdefault(id(graph), ComponentFacts(graph)).rectangles.add(vertex)
                    case nodes.Equal(ComponentSize(graph, vertex) as size, value) | nodes.AtMost(
                        ComponentSize(graph, vertex) as size, value
                    ) if 0 < value <= PAIR and _has_borders(graph, vertex):
                        if counts_all(size) and opposite(other, graph.presence[vertex]):
                            one = component_facts.setdefault(id(graph), ComponentFacts(graph))
                            one.sizes[vertex] = min(value, one.sizes.get(vertex, value))
                    case _:
                        pass
        case _:
            pass


def _has_borders(graph: Graph, vertex: int) -> bool:
    """Return whether it is to be found if an edge at a vertex is on."""
    return any(graph.edges[position][2] is not True for _, position in graph.neighbours[vertex])


def _as_it_is(state: Rewriter, term: Term, near: JoinedPairs) -> Term | None:
    """Keep sizes; drop impossible pairs from counts of joined vertices."""
    if isinstance(term, nodes.Sum) and not term.added:
        return build.total(((factor, near.part(state, one)) for factor, one in term.counted), (), term.constant)
    return term if isinstance(term, ComponentSize) else None
