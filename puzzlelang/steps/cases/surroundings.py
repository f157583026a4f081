"""Surroundings: the part of a graph on which the truth of a case about one component depends.

What a case says of the component of a vertex often has the same truth for all components of more than a few vertices,
such as that it has two.  Then nothing further away than that matters.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from puzzlelang.graphs.counted_vertices import counted_vertices
from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Graph, Partial
from puzzlelang.problem.traversal import PARTS, Statement, split, variables
from puzzlelang.steps.record import Fact, RuleCase

MOST_VERTICES = 10
"""Larger components are not tried, as their surroundings are most of the board."""


def surroundings(formula: Formula, indexes: tuple[int, ...]) -> tuple[int, ...]:
    """The variables, among these of a formula with graphs, on which its truth depends."""
    plain, statements = split(formula)
    vertices = {(id(one.graph), one.vertex) for one in statements if isinstance(one, OF_PART)}
    if len(vertices) > 1 or not all(isinstance(one, OF_PART) for one in statements):
        return indexes
    graph, vertex = statements[0].graph, cast("nodes.First", statements[0]).vertex
    if not any(isinstance(one, nodes.ComponentSize | nodes.HasShape) for one in statements):
        return indexes
    parts, unknown = [*_about_graphs(formula)], [None] * (max(indexes) + 1)
    if not _is_decided(parts, statements, MOST_VERTICES, unknown):
        return indexes
    large = next(size for size in range(1, MOST_VERTICES + 1) if _is_decided(parts, statements, size, unknown))
    near = {variable.index for variable in (*plain, *variables(*_conditions(graph, vertex, large)))}
    return tuple(index for index in indexes if index in near)


OF_PART = nodes.ComponentSize | nodes.Rectangle | nodes.First | nodes.HasShape
"""Statements about the component of one vertex."""


def _is_decided(parts: Sequence[Formula], statements: Sequence[Statement], size: int, unknown: Partial) -> bool:
    """Whether all components of more than `size` vertices count as the same."""
    given: evaluate.Known = {}
    for one in statements:
        match one:
            case nodes.ComponentSize():
                least = size + 1 if counted_vertices(one).counts_all else 0
                given[id(one)] = (least, max(least, one.high))
            case nodes.HasShape(_, _, shape):
                given[id(one)] = False if len(shape) <= size else None
            case _:
                given[id(one)] = None
    result = evaluate.Evaluation(unknown, given)
    return all(result.truth(part) is not None for part in parts)


def _about_graphs(formula: Formula) -> Iterator[Formula]:
    """The smallest formulas within a formula that have all that it says of graphs."""
    match formula:
        case nodes.And() | nodes.Or() | nodes.Not() | nodes.Same():
            for part in PARTS[type(formula)](formula):
                yield from _about_graphs(cast("Formula", part))
        case _ if split(formula)[1]:
            yield formula
        case _:
            pass


def _conditions(graph: Graph, vertex: int, most: int) -> Iterator[Formula]:
    """The conditions by which a component of at most so many vertices differs from larger ones."""
    reached, front = {vertex}, [vertex]
    for _ in range(most):
        for here in front:
            yield from (graph.edges[position][2] for _, position in graph.neighbours[here])
        front = [other for here in front for other in graph.beside[here] if other not in reached]
        front = list(dict.fromkeys(front))
        reached.update(front)
    yield from (graph.presence[one] for one in reached)


def nearest_first(chosen: Sequence[RuleCase], facts: Sequence[Fact], index: int) -> list[Fact]:
    """Facts about cases in order, those that are near a variable in a graph first, and those beside graphs last."""
    away: dict[int, int] = {}
    graphs = {id(graph): graph for case in chosen if case.graph for graph in [split(case.formula)[1][0].graph]}
    for graph in graphs.values():
        away = _distances(graph, index) | away
    return sorted(facts, key=lambda fact: away.get(fact.variable, len(facts)))


def _distances(graph: Graph, index: int) -> dict[int, int]:
    """Return how far the variables of a graph are from one of them; those that it does not join lack."""
    at = [{one.index for one in variables(here)} for here in graph.presence]
    along = [(first, second, {one.index for one in variables(when)}) for first, second, when in graph.edges]
    front = [vertex for vertex, about in enumerate(at) if index in about]
    front += [vertex for first, second, about in along if index in about for vertex in (first, second)]
    reached = dict.fromkeys(front, 0)
    for vertex in (waiting := list(reached)):
        for other in graph.beside[vertex]:
            if other not in reached:
                reached[other] = reached[vertex] + 1
                waiting.append(other)
    result: dict[int, int] = {}
    for vertex, away in reached.items():
        for one in at[vertex]:
            result[one] = min(away, result.get(one, away))
    for first, second, about in along:
        if first in reached and second in reached:
            for one in about:
                away = min(reached[first], reached[second])
                result[one] = min(away, result.get(one, away))
    return result
