"""Eager encoding: every statement about a graph as ordinary formulas over further variables.

The further variables come after those of the board.  For each way to fill the board they have suitable values, maybe
several.  Each of these gives every formula its correct truth.  So a statement may stand anywhere, also negated.
"""

from typing import assert_never

import msgspec

from puzzlelang.geometry.motions import Equality, Shape
from puzzlelang.geometry.places import Cell
from puzzlelang.graphs import grid, level_mapping, rewrite
from puzzlelang.graphs.component_queries import ComponentQueries, always_joined, component_queries, sources
from puzzlelang.graphs.level_mapping import Auxiliaries, ComponentLabels
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.graphs.shape_differences import ShapeDifferences
from puzzlelang.problem import build, build_shapes, nodes
from puzzlelang.problem.record import Formula, Graph, Problem, Term

SHIFTS = 8 * 4
"""Images of a shape under turns and flips, and about so many times as many shifts as there are cells."""


class GraphEncoding(msgspec.Struct, eq=False):
    """A graph with its conditions rewritten, and the encodings of it so far.

    `sources`: vertices such that each query about a component contains one of them; None if there are too many.
    `bent`: per vertex whether its component has a dent.  `rings[v][n]`: per vertex whether it is within n edges of v.
    """

    graph: Graph
    sources: list[int] | None
    connected: Formula | None = None
    acyclic: Formula | None = None
    labels: ComponentLabels | None = None
    bent: list[Formula] | None = None
    differences: dict[Equality, ShapeDifferences] = msgspec.field(default_factory=dict)
    reached: dict[int, list[Formula]] = msgspec.field(default_factory=dict)
    rings: dict[int, list[list[Formula]]] = msgspec.field(default_factory=dict)


class Unfolding(msgspec.Struct, frozen=True, eq=False):
    """New variables and definitions, and encodings by the identity of the original graph."""

    extra: Auxiliaries
    queries: dict[int, ComponentQueries]
    graphs: dict[int, GraphEncoding]


def unfold(problem: Problem, most: int | None = None) -> Problem:
    """Encode all graphs; answers are those of the problem, extended by values of the further variables.

    Raises `Failed` (E345) if the encoding takes more than `most` clauses.
    """
    if not problem.graphs:
        return problem
    extra = Auxiliaries(list(problem.variables), [], most=most)
    unfolding = Unfolding(extra, component_queries(problem), {})
    state = Rewriter(
        lambda state, result: _formula(unfolding, state, result), lambda state, result: _term(unfolding, state, result)
    )
    own = [rewrite.rewrite_formula(state, one) for one in problem.definitions]
    constraints = tuple(
        msgspec.structs.replace(one, formula=rewrite.rewrite_formula(state, one.formula)) for one in problem.constraints
    )
    return msgspec.structs.replace(
        problem,
        variables=tuple(extra.variables),
        constraints=constraints,
        definitions=(*(one for one in own if one is not True), *extra.definitions),
        graphs=False,
    )


# ------------------------------------------------------------------------------------------------------ answers


def _encoding(unfolding: Unfolding, state: Rewriter, graph: Graph) -> GraphEncoding:
    known = unfolding.graphs.get(id(graph))
    if known is None:
        few = sources(unfolding.queries[id(graph)])
        known = unfolding.graphs[id(graph)] = GraphEncoding(rewrite.rewrite_graph(state, graph), few)
    return known


def _formula(unfolding: Unfolding, state: Rewriter, node: Formula) -> Formula | None:
    if not isinstance(node, nodes.GraphStatement):
        return None
    match node:
        case nodes.Connected(graph):
            return _connected_formula(unfolding.extra, _encoding(unfolding, state, graph))
        case nodes.Joined(graph, first, second):
            return _joined_formula(unfolding.extra, _encoding(unfolding, state, graph), first, second)
        case nodes.Reaches(graph, first, second, steps):
            return _reaches(unfolding.extra, _encoding(unfolding, state, graph), first, second, steps)
        case nodes.First(graph, vertex):
            return _first(unfolding.extra, _encoding(unfolding, state, graph), vertex)
        case nodes.Acyclic(graph):
            result = _encoding(unfolding, state, graph)
            if result.acyclic is None:
                result.acyclic = level_mapping.acyclic(unfolding.extra, result.graph)
            return result.acyclic
        case nodes.Rectangle(graph, vertex):
            return _rectangle(unfolding.extra, _encoding(unfolding, state, graph), vertex)
        case nodes.Congruent(graph, first, second, equal):
            return _congruent(unfolding.extra, _encoding(unfolding, state, graph), first, second, equal)
        case nodes.Fits(graph, first, second, equal):
            return _fits(unfolding.extra, _encoding(unfolding, state, graph), first, second, equal)
        case nodes.HasShape(graph, vertex, shape, equal):
            return _has_shape(unfolding.extra, _encoding(unfolding, state, graph), vertex, shape, equal)
        case _:
            assert_never(node)


def _term(unfolding: Unfolding, state: Rewriter, node: Term) -> Term | None:
    if not isinstance(node, nodes.ComponentSize):
        return None
    result = _encoding(unfolding, state, node.graph)
    parts = (
        (_joined_formula(unfolding.extra, result, node.vertex, other), rewrite.rewrite_formula(state, when))
        for other, when in node.counted
    )
    return build.count([build.conjunction(part) for part in parts])


def _connected_formula(extra: Auxiliaries, encoding: GraphEncoding) -> Formula:
    """Every present vertex is reachable from the first present one."""
    if encoding.connected is None:
        reached = level_mapping.reachable(extra, encoding.graph, level_mapping.first_present(extra, encoding.graph))
        pairs = zip(encoding.graph.presence, reached, strict=True)
        encoding.connected = build.conjunction([build.disjunction((build.negation(here), one)) for here, one in pairs])
    return encoding.connected


def _joined_formula(extra: Auxiliaries, encoding: GraphEncoding, first: int, second: int) -> Formula:
    """Both are present, and one reaches the other or both have one component label."""
    graph = encoding.graph
    if first == second:
        return graph.presence[first]
    both = graph.presence[first], graph.presence[second]
    if always_joined(graph, first, second):
        return build.conjunction(both)
    if encoding.sources is None:
        label = _labels(extra, encoding).label
        return build.conjunction((*both, build.equal(label[first], label[second])))
    source, other = (first, second) if first in encoding.sources else (second, first)
    return _reach_formulas(extra, encoding, source)[other]


def _reaches(extra: Auxiliaries, encoding: GraphEncoding, first: int, second: int, steps: int) -> Formula:
    """A path of at most `steps` edges joins the two vertices."""
    graph = encoding.graph
    if first not in encoding.rings:
        encoding.rings[first] = [[here if vertex == first else False for vertex, here in enumerate(graph.presence)]]
    rings = encoding.rings[first]
    while len(rings) <= steps:
        rings.append(level_mapping.expand(extra, graph, rings[-1]))
    return rings[steps][second]


def _first(extra: Auxiliaries, encoding: GraphEncoding, vertex: int) -> Formula:
    here = encoding.graph.presence[vertex]
    if encoding.sources is None:
        return build.conjunction((here, build.equal(_labels(extra, encoding).label[vertex], vertex)))
    return build.conjunction(
        (here, *(build.negation(one) for one in _reach_formulas(extra, encoding, vertex)[:vertex]))
    )


def _labels(extra: Auxiliaries, encoding: GraphEncoding) -> ComponentLabels:
    if encoding.labels is None:
        encoding.labels = level_mapping.component_labels(extra, encoding.graph)
    return encoding.labels


def _reach_formulas(extra: Auxiliaries, encoding: GraphEncoding, source: int) -> list[Formula]:
    """Per vertex whether it is joined with the source."""
    if source not in encoding.reached:
        start: list[Formula] = [False] * len(encoding.graph.places)
        start[source] = encoding.graph.presence[source]
        encoding.reached[source] = level_mapping.reachable(extra, encoding.graph, start)
    return encoding.reached[source]


# --------------------------------------------------------------------------------------------------- rectangles


def _rectangle(extra: Auxiliaries, encoding: GraphEncoding, vertex: int) -> Formula:
    """The component has no dent if its edges are grid edges; else it fills its bounding box."""
    if not grid.has_only_grid_edges(encoding.graph):
        return _fills(extra, encoding, vertex)
    if encoding.bent is None:
        encoding.bent = level_mapping.reachable(extra, encoding.graph, _dents(extra, encoding))
    return build.conjunction((encoding.graph.presence[vertex], build.negation(encoding.bent[vertex])))


def _dents(extra: Auxiliaries, encoding: GraphEncoding) -> list[Formula]:
    """Per vertex whether it is the middle of a dent: three cells of a two by two block in its component.

    A component that only grid edges connect is a rectangle exactly if it has no dent.
    """
    at = grid.vertex_by_cell(encoding.graph)
    dents: list[Formula] = []
    for (row, column), middle in at.items():
        own: list[Formula] = []
        for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            above, beside, fourth = (
                at.get(place) for place in ((row + down, column), (row, column + right), (row + down, column + right))
            )
            if above is not None and beside is not None:
                both = _together(extra, encoding, middle, above), _together(extra, encoding, middle, beside)
                last = False if fourth is None else _together(extra, encoding, above, fourth)
                own.append(build.conjunction((*both, build.negation(last))))
        dents.append(build.disjunction(own))
    return dents


def _together(extra: Auxiliaries, encoding: GraphEncoding, first: int, second: int) -> Formula:
    """Whether two neighbouring cells belong to one component."""
    key = min(first, second), max(first, second)
    exact: dict[tuple[int, int], Formula] = encoding.graph.exact or {}
    return exact[key] if key in exact else _joined_formula(extra, encoding, *key)


def _fills(extra: Auxiliaries, encoding: GraphEncoding, vertex: int) -> Formula:
    """Every cell of the bounding box of the component belongs to it."""
    at = grid.vertex_by_cell(encoding.graph)
    joined = {place: _joined_formula(extra, encoding, vertex, other) for place, other in at.items()}
    parts: list[Formula] = [encoding.graph.presence[vertex]]
    ranges = [range(min(numbers), max(numbers) + 1) for numbers in zip(*at, strict=True)]
    touched = [
        {line: build.disjunction([joined[place] for place in at if place[axis] == line]) for line in lines}
        for axis, lines in enumerate(ranges)
    ]
    between = [{line: _between(lines, line) for line in lines} for lines in touched]
    for row in ranges[0]:
        for column in ranges[1]:
            box = build.conjunction((between[0][row], between[1][column]))
            parts.append(build.disjunction((build.negation(box), joined.get((row, column), False))))
    return build.conjunction(parts)


def _between(touched: dict[int, Formula], line: int) -> Formula:
    """Whether the line is touched or lies between two that are."""
    before = build.disjunction([here for other, here in touched.items() if other <= line])
    after = build.disjunction([here for other, here in touched.items() if other >= line])
    return build.conjunction((before, after))


# ------------------------------------------------------------------------------------------------------- shapes


def _congruent(extra: Auxiliaries, encoding: GraphEncoding, first: int, second: int, equal: Equality) -> Formula:
    """The components of two vertices have equal shapes; two absent ones are equal."""
    if encoding.sources is not None:
        extra.spend(SHIFTS * len(encoding.graph.places) ** 2)
        same = build_shapes.same_shape(_members(extra, encoding, first), _members(extra, encoding, second), equal)
        return build_shapes.spelled_out(same) if isinstance(same, nodes.SameShape) else same
    if equal not in encoding.differences:
        labels = _labels(extra, encoding)
        encoding.differences[equal] = ShapeDifferences(
            extra, encoding.graph, labels, lambda one, other: _joined_formula(extra, encoding, one, other), equal
        )
    return encoding.differences[equal].congruent(first, second)


def _fits(extra: Auxiliaries, encoding: GraphEncoding, first: int, second: int, equal: Equality) -> Formula:
    """The component of a vertex, moved, is a part of that of another: of its moves onto the board, one does."""
    extra.spend(len(encoding.graph.places) ** 2)
    return build_shapes.fits(_members(extra, encoding, first), _members(extra, encoding, second), equal)


def _has_shape(extra: Auxiliaries, encoding: GraphEncoding, vertex: int, shape: Shape, equal: Equality) -> Formula:
    """The component of a vertex lies on one of the places of a shape that hold the vertex.

    A set of vertices is the component if all of them are joined to the vertex, and none beside them is.
    """
    at = {cell.spot: other for other, cell in enumerate(encoding.graph.places) if isinstance(cell, Cell)}
    ways = []
    for place in build_shapes.placements(shape, at, equal):
        inside = dict.fromkeys(at[one] for one in place)
        if vertex in inside:
            rim = dict.fromkeys(near for one in inside for near in encoding.graph.beside[one] if near not in inside)
            extra.spend(len(inside) + len(rim))
            whole = [_joined_formula(extra, encoding, vertex, one) for one in inside]
            ways.append(
                build.conjunction(
                    [*whole, *(build.negation(_joined_formula(extra, encoding, vertex, one)) for one in rim)]
                )
            )
    return build.disjunction(ways)


def _members(extra: Auxiliaries, encoding: GraphEncoding, vertex: int) -> dict[Cell, Formula]:
    """Per cell the condition that it belongs to the component of a vertex."""
    cells = [(other, cell) for other, cell in enumerate(encoding.graph.places) if isinstance(cell, Cell)]
    return {cell: _joined_formula(extra, encoding, vertex, other) for other, cell in cells}
