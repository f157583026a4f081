"""Claims of a problem: the formulas that must all be true, and the components that they are about.

Guards are distributed over conjunctions, so that each conjunct is a claim of its own.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.graphs.marked_components import MarkedComponents
from puzzlelang.problem import build, build_graphs, nodes, traversal
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Problem


class ComponentClaim(msgspec.Struct, frozen=True, eq=False):
    """A claim about the component of `vertex`: its `statement`, and the whole `claim`, which may have a guard.

    The guard exempts a vertex that is absent or not the representative of its component.
    """

    graph: Graph
    vertex: int
    statement: Formula
    claim: Formula


class Claims(msgspec.Struct, frozen=True, eq=False):
    """Claims of a problem about graphs.

    `stated`: the claims, each conjunct by itself.  `connected`: by the identity of a graph, the claim that it is
    connected.  `parts`: by the identity of a graph, the claims about its components.  `plain`: the formulas that are
    not about graphs.  `shapes`: whether formulas compare the shapes of sets.
    """

    stated: Sequence[Formula]
    connected: Mapping[int, nodes.Connected]
    parts: Mapping[int, Sequence[ComponentClaim]]
    plain: Sequence[Formula]
    shapes: bool = False

    def units(self) -> UnitPropagation:
        """Return the unit propagation over the problem's clauses of members, propagated to the end."""
        units = UnitPropagation()
        for formula in self.plain:
            units.state(formula)
        units.propagate()
        return units


def claims(of: Problem, about: traversal.About) -> Claims:
    """Collect the claims of constraints and definitions; `about` caches which formulas are about graphs."""
    stated: list[Formula] = []
    connected: dict[int, nodes.Connected] = {}
    parts: dict[int, list[ComponentClaim]] = {}
    plain: list[Formula] = []
    for formula in (*of.definitions, *(one.formula for one in of.constraints)):
        if not traversal.about_graphs(formula, about):
            plain.append(formula)
            continue
        for claim in traversal.together(formula):
            stated.append(claim)
            if type(claim) is nodes.Connected:
                connected.setdefault(id(claim.graph), claim)
            elif (component_claim := _component_claim(claim)) is not None:
                parts.setdefault(id(component_claim.graph), []).append(component_claim)
    return Claims(stated, connected, parts, plain, of.shapes)


def _component_claim(claim: Formula) -> ComponentClaim | None:
    """Read a claim about a component: unguarded, or guarded by "is the representative"."""
    if type(claim) is nodes.Same or type(claim) is nodes.Not:  # there may be a hundred thousand of them
        return None
    alternatives = claim.parts if type(claim) is nodes.Or else (claim,)
    for statement in alternatives:
        spoken = _subject(statement)
        if spoken is not None and all(one is statement or _not_first(one, *spoken) for one in alternatives):
            return ComponentClaim(*spoken, statement, claim)
    return None


_SPEAKING = frozenset((nodes.Rectangle, nodes.Equal, nodes.AtMost))


def _subject(statement: Formula) -> tuple[Graph, int] | None:
    if type(statement) not in _SPEAKING:
        return None
    match statement:
        case nodes.Rectangle(graph, vertex):
            return graph, vertex
        case nodes.Equal(nodes.ComponentSize(graph, vertex)) | nodes.AtMost(nodes.ComponentSize(graph, vertex)):
            return graph, vertex
        case nodes.Not(nodes.Equal(nodes.ComponentSize(graph, vertex), 0)):
            return graph, vertex
        case nodes.Not(nodes.AtMost(nodes.ComponentSize(graph, vertex))):
            return graph, vertex
        case _:
            return None


def _not_first(formula: Formula, graph: Graph, vertex: int) -> bool:
    """Whether the formula states that the vertex is absent or no representative."""
    return is_not_first(formula, graph, vertex) or opposite(formula, graph.presence[vertex])


def is_not_first(formula: Formula, graph: Graph, vertex: int) -> bool:
    """Return whether a formula states that the vertex is not the representative of its component."""
    match formula:
        case nodes.Not(nodes.First(other, place)):
            return other is graph and place == vertex
        case _:
            return False


def covers_every_component(graph: Graph, component_claims: Sequence[ComponentClaim]) -> bool:
    """Return whether the claims cover all components: one for each possible representative."""
    vertices = {one.vertex for one in component_claims}
    return all(vertex in vertices or build_graphs.first(graph, vertex) is False for vertex in range(len(graph.places)))


def marks(
    graph: Graph, component_claims: Sequence[ComponentClaim]
) -> tuple[frozenset[int], Sequence[ComponentClaim]] | None:
    """Find marks: vertices of which each component holds exactly one, with the claims; None if there are none."""
    groups: dict[frozenset[int], list[ComponentClaim]] = {}
    counting: dict[
        int, list[ComponentClaim] | None
    ] = {}  # by the identity of what they count, which most of them share
    for one in component_claims:
        match one.statement:
            case nodes.Equal(nodes.ComponentSize(_, _, counted), 1):
                if id(counted) not in counting:
                    whole = all(when is True for _, when in counted)
                    among = frozenset(vertex for vertex, _ in counted)
                    counting[id(counted)] = groups.setdefault(among, []) if whole else None
                if (group := counting[id(counted)]) is not None:
                    group.append(one)
            case _:
                pass
    return next(((among, ones) for among, ones in groups.items() if covers_every_component(graph, ones)), None)


def sizes(component_claims: Sequence[ComponentClaim]) -> Mapping[int, tuple[int, Formula]]:
    """Find vertices whose component size is fixed, with the claims."""
    result: dict[int, tuple[int, Formula]] = {}
    for one in component_claims:
        match one.statement:
            case nodes.Equal(ComponentSize() as size, value) if (
                one.claim is one.statement and counts_all(size) and value > 0
            ):
                result.setdefault(one.vertex, (value, one.claim))
            case _:
                pass
    return result


def marked_components(claims: Claims, about: traversal.About) -> Iterator[MarkedComponents]:
    """Yield graphs each of whose components holds marks, except graphs whose conditions are about graphs."""
    for graph, component_claims in graphs(claims):
        held = _least_marks(graph, component_claims)
        if held is not None and not any(traversal.about_graphs(one, about) for one in traversal.conditions(graph)):
            known = {vertex: size for vertex, (size, _) in sizes(component_claims).items()}
            exact = marks(graph, component_claims)
            yield MarkedComponents(graph, *held, known, single=exact is not None and exact[0] == held[0])


def _least_marks(graph: Graph, component_claims: Sequence[ComponentClaim]) -> tuple[frozenset[int], int] | None:
    """Find vertices of which each component holds some, and how many at least; None if there are none.

    On a board in pieces each piece has its own, and they are taken together.
    """
    groups: dict[frozenset[int], list[tuple[ComponentClaim, int]]] = {}
    sets: dict[int, frozenset[int] | None] = {}  # by the identity of what claims count, which most of them share
    for one in component_claims:
        size, least = _at_least(one.statement)
        if size is None or least < 1:
            continue
        if id(size.counted) not in sets:
            whole = all(when is True for _, when in size.counted)
            sets[id(size.counted)] = frozenset(vertex for vertex, _ in size.counted) if whole else None
        among = sets[id(size.counted)]
        if among is not None and len(among) < len(graph.places):
            groups.setdefault(among, []).append((one, least))
    alternatives = [*groups.items()]
    if len(groups) > 1:
        alternatives.append((frozenset().union(*groups), [one for group in groups.values() for one in group]))
    for among, ones in alternatives:
        if covers_every_component(graph, [one for one, _ in ones]):
            return among, min(least for _, least in ones)
    return None


def _at_least(statement: Formula) -> tuple[ComponentSize | None, int]:
    """The size that a statement bounds from below, and the bound; None for other statements."""
    match statement:
        case nodes.Equal(ComponentSize() as size, value):
            return size, value
        case nodes.Not(nodes.AtMost(ComponentSize() as size, bound)):
            return size, bound + 1
        case nodes.Not(nodes.Equal(ComponentSize() as size, 0)):
            return size, 1
        case _:
            return None, 0


def conditional(part: ComponentClaim) -> bool:
    """Return whether a claim does not demand its vertex: it is guarded, or the vertex is always present."""
    return part.claim is not part.statement or part.graph.presence[part.vertex] is True


def opposite(left: Formula, right: Formula) -> bool:
    """Return by syntax alone whether one formula is the other's negation."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is (not right) if isinstance(left, bool) and isinstance(right, bool) else False
    if isinstance(left, nodes.Not):
        return equivalent(left.part, right)
    return isinstance(right, nodes.Not) and equivalent(left, right.part)


def equivalent(left: Formula, right: Formula) -> bool:
    """Return by syntax alone whether two formulas are equivalent."""
    if left is right:
        return True
    if type(left) is not type(right):  # most are of two kinds, which `match` is slow to find out
        return False
    match left, right:
        case nodes.Holds(one), nodes.Holds(other):
            return one is other
        case nodes.Not(one), nodes.Not(other):
            return equivalent(one, other)
        case nodes.Equal(nodes.Number(one), value), nodes.Equal(nodes.Number(other), same):
            return one is other and value == same
        case _:
            return False


def exclusive(left: Formula, right: Formula) -> bool:
    """Return by syntax alone whether two formulas exclude each other."""
    return any(
        opposite(one, other) or _differ(one, other)
        for one in traversal.together(left)
        for other in traversal.together(right)
    )


def _differ(left: Formula, right: Formula) -> bool:
    match left, right:
        case nodes.Equal(nodes.Number(one), value), nodes.Equal(nodes.Number(other), another):
            return one is other and value != another
        case (nodes.Equal(nodes.Number(one), value), nodes.AtMost(nodes.Number(other), bound)) | (
            nodes.AtMost(nodes.Number(other), bound),
            nodes.Equal(nodes.Number(one), value),
        ):
            return one is other and value > bound
        case (nodes.Equal(nodes.Number(one), value), nodes.Not(nodes.AtMost(nodes.Number(other), bound))) | (
            nodes.Not(nodes.AtMost(nodes.Number(other), bound)),
            nodes.Equal(nodes.Number(one), value),
        ):
            return one is other and value <= bound
        case _:
            return left is False or right is False


def graphs(claims: Claims) -> Iterator[tuple[Graph, Sequence[ComponentClaim]]]:
    """Yield each graph with claims about its components, and these claims, in the order met."""
    for component_claims in claims.parts.values():
        yield component_claims[0].graph, component_claims


def distribute(problem: Problem, about: traversal.About) -> Problem:
    """Return the problem with a guard before each conjunct of a claim that components are rectangles.

    `about` caches which formulas are about graphs.
    """
    changed: dict[int, Formula] = {}
    for number, one in enumerate(problem.constraints):
        composed = type(one.formula) is nodes.Or or type(one.formula) is nodes.And
        if composed and traversal.about_graphs(one.formula, about):
            parts = traversal.together(one.formula)
            distributed = [_distribute(part) if type(part) is nodes.Or else part for part in parts]
            if any(new is not old for new, old in zip(distributed, parts, strict=True)):
                changed[number] = build.conjunction(distributed)
    if not changed:
        return problem
    constraints = [
        msgspec.structs.replace(one, formula=changed[number]) if number in changed else one
        for number, one in enumerate(problem.constraints)
    ]
    return msgspec.structs.replace(problem, constraints=tuple(constraints))


def _distribute(claim: nodes.Or) -> Formula:
    """Distribute the other alternatives over the one conjunction with a rectangle; other claims stay."""
    shapes = [part for part in claim.parts if isinstance(part, nodes.And)]
    if len(shapes) != 1 or not any(isinstance(part, nodes.Rectangle) for part in shapes[0].parts):
        return claim
    guards = [part for part in claim.parts if part is not shapes[0]]
    return build.conjunction([build.disjunction((*guards, part)) for part in shapes[0].parts])
