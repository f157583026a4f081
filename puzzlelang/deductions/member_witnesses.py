"""Claims that every component has a member of some kind."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.deductions.claims import Claims, equivalent, opposite
from puzzlelang.deductions.record import Implication
from puzzlelang.problem import build, build_graphs, nodes, traversal
from puzzlelang.problem.record import Formula, Graph

Key = tuple[object, ...]
"""The same for formulas that say the same in the same way."""


Kind = dict[Key, Formula]
"""Alternatives, one of which makes a vertex a member of the kind, by their keys."""


class Witnesses(msgspec.Struct, frozen=True, eq=False):
    """A claim that the component that begins at a vertex has a member of some kind: by member what makes it so."""

    vertex: int
    kinds: dict[int, Kind]
    guard: Formula
    claim: nodes.Or


def members_of_every_component(claims: Claims) -> Iterator[Implication]:
    """Deduce that the number of such members is not 0, where their kind does not depend on the component.

    What a claim about the component of one vertex states of other vertices, as members of the same component, is
    stated of the component of the member.  So it is one formula for each vertex, not one for every two.
    """
    graphs: dict[int, tuple[Graph, list[Witnesses]]] = {}
    others: list[nodes.Or] = []
    for claim in claims.stated:
        if type(claim) is nodes.Or and len(claim.parts) > 2:
            guards = [part for part in claim.parts if type(part) is nodes.Not and type(part.part) is nodes.First]
            if len(guards) == 1 and isinstance(first := guards[0].part, nodes.First):
                read = _witnesses(claim, first.graph, first.vertex, guards[0])
                if read is not None:
                    graphs.setdefault(id(first.graph), (first.graph, []))[1].append(read)
            elif not guards:
                others.append(claim)
    for graph, member_claims in graphs.values():
        member_claims.extend(_of_certain_firsts(graph, others))
        if len(member_claims) < 2:
            continue
        kinds: dict[int, Kind] = {}
        for one in member_claims:
            for member, kind in one.kinds.items():
                before = kinds.setdefault(member, kind)
                if before is not kind:
                    kinds[member] = {**before, **kind}
        counted = [(member, build.disjunction(kind.values())) for member, kind in sorted(kinds.items())]
        formulas: list[Formula] = []
        settled: list[Formula] = []
        for one in member_claims:
            if _is_whole(graph, one, kinds):
                number = build_graphs.component_size(graph, one.vertex, counted)
                formulas.append(build.disjunction((one.guard, build.negation(build.equal(number, 0)))))
                settled.append(one.claim)
        if settled:
            yield Implication(formulas, settled, settled)


def _is_whole(graph: Graph, one: Witnesses, kinds: dict[int, Kind]) -> bool:
    """Whether a claim names all members that the component may have, each as the other claims do.

    It leaves out alternatives that deny that a member is joined with its vertex.
    """
    for member, kind in kinds.items():
        own = one.kinds.get(member, {})
        if own is kind:
            continue
        if not own and build_graphs.joined(graph, one.vertex, member) is False:
            continue
        apart = build.negation(_together(graph, member, one.vertex))
        for key, formula in kind.items():
            if key not in own and not any(equivalent(part, apart) for part in traversal.together(formula)):
                return False
    return True


def _of_certain_firsts(graph: Graph, claims: Sequence[nodes.Or]) -> Iterator[Witnesses]:
    """Read the claims about components that begin at a vertex wherever it is present, which is their only guard."""
    presence = enumerate(graph.presence)
    firsts = [vertex for vertex, here in presence if here is not True and build_graphs.first(graph, vertex) is here]
    for claim in claims if firsts else ():
        for part in claim.parts:
            vertex = next((one for one in firsts if opposite(part, graph.presence[one])), None)
            read = None if vertex is None else _witnesses(claim, graph, vertex, part)
            if read is not None:
                yield read
                break


def _witnesses(claim: nodes.Or, graph: Graph, vertex: int, guard: Formula) -> Witnesses | None:
    """Read the alternatives of a claim: each that a vertex is a member, and something else."""
    kinds: dict[int, Kind] = {}
    for part in claim.parts:
        if part is guard:
            continue
        rest = list(traversal.together(part))
        member = None
        for one in rest:
            if equivalent(one, graph.presence[vertex]):
                member = vertex
            elif isinstance(one, nodes.Joined) and one.graph is graph and vertex in (one.first, one.second):
                member = one.second if one.first == vertex else one.first
            if member is not None:
                rest.remove(one)
                break
        if member is None or member in kinds:
            return None
        kinds[member] = _kind(graph, vertex, member, rest)
    return Witnesses(vertex, kinds, guard, claim)


def _kind(graph: Graph, vertex: int, member: int, rest: Sequence[Formula]) -> Kind:
    """Return what is stated of the component of a vertex, stated of that of a member of it, which is present."""
    known = nodes.memo(graph, _MemberMemo)
    same = (member, *map(id, rest))
    if same in known.kinds:
        return known.kinds[same][1]
    alternatives = rest[0].parts if len(rest) == 1 and isinstance(rest[0], nodes.Or) else [build.conjunction(rest)]
    kind: Kind = {}
    about_vertex = False
    for one in alternatives:
        stated = traversal.together(one)
        moved = [_about_member(graph, vertex, member, part, known) for part in stated]
        about_vertex = about_vertex or any(_end(graph, vertex, part) is not None for part in stated)
        denied = [key[1:] for key, _ in moved if key[0] == "not"]
        if denied and any(key in denied for key, _ in moved):
            continue
        key = ("and", *(key for key, _ in moved))
        if (member, key) not in known.conjunctions:
            unmoved = all(part is before for (_, part), before in zip(moved, stated, strict=True))
            known.conjunctions[member, key] = one if unmoved else build.conjunction(part for _, part in moved)
        kind[key] = known.conjunctions[member, key]
    if not about_vertex:
        known.kinds[same] = rest, kind
    return kind


def _about_member(
    graph: Graph, vertex: int, member: int, formula: Formula, known: "_MemberMemo"
) -> tuple[Key, Formula]:
    """A formula about the component of a vertex, or of a member of it, about that of the member, behind its key."""
    other = _end(graph, member, formula)
    other = _end(graph, vertex, formula) if other is None else other
    if other is not None:
        true = type(formula) is not nodes.Not
        place = member, other, true
        if place not in known.moved:
            together = _together(graph, member, other)
            one = together if true else build.negation(together)
            known.moved[place] = _key(one), one
        return known.moved[place]
    if id(formula) not in known.keys:
        known.keys[id(formula)] = _key(formula), formula
    return known.keys[id(formula)]


def _end(graph: Graph, vertex: int, formula: Formula) -> int | None:
    """The vertex that a formula states to be joined with this one, or not to be."""
    bare = formula.part if type(formula) is nodes.Not else formula
    if type(bare) is nodes.Joined and bare.graph is graph and vertex in (bare.first, bare.second):
        return bare.second if bare.first == vertex else bare.first
    return None


def _together(graph: Graph, member: int, other: int) -> Formula:
    """State that a vertex is in the component of a member, which is present."""
    known = nodes.memo(graph, _Beside).known
    key = member, other
    if key not in known:
        always = any(one == other and graph.edges[edge][2] is True for one, edge in graph.neighbours[member])
        known[key] = graph.presence[other] if always else build_graphs.joined(graph, member, other)
    return known[key]


class _Beside(msgspec.Struct):
    """Memo of a graph: what states that a vertex is in the component of another one."""

    known: dict[tuple[int, int], Formula] = msgspec.field(default_factory=dict)


class _MemberMemo(msgspec.Struct):
    """Memo of a graph: formulas behind their keys, and the conjunctions that are stated of a member.

    `moved`: that two vertices are in one component, or not; `keys`: any other formula, by its identity.  `kinds`: what
    is stated of a member in any component, by the identities of the formulas, which are kept.
    """

    moved: dict[tuple[int, int, bool], tuple[Key, Formula]] = msgspec.field(default_factory=dict)
    keys: dict[int, tuple[Key, Formula]] = msgspec.field(default_factory=dict)
    conjunctions: dict[tuple[int, Key], Formula] = msgspec.field(default_factory=dict)
    kinds: dict[tuple[int, ...], tuple[Sequence[Formula], Kind]] = msgspec.field(default_factory=dict)


def _key(formula: Formula) -> Key:
    if type(formula) is nodes.Holds:
        return (formula.variable.index,)
    if type(formula) is nodes.Not:
        return ("not", *_key(formula.part))
    match formula:
        case nodes.And(parts):
            return ("and", *map(_key, parts))
        case nodes.Or(parts):
            return ("or", *map(_key, parts))
        case _:
            return ("other", id(formula))
