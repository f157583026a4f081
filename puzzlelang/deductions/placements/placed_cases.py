"""Claims that compare a component with others, case by case: what they come to for each placement that it can be.

In a case all is known of the component: who is in it, its size and its shape.  Another one has the same shape exactly
if it is one of the placements of this shape that lie beside the first.  Said of all shapes at once, each comparison of
two components would list all pairs of placements.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import msgspec

from puzzlelang.deductions.placements.placed_components import ComponentPlacements, without_graph
from puzzlelang.geometry.motions import Equality
from puzzlelang.problem import build, build_graphs, nodes, traversal
from puzzlelang.problem.record import And, Formula, Graph, Not, Or


def compare_by_cases(graph: Graph, formulas: Iterable[Formula]) -> bool:
    """Return whether formulas compare shapes of components, one with several others, and nothing else needs shapes."""
    if not build_graphs.has_comparisons(graph):
        return False
    some = False
    for formula in formulas:
        pairs = _compared(graph, formula)
        if pairs is None:
            return False
        some = some or len(pairs) > 1
    return some


def by_cases(placed: ComponentPlacements, claim: Formula) -> Formula | None:
    """Return the claim in cases of the one component that it compares with several; None for other claims."""
    pairs = _compared(placed.graph, claim)
    if placed.graph.exact is None or pairs is None or len(pairs) < 2:
        return None
    vertex = min(frozenset.intersection(*pairs))
    cases: list[Formula] = []
    for number in placed.holding[vertex]:
        now = _case(placed, number, claim)
        if now is None:
            return None
        cases.append(build.disjunction((build.negation(placed.whole[number]), now)))
    return build.conjunction(cases)


def _compared(graph: Graph, formula: Formula) -> Set[frozenset[int]] | None:
    """The pairs of vertices whose components have their shapes compared; None if no vertex is in each pair.

    With a pair stand the vertices that one of it is joined with wherever the comparison matters.  So of a component
    that is compared by its members, the vertex that names it is in each pair.  None as well if shapes are compared
    otherwise, or inside of a sum.
    """
    pairs: set[frozenset[int]] = set()
    waiting: list[tuple[Formula, tuple[_Pair, ...]]] = [(formula, ())]
    seen: set[tuple[int, tuple[_Pair, ...]]] = set()
    while waiting:
        part, together = waiting.pop()
        kind = type(part)
        if kind is Not:
            part = part.part  # type: ignore[union-attr]
            kind = type(part)
        if kind in _WITHOUT_SHAPES or (id(part), together) in seen:
            continue
        seen.add((id(part), together))
        if kind is And or kind is Or:
            parts = part.parts  # type: ignore[union-attr]
            here = (*together, *_joined_pairs(graph, parts, negated=kind is Or))
            waiting.extend((one, here) for one in parts)
        elif kind is nodes.Congruent and part.graph is graph:  # type: ignore[union-attr]
            pair = {part.first, part.second}  # type: ignore[union-attr]
            pairs.add(frozenset(pair.union(*(one for one in together if not pair.isdisjoint(one)))))
        elif any(isinstance(one, _SHAPES) and one.graph is graph for one in traversal.split(part)[1]):
            return None
    return None if pairs and not frozenset.intersection(*pairs) else pairs


_Pair = tuple[int, int]


def _joined_pairs(graph: Graph, parts: Sequence[Formula], *, negated: bool) -> Iterator[_Pair]:
    """Yield pairs of vertices that parts say are joined; `negated`: that parts say are not."""
    for part in parts:
        opposite = type(part) is Not
        bare = part.part if type(part) is Not else part
        if type(bare) is nodes.Joined and bare.graph is graph and opposite == negated:
            yield bare.first, bare.second
        elif type(bare) is nodes.Holds and (link := _links(graph).get((bare.variable.index, opposite != negated))):
            yield link


class _Links(msgspec.Struct):
    """Memo of a partition: its links, by the index of the variable that decides them and whether it is false then."""

    known: dict[tuple[int, bool], _Pair] | None = None


def _links(graph: Graph) -> Mapping[tuple[int, bool], _Pair]:
    kept = nodes.memo(graph, _Links)
    if kept.known is None:
        kept.known = {}
        for pair, when in (graph.exact or {}).items():
            bare = when.part if type(when) is Not else when
            if type(bare) is nodes.Holds:
                kept.known[bare.variable.index, type(when) is Not] = pair
    return kept.known


_WITHOUT_SHAPES = frozenset((bool, nodes.Holds, nodes.Joined, nodes.First))
_SHAPES = nodes.Congruent | nodes.Fits | nodes.HasShape


def _case(placed: ComponentPlacements, number: int, formula: Formula) -> Formula | None:
    """Return what a formula comes to where the placement is a component; None if it says more than placements do."""
    kind = type(formula)
    if kind is And or kind is Or:
        return _joint(placed, number, formula.parts, kind is Or)  # type: ignore[union-attr]
    if kind is Not:
        result = _case(placed, number, formula.part)  # type: ignore[union-attr]
        return None if result is None else build.negation(result)
    if isinstance(formula, nodes.Congruent) and formula.graph is placed.graph:
        cells, first, second = placed.conditions.cells(number), formula.first, formula.second
        if first in cells or second in cells:
            return _alike(placed, number, second if first in cells else first, formula.equal)
    truth = placed.conditions.truth(number, formula)
    return without_graph(placed, formula) if truth is None else truth


def _joint(placed: ComponentPlacements, number: int, parts: Sequence[Formula], some: bool) -> Formula | None:
    """Return what a disjunction (`some`) or a conjunction comes to; nothing is asked after the part that decides it."""
    results: list[Formula] = []
    for part in parts:
        result = _case(placed, number, part)
        if result is None or result is some:
            return result
        results.append(result)
    return build.disjunction(results) if some else build.conjunction(results)


def _alike(placed: ComponentPlacements, number: int, other: int, equal: Equality) -> Formula:
    """State that the component of a vertex has the shape of a placement that is one as well."""
    cells = placed.conditions.cells(number)
    numbers = placed.by_shape(other, equal).get(placed.shape(number, equal), ())
    return other in cells or placed.one_of(one for one in numbers if cells.isdisjoint(placed.conditions.cells(one)))
