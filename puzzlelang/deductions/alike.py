"""Components of a set and of its complement together, where every cell belongs to one or the other."""

from collections.abc import Iterator, Sequence

from puzzlelang.deductions.claims import Claims, equivalent, graphs
from puzzlelang.deductions.record import Implication
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import ComponentSize, Formula, Graph

ALIKE = (nodes.Same, nodes.Or)
"""Conditions of edges that may state that both ends are in a set, or both not."""


def alike_components(claims: Claims) -> Iterator[Implication]:
    """Deduce sizes in a set and in its complement, where components join neighbours that are both in it or both not.

    What is known of the components of the set then bears on the sizes.  Only graphs that have claims anyway are looked
    at.
    """
    conditional = [
        (graph, component_claims)
        for graph, component_claims in graphs(claims)
        if any(isinstance(when, ALIKE) for _, _, when in graph.edges)
    ]
    whole = _graphs(claims) if conditional else ()
    for joined, component_claims in conditional:
        sides = [graph for graph in whole if graph is not joined and _is_side(graph, joined)]
        pairs = ((one, other) for one in sides for other in sides if one is not other and _are_opposite(one, other))
        pair = next(pairs, None)
        if pair is None:
            continue
        for one in component_claims:
            results = [_same_claim(one.statement, side, one.vertex) for side in pair]
            formulas = [formula for formula in results if formula is not None]
            if one.claim is one.statement and len(formulas) == len(pair):
                yield Implication(formulas, [one.claim])


def _graphs(claims: Claims) -> Sequence[Graph]:
    """List the graphs that claims are directly about."""
    seen: dict[int, Graph] = {}
    for claim in claims.stated:
        for part in claim.parts if isinstance(claim, nodes.Or) else (claim,):
            statement = part.part if isinstance(part, nodes.Not) else part
            if isinstance(statement, nodes.GraphStatement):
                seen[id(statement.graph)] = statement.graph
    return list(seen.values())


def _is_side(side: Graph, joined: Graph) -> bool:
    """Whether the components of a graph are those of its vertices in the other graph."""
    if side.places != joined.places or len(side.edges) != len(joined.edges):
        return False
    if any(here is not True for here in joined.presence):
        return False
    return all(
        mine[:2] == theirs[:2] and mine[2] is True and _are_alike(theirs[2], side, *mine[:2])
        for mine, theirs in zip(side.edges, joined.edges, strict=True)
    )


def _are_alike(when: Formula, side: Graph, first: int, second: int) -> bool:
    """Whether a condition states that both vertices are present, or neither is."""
    one, other = side.presence[first], side.presence[second]
    parts = when.parts if isinstance(when, nodes.Or) else (when,)
    negated = build.negation(one), build.negation(other)
    return all(_states(part, one, other) or _states(part, *negated) for part in parts)


def _states(formula: Formula, one: Formula, other: Formula) -> bool:
    """Whether a formula states that two others are equivalent."""
    if not isinstance(formula, nodes.Same):
        return False
    left, right = formula.left, formula.right
    return (equivalent(left, one) and equivalent(right, other)) or (equivalent(left, other) and equivalent(right, one))


def _are_opposite(one: Graph, other: Graph) -> bool:
    """Whether each vertex is present in exactly one of the graphs."""
    pairs = zip(one.presence, other.presence, strict=True)
    return all(equivalent(build.negation(here), there) for here, there in pairs)


def _same_claim(statement: Formula, side: Graph, vertex: int) -> Formula | None:
    """The same claim about the component of the vertex in the other graph, if it is present there."""
    absent = build.negation(side.presence[vertex])
    match statement:
        case nodes.Equal(ComponentSize() as size, value) if counts_all(size):
            return build.disjunction((absent, build.equal(build_graphs.component_size(side, vertex), value)))
        case nodes.AtMost(ComponentSize() as size, bound) if counts_all(size):
            return build.disjunction((absent, build.at_most(build_graphs.component_size(side, vertex), bound)))
        case _:
            return None
