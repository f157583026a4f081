"""Claims that labels of a component name a partner for each of its vertices, with which that is joined.

The labels are numbers that the ends of each edge share where it is on.  So a component has the same labels everywhere.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import equivalent, opposite
from puzzlelang.geometry.places import Place
from puzzlelang.graphs.value_components import equal_numbers
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Graph, Number, Problem
from puzzlelang.problem.traversal import together

Labels = tuple[tuple[str, int], ...]
"""Labels of a component: the names of the numbers and their values."""


class Partner(msgspec.Struct, frozen=True, eq=False):
    """The partner of a vertex by some labels, and the equalities that give the vertex these labels."""

    vertex: int
    labelled: Sequence[nodes.Equal]


class PartnerClaim(msgspec.Struct, frozen=True, eq=False):
    """A claim that a vertex, if it is there, is joined with one of its partners or is its own."""

    graph: Graph
    vertex: int
    claim: Formula
    partners: Mapping[Labels, Partner]


def partner_claims(problem: Problem) -> Sequence[Mapping[int, PartnerClaim]]:
    """Find the claims about partners by their vertices, for each graph whose components have labels."""
    graphs: dict[int, dict[int, PartnerClaim]] = {}
    for constraint in problem.constraints:
        for claim in together(constraint.formula):
            read = _partner_claim(claim) if type(claim) is nodes.Or else None
            if read is not None:
                graphs.setdefault(id(read.graph), {}).setdefault(read.vertex, read)
    return [claims for claims in graphs.values() if _are_labels(problem, claims)]


def _partner_claim(claim: nodes.Or) -> PartnerClaim | None:
    graph = _joined_graph(claim)
    if graph is None:
        return None
    partners: dict[Labels, Partner] = {}
    vertex: int | None = None
    others: list[Formula] = []
    here = False
    for part in claim.parts:
        read = _alternative(graph, together(part))
        if read is None:
            others.append(part)
        elif read.labels in partners or vertex not in (None, read.vertex) or len(others) > 1:
            return None
        else:
            vertex, partners[read.labels], here = read.vertex, read.partner, here or read.here
    if vertex is None or not all(opposite(other, graph.presence[vertex]) for other in others):
        return None
    return None if here and not others else PartnerClaim(graph, vertex, claim, partners)


def _joined_graph(claim: nodes.Or) -> Graph | None:
    """The graph that some alternative says two vertices are joined in; None for most claims, so no call is made."""
    for part in claim.parts:
        if type(part) is nodes.Joined:
            return part.graph
        if type(part) is nodes.And:
            for one in part.parts:
                if type(one) is nodes.Joined:
                    return one.graph
    return None


class _Alternative(msgspec.Struct, frozen=True, eq=False):
    """An alternative of a claim: a vertex has these labels, and is joined with its partner by them.

    `here`: it also says that the vertex is there.
    """

    vertex: int
    labels: Labels
    partner: Partner
    here: bool


def _alternative(graph: Graph, parts: Sequence[Formula]) -> _Alternative | None:
    labelled: list[nodes.Equal] = []
    labels: list[tuple[str, int]] = []
    places: set[Place | None] = set()
    rest: list[Formula] = []
    for part in parts:
        label = _label(part)
        if label is None:
            rest.append(part)
        else:
            labelled.append(label)
            labels.append((label.term.variable.name, label.value))  # type: ignore[union-attr]
            places.add(label.term.variable.place)  # type: ignore[union-attr]
    place = next(iter(places), None)
    vertex = None if place is None or len(places) > 1 else graph.index.get(place)
    if vertex is None:
        return None
    partner, here = vertex, False
    for part in rest:
        if equivalent(part, graph.presence[vertex]):
            here = True
        elif partner == vertex and (other := _joined_with(graph, vertex, part)) is not None:
            partner = other
        else:
            return None
    return _Alternative(vertex, tuple(sorted(labels)), Partner(partner, labelled), here)


def _label(part: Formula) -> nodes.Equal | None:
    """The equality of a number and a value that a formula states, also with a constant added to the number."""
    match part:
        case nodes.Equal(nodes.Number()):
            return part
        case nodes.Equal(nodes.Sum((), ((1, nodes.Number() as number),), constant), value):
            plain = build.equal(number, value - constant)
            return plain if isinstance(plain, nodes.Equal) else None
        case _:
            return None


def _joined_with(graph: Graph, vertex: int, part: Formula) -> int | None:
    """The other vertex with which a formula says that a vertex is joined: in an exact graph the edge says so."""
    if type(part) is nodes.Joined:
        if part.graph is not graph or vertex not in (part.first, part.second):
            return None
        return part.second if part.first == vertex else part.first
    if graph.exact is None:
        return None
    return next((other for other, edge in graph.neighbours[vertex] if equivalent(part, graph.edges[edge][2])), None)


def _are_labels(problem: Problem, claims: Mapping[int, PartnerClaim]) -> bool:
    """Whether all claims have the same labels, and the ends of each edge share these where it is on."""
    graph = next(iter(claims.values())).graph
    names = {tuple(name for name, _ in labels) for one in claims.values() for labels in one.partners}
    if len(names) > 1:
        return False
    equal = set(_equal_where_on(problem, graph))
    return all((name, edge) in equal for name in next(iter(names)) for edge in range(len(graph.edges)))


def _equal_where_on(problem: Problem, graph: Graph) -> Iterator[tuple[str, int]]:
    """Yield numbers that the ends of an edge share where it is on: their name, and the edge's position."""
    edges = {frozenset((graph.places[a], graph.places[b])): edge for edge, (a, b, _) in enumerate(graph.edges)}
    for constraint in problem.constraints:
        for claim in together(constraint.formula):
            for guards, one, other in _equalities(claim):
                edge = edges.get(frozenset((one.variable.place, other.variable.place)))  # type: ignore[arg-type]
                if edge is not None and one.variable.name == other.variable.name:
                    first, second, when = graph.edges[edge]
                    known = when, graph.presence[first], graph.presence[second]
                    if all(_says(needed, known) for guard in guards for needed in together(build.negation(guard))):
                        yield one.variable.name, edge


def _equalities(claim: Formula) -> Iterator[tuple[Sequence[Formula], Number, Number]]:
    """Yield the two numbers that a claim makes equal, with its other alternatives."""
    parts = claim.parts if type(claim) is nodes.Or else (claim,)
    for part in parts:
        for one in together(part):
            match one:
                case nodes.Equal(nodes.Sum((), ((1, Number() as first), (-1, Number() as second)), 0), 0):
                    yield [other for other in parts if other is not part], first, second
                case _:
                    pass


def _says(needed: Formula, known: Sequence[Formula]) -> bool:
    """Whether one of some formulas is a given one, or says the same of two numbers: that they are equal."""
    numbers = equal_numbers(needed)
    return any(equivalent(needed, one) or (numbers is not None and numbers == equal_numbers(one)) for one in known)
