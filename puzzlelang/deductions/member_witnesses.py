"""Claims that every component has a member of some kind."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.deductions.claims import Claims, equivalent
from puzzlelang.deductions.record import Implied
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


def members_of_every_component(claims: Claims) -> Iterator[Implied]:
    """Deduce that the number of such members is not 0, where their kind does not depend on the component.

    What a claim about the component of one vertex states of other vertices, as members of the same component, is
    stated of the component of the member.  So it is one formula for each vertex, not one for every two.
    """
    graphs: dict[int, tuple[Graph, list[Witnesses]]] = {}
    for claim in claims.stated:
        if type(claim) is nodes.Or and len(claim.parts) > 2:
            guards = [part for part in claim.parts if type(part) is nodes.Not and type(part.part) is nodes.First]
            read = _witnesses(claim, guards[0]) if len(guards) == 1 else None
            if read is not None:
                graphs.setdefault(id(read[0]), (read[0], []))[1].append(read[1])
    for graph, said in graphs.values():
        if len(said) < 2:
            continue
        kinds: dict[int, Kind] = {}
        for one in said:
            for member, kind in one.kinds.items():
                kinds[member] = {**kinds.get(member, {}), **kind}
        counted = [(member, build.disjunction(kind.values())) for member, kind in sorted(kinds.items())]
        formulas: list[Formula] = []
        settled: list[Formula] = []
        for one in said:
            if _is_whole(graph, one, kinds):
                number = build_graphs.component_size(graph, one.vertex, counted)
                formulas.append(build.disjunction((one.guard, build.negation(build.equal(number, 0)))))
                settled.append(one.claim)
        if settled:
            yield Implied(formulas, settled, settled)


def _is_whole(graph: Graph, one: Witnesses, kinds: dict[int, Kind]) -> bool:
    """Whether a claim names all members that the component may have, each as the other claims do.

    It leaves out alternatives that deny that a member is joined with its vertex.
    """
    for member, kind in kinds.items():
        own = one.kinds.get(member, {})
        if not own and build_graphs.joined(graph, one.vertex, member) is False:
            continue
        apart = build.negation(_together(graph, member, one.vertex))
        for key, formula in kind.items():
            if key not in own and not any(equivalent(part, apart) for part in traversal.together(formula)):
                return False
    return True


def _witnesses(claim: nodes.Or, guard: nodes.Not) -> tuple[Graph, Witnesses] | None:
    """Read the alternatives of a claim: each that a vertex is a member, and something else."""
    assert isinstance(guard.part, nodes.First)
    graph, vertex = guard.part.graph, guard.part.vertex
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
    return graph, Witnesses(vertex, kinds, guard, claim)


def _kind(graph: Graph, vertex: int, member: int, rest: Sequence[Formula]) -> Kind:
    """Return what is stated of the component of a vertex, stated of that of a member of it, which is present."""
    alternatives = rest[0].parts if len(rest) == 1 and isinstance(rest[0], nodes.Or) else [build.conjunction(rest)]
    known = nodes.memo(graph, _Stated)
    kind: Kind = {}
    for one in alternatives:
        stated = traversal.together(one)
        moved = [_about_member(graph, vertex, member, part, known) for part in stated]
        denied = [key[1:] for key, _ in moved if key[0] == "not"]
        if denied and any(key in denied for key, _ in moved):
            continue
        key = ("and", *(key for key, _ in moved))
        if (member, key) not in known.conjunctions:
            same = all(part is before for (_, part), before in zip(moved, stated, strict=True))
            known.conjunctions[member, key] = one if same else build.conjunction(part for _, part in moved)
        kind[key] = known.conjunctions[member, key]
    return kind


def _about_member(graph: Graph, vertex: int, member: int, formula: Formula, known: "_Stated") -> tuple[Key, Formula]:
    """A formula about the component of a vertex, about that of a member of it, behind its key."""
    bare = formula.part if type(formula) is nodes.Not else formula
    if type(bare) is nodes.Joined and bare.graph is graph and vertex in (bare.first, bare.second):
        other = bare.second if bare.first == vertex else bare.first
        place = member, other, bare is formula
        if place not in known.moved:
            together = _together(graph, member, other)
            one = together if bare is formula else build.negation(together)
            known.moved[place] = _key(one), one
        return known.moved[place]
    if id(formula) not in known.keys:
        known.keys[id(formula)] = _key(formula), formula
    return known.keys[id(formula)]


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


class _Stated(msgspec.Struct):
    """Memo of a graph: formulas behind their keys, and the conjunctions that are stated of a member.

    `moved`: that two vertices are in one component, or not; `keys`: any other formula, by its identity.
    """

    moved: dict[tuple[int, int, bool], tuple[Key, Formula]] = msgspec.field(default_factory=dict)
    keys: dict[int, tuple[Key, Formula]] = msgspec.field(default_factory=dict)
    conjunctions: dict[tuple[int, Key], Formula] = msgspec.field(default_factory=dict)


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
