"""Reasons from rectangles: the few that the component of a place can still be."""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from puzzlelang.geometry.places import Square
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.nodes import Graph, Partial
from puzzlelang.problem.traversal import variables
from puzzlelang.steps.record import Fact, RuleCase
from puzzlelang.steps.templates import NO_REASON, Reason, ReasonTemplate, list_text
from puzzlelang.steps.words.counterfactuals import Counterfactual
from puzzlelang.steps.words.graph_reasons import group_noun

MOST_NAMED, MOST_WAYS = 3, 12
"""Rectangles that are named, and that are compared: of more a person would not keep track."""

MOST_TRIED = 2_000
"""Rectangles that are tried before no reason is given."""


class _Statements(msgspec.Struct, frozen=True, eq=False):
    """What cases say of one component: that it is a rectangle, and how many of some vertices it holds.

    `sized`: the index of the case that says how many cells it has; None if none does.
    """

    graph: Graph
    vertex: int
    holds: tuple[tuple[nodes.ComponentSize, int], ...]
    sized: int | None


def rectangle_reason(context: Counterfactual) -> Reason:
    """The reason that only a few rectangles are left to a component; empty if it is another one."""
    cases, facts = context.inference.cases, context.inference.conclusions
    stated = _statements(cases) if context.follows and len(cases) > 1 else None
    if stated is None:
        return NO_REASON
    ways = list[frozenset[int]]()
    for tried, cells in enumerate(_rectangles(stated.graph, stated.vertex)):
        if tried == MOST_TRIED or len(ways) > MOST_WAYS:
            return NO_REASON
        if _is_possible(stated, cells, context.known):
            ways.append(cells)
    if not ways or not all(_says(stated.graph, way, fact, context) for way in ways for fact in facts):
        return NO_REASON
    names = [_name(stated.graph, way) for way in ways]
    if len(ways) == 1:
        result = ReasonTemplate.ONE_RECTANGLE.reason(True, cells=names[0], group=group_noun(stated.graph, context))
    elif len(ways) <= MOST_NAMED:
        result = ReasonTemplate.WAYS.reason(True, ways=list_text(names, "or"))
    else:
        result = ReasonTemplate.RECTANGLES.reason(True, number=len(ways))
    return msgspec.structs.replace(result, broken=stated.sized)


def only_rectangle(because: Reason) -> str:
    """The conclusion where a reason leaves one rectangle: which cells are one component; empty for other reasons."""
    for part in because.parts:
        if part.template is ReasonTemplate.ONE_RECTANGLE:
            values = dict(part.values)
            return f"{values['cells']} is one {values['group']}"
    return ""


def _statements(cases: Sequence[RuleCase]) -> _Statements | None:
    """The statements of cases that are all about the component of one place; None if some are about anything else."""
    shapes = [case.formula for case in cases if isinstance(case.formula, nodes.Rectangle)]
    if len(shapes) != 1:
        return None
    graph, vertex = shapes[0].graph, shapes[0].vertex
    holds, sized = list[tuple[nodes.ComponentSize, int]](), None
    for case in cases:
        match case.formula:
            case nodes.Rectangle():
                pass
            case nodes.Equal(nodes.ComponentSize() as size, wanted) if size.graph is graph and size.vertex == vertex:
                holds.append((size, wanted))
                sized = case.index if counts_all(size) else sized
            case _:
                return None
    is_plain = all(isinstance(place, Square) for place in graph.places)
    exact = graph.exact is not None or all(when is True for *_, when in graph.edges)
    return _Statements(graph, vertex, tuple(holds), sized) if is_plain and exact else None


def _rectangles(graph: Graph, vertex: int) -> Iterator[frozenset[int]]:
    """The vertices of each rectangle of cells of the graph around a vertex."""
    at = {(place.row, place.column): index for index, place in enumerate(graph.places) if isinstance(place, Square)}
    row, column = next(spot for spot, index in at.items() if index == vertex)
    rows, columns = max(one for one, _ in at), max(one for _, one in at)
    for top, bottom in product(range(row, 0, -1), range(row, rows + 1)):
        for left, right in product(range(column, 0, -1), range(column, columns + 1)):
            spots = list(product(range(top, bottom + 1), range(left, right + 1)))
            if all(spot in at for spot in spots):
                yield frozenset(map(at.__getitem__, spots))


def _is_possible(stated: _Statements, cells: frozenset[int], known: Partial) -> bool:
    """Whether the component can have just these cells, by the statements and by what is known."""
    for size, wanted in stated.holds:
        counted = [evaluate.truth(when, known) for vertex, when in size.counted if vertex in cells]
        if not counted.count(True) <= wanted <= len(counted) - counted.count(False):
            return False
    graph = stated.graph
    if any(evaluate.truth(graph.presence[vertex], known) is False for vertex in cells):
        return False
    for first, second, when in graph.edges:
        inside = (first in cells) + (second in cells)
        is_on = evaluate.truth(when, known) if inside else None
        if inside == 1 and is_on and evaluate.truth(graph.presence[second if first in cells else first], known):
            return False
        if inside == 2 and is_on is False:
            return False
    return True


def _says(graph: Graph, cells: frozenset[int], fact: Fact, context: Counterfactual) -> bool:
    """Whether a fact holds where the component has just these cells."""
    variable = context.problem.variables[fact.variable]
    if variable.kind is not nodes.Kind.MEMBER:
        return False
    values: list[bool | int | None] = [None] * len(context.problem.variables)
    values[fact.variable] = bool(fact.value) is fact.holds
    near = [edge for edge in graph.edges if edge[0] in cells or edge[1] in cells]
    of_edges = [(when, first in cells and second in cells) for first, second, when in near]
    of_places = [(graph.presence[one], one in cells) for one in {*cells, *(one for edge in near for one in edge[:2])}]
    return any(
        evaluate.truth(formula, values) is wanted
        for formula, wanted in (*of_places, *of_edges)
        if not isinstance(formula, bool) and variable in variables(formula)
    )


def _name(graph: Graph, cells: frozenset[int]) -> str:
    """The cells of a rectangle by its first and last."""
    first, last = graph.places[min(cells)], graph.places[max(cells)]
    return str(first) if first == last else f"{first} to {last}"
