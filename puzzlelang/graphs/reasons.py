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
            found = looks(graph)
            return sum(found.on) == sum(found.there) - len(found.members)
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


def _connected(found: Components) -> Iterator[Reason]:
    """Yield the reason why the graph is connected; if it is not, one reason for each component.

    The latter is a present vertex inside, one outside, and the cut that separates them.
    """
    if len(found.members) < 2:
        vertices = [vertex for vertex, here in enumerate(found.there) if here]
        edges = spanning_tree(found, vertices[0])[1] if vertices else []
        absent = [build.negation(here) for vertex, here in enumerate(found.graph.presence) if not found.there[vertex]]
        yield [*path_reason(found, vertices, edges), *absent]
        return
    ahead = {name: _known_first(found, part) for name, part in found.members.items()}
    names = sorted(found.members, key=lambda name: len(found.members[name]))
    told: dict[frozenset[int], Reason] = {}
    for name in names:
        other = next(ahead[one] for one in reversed(names) if one != name)
        reason = [*present_vertices(found, (ahead[name], other)), *separating_cut(found, found.members[name], other)]
        told.setdefault(frozenset(map(id, reason)), reason)
    yield from told.values()


def _known_first(found: Components, part: Sequence[int]) -> int:
    """A vertex that is certainly present, else the first."""
    return next((vertex for vertex in part if found.graph.presence[vertex] is True), part[0])


def _joined(found: Components, first: int, second: int) -> Iterator[Reason]:
    if found.part[first] >= 0 and found.part[first] == found.part[second]:
        yield path_reason(found, *shortest_path(found, first, [second]))
        return
    absent = [vertex for vertex in (first, second) if not found.there[vertex]]
    if absent:
        for vertex in absent:
            yield [build.negation(found.graph.presence[vertex])]
        return
    for vertex, other in ((first, second), (second, first)):
        yield shared_cut(found, vertex, other)


def _first(found: Components, vertex: int) -> Iterator[Reason]:
    if not found.there[vertex]:
        yield [build.negation(found.graph.presence[vertex])]
        return
    members = found.members[found.part[vertex]]
    if found.part[vertex] == vertex:
        yield [found.graph.presence[vertex], *cut_set(found, members)]
    else:
        yield path_reason(found, *shortest_path(found, vertex, [other for other in members if other < vertex]))


def _acyclic(found: Components) -> Iterator[Reason]:
    """A cycle for each edge outside a spanning forest; without a cycle every edge that is off."""
    cyclic = False
    for members in found.members.values():
        _, used = spanning_tree(found, members[0])
        kept = set(used)
        for vertex in members:
            for other, edge in found.graph.neighbours[vertex]:
                if vertex < other and found.on[edge] and edge not in kept:
                    cyclic = True
                    yield _cycle(found, vertex, other, edge, kept)
    if not cyclic:
        edges = enumerate(found.graph.edges)
        off = [(position, first, second) for position, (first, second, _) in edges if not found.on[position]]
        yield [_off(found, position, first, second) for position, first, second in off]


def _off(found: Components, edge: int, first: int, second: int) -> Formula:
    absent = next((vertex for vertex in (first, second) if not found.there[vertex]), None)
    return build.negation(found.graph.edges[edge][2] if absent is None else found.graph.presence[absent])


def _cycle(found: Components, first: int, second: int, edge: int, kept: set[int]) -> Reason:
    """The path in the forest between two vertices, closed by an edge."""
    on = [position in kept for position in range(len(found.on))]
    vertices, edges = shortest_path(
        Components(found.graph, found.there, on, found.part, found.members), first, [second]
    )
    return path_reason(found, vertices, [*edges, edge])


def _is_rectangle(found: Components, vertex: int) -> bool:
    if not found.there[vertex]:
        return False
    cells = [found.graph.places[other] for other in found.members[found.part[vertex]]]
    rows = [cell.row for cell in cells if isinstance(cell, Square)]
    columns = [cell.column for cell in cells if isinstance(cell, Square)]
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) == len(cells)


def _rectangle(found: Components, vertex: int) -> Iterator[Reason]:
    graph = found.graph
    if not found.there[vertex]:
        yield [build.negation(graph.presence[vertex])]
        return
    members = found.members[found.part[vertex]]
    if _is_rectangle(found, vertex):
        yield [*path_reason(found, *spanning_tree(found, vertex)), *cut_set(found, members)]
        return
    corner = _dent(found, set(members))
    if corner is None:
        yield [*path_reason(found, *spanning_tree(found, vertex)), *cut_set(found, members)]
        return
    three, missing = corner
    joined = [formula for other in three for formula in path_reason(found, *shortest_path(found, vertex, [other]))]
    if missing is None or not found.there[missing]:
        yield [*joined, *([] if missing is None else [build.negation(graph.presence[missing])])]
    elif graph.exact is not None:
        beside = [edge for other, edge in graph.neighbours[missing] if other in three]
        yield [*joined, *(build.negation(graph.edges[edge][2]) for edge in beside)]
    else:
        yield [*joined, *cut_set(found, members)]


def _dent(found: Components, members: set[int]) -> tuple[list[int], int | None] | None:
    """A dent: three cells of a two by two block in the component, and the fourth outside (None: no vertex)."""
    graph = found.graph
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


def _reaches(found: Components, first: int, second: int, steps: int) -> bool:
    """Whether a path of at most that many edges joins two different vertices."""
    return found.part[first] >= 0 and second in _ball(found, first, steps)


def _distance_reason(found: Components, first: int, second: int, steps: int) -> Sequence[Formula]:
    """Return the reason why a path of at most `steps` edges joins two vertices, or why none does.

    The reason is a shortest path, an absent end, or a cut.  The cut consists of the edges that are off and could be
    part of such a path.  They leave the vertices within `steps - 1` edges of the first, towards the second.
    """
    absent, off = negations(found.graph)
    for vertex in (first, second):
        if not found.there[vertex]:
            return [build.negation(found.graph.presence[vertex])]
    if _reaches(found, first, second, steps):
        return path_reason(found, *shortest_path(found, first, [second]))
    rest = _far(found.graph, second)
    reasons: dict[int, Formula] = {}
    for vertex, taken in _ball(found, first, steps - 1).items():
        for other, edge in found.graph.neighbours[vertex]:
            if not found.on[edge] and 0 <= rest[other] < steps - taken:
                one = off[edge] if found.there[other] else absent[other]
                reasons[id(one)] = one
    return list(reasons.values())


def _ball(found: Components, start: int, steps: int) -> dict[int, int]:
    """Vertices within that many steps, with their distances."""
    taken = {start: 0}
    queue = [start]
    for vertex in queue:
        if taken[vertex] == steps:
            break
        for other, edge in found.graph.neighbours[vertex]:
            if found.on[edge] and other not in taken:
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
