"""Partitions on a board with known borders: each piece of the board between these is a board of its own.

No area goes from one such piece to another.  So what is said of two vertices in different pieces is known, and what
counts vertices counts those of one piece.  Edges across known borders are left out of the graph, and the constructors
of statements simplify what is said of it.  Such a border is known wherever else it stands.

This is for partitions whose areas are compared with several others.  Deductions about rectangles read the whole grid.
"""

from collections.abc import Iterator, Mapping

import msgspec

from puzzlelang.deductions.placements.marked_rectangles import separated_pair
from puzzlelang.deductions.placements.placed_cases import compare_by_cases
from puzzlelang.graphs import rewrite
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import build, build_graphs, graph_parts, nodes, traversal
from puzzlelang.problem.record import ComponentSize, Formula, Graph, Problem, Term

_Partitions = Mapping[int, Graph]
"""Graphs by their identity."""

_Graphs = Mapping[int, tuple[Graph, Graph]]
"""By the identity of a graph, the graph and that without edges across known borders."""


def without_known_borders(problem: Problem, about: traversal.About) -> tuple[Problem, int]:
    """Leave out edges of partitions between pieces of the board that borders separate; count these edges."""
    pairs = map(separated_pair, problem.definitions)
    partitions = {id(pair.graph): pair.graph for pair in pairs if pair is not None}
    compared = {key: graph for key, graph in partitions.items() if build_graphs.has_comparisons(graph)}
    known = dict(_facts(problem)) if compared else {}
    graphs = _narrow_graphs(compared, known) if known else {}
    while graphs:
        narrowed = _narrowed(problem, graphs, known, about)
        others = [key for key, (_, graph) in graphs.items() if not _is_by_cases(graph, narrowed)]
        if not others:
            return narrowed, sum(len(graph.edges) - len(less.edges) for graph, less in graphs.values())
        graphs = {key: both for key, both in graphs.items() if key not in others}
    return problem, 0


def _narrow_graphs(partitions: _Partitions, known: Mapping[int, bool]) -> _Graphs:
    result: dict[int, tuple[Graph, Graph]] = {}
    for key, graph in partitions.items():
        there = [True] * len(graph.places)
        pieces = graph_parts.parts(graph, there, [_truth(when, known) is not False for _, _, when in graph.edges])
        edges = tuple(one for one in graph.edges if pieces[one[0]] == pieces[one[1]])
        if len(edges) < len(graph.edges):
            exact = {(first, second): when for first, second, when in edges}
            result[key] = graph, msgspec.structs.replace(graph, edges=edges, exact=exact, memos={})
    return result


def _narrowed(problem: Problem, graphs: _Graphs, known: Mapping[int, bool], about: traversal.About) -> Problem:
    """The problem with the narrow graphs."""
    crossing = traversal.variables(*(when for both in graphs.values() for when in _left_out(*both)))
    borders = {one.index: known[one.index] for one in crossing}
    state = Rewriter(
        lambda state, one: _formula(graphs, borders, state, one),
        lambda state, one: _term(graphs, state, one),
        about=about,
        brief=True,
    )
    constraints = [msgspec.structs.replace(one, formula=_stated(state, one.formula)) for one in problem.constraints]
    definitions = [_definition(graphs, state, one) for one in problem.definitions]
    return msgspec.structs.replace(
        problem,
        constraints=tuple(one for one in constraints if one.formula is not True),
        definitions=tuple(one for one in definitions if one is not True),
    )


def _left_out(graph: Graph, narrowed: Graph) -> Iterator[Formula]:
    """Yield the conditions of edges that a narrow graph leaves out."""
    kept = set(map(id, narrowed.edges))
    return (edge[2] for edge in graph.edges if id(edge) not in kept)


def _is_by_cases(graph: Graph, narrowed: Problem) -> bool:
    """Whether all comparisons of shapes that are left are of one component with several others."""
    formulas = (one.formula for one in narrowed.constraints)
    return not build_graphs.has_comparisons(graph) or compare_by_cases(graph, formulas)


def _definition(graphs: _Graphs, state: Rewriter, definition: Formula) -> Formula:
    """Rewrite a definition; that of a border stays, as the constructors take it for granted."""
    pair = separated_pair(definition)
    if pair is None:
        return _stated(state, definition)
    _, narrowed = graphs.get(id(pair.graph), (pair.graph, pair.graph))
    when = (narrowed.exact or {}).get((pair.first, pair.second))
    if when is None:
        return True
    return build.disjunction((when, build.negation(msgspec.structs.replace(pair, graph=narrowed))))


def _stated(state: Rewriter, formula: Formula) -> Formula:
    """Rewrite what the problem states, but for the facts that other formulas are rewritten by."""
    if type(formula) is not nodes.And:
        return rewrite.rewrite_formula(state, formula)
    parts = [part if _is_member(part) else rewrite.rewrite_formula(state, part) for part in formula.parts]
    return build.conjunction(parts)


def _is_member(formula: Formula) -> bool:
    return type(formula) is nodes.Holds or (type(formula) is nodes.Not and type(formula.part) is nodes.Holds)


def _facts(problem: Problem) -> Iterator[tuple[int, bool]]:
    """Yield members that the problem plainly states, or the opposite of which it states."""
    for formula in (*problem.definitions, *(one.formula for one in problem.constraints)):
        for part in traversal.together(formula):
            if type(part) is nodes.Holds:
                yield part.variable.index, True
            elif type(part) is nodes.Not and type(part.part) is nodes.Holds:
                yield part.part.variable.index, False


def _truth(formula: Formula, known: Mapping[int, bool]) -> bool | None:
    match formula:
        case nodes.Holds(variable):
            return known.get(variable.index)
        case nodes.Not(nodes.Holds(variable)):
            return not known[variable.index] if variable.index in known else None
        case _:
            return None


def _formula(graphs: _Graphs, borders: Mapping[int, bool], state: Rewriter, formula: Formula) -> Formula | None:
    if type(formula) is nodes.And or type(formula) is nodes.Or:
        return _junction(borders, state, formula)
    if not isinstance(formula, nodes.GraphStatement):
        return None
    if id(formula.graph) not in graphs:
        return formula
    _, graph = graphs[id(formula.graph)]
    match formula:
        case nodes.Joined(_, first, second):
            return build_graphs.joined(graph, first, second)
        case nodes.Reaches(_, first, second, steps):
            return build_graphs.reaches(graph, first, second, steps)
        case nodes.First(_, vertex, every):
            result = build_graphs.first(graph, vertex)
            return build_graphs.each(result) if every and isinstance(result, nodes.First) else result
        case nodes.Connected():
            return build_graphs.connected(graph)
        case nodes.Acyclic():
            return build_graphs.acyclic(graph)
        case nodes.Rectangle(_, vertex):
            return build_graphs.rectangle(graph, vertex)
        case nodes.Congruent(_, first, second, equal):
            return build_graphs.congruent(graph, first, second, equal)
        case nodes.Fits(_, first, second, equal):
            return build_graphs.fits(graph, first, second, equal)
        case nodes.HasShape(_, vertex, shape, equal):
            return build_graphs.has_shape(graph, vertex, shape, equal)


def _junction(borders: Mapping[int, bool], state: Rewriter, formula: nodes.And | nodes.Or) -> Formula | None:
    """Leave out known borders, or return the one that decides all; None if there are none.

    That two vertices are joined stays, as it tells of which component a comparison is.
    """
    some = type(formula) is nodes.Or
    truths = [_truth(part, borders) for part in formula.parts]
    if some in truths:
        return some
    left = [part for part, truth in zip(formula.parts, truths, strict=True) if truth is None]
    if len(left) == len(truths):
        return None
    return rewrite.rewrite_formula(state, build.disjunction(left) if some else build.conjunction(left))


def _term(graphs: _Graphs, state: Rewriter, term: Term) -> Term | None:
    if not isinstance(term, ComponentSize):
        return None
    if id(term.graph) not in graphs:
        return term
    kept = state.known.get(id(term.counted))  # sizes that count the same share it, and so do the new ones
    if kept is None:
        counted = [(vertex, rewrite.rewrite_formula(state, when)) for vertex, when in term.counted]
        kept = state.known[id(term.counted)] = term.counted, counted
    return build_graphs.component_size(graphs[id(term.graph)][1], term.vertex, kept[1])
