"""Claims about every component that follow from claims about each of its members."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.record import Implication
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph

Key = frozenset[tuple[bool, object]]
"""The same for disjunctions of the same statements and negations of statements."""


def claims_of_members(claims: Claims) -> Iterator[Implication]:
    """Deduce that what is claimed of each member of each component is true of each vertex that is present.

    A rule that goes through all components, and through the vertices of each, makes a claim for every two vertices.
    """
    graphs: dict[int, _Graph] = {}
    others: list[Formula] = []  # claims that are not noted under all their guards
    for claim in claims.stated:
        if type(claim) is nodes.Or and (pair := _pair(claim)) is not None:
            first, joined = pair
            alone = graphs.setdefault(id(first.graph), _Graph(first.graph)).note(claim, first, joined)
            if alone:
                continue
        others.append(claim)
    if not any(one.repeated for one in graphs.values()):
        return
    by_key = {_key(claim.parts if isinstance(claim, nodes.Or) else (claim,)): claim for claim in others}
    for one in graphs.values():
        formulas, settled = one.everywhere(by_key)
        if formulas:
            yield Implication(formulas, settled, settled)


def _pair(claim: nodes.Or) -> tuple[nodes.First, nodes.Joined] | None:
    """The statements that a component begins at a vertex, and that another vertex is in it, if these are guards."""
    first = joined = None
    for part in claim.parts:
        if type(part) is nodes.Not:
            if type(part.part) is nodes.First:
                first = first or part.part
            elif type(part.part) is nodes.Joined:
                joined = joined or part.part
    if first is None or joined is None or joined.graph is not first.graph:
        return None
    return (first, joined) if first.vertex in (joined.first, joined.second) else None


def _key(parts: Sequence[Formula]) -> Key:
    return frozenset(
        (False, _identity(part.part)) if type(part) is nodes.Not else (True, _identity(part)) for part in parts
    )


def _identity(part: Formula) -> object:
    """Identify a formula, of which there may be several nodes."""
    match part:
        case nodes.Holds(variable):
            return variable.index, 0
        case nodes.First(graph, vertex):
            return id(graph), vertex
        case _:
            return id(part)


_GUARDS = frozenset((nodes.First, nodes.Joined))


class _MemberClaims(msgspec.Struct, frozen=True, eq=False):
    """The claims about members, by the claim about the component that begins at each vertex."""

    member: int
    rest: Sequence[Formula]
    claims: dict[int, Formula]


class _Graph:
    """Collects the claims about a graph, by what is claimed of a member."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.groups: dict[tuple[int, Key], _MemberClaims] = {}

    @property
    def repeated(self) -> bool:
        """Whether anything is claimed twice."""
        return any(len(one.claims) > 1 for one in self.groups.values())

    def note(self, claim: nodes.Or, first: nodes.First, joined: nodes.Joined) -> bool:
        """Collect a claim with these guards; tell whether it has no others of the same types."""
        rest = [
            part
            for part in claim.parts
            if not (type(part) is nodes.Not and (part.part is first or part.part is joined))
        ]
        member = joined.second if joined.first == first.vertex else joined.first
        key = member, _key(rest)
        if key not in self.groups:
            self.groups[key] = _MemberClaims(member, rest, {})
        self.groups[key].claims[first.vertex] = claim
        return not any(type(part) is nodes.Not and type(part.part) in _GUARDS for part in rest)

    def everywhere(self, by_key: Mapping[Key, Formula]) -> tuple[list[Formula], list[Formula]]:
        """Return what holds of each vertex, and the claims that say so; `by_key`: claims that are not noted."""
        formulas: list[Formula] = []
        settled: list[Formula] = []
        for one in self.groups.values():
            if len(one.claims) > 1:
                claims = [self._claims(vertex, one, by_key) for vertex in range(len(self.graph.places))]
                if all(claims[: one.member + 1]):
                    formulas.append(build.disjunction((build.negation(self.graph.presence[one.member]), *one.rest)))
                    settled.extend(claim for some in claims for claim in some if isinstance(claim, nodes.Or))
        return formulas, settled

    def _claims(self, vertex: int, group: _MemberClaims, by_key: Mapping[Key, Formula]) -> Sequence[Formula]:
        """The claim about the component that begins at a vertex; true if it cannot, or not with the member."""
        if vertex in group.claims:
            return [group.claims[vertex]]
        first, joined = (
            build_graphs.first(self.graph, vertex),
            build_graphs.joined(self.graph, vertex, group.member),
        )
        if first is False or joined is False:
            return [True]
        apart = build.negation(joined)
        for guards in ((build.negation(first), apart), (apart,)):
            claim = build.disjunction((*guards, *group.rest))
            if (result := by_key.get(_key(claim.parts if isinstance(claim, nodes.Or) else (claim,)))) is not None:
                return [result]
        return []
