"""Reasons for the truth of a graph statement: true formulas that imply it (explanations).

Two kinds of reasons suffice (`paths_and_cuts`).  What is joined is so by a path of vertices that are present and edges
that are on; what is apart by a cut set of edges that are off.  Their cuts hold in every answer (lazy clause generation,
Ohrimenko, Stuckey and Codish 2009; as the subtour cuts of Dantzig, Fulkerson and Johnson 1954).  So they
stay when answers are excluded or variables fixed.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

import msgspec

from puzzlelang.geometry.places import Square
from puzzlelang.graphs import congruence, sizes
from puzzlelang.graphs.abstraction import Atom
from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import Components, shortest_path, spanning_tree
from puzzlelang.graphs.paths_and_cuts import (
    cut_set,
    negations,
    path_reason,
    present_vertices,
    separating_cut,
    shared_cut,
)
from puzzlelang.graphs.size_tests import Looks
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Graph

Reason = Sequence[Formula]


def truth(atom: Atom, looks: Looks, values: GraphAnswer) -> bool:
    """Evaluate a graph statement in an answer."""
    if type(atom) is nodes.AtMost or type(atom) is nodes.Equal:  # most are, and `match` is slow to find out
        return sizes.truth(atom, looks, values)
    match atom:
        case nodes.Connected(graph):
            return len(looks(graph).members) < 2
        case nodes.Joined(graph, first, second):
            part = looks(graph).part
            return part[first] >= 0 and part[first] == part[second]
        case nodes.Reaches(graph, first, second, steps):
            return _reaches(looks(graph), first, second, steps)
        case nodes.First(graph, vertex):
            return looks(graph).part[vertex] == vertex
        case nodes.Acyclic(graph):
            result = looks(graph)
            return sum(result.on) == sum(result.there) - len(result.members)
        case nodes.Rectangle(graph, vertex):
            return _is_rectangle(looks(graph), vertex)
        case nodes.Congruent(graph, first, second, equal):
            return congruence.truth(looks(graph), first, second, equal)
        case nodes.Fits(graph, first, second, equal):
            return congruence.inside(looks(graph), first, second, equal)
        case nodes.HasShape(graph, vertex, shape, equal):
            return congruence.has_shape(looks(graph), vertex, shape, equal)
        case nodes.AtMost() | nodes.Equal() | nodes.Distinct():
            return sizes.truth(atom, looks, values)
        case _:
            assert_never(atom)


def reasons(atom: Atom, looks: Looks, values: GraphAnswer) -> Iterator[Reason]:
    """Yield reasons, at least one, for the truth of a statement in an answer."""
    match atom:
        case nodes.Connected(graph):
            yield from _connected_reasons(looks(graph))
        case nodes.Joined(graph, first, second):
            yield from _joined_reasons(looks(graph), first, second)
        case nodes.Reaches(graph, first, second, steps):
            yield _distance_reason(looks(graph), first, second, steps)
        case nodes.First(graph, vertex):
            yield from _first(looks(graph), vertex)
        case nodes.Acyclic(graph):
            yield from _acyclic(looks(graph))
        case nodes.Rectangle(graph, vertex):
            yield from _rectangle(looks(graph), vertex)
        case nodes.Congruent(graph, first, second, equal):
            yield from congruence.reasons(looks(graph), first, second, equal)
        case nodes.Fits(graph, first, second, equal):
            yield from congruence.inside_reasons(looks(graph), first, second, equal)
        case nodes.HasShape(graph, vertex, shape, equal):
            yield from congruence.shape_reasons(looks(graph), vertex, shape, equal)
        case nodes.AtMost() | nodes.Equal() | nodes.Distinct():
            yield from sizes.reasons(atom, looks, values)
        case _:
            assert_never(atom)


def _connected_reasons(components: Components) -> Iterator[Reason]:
    """Yield the reason why the graph is connected; if it is not, one reason for each component.

    The latter is a present vertex inside, one outside, and the cut that separates them.
    """
    if len(components.members) < 2:
        vertices = [vertex for vertex, here in enumerate(components.there) if here]
        edges = spanning_tree(components, vertices[0])[1] if vertices else []
        absent = [
            build.negation(here)
            for vertex, here in enumerate(components.graph.presence)
            if not components.there[vertex]
        ]
        yield [*path_reason(components, vertices, edges), *absent]
        return
    ahead = {name: _known_first(components, part) for name, part in components.members.items()}
    names = sorted(components.members, key=lambda name: len(components.members[name]))
    reasons: dict[frozenset[int], Reason] = {}
    for name in names:
        other = next(ahead[one] for one in reversed(names) if one != name)
        reason = [
            *present_vertices(components, (ahead[name], other)),
            *separating_cut(components, components.members[name], other),
        ]
        reasons.setdefault(frozenset(map(id, reason)), reason)
    yield from reasons.values()


def _known_first(components: Components, part: Sequence[int]) -> int:
    """A vertex that is certainly present, else the first."""
    return next((vertex for vertex in part if components.graph.presence[vertex] is True), part[0])


def _joined_reasons(components: Components, first: int, second: int) -> Iterator[Reason]:
    if components.part[first] >= 0 and components.part[first] == components.part[second]:
        yield path_reason(components, *shortest_path(components, first, [second]))
        return
    absent = [vertex for vertex in (first, second) if not components.there[vertex]]
    if absent:
        for vertex in absent:
            yield [build.negation(components.graph.presence[vertex])]
        return
    for vertex, other in ((first, second), (second, first)):
        yield shared_cut(components, vertex, other)


def _first(components: Components, vertex: int) -> Iterator[Reason]:
    if not components.there[vertex]:
        yield [build.negation(components.graph.presence[vertex])]
        return
    members = components.members[components.part[vertex]]
    if components.part[vertex] == vertex:
        yield [components.graph.presence[vertex], *cut_set(components, members)]
    else:
        yield path_reason(
            components, *shortest_path(components, vertex, [other for other in members if other < vertex])
        )


def _acyclic(components: Components) -> Iterator[Reason]:
    """A cycle for each edge outside a spanning forest; without a cycle every edge that is off."""
    cyclic = False
    for members in components.members.values():
        _, used = spanning_tree(components, members[0])
        kept = set(used)
        for vertex in members:
            for other, edge in components.graph.neighbours[vertex]:
                if vertex < other and components.on[edge] and edge not in kept:
                    cyclic = True
                    yield _cycle(components, vertex, other, edge, kept)
    if not cyclic:
        edges = enumerate(components.graph.edges)
        off = [(position, first, second) for position, (first, second, _) in edges if not components.on[position]]
        yield [_off(components, position, first, second) for position, first, second in off]


def _off(components: Components, edge: int, first: int, second: int) -> Formula:
    absent = next((vertex for vertex in (first, second) if not components.there[vertex]), None)
    return build.negation(components.graph.edges[edge][2] if absent is None else components.graph.presence[absent])


def _cycle(components: Components, first: int, second: int, edge: int, kept: set[int]) -> Reason:
    """The path in the forest between two vertices, closed by an edge."""
    on = [position in kept for position in range(len(components.on))]
    vertices, edges = shortest_path(
        Components(components.graph, components.there, on, components.part, components.members), first, [second]
    )
    return path_reason(components, vertices, [*edges, edge])


def _is_rectangle(components: Components, vertex: int) -> bool:
    if not components.there[vertex]:
        return False
    cells = [components.graph.places[other] for other in components.members[components.part[vertex]]]
    rows = [cell.row for cell in cells if isinstance(cell, Square)]
    columns = [cell.column for cell in cells if isinstance(cell, Square)]
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) == len(cells)


def _rectangle(components: Components, vertex: int) -> Iterator[Reason]:
    graph = components.graph
    if not components.there[vertex]:
        yield [build.negation(graph.presence[vertex])]
        return
    members = components.members[components.part[vertex]]
    if _is_rectangle(components, vertex):
        yield [*path_reason(components, *spanning_tree(components, vertex)), *cut_set(components, members)]
        return
    corner = _dent(components, set(members))
    if corner is None:
        yield [*path_reason(components, *spanning_tree(components, vertex)), *cut_set(components, members)]
        return
    three, missing = corner
    joined = [
        formula for other in three for formula in path_reason(components, *shortest_path(components, vertex, [other]))
    ]
    if missing is None or not components.there[missing]:
        yield [*joined, *([] if missing is None else [build.negation(graph.presence[missing])])]
    elif graph.exact is not None:
        beside = [edge for other, edge in graph.neighbours[missing] if other in three]
        yield [*joined, *(build.negation(graph.edges[edge][2]) for edge in beside)]
    else:
        yield [*joined, *cut_set(components, members)]


def _dent(components: Components, members: set[int]) -> tuple[list[int], int | None] | None:
    """A dent: three cells of a two by two block in the component, and the fourth outside (None: no vertex)."""
    graph = components.graph
    at = {(cell.row, cell.column): graph.index[cell] for cell in graph.places if isinstance(cell, Square)}
    inside = {place for place, vertex in at.items() if vertex in members}
    for row, column in sorted(inside):
        for down in (-1, 1):
            for right in (-1, 1):
                block = [(row, column), (row + down, column), (row, column + right), (row + down, column + right)]
                three = [place for place in block if place in inside]
                if len(three) == 3:
                    (fourth,) = [place for place in block if place not in inside]
                    return [at[place] for place in three], at.get(fourth)
    return None


def cut_clause(reason: Reason, variable: Formula, true: bool) -> Formula:
    """Make the clause that the reason implies this truth of the statement's variable."""
    return build.disjunction([*(build.negation(one) for one in reason), variable if true else build.negation(variable)])


def _reaches(components: Components, first: int, second: int, steps: int) -> bool:
    """Whether a path of at most that many edges joins two different vertices."""
    part = components.part[first]
    return part >= 0 and part == components.part[second] and second in _ball(components, first, steps)


def _distance_reason(components: Components, first: int, second: int, steps: int) -> Sequence[Formula]:
    """Return the reason why a path of at most `steps` edges joins two vertices, or why none does.

    The reason is a shortest path, an absent end, or a cut.  The cut consists of the edges that are off and could be
    part of such a path.  They leave the vertices within `steps - 1` edges of the first, towards the second.
    """
    absent, off = negations(components.graph)
    for vertex in (first, second):
        if not components.there[vertex]:
            return [build.negation(components.graph.presence[vertex])]
    if _reaches(components, first, second, steps):
        return path_reason(components, *shortest_path(components, first, [second]))
    rest = _far(components.graph, second)
    reasons: dict[int, Formula] = {}
    for vertex, taken in _ball(components, first, steps - 1).items():
        for other, edge in components.graph.neighbours[vertex]:
            if not components.on[edge] and 0 <= rest[other] < steps - taken:
                one = off[edge] if components.there[other] else absent[other]
                reasons[id(one)] = one
    return list(reasons.values())


def _ball(components: Components, start: int, steps: int) -> dict[int, int]:
    """Vertices within that many steps, with their distances."""
    taken = {start: 0}
    queue = [start]
    for vertex in queue:
        if taken[vertex] == steps:
            break
        for other, edge in components.graph.neighbours[vertex]:
            if components.on[edge] and other not in taken:
                taken[other] = taken[vertex] + 1
                queue.append(other)
    return taken


class _Distances(msgspec.Struct):
    """Memo of a graph: by start vertex the result of `_far`."""

    known: dict[int, Sequence[int]] = msgspec.field(default_factory=dict)


def _far(graph: Graph, start: int) -> Sequence[int]:
    """Least distance of each vertex in the full graph, -1 if unreachable; computed once."""
    known = nodes.memo(graph, _Distances).known
    if start not in known:
        far = [-1] * len(graph.places)
        far[start] = 0
        queue = [start]
        for vertex in queue:
            for other, _ in graph.neighbours[vertex]:
                if far[other] < 0:
                    far[other] = far[vertex] + 1
                    queue.append(other)
        known[start] = far
    return known[start]
