"""Partners: each vertex is joined with the one that the labels of its component name.

"Each area is the same after half a turn" gives each cell the middle of its area as labels, and says that its image is
in the area.  Cuts tell of one image and one component at a time.  So two vertices that may be partners get a
variable: both have the labels by which they are, and are joined.  Where an edge at one of them is on, its other end
has a partner by the same labels, and the edge between the two partners is on.  Unit propagation then draws both halves
of an area at once.  (A second viewpoint with channelling constraints: Cheng, Choi, Lee and Wu 1999.)  Nothing depends
on the motion: a reflection or a quarter turn that labels name is read as well.

Where partners are mutual, a component has an even number of vertices apart from those that are their own partners.  So
an area of odd size that is the same after half a turn holds the cell in its middle.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang.deductions.partner_claims import Labels, PartnerClaim, partner_claims
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.graphs.distances import distances
from puzzlelang.graphs.level_mapping import Auxiliaries
from puzzlelang.graphs.value_components import vertex_values
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Number, Problem
from puzzlelang.problem.traversal import together

MOST_CLAUSES = 2_000_000
"""A graph that would need more clauses, about, is left to cuts."""


class StatedPartners(msgspec.Struct, frozen=True, eq=False):
    """A problem with variables for partners, and `clauses` that follow from it.

    The clauses are over auxiliary variables alone, so what restates the problem need not look at them.
    """

    problem: Problem
    clauses: Sequence[Formula] = ()


def state_partners(problem: Problem) -> StatedPartners:
    """State claims about partners by variables for these, where that is not too long."""
    clauses: list[Formula] = []
    for claims in partner_claims(problem):
        if _cost(claims.values()) <= MOST_CLAUSES:
            auxiliaries = Auxiliaries([*problem.variables], [*problem.definitions])
            stated = _PartnerVariables(claims, auxiliaries)
            problem = _with_partners(problem, stated.state(_numbers_of_sizes(problem, stated.graph)), auxiliaries)
            clauses += stated.clauses
    return StatedPartners(problem, [clause for clause in clauses if clause is not True])


def _cost(claims: Iterable[PartnerClaim]) -> int:
    return sum(len(one.partners) * (2 * len(one.graph.neighbours[one.vertex]) + 3) for one in claims)


def _with_partners(problem: Problem, changed: Mapping[int, Formula], auxiliaries: Auxiliaries) -> Problem:
    """The problem with other formulas in place of claims, which are named by their identity."""
    constraints = [
        msgspec.structs.replace(
            one, formula=build.conjunction(changed.get(id(part), part) for part in together(one.formula))
        )
        if any(id(part) in changed for part in together(one.formula))
        else one
        for one in problem.constraints
    ]
    return msgspec.structs.replace(
        problem,
        variables=tuple(auxiliaries.variables),
        constraints=tuple(constraints),
        definitions=tuple(auxiliaries.definitions),
    )


class _PartnerVariables:
    """Variables for partners in one graph: by their labels and the two vertices."""

    def __init__(self, claims: Mapping[int, PartnerClaim], auxiliaries: Auxiliaries) -> None:
        self.claims = claims
        self.auxiliaries = auxiliaries
        self.clauses: list[Formula] = []
        self.graph = graph = next(iter(claims.values())).graph
        self.on = [auxiliaries.named("edge", None, when) for _, _, when in graph.edges]
        self.off = [build.negation(one) for one in self.on]
        self.absent = [build.negation(auxiliaries.named("present", None, here)) for here in graph.presence]
        values = vertex_values(graph)
        self.exact = graph.exact is not None or (values is not None and not values.unsure)
        self.labels: dict[tuple[int, int], Formula] = {}
        self.known: dict[tuple[Labels, int, int], Formula] = {}
        self.joins: dict[int, list[Formula]] = {vertex: [] for vertex in claims}

    def state(self, sizes: Mapping[int, Number]) -> Mapping[int, Formula]:
        """Return what the claims become, by their identity.  `sizes`: the numbers of vertices that are sizes."""
        has = {
            vertex: {labels: self._variable(vertex, labels) for labels in claim.partners}
            for vertex, claim in self.claims.items()
        }
        own = self._own_partners()
        changed: dict[int, Formula] = {}
        for vertex, claim in self.claims.items():
            one = build.disjunction((build.negation(self.graph.presence[vertex]), *has[vertex].values()))
            changed[id(claim.claim)] = build.conjunction((one, *self.joins[vertex]))
            for labels, here in has[vertex].items():
                self._spread(vertex, labels, build.negation(here))
            if vertex in sizes:
                self._bound(vertex, has[vertex], sizes[vertex])
                self._pair_up(vertex, has, sizes[vertex], own)
        return changed

    def _variable(self, vertex: int, labels: Labels) -> Formula:
        """A variable that implies the labels and that both are joined; false if the partner cannot have them."""
        partner = self.claims[vertex].partners[labels]
        first, second = sorted((vertex, partner.vertex))
        name = labels, first, second
        if name not in self.known:
            other = self.claims.get(partner.vertex)
            if other is not None and labels not in other.partners:
                self.known[name] = False
                return False
            here = self.known[name] = self.auxiliaries.member("partner", self.graph.places[first])
            away = build.negation(here)
            equalities = (*partner.labelled, *(() if other is None else other.partners[labels].labelled))
            self.clauses += [build.disjunction((away, self._label(one))) for one in equalities]
            if first != second:
                self.joins[vertex].append(build.disjunction((away, build_graphs.joined(self.graph, first, second))))
        return self.known[name]

    def _label(self, equality: nodes.Equal) -> Formula:
        """A variable for a label of one vertex."""
        assert isinstance(equality.term, Number)
        key = equality.term.variable.index, equality.value
        if key not in self.labels:
            self.labels[key] = self.auxiliaries.named("label", None, equality)
        return self.labels[key]

    def _spread(self, vertex: int, labels: Labels, away: Formula) -> None:
        """Where an edge is on, its other end has a partner by the same labels, and the edge between partners is on."""
        partner = self.claims[vertex].partners[labels].vertex
        back = self.claims[partner].partners.get(labels) if partner in self.claims else None
        stated_there = back is not None and back.vertex == vertex > partner
        images = dict(self.graph.neighbours[partner]) if self.exact else {}
        for other, edge in self.graph.neighbours[vertex]:
            claim = self.claims.get(other)
            if claim is None:
                continue
            off = away, self.absent[other], self.off[edge]
            image = claim.partners.get(labels)
            turned = None if image is None else images.get(image.vertex)
            if image is None:
                self.clauses.append(build.disjunction(off))
            elif turned is None or not stated_there:  # else it follows from the same about the partner
                self.clauses.append(build.disjunction((*off, self._variable(other, labels))))
            if turned is not None and turned != edge:
                self.clauses.append(build.disjunction((*off, self.on[turned])))

    def _bound(self, vertex: int, has: Mapping[Labels, Formula], size: Number) -> None:
        """A component that joins two vertices is larger than their distance, and with more than one it has an edge."""
        larger: dict[int, Formula] = {}

        def larger_than(number: int) -> Formula:
            if number not in larger:
                more = build.negation(build.at_most(size, number))
                larger[number] = self.auxiliaries.named("size", self.graph.places[vertex], more)
            return larger[number]

        far = distances(self.graph, vertex)
        for labels, here in has.items():
            apart = far.get(self.claims[vertex].partners[labels].vertex, len(self.graph.places))
            self.clauses.append(build.disjunction((build.negation(here), larger_than(apart))))
        beside = [self.on[edge] for _, edge in self.graph.neighbours[vertex]]
        self.clauses.append(build.disjunction((build.negation(larger_than(1)), *beside)))

    def _own_partners(self) -> Mapping[Labels, Sequence[int]]:
        """The vertices that are their own partners, by labels for which all partners are mutual."""
        result: dict[Labels, list[int]] = {}
        if len(self.claims) < len(self.graph.places):
            return result
        others: set[Labels] = set()
        for vertex, claim in self.claims.items():
            for labels, partner in claim.partners.items():
                own = result.setdefault(labels, [])
                back = self.claims[partner.vertex].partners.get(labels)
                if partner.vertex == vertex:
                    own.append(vertex)
                elif back is None or back.vertex != vertex:
                    others.add(labels)
        return {labels: own for labels, own in result.items() if labels not in others}

    def _pair_up(
        self,
        vertex: int,
        has: Mapping[int, Mapping[Labels, Formula]],
        size: Number,
        own: Mapping[Labels, Sequence[int]],
    ) -> None:
        """A component's size is odd if it holds the only vertex that is its own partner, and even without it.

        The parity of sizes is stated up to the greatest distance.  Greater numbers, which are compared with nothing
        else, would only make domains larger (`graphs.domain_refinement`).
        """
        odd = self.auxiliaries.member("odd", self.graph.places[vertex])
        even = build.negation(odd)
        for number in range(1, max(distances(self.graph, vertex).values()) + 1):
            self.auxiliaries.either(build.negation(build.equal(size, number)), odd if number % 2 else even)
        for labels, here in has[vertex].items():
            alone = own.get(labels)
            if alone is not None and len(alone) <= 1:
                away = build.negation(here)
                if vertex in alone:
                    self.clauses.append(build.disjunction((away, odd)))
                else:
                    self.clauses.append(build.disjunction((away, even, *(has[other][labels] for other in alone))))


def _numbers_of_sizes(problem: Problem, graph: Graph) -> Mapping[int, Number]:
    """The numbers that constraints say are the sizes of components, by vertex."""
    result: dict[int, Number] = {}
    for constraint in problem.constraints:
        for claim in together(constraint.formula):
            match claim:
                case nodes.Equal(
                    nodes.Sum((), ((1, ComponentSize() as size), (-1, Number() as number)), 0)
                    | nodes.Sum((), ((1, Number() as number), (-1, ComponentSize() as size)), 0),
                    0,
                ) if size.graph is graph and counts_all(size):
                    result[size.vertex] = number
                case _:
                    pass
    return result
