"""Groups of vertices of which every component holds one: a rule names what each component is joined with.

"A block goes across a border" lists, for each vertex, the borders with whose two cells it may be joined.  A solver may
claim that a block is joined with any of these that lie elsewhere, and each such pair would need a cut of its own.  So
each alternative is read as a group: vertices that are all in the component if it holds (`graphs.marked_components`).
"""

from collections.abc import Iterable, Iterator, Sequence

from puzzlelang.deductions.claims import Claims, ComponentClaim, covers_every_component, is_not_first, opposite
from puzzlelang.graphs.marked_components import MarkedComponents
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Graph, Joined

Group = frozenset[int]
"""Vertices of one graph."""


def grouped_components(claims: Claims, about: traversal.About) -> Iterator[MarkedComponents]:
    """Yield graphs each of whose components holds a whole group, except graphs whose conditions are about graphs."""
    graphs: dict[int, list[tuple[ComponentClaim, Sequence[Group]]]] = {}
    for claim in claims.stated:
        if type(claim) is nodes.Or and (read := _groups(claim)) is not None:
            graphs.setdefault(id(read[0].graph), []).append(read)
    for claims_of in graphs.values():
        graph = claims_of[0][0].graph
        if not covers_every_component(graph, [one for one, _ in claims_of]):
            continue
        groups = _with_own(claims_of)
        alone = {vertex for group in groups if len(group) == 1 for vertex in group}
        if len(alone) < len(graph.places) and not any(
            traversal.about_graphs(one, about) for one in traversal.conditions(graph)
        ):
            yield MarkedComponents(graph, frozenset(), 0, {}, groups)


def _with_own(claims_of: Sequence[tuple[ComponentClaim, Sequence[Group]]]) -> Sequence[Group]:
    """The groups of all claims; a claim's own vertex belongs to a group if another claim says so."""
    others = {group for _, groups in claims_of for group in groups}
    result: dict[Group, None] = {}
    for one, groups in claims_of:
        for group in groups:
            wider = group | {one.vertex}
            result[wider if wider in others or not group else group] = None
    return tuple(result)


def _groups(claim: nodes.Or) -> tuple[ComponentClaim, Sequence[Group]] | None:
    """Read a claim that a vertex is absent, no representative, or joined with all of some group.

    The vertex itself is in none of these groups.
    """
    joined = _joined(claim)
    if joined is None:
        return None
    graph = joined.graph
    for vertex in (joined.first, joined.second):
        here = graph.presence[vertex]
        left = [
            part
            for part in claim.parts
            if type(part) is nodes.And or not (is_not_first(part, graph, vertex) or opposite(part, here))
        ]
        if len(left) < len(claim.parts):
            groups = [_group(term, graph, vertex) for part in left for term in _alternatives(part)]
            return ComponentClaim(graph, vertex, claim, claim), groups
    return None


def _joined(formula: Formula) -> Joined | None:
    """What some alternative of a formula, or a conjunct of one, says of joined vertices; None if none does."""
    kind = type(formula)
    if kind is Joined:
        return formula  # type: ignore[return-value]
    if kind is nodes.Or:
        alternatives: Iterable[Formula] = formula.parts  # type: ignore[union-attr]
    elif kind is nodes.And:
        return next((one for one in formula.parts if type(one) is Joined), None)  # type: ignore[union-attr]
    elif kind is nodes.Not and type(formula.part) is nodes.And:  # type: ignore[union-attr]
        alternatives = [one.part for one in formula.part.parts if type(one) is nodes.Not]  # type: ignore[union-attr]
    else:
        return None
    for one in alternatives:
        if type(one) is not nodes.Holds and (result := _joined(one)) is not None:
            return result
    return None


def _alternatives(formula: Formula) -> Iterator[Formula]:
    """Yield the disjuncts of a formula, those of a negated conjunction too."""
    if type(formula) is nodes.Or:
        for part in formula.parts:
            yield from _alternatives(part)
    elif type(formula) is nodes.Not and type(formula.part) is nodes.And:
        for part in formula.part.parts:
            yield from _alternatives(build.negation(part))
    else:
        yield formula


def _group(term: Formula, graph: Graph, vertex: int) -> Group:
    """The other vertices that are joined with this one if the term holds."""
    result: set[int] = set()
    for one in traversal.together(term):
        if type(one) is Joined and one.graph is graph and vertex in (one.first, one.second):
            result.add(one.second if one.first == vertex else one.first)
    return frozenset(result)
