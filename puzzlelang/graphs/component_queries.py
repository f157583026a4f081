"""Component queries of a problem: single vertices and pairs, which decide how a graph is encoded."""

from collections import Counter
from typing import assert_never

import msgspec

from puzzlelang.graphs import grid, rewrite
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Graph, Problem, Term

FEW = 2
"""Sources up to which reachability is encoded from each; for more, all vertices get component labels.

Of 22 small boards of the library none has other clauses with 1 or with 4.
"""


class ComponentQueries(msgspec.Struct, frozen=True, eq=False):
    """Queries about one graph, kept alive with it: whole components of vertices, and joined pairs."""

    graph: Graph
    vertices: dict[int, None]
    pairs: dict[tuple[int, int], None]


def component_queries(problem: Problem) -> dict[int, ComponentQueries]:
    """Collect the queries about each graph, by its identity."""
    result: dict[int, ComponentQueries] = {}

    def about(state: Rewriter, graph: Graph) -> ComponentQueries:
        rewrite.rewrite_graph(state, graph)
        return result.setdefault(id(graph), ComponentQueries(graph, {}, {}))

    def formula(state: Rewriter, node: Formula) -> Formula | None:
        if not isinstance(node, nodes.GraphStatement):
            return None
        match node:
            case nodes.Connected(graph) | nodes.Acyclic(graph) | nodes.Reaches(graph):
                about(state, graph)
            case nodes.Joined(graph, first, second):
                about(state, graph).pairs[first, second] = None
            case nodes.First(graph, vertex) | nodes.HasShape(graph, vertex):
                about(state, graph).vertices[vertex] = None
            case nodes.Rectangle(graph, vertex):
                _ask_for_rectangle(about(state, graph), vertex)
            case nodes.Congruent(graph, first, second) | nodes.Fits(graph, first, second):
                about(state, graph).vertices.update({first: None, second: None})
            case _:
                assert_never(node)
        return True

    def term(state: Rewriter, node: Term) -> Term | None:
        if not isinstance(node, nodes.ComponentSize):
            return None
        about(state, node.graph).vertices[node.vertex] = None
        for _, when in node.counted:
            rewrite.rewrite_formula(state, when)
        return 0

    state = Rewriter(formula, term)
    for one in (*problem.definitions, *(constraint.formula for constraint in problem.constraints)):
        rewrite.rewrite_formula(state, one)
    return result


def _ask_for_rectangle(queries: ComponentQueries, vertex: int) -> None:
    graph = queries.graph
    if not grid.has_only_grid_edges(graph):
        queries.vertices[vertex] = None
    elif graph.exact is None:
        at = grid.vertex_by_cell(graph)
        for (row, column), here in at.items():
            for other in (at.get((row + 1, column)), at.get((row, column + 1))):
                if other is not None and not always_joined(graph, here, other):
                    queries.pairs[min(here, other), max(here, other)] = None


def sources(queries: ComponentQueries) -> list[int] | None:
    """Choose vertices such that each query contains one of them; None if that takes more than `FEW`.

    Pairs that are `always_joined` need none.
    """
    result = dict(queries.vertices)
    often = Counter(vertex for pair in queries.pairs for vertex in pair)
    for first, second in queries.pairs:
        if first not in result and second not in result and not always_joined(queries.graph, first, second):
            result[first if often[first] >= often[second] else second] = None
    return list(result) if len(result) <= FEW else None


def always_joined(graph: Graph, first: int, second: int) -> bool:
    """Return whether two vertices are joined whenever both are present."""
    return any(other == second and graph.edges[edge][2] is True for other, edge in graph.neighbours[first])
