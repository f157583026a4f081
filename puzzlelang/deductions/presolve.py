"""Presolve: an equivalent problem that propagates better, with roots of components that matter.

Lazy cuts tell a solver only what it gets wrong.  Where few vertices matter to many (the numbers of a Nurikabe or a
Shikaku), each membership in a root's component is worth a variable.  Sizes become counts of these, and membership
spreads along edges by clauses.  The result follows from all constraints together, so it is not for sessions that switch
some of them off.
"""

from collections.abc import Mapping, Sequence, Set

import msgspec

from puzzlelang.deductions.fixpoint import ComponentFacts, Found, can_join, reach_bounds
from puzzlelang.deductions.reachability import GraphFacts, Root, joined_representatives, rectangle_size
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.graphs import rewrite
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.graphs.marked_components import MarkedComponents
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Problem, Rule, Term

MOST_JOINED = 150_000
"""No more variables for two vertices in one part are made."""


def presolve(
    problem: Problem, about: traversal.About | None = None, marked: Sequence[MarkedComponents] = ()
) -> tuple[Problem, tuple[Root, ...]]:
    """Return the presolved problem and its roots.  The marks of the graphs in `marked` are roots, too.

    Without stated sizes, or if the roots reach too many vertices, there are no roots.  Then only the guards of claims
    about every component are dropped, as an answer may pick the wrong representative in thousands of ways.
    """
    about = {} if about is None else about
    claims = unguarded_formulas(problem, about)
    parts = [part for claim in claims for part in traversal.together(claim)]
    said: dict[int, ComponentFacts] = {}
    units = UnitPropagation()
    for part in parts:
        if type(part) is nodes.Holds or type(part) is nodes.Not:
            units.state(part)
        elif traversal.about_graphs(part, about):
            units.state(part)
            _learn(said, part)
    for whole in marked:
        said.setdefault(id(whole.graph), ComponentFacts(whole.graph)).marks.update(dict.fromkeys(sorted(whole.marks)))
    for pair in units.pairs.values():
        said.setdefault(id(pair.graph), ComponentFacts(pair.graph))
    # Of a graph whose conditions are about graphs an answer may be wrong, and clauses about it are not looked at.
    plain = {
        key: one
        for key, one in said.items()
        if not any(traversal.about_graphs(when, about) for when in traversal.conditions(one.graph))
    }
    found = reach_bounds(plain, units)
    if not any(one.sizes for one, _ in found.values()):
        return _with_claims(problem, claims), ()
    roots = tuple(root for _, around in found.values() for root in around.values())
    if sum(len(root.ball) for root in roots) > MOST_JOINED:
        return _with_claims(problem, claims), ()
    near, among = JoinedPairs(found), CountedVertices(found)
    state = Rewriter(
        lambda state, formula: _size_as_count(state, formula, found, near, among),
        lambda state, term: _as_it_is(state, term, near),
        about=about,
    )
    constraints = tuple(
        msgspec.structs.replace(one, formula=rewrite.rewrite_formula(state, claim))
        for one, claim in zip(problem.constraints, claims, strict=True)
    )
    definitions = (*problem.definitions, *units.facts())
    return msgspec.structs.replace(problem, constraints=constraints, definitions=definitions), roots


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


def _learn(said: dict[int, ComponentFacts], claim: Formula) -> None:
    match claim:
        case nodes.Equal(ComponentSize() as size, value) | nodes.AtMost(ComponentSize() as size, value):
            if counts_all(size) and value > 0:  # 0 only says that the vertex is absent
                one = said.setdefault(id(size.graph), ComponentFacts(size.graph))
                one.sizes[size.vertex] = min(value, one.sizes.get(size.vertex, value))
                if isinstance(claim, nodes.Equal):
                    one.exact[size.vertex] = value
        case nodes.Rectangle(graph, vertex):
            said.setdefault(id(graph), ComponentFacts(graph)).rectangles.add(vertex)
        case nodes.Or(parts):
            # "Absent, or its part is so": what is said of a part that is there.
            for part in parts:
                if isinstance(part, nodes.Rectangle) and len(parts) == 2 and _absent(part) in parts:
                    said.setdefault(id(part.graph), ComponentFacts(part.graph)).rectangles.add(part.vertex)
        case _:
            pass


def _absent(part: nodes.Rectangle) -> Formula:
    return build.negation(part.graph.presence[part.vertex])


def _as_it_is(state: Rewriter, term: Term, near: "JoinedPairs") -> Term | None:
    """Keep sizes; drop impossible pairs from counts of joined vertices."""
    if isinstance(term, nodes.Sum) and not term.added:
        return build.total(((factor, near.part(state, one)) for factor, one in term.counted), (), term.constant)
    return term if isinstance(term, ComponentSize) else None


class JoinedPairs:
    """Formulas that two vertices are joined, made once for each pair."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.known: dict[int, Formula] = {}

    def of(self, pair: nodes.Joined) -> Formula:
        """State that the two are joined; the plain statement if nothing is known of the graph."""
        made = self.known.get(id(pair))
        if made is None:
            around = self.found.get(id(pair.graph))
            made = self.known[id(pair)] = pair if around is None else _near(*around, pair.first, pair.second)
        return made

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


class _Counted(msgspec.Struct, frozen=True, eq=False):
    """What sizes of one graph count, by the leaders that component facts know.

    `positions`: of the counted vertices, by their leaders.  `rootless`: leaders among these that are no roots.
    `counted` is kept, as its identity is a key.
    """

    counted: tuple[tuple[int, Formula], ...]
    positions: Mapping[int, Sequence[int]]
    rootless: bool


class CountedVertices:
    """Finds the counted vertices that may be in a component, without a look at all the others."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.known: dict[int, _Counted] = {}
        self.roots: dict[int, dict[int, list[int]]] = {}

    def near(self, size: ComponentSize) -> Sequence[tuple[int, Formula]] | None:
        """The vertices that may be in the component of the size's; None if neither they nor it are near a root."""
        one, around = self.found[id(size.graph)]
        counted = self._counted(size)
        own = one.leader[size.vertex]
        root = around.get(own)
        if root is None and counted.rootless:
            return None
        leaders = {own, *self._roots(size.graph).get(own, ())}
        if root is not None:
            leaders.update(other for other in root.ball if other not in around)
        places = sorted(index for leader in leaders for index in counted.positions.get(leader, ()))
        return [counted.counted[index] for index in places]

    def _counted(self, size: ComponentSize) -> _Counted:
        key = id(size.counted)
        if key not in self.known:
            one, around = self.found[id(size.graph)]
            positions: dict[int, list[int]] = {}
            for index, (vertex, _) in enumerate(size.counted):
                positions.setdefault(one.leader[vertex], []).append(index)
            self.known[key] = _Counted(size.counted, positions, any(leader not in around for leader in positions))
        return self.known[key]

    def _roots(self, graph: Graph) -> Mapping[int, Sequence[int]]:
        """By vertex the roots that may reach it."""
        if id(graph) not in self.roots:
            made = self.roots[id(graph)] = {}
            for leader, root in self.found[id(graph)][1].items():
                for vertex in root.ball:
                    made.setdefault(vertex, []).append(leader)
        return self.roots[id(graph)]


def _size_as_count(
    state: Rewriter, formula: Formula, found: Found, near: JoinedPairs, among: CountedVertices
) -> Formula | None:
    """Rewrite comparisons of sizes as counts of joined vertices; keep graph statements."""
    match formula:
        case nodes.And(parts):
            return build.conjunction([near.part(state, part) for part in parts])
        case nodes.Equal(ComponentSize() as size, value):
            if (root := _rectangle(size, value, found)) is not None:
                return rectangle_size(root)
            if (count := _count(size, found, among)) is not None:
                return build.equal(count, value)
            return formula
        case nodes.AtMost(ComponentSize() as size, value):
            if (count := _count(size, found, among)) is not None:
                return build.at_most(count, value)
            return formula
        case nodes.AtMost(term) | nodes.Equal(term) if rewrite.has_size(term):
            return _sizes_as_counts(state, formula, found, near, among)
        case nodes.Distinct(terms) if any(map(rewrite.has_size, terms)):
            return formula
        case nodes.Joined():
            return near.of(formula)
        case _ if isinstance(formula, nodes.GraphStatement):
            return formula
        case _:
            return None


def _sizes_as_counts(
    state: Rewriter, formula: nodes.AtMost | nodes.Equal, found: Found, near: JoinedPairs, among: CountedVertices
) -> Formula:
    """A comparison of several sizes as one of counts, if each size can be a count; else as it is."""
    term = formula.term
    if type(term) is not nodes.Sum:
        return formula
    added: list[tuple[int, Term]] = []
    for factor, part in term.added:
        count = _count(part, found, among) if type(part) is ComponentSize else None if rewrite.has_size(part) else part
        if count is None:
            return formula
        added.append((factor, count))
    counts = build.total([(factor, near.part(state, one)) for factor, one in term.counted], added, term.constant)
    return (
        build.at_most(counts, formula.bound)
        if isinstance(formula, nodes.AtMost)
        else build.equal(counts, formula.value)
    )


def _rectangle(size: ComponentSize, value: int, found: Found) -> Root | None:
    """The root whose component is a rectangle of that size."""
    if id(size.graph) not in found or not counts_all(size):
        return None
    one, around = found[id(size.graph)]
    root = around.get(one.leader[size.vertex])
    return root if root is not None and root.rectangle and one.sizes[root.vertex] == value else None


def _near(one: GraphFacts, around: Mapping[int, Root], first: int, second: int) -> Formula:
    """Whether two vertices are joined; false where the component of one does not reach the other."""
    a, b = one.leader[first], one.leader[second]
    return a == b or (can_join(around, a, b) and joined_representatives(one, a, b))


def _count(size: ComponentSize, found: Found, among: CountedVertices) -> Term | None:
    """The count of joined vertices, if each counted vertex or the root has a component of stated size."""
    if id(size.graph) not in found or (near := among.near(size)) is None:
        return None
    one, around = found[id(size.graph)]
    parts = []
    for vertex, when in near:
        here = one.graph.presence[vertex] if vertex == size.vertex else _near(one, around, size.vertex, vertex)
        parts.append((1, here if when is True else build.conjunction((here, when))))
    return build.total(parts)
