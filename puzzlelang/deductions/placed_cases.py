"""Claims that compare a component with others, case by case: what they come to for each placement that it can be.

In a case all is known of the component: who is in it, its size and its shape.  Another one has the same shape exactly
if it is one of the placements of this shape that lie beside the first.  Said of all shapes at once, each comparison of
two components would list all pairs of placements.
"""

from collections.abc import Sequence

from puzzlelang.deductions.placed_components import Placed, without_graph
from puzzlelang.geometry.motions import Equality
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula


def by_cases(placed: Placed, claim: Formula) -> Formula | None:
    """Return the claim in cases; None for claims that compare no shapes, or are not about a first vertex."""
    if placed.graph.exact is None or not isinstance(claim, nodes.Or):
        return None
    vertices = [
        part.part.vertex
        for part in claim.parts
        if isinstance(part, nodes.Not) and isinstance(part.part, nodes.First) and part.part.graph is placed.graph
    ]
    if len(vertices) != 1 or not _compares(placed, claim, vertices[0]):
        return None
    cases: list[Formula] = []
    for number in placed.holding[vertices[0]]:
        if min(placed.placements[number]) == vertices[0]:
            now = _case(placed, number, claim)
            if now is None:
                return None
            cases.append(build.disjunction((build.negation(placed.whole[number]), now)))
    return build.conjunction(cases)


def _compares(placed: Placed, claim: Formula, vertex: int) -> bool:
    """Whether all shapes that the claim compares are of the vertex's component, and there are some."""
    pairs = [
        (one.first, one.second)
        for one in traversal.split(claim)[1]
        if isinstance(one, nodes.Congruent) and one.graph is placed.graph
    ]
    return bool(pairs) and all(vertex in pair for pair in pairs)


def _case(placed: Placed, number: int, formula: Formula) -> Formula | None:
    """What a formula comes to where the placement is a component; None if it says more than placements do."""
    match formula:
        case nodes.And(parts):
            return _joint(placed, number, parts, False)
        case nodes.Or(parts):
            return _joint(placed, number, parts, True)
        case nodes.Not(part):
            result = _case(placed, number, part)
            return None if result is None else build.negation(result)
        case nodes.Congruent(graph, first, second, equal) if graph is placed.graph:
            cells = placed.conditions.cells(number)
            if first in cells or second in cells:
                return _alike(placed, number, second if first in cells else first, equal)
        case _:
            pass
    truth = placed.conditions.truth(number, formula)
    return without_graph(placed, formula) if truth is None else truth


def _joint(placed: Placed, number: int, parts: Sequence[Formula], some: bool) -> Formula | None:
    """What a disjunction (`some`) or a conjunction comes to; nothing is asked after the part that decides it."""
    results: list[Formula] = []
    for part in parts:
        result = _case(placed, number, part)
        if result is None or result is some:
            return result
        results.append(result)
    return build.disjunction(results) if some else build.conjunction(results)


def _alike(placed: Placed, number: int, other: int, equal: Equality) -> Formula:
    """State that the component of a vertex has the shape of a placement that is one as well."""
    cells = placed.conditions.cells(number)
    numbers = placed.by_shape(other, equal).get(placed.shape(number, equal), ())
    return other in cells or placed.one_of(one for one in numbers if cells.isdisjoint(placed.conditions.cells(one)))
