"""Paths that each have one mark, such as areas in the form of an L with its corner: which way the mark lies.

Where at most two links of any vertex are uncut, areas of a partition are paths or cycles.  A literal for each link and
direction says that the mark lies beyond.  It needs a reason at the next vertex: that this is the mark, or that the mark
lies beyond it in turn.  At each vertex exactly one of these is so: it is the mark, or the mark lies in one direction.

On a cycle such literals could justify each other.  So there are none unless each turn of a path is a mark.  On squares
a cycle turns four times, and each turn would be the mark.  Then an answer has exactly one such assignment, and an
assignment proves that each area has one mark.  (Reachability on paths by local clauses, as in encodings of Slitherlink
and Numberlink.)
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import ComponentClaim, claims, covers_every_component, graphs, is_not_first
from puzzlelang.deductions.counted_marks import counted_size
from puzzlelang.deductions.member_claims import claims_of_members
from puzzlelang.deductions.placements.connected_placements import (
    bits,
    links_by_variable,
    neighbour_patterns,
    patterns_where,
)
from puzzlelang.deductions.record import with_auxiliaries
from puzzlelang.geometry.places import Cell
from puzzlelang.graphs import grid, rewrite
from puzzlelang.graphs.level_mapping import Auxiliaries
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.border_counts import count_of_borders
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Problem, Term


class PathMarks(msgspec.Struct, frozen=True, eq=False):
    """A partition into paths with one mark each.

    `is_mark`: by vertex, that it is a mark.  `settled`: the claims that each component has one mark.
    """

    graph: Graph
    is_mark: Sequence[Formula]
    settled: Sequence[Formula]


def mark_paths(problem: Problem, about: traversal.About) -> tuple[Problem, int]:
    """State for each partition into paths with one mark where that lies; count the new formulas."""
    stated = 0
    if not any(_counts_one(one.formula) for one in problem.constraints):
        return problem, stated
    for result in path_marks(problem, about):
        auxiliaries = Auxiliaries(list(problem.variables), [])
        _state(auxiliaries, result)
        stated += len(auxiliaries.definitions)
        problem = with_auxiliaries(problem, auxiliaries, result.settled)
    return problem, stated


def _counts_one(formula: Formula) -> bool:
    """Whether a formula may be a claim that a component has one mark; most boards have none to look at."""
    size = counted_size(formula, 1)
    return size is not None and any(when is not True for _, when in size.counted)


def path_marks(problem: Problem, about: traversal.About) -> Iterator[PathMarks]:
    """Yield the partitions into paths with one mark, where each turn is a mark."""
    known = claims(problem, about)
    local = Rewriter(lambda _, one: one if isinstance(one, nodes.GraphStatement) else None, _as_borders, about=about)
    plain: list[Formula] | None = None
    for graph, component_claims in graphs(known):
        marked = _one_each(graph, component_claims)
        if marked is None or not _on_squares(graph):
            continue
        if plain is None:
            members = [formula for one in claims_of_members(known) for formula in one.formulas]
            rewritten = [rewrite.rewrite_formula(local, one) for one in (*known.stated, *members)]
            plain = [*known.plain, *(one for one in rewritten if not traversal.about_graphs(one, {}))]
        conditions, settled = marked
        is_mark = [rewrite.rewrite_formula(local, conditions.get(vertex, False)) for vertex in range(len(graph.places))]
        patterns = neighbour_patterns(graph, plain, known.units())
        if patterns is not None and (read := _marks(graph, is_mark, patterns)) is not None:
            yield PathMarks(graph, read, settled)


def _as_borders(_: Rewriter, term: Term) -> Term | None:
    """A size as a count of the borders of its vertex; itself where it is more."""
    if not isinstance(term, ComponentSize):
        return None
    borders = count_of_borders(term)
    return term if borders is None else borders


def _on_squares(graph: Graph) -> bool:
    """Whether a graph is a partition of squares, all of which are in some area."""
    return graph.exact is not None and grid.has_only_grid_edges(graph) and all(here is True for here in graph.presence)


def _one_each(
    graph: Graph, component_claims: Sequence[ComponentClaim]
) -> tuple[Mapping[int, Formula], list[Formula]] | None:
    """The conditions of which each component has one, by vertex, with the claims that say so."""
    groups: dict[int, list[ComponentClaim]] = {}
    for one in component_claims:
        match one.statement:
            case nodes.Equal(ComponentSize(_, _, counted), 1) if _everywhere(one):
                groups.setdefault(id(counted), []).append(one)
            case _:
                pass
    for ones in groups.values():
        match ones[0].statement:
            case nodes.Equal(ComponentSize(_, _, counted), 1) if covers_every_component(graph, ones):
                return dict(counted), [one.claim for one in ones]
            case _:
                pass
    return None


def _everywhere(part: ComponentClaim) -> bool:
    """Whether a claim has no guard but that its vertex is the first."""
    parts = part.claim.parts if isinstance(part.claim, nodes.Or) else (part.claim,)
    return all(one is part.statement or is_not_first(one, part.graph, part.vertex) for one in parts)


def _marks(graph: Graph, is_mark: Sequence[Formula], patterns: Sequence[Sequence[int]]) -> Sequence[Formula] | None:
    """Per vertex that it is a mark; None if a vertex may have three links, or turn without a mark."""
    links = links_by_variable(graph)
    by_vertex: dict[int, list[int]] = {}
    for index, ends in links.items():
        for vertex in ends:
            by_vertex.setdefault(vertex, []).append(index)
    result: list[Formula] = []
    for vertex, (mark, sets) in enumerate(zip(is_mark, patterns, strict=True)):
        if any(vertex not in links.get(one.index, ()) for one in traversal.variables(mark)):
            return None
        around = [(index, sum(links[index]) - vertex) for index in by_vertex.get(vertex, ())]
        marked = frozenset(patterns_where((mark,), sets, around))
        for one in sets:
            if one.bit_count() > 2 or (one not in marked and _turns(graph, list(bits(one)))):
                return None
        result.append(mark if 0 < len(marked) < len(sets) or not sets else bool(marked))
    return result


def _turns(graph: Graph, ends: Sequence[int]) -> bool:
    """Whether a path turns between two neighbours of a cell."""
    places = [place for place in (graph.places[end] for end in ends) if isinstance(place, Cell)]
    return len(places) == 2 and places[0].row != places[1].row and places[0].column != places[1].column


def _state(auxiliaries: Auxiliaries, path_marks: PathMarks) -> None:
    graph, exact = path_marks.graph, path_marks.graph.exact or {}
    marks = [auxiliaries.named("mark", place, one) for place, one in zip(graph.places, path_marks.is_mark, strict=True)]
    beyond = {
        (one, other): auxiliaries.member("beyond", graph.places[other])
        for first, second in exact
        for one, other in ((first, second), (second, first))
    }
    for (one, other), there in beyond.items():
        cut = build.negation(exact[min(one, other), max(one, other)])
        further = [beyond[other, third] for third in graph.beside[other] if third != one]
        auxiliaries.either(build.negation(there), build.negation(cut))
        auxiliaries.either(cut, build.negation(marks[other]), there)
        for after in further:
            auxiliaries.either(cut, build.negation(after), there)
        auxiliaries.either(build.negation(there), marks[other], *further)
    for vertex, mark in enumerate(marks):
        ways = [beyond[vertex, other] for other in graph.beside[vertex]]
        auxiliaries.definitions.append(build.equal(build.count((mark, *ways)), 1))
