"""Two sizes at one vertex, of components one of which lies within the other: that they are equal, or not.

Where each edge of one graph is an edge of another, a component of the first lies within one of the second.  The larger
one may count only some kinds of vertices, among them all that the smaller one can have.  Then the sizes differ exactly
if it counts one that the smaller one lacks: a path leads there, and a cut set keeps the smaller one away.
"""

from collections.abc import Sequence

import msgspec

from puzzlelang.graphs.components import shortest_path
from puzzlelang.graphs.counted_vertices import counted_vertices, counts_all
from puzzlelang.graphs.paths_and_cuts import cut_set, path_reason, shared_cut
from puzzlelang.graphs.size_tests import Looks
from puzzlelang.problem import build_graphs, nodes, traversal
from puzzlelang.problem.record import ComponentSize, Formula, Graph


class NestedSizes(msgspec.Struct, frozen=True, eq=False):
    """The sizes of two components at one vertex, the inner one a part of the outer one.

    `inside`: by the vertices of the outer graph that stand for vertices of the inner one, the latter.
    """

    inner: ComponentSize
    outer: ComponentSize
    inside: dict[int, int]


class _Nestings(msgspec.Struct):
    """Memo of a graph: by the identities of two sizes, which are kept, whether they are nested."""

    known: dict[tuple[int, int], tuple[ComponentSize, ComponentSize, NestedSizes | None]] = msgspec.field(
        default_factory=dict
    )


def nested_sizes(one: ComponentSize, other: ComponentSize) -> NestedSizes | None:
    """Return two sizes as nested ones, whichever is the inner one; None if they are not nested."""
    known = nodes.memo(one.graph, _Nestings).known
    key = id(one), id(other)
    if key not in known:
        known[key] = one, other, _nested(one, other)
    return known[key][2]


def _nested(one: ComponentSize, other: ComponentSize) -> NestedSizes | None:
    for inner, outer in ((one, other), (other, one)):
        inside = _inside(inner.graph, outer.graph)
        if inside is not None and inside.get(outer.vertex) == inner.vertex and counts_all(inner):
            reach = build_graphs.widest_parts(inner.graph)
            counted = counted_vertices(outer).conditions
            own = [there for there, here in inside.items() if reach[here] == reach[inner.vertex]]
            if all(counted.get(vertex) is True for vertex in own):
                return NestedSizes(inner, outer, inside)
    return None


def reason(sizes: NestedSizes, looks: Looks) -> Sequence[Formula] | None:
    """Return why the outer size is greater than the inner one; None if no vertex that always counts tells so."""
    outer, inner = looks(sizes.outer.graph), looks(sizes.inner.graph)
    conditions = counted_vertices(sizes.outer).conditions
    own = inner.part[sizes.inner.vertex]
    goals = [
        vertex
        for vertex in outer.members.get(outer.part[sizes.outer.vertex], ())
        if conditions.get(vertex) is True and not (vertex in sizes.inside and inner.part[sizes.inside[vertex]] == own)
    ]
    if not goals or own < 0:
        return None
    path = shortest_path(outer, sizes.outer.vertex, goals)
    there = sizes.inside.get(path[0][0])  # the path is listed from its end
    if there is None:
        return path_reason(outer, *path)
    apart = shared_cut(inner, sizes.inner.vertex, there) if inner.there[there] else cut_set(inner, inner.members[own])
    return [*path_reason(outer, *path), *apart]


class _Insides(msgspec.Struct):
    """Memo of a graph: by the identity of another that may have its edges as well, the result of `_inside`."""

    known: dict[int, tuple[Graph, dict[int, int] | None]] = msgspec.field(default_factory=dict)


def _inside(inner: Graph, outer: Graph) -> dict[int, int] | None:
    """By vertices of the outer graph those of the inner one, if all of this one is a part of the outer graph."""
    known = nodes.memo(inner, _Insides).known
    if id(outer) not in known:
        known[id(outer)] = outer, _part_of(inner, outer)
    return known[id(outer)][1]


def _part_of(inner: Graph, outer: Graph) -> dict[int, int] | None:
    if inner is outer or any(place not in outer.index for place in inner.places):
        return None
    at = [outer.index[place] for place in inner.places]
    if not all(_implies(here, outer.presence[there]) for here, there in zip(inner.presence, at, strict=True)):
        return None
    edges = {(first, second): when for first, second, when in outer.edges}
    for first, second, when in inner.edges:
        ends = min(at[first], at[second]), max(at[first], at[second])
        if ends not in edges or not _implies(when, edges[ends]):
            return None
    return {there: here for here, there in enumerate(at)}


def _implies(formula: Formula, other: Formula) -> bool:
    """Return whether a formula plainly implies another: it is a conjunction with at least the same parts."""
    return other is True or set(map(_key, traversal.together(other))) <= set(map(_key, traversal.together(formula)))


def _key(formula: Formula) -> object:
    """Identify a formula; equal literals are the same."""
    match formula:
        case nodes.Holds(variable):
            return variable.index, True
        case nodes.Not(nodes.Holds(variable)):
            return variable.index, False
        case _:
            return id(formula)
