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
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Graph

Reason = Sequence[Formula]


def truth(atom: Atom, looks: sizes.Looks, values: GraphAnswer) -> bool:
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


def reasons(atom: Atom, looks: sizes.Looks, values: GraphAnswer) -> Iterator[Reason]:
    """Yield reasons, at least one, for the truth of a statement in an answer."""
    match atom:
        case nodes.Connected(graph):
            yield from _connected(looks(graph))
        case nodes.Joined(graph, first, second):
            yield from _joined(looks(graph), first, second)
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


def _connected(result: Components) -> Iterator[Reason]:
    """Yield the reason why the graph is connected; if it is not, one reason for each component.

    The latter is a present vertex inside, one outside, and the cut that separates them.
    """
    if len(result.members) < 2:
        vertices = [vertex for vertex, here in enumerate(result.there) if here]
        edges = spanning_tree(result, vertices[0])[1] if vertices else []
        absent = [build.negation(here) for vertex, here in enumerate(result.graph.presence) if not result.there[vertex]]
        yield [*path_reason(result, vertices, edges), *absent]
        return
    ahead = {name: _known_first(result, part) for name, part in result.members.items()}
    names = sorted(result.members, key=lambda name: len(result.members[name]))
    told: dict[frozenset[int], Reason] = {}
    for name in names:
        other = next(ahead[one] for one in reversed(names) if one != name)
        reason = [*present_vertices(result, (ahead[name], other)), *separating_cut(result, result.members[name], other)]
        told.setdefault(frozenset(map(id, reason)), reason)
    yield from told.values()


def _known_first(result: Components, part: Sequence[int]) -> int:
    """A vertex that is certainly present, else the first."""
    return next((vertex for vertex in part if result.graph.presence[vertex] is True), part[0])


def _joined(result: Components, first: int, second: int) -> Iterator[Reason]:
    if result.part[first] >= 0 and result.part[first] == result.part[second]:
        yield path_reason(result, *shortest_path(result, first, [second]))
        return
    absent = [vertex for vertex in (first, second) if not result.there[vertex]]
    if absent:
        for vertex in absent:
            yield [build.negation(result.graph.presence[vertex])]
        return
    for vertex, other in ((first, second), (second, first)):
        yield shared_cut(result, vertex, other)


def _first(result: Components, vertex: int) -> Iterator[Reason]:
    if not result.there[vertex]:
        yield [build.negation(result.graph.presence[vertex])]
        return
    members = result.members[result.part[vertex]]
    if result.part[vertex] == vertex:
        yield [result.graph.presence[vertex], *cut_set(result, members)]
    else:
        yield path_reason(result, *shortest_path(result, vertex, [other for other in members if other < vertex]))


def _acyclic(result: Components) -> Iterator[Reason]:
    """A cycle for each edge outside a spanning forest; without a cycle every edge that is off."""
    cyclic = False
    for members in result.members.values():
        _, used = spanning_tree(result, members[0])
        kept = set(used)
        for vertex in members:
            for other, edge in result.graph.neighbours[vertex]:
                if vertex < other and result.on[edge] and edge not in kept:
                    cyclic = True
                    yield _cycle(result, vertex, other, edge, kept)
    if not cyclic:
        edges = enumerate(result.graph.edges)
        off = [(position, first, second) for position, (first, second, _) in edges if not result.on[position]]
        yield [_off(result, position, first, second) for position, first, second in off]


def _off(result: Components, edge: int, first: int, second: int) -> Formula:
    absent = next((vertex for vertex in (first, second) if not result.there[vertex]), None)
    return build.negation(result.graph.edges[edge][2] if absent is None else result.graph.presence[absent])


def _cycle(result: Components, first: int, second: int, edge: int, kept: set[int]) -> Reason:
    """The path in the forest between two vertices, closed by an edge."""
    on = [position in kept for position in range(len(result.on))]
    vertices, edges = shortest_path(
        Components(result.graph, result.there, on, result.part, result.members), first, [second]
    )
    return path_reason(result, vertices, [*edges, edge])


def _is_rectangle(result: Components, vertex: int) -> bool:
    if not result.there[vertex]:
        return False
    cells = [result.graph.places[other] for other in result.members[result.part[vertex]]]
    rows = [cell.row for cell in cells if isinstance(cell, Square)]
    columns = [cell.column for cell in cells if isinstance(cell, Square)]
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) == len(cells)


def _rectangle(result: Components, vertex: int) -> Iterator[Reason]:
    graph = result.graph
    if not result.there[vertex]:
        yield [build.negation(graph.presence[vertex])]
        return
    members = result.members[result.part[vertex]]
    if _is_rectangle(result, vertex):
        yield [*path_reason(result, *spanning_tree(result, vertex)), *cut_set(result, members)]
        return
    corner = _dent(result, set(members))
    if corner is None:
        yield [*path_reason(result, *spanning_tree(result, vertex)), *cut_set(result, members)]
        return
    three, missing = corner
    joined = [formula for other in three for formula in path_reason(result, *shortest_path(result, vertex, [other]))]
    if missing is None or not result.there[missing]:
        yield [*joined, *([] if missing is None else [build.negation(graph.presence[missing])])]
    elif graph.exact is not None:
        beside = [edge for other, edge in graph.neighbours[missing] if other in three]
        yield [*joined, *(build.negation(graph.edges[edge][2]) for edge in beside)]
    else:
        yield [*joined, *cut_set(result, members)]


def _dent(result: Components, members: set[int]) -> tuple[list[int], int | None] | None:
    """A dent: three cells of a two by two block in the component, and the fourth outside (None: no vertex)."""
    graph = result.graph
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


def _reaches(result: Components, first: int, second: int, steps: int) -> bool:
    """Whether a path of at most that many edges joins two different vertices."""
    return result.part[first] >= 0 and second in _ball(result, first, steps)


def _distance_reason(result: Components, first: int, second: int, steps: int) -> Sequence[Formula]:
    """Return the reason why a path of at most `steps` edges joins two vertices, or why none does.

    The reason is a shortest path, an absent end, or a cut.  The cut consists of the edges that are off and could be
    part of such a path.  They leave the vertices within `steps - 1` edges of the first, towards the second.
    """
    absent, off = negations(result.graph)
    for vertex in (first, second):
        if not result.there[vertex]:
            return [build.negation(result.graph.presence[vertex])]
    if _reaches(result, first, second, steps):
        return path_reason(result, *shortest_path(result, first, [second]))
    rest = _far(result.graph, second)
    reasons: dict[int, Formula] = {}
    for vertex, taken in _ball(result, first, steps - 1).items():
        for other, edge in result.graph.neighbours[vertex]:
            if not result.on[edge] and 0 <= rest[other] < steps - taken:
                one = off[edge] if result.there[other] else absent[other]
                reasons[id(one)] = one
    return list(reasons.values())


def _ball(result: Components, start: int, steps: int) -> dict[int, int]:
    """Vertices within that many steps, with their distances."""
    taken = {start: 0}
    queue = [start]
    for vertex in queue:
        if taken[vertex] == steps:
            break
        for other, edge in result.graph.neighbours[vertex]:
            if result.on[edge] and other not in taken:
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
