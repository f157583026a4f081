"""Components of a graph in an answer: which vertices are present, and the component of each."""

from collections import Counter
from collections.abc import Sequence, Set
from itertools import compress

import msgspec

from puzzlelang.geometry.mesh import Spot
from puzzlelang.graphs.compiled_evaluation import CompiledMemo, GraphAnswer, Several, compile_formula, compile_formulas
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Graph, Holds, Not, VariableRole


class Components(msgspec.Struct, frozen=True, eq=False):
    """A graph in one answer: truth of vertices and edges; per vertex the first of its component, or -1.

    An edge is on where its condition is true and both of its ends are present.  `members`: the vertices of each
    component, by its first.  `around`: cuts around components, cached by `value_components`.  `separated`: those
    that separate a component from the vertices of a set, cached by `paths_and_cuts`.  `tallies`: counted vertices per
    component, by `CountedVertices.alike`.  `counts`: vertices of a component that fulfil conditions, by the identity of
    these and the component.  `shapes`: the cells of each component, cached by `congruence`.
    """

    graph: Graph
    there: Sequence[bool]
    on: Sequence[bool]
    part: Sequence[int]
    members: dict[int, list[int]]
    around: dict[int, Sequence[Formula]] = msgspec.field(default_factory=dict)
    separated: dict[int, list[tuple[Set[int], Sequence[Formula]]]] = msgspec.field(default_factory=dict)
    tallies: dict[int, Counter[int]] = msgspec.field(default_factory=dict)
    counts: dict[tuple[int, int], int] = msgspec.field(default_factory=dict)
    shapes: dict[int, frozenset[Spot]] = msgspec.field(default_factory=dict)


def holds(formula: Formula, values: GraphAnswer) -> bool:
    """Evaluate a formula; the commonest kinds without compiling, others compiled once for many answers."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, Holds) and formula.variable.role is not VariableRole.STATEMENT:
        return bool(values[formula.variable.index])
    if isinstance(formula, Not) and isinstance(formula.part, Holds):
        return not holds(formula.part, values)
    return compile_formula(formula, values.compiled)(values)


class _Quick(msgspec.Struct):
    """Compiled conditions of vertices and edges, and the ends of edges."""

    compiled: tuple[Several, Several, Sequence[tuple[int, int]]] | None = None


def find_components(graph: Graph, values: GraphAnswer, before: Components | None = None) -> Components:
    """Find the components of a graph in an answer; those of an answer before are the same if vertices and edges are."""
    known = nodes.memo(graph, _Quick)
    if known.compiled is None:
        result: CompiledMemo = {}
        conditions = compile_formulas([when for _, _, when in graph.edges], result)
        known.compiled = compile_formulas(graph.presence, result), conditions, [(a, b) for a, b, _ in graph.edges]
    presence, edges, ends = known.compiled
    there = presence(values)
    on = [when and there[a] and there[b] for (a, b), when in zip(ends, edges(values), strict=True)]
    if before is not None and before.there == there and before.on == on:
        return Components(graph, there, on, before.part, before.members)  # its memos may tell of other variables
    beside: list[list[int]] = [[] for _ in there]
    for a, b in compress(ends, on):
        beside[a].append(b)
        beside[b].append(a)
    part = [-1] * len(there)
    members: dict[int, list[int]] = {}
    for start, here in enumerate(there):
        if not here or part[start] >= 0:
            continue
        part[start] = start
        queue = [start]
        for vertex in queue:
            for other in beside[vertex]:
                if part[other] < 0:
                    part[other] = start
                    queue.append(other)
        members[start] = queue
    return Components(graph, there, on, part, members)


def shortest_path(components: Components, start: int, goals: Sequence[int]) -> tuple[list[int], list[int]]:
    """Find a shortest path from a vertex to the nearest goal by breadth-first search: vertices and edges.

    One of the goals must be in the part of the start.
    """
    wanted = set(goals)
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue = [start]
    for vertex in queue:
        if vertex in wanted:
            vertices, edges = [vertex], []
            while came[vertex][0] >= 0:
                vertex, edge = came[vertex]
                vertices.append(vertex)
                edges.append(edge)
            return vertices, edges
        for other, edge in components.graph.neighbours[vertex]:
            if components.on[edge] and other not in came:
                came[other] = vertex, edge
                queue.append(other)
    raise ValueError("the goals lie in other parts")


def spanning_tree(components: Components, start: int) -> tuple[list[int], list[int]]:
    """Span a component breadth first: its vertices in that order, and the tree edges between them."""
    reached = {start}
    queue, edges = [start], []
    for vertex in queue:
        for other, edge in components.graph.neighbours[vertex]:
            if components.on[edge] and other not in reached:
                reached.add(other)
                queue.append(other)
                edges.append(edge)
    return queue, edges
