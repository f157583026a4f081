"""Constructors of graphs and graph statements; what the board decides is simplified at once."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from puzzlelang.geometry import motions
from puzzlelang.geometry.motions import Equality, Shape
from puzzlelang.geometry.places import Cell
from puzzlelang.problem import build, graph_parts, nodes
from puzzlelang.problem.record import Formula, Graph, Term


def graph(presence: Mapping[Any, Formula], pairs: Iterable[tuple[Any, Any, Formula]]) -> Graph:
    """Make the graph of the places that may be present; a pair in both orders is one edge.

    If both orders have conditions of their own, either will do.
    """
    kept = {place: here for place, here in presence.items() if here is not False}
    index = {place: number for number, place in enumerate(kept)}
    edges: dict[tuple[int, int], list[Formula]] = {}
    for first, second, when in pairs:
        if when is not False and first in index and second in index and first is not second:
            a, b = index[first], index[second]
            edges.setdefault((a, b) if a < b else (b, a), []).append(when)
    joined = tuple((a, b, _either(conditions)) for (a, b), conditions in sorted(edges.items()))
    return Graph(tuple(kept), tuple(kept.values()), joined)


def _either(conditions: Sequence[Formula]) -> Formula:
    return conditions[0] if len(conditions) == 1 else build.disjunction(dict.fromkeys(conditions))


Counted = tuple[tuple[int, Formula], ...]
"""Vertices with when they count."""


class _Nodes(msgspec.Struct):
    """The nodes that speak of a graph, each made once, and what is certain of its parts: see `_bounds`."""

    bounds: tuple[Sequence[int], Sequence[int]] | None = None
    joined: dict[tuple[int, int], Formula] = msgspec.field(default_factory=dict)
    first: dict[int, Formula] = msgspec.field(default_factory=dict)
    each: dict[int, Formula] = msgspec.field(default_factory=dict)
    rectangle: dict[int, Formula] = msgspec.field(default_factory=dict)
    compared: dict[tuple[bool, int, int, Equality], Formula] = msgspec.field(default_factory=dict)
    shapes: dict[tuple[int, Shape, Equality], Formula] = msgspec.field(default_factory=dict)
    sizes: dict[tuple[int, int], Term] = msgspec.field(default_factory=dict)
    within_reach: dict[int, Counted] = msgspec.field(default_factory=dict)
    in_part: dict[int, tuple[Sequence[tuple[int, Formula]], dict[int, Counted]]] = msgspec.field(default_factory=dict)
    surely_joined: dict[int, tuple[Counted, Mapping[int, tuple[int, int]]]] = msgspec.field(default_factory=dict)
    settled: dict[int, Sequence[Cell] | None] = msgspec.field(default_factory=dict)
    alike: dict[tuple[tuple[int, int], ...], Counted] = msgspec.field(default_factory=dict)


def _bounds(graph: Graph) -> tuple[Sequence[int], Sequence[int]]:
    """Return for each vertex its part in the certain graph, -1 if it may be absent, and in the widest graph."""
    known = nodes.memo(graph, _Nodes)
    if known.bounds is None:
        certain = [here is True for here in graph.presence]
        sure = graph_parts.parts(graph, certain, [when is True for _, _, when in graph.edges])
        widest = graph_parts.parts(graph, [True] * len(certain), [True] * len(graph.edges))
        known.bounds = sure, widest
    return known.bounds


def widest_parts(graph: Graph) -> Sequence[int]:
    """Return per vertex the first one that a component with it can reach, if all that can be present is."""
    return _bounds(graph)[1]


def is_settled(graph: Graph) -> bool:
    """Return whether the board decides all components."""
    return _bounds(graph)[0] == _bounds(graph)[1]


def _settled_component(graph: Graph, vertex: int) -> Sequence[Cell] | None:
    """The cells of the component of a vertex if the board decides them all, else None."""
    sure, widest = _bounds(graph)
    known, part = nodes.memo(graph, _Nodes).settled, widest[vertex]
    if part not in known:
        here = [other for other, one in enumerate(widest) if one == part]
        decided = all(sure[other] == sure[vertex] >= 0 for other in here)
        cells = [place for place in (graph.places[other] for other in here) if isinstance(place, Cell)]
        known[part] = cells if decided else None
    return known[part]


def connected(graph: Graph) -> Formula:
    """State that the graph has at most one component."""
    sure, widest = _bounds(graph)
    certain = [vertex for vertex, part in enumerate(sure) if part >= 0]
    if len({widest[vertex] for vertex in certain}) > 1:
        return False
    if len(graph.places) < 2 or (len(certain) == len(sure) and len(set(sure)) == 1):
        return True
    return nodes.Connected(graph)


def joined(graph: Graph, first: int, second: int) -> Formula:
    """State that two vertices are present and in one component."""
    if first == second:
        return graph.presence[first]
    sure, widest = _bounds(graph)
    if widest[first] != widest[second]:
        return False
    if sure[first] >= 0 and sure[first] == sure[second]:
        return True
    key = (first, second) if first < second else (second, first)
    # In a partition a border always lies between two areas, so neighbours are joined exactly if none is between them.
    if graph.exact is not None and key in graph.exact:
        return graph.exact[key]
    known = nodes.memo(graph, _Nodes).joined
    if key not in known:
        known[key] = nodes.Joined(graph, *key)
    return known[key]


def joined_pairs(graph: Graph) -> Collection[tuple[int, int]]:
    """Return the pairs of vertices of which a statement says that they are joined."""
    return nodes.memo(graph, _Nodes).joined.keys()


def distance(graph: Graph, first: int, second: int) -> tuple[Term, Sequence[Formula]]:
    """Return the length of a shortest path between two vertices, 0 if there is none, and formulas that follow.

    If the two are joined, the term counts the numbers of steps that do not suffice.  The formulas state that each
    `Reaches` implies the one with one more step, and the last implies `Joined`.
    """
    together = joined(graph, first, second)
    if first == second or together is False:
        return 0, ()
    _, widest = _bounds(graph)
    certain = [here is True for here in graph.presence]
    least = graph_parts.steps(graph, [True] * len(certain), [True] * len(graph.edges), first)[second]
    most = graph_parts.steps(graph, certain, [when is True for _, _, when in graph.edges], first)[second]
    most = most if most > 0 else widest.count(widest[first]) - 1
    short = [reaches(graph, first, second, steps) for steps in range(least, most)]
    far = [build.conjunction((together, build.negation(one))) for one in short]
    follows = [build.disjunction((build.negation(one), more)) for one, more in pairwise([*short, together])]
    return build.total([(least, together), *((1, one) for one in far)], ()), follows


def reaches(graph: Graph, first: int, second: int, steps: int) -> Formula:
    """State that two different vertices are present, with a path of at most so many edges."""
    return nodes.Reaches(graph, first, second, steps)


def first(graph: Graph, vertex: int) -> Formula:
    """State that a vertex is the representative of its component: present, and its first."""
    sure, widest = _bounds(graph)
    if 0 <= sure[vertex] < vertex:
        return False
    if widest[vertex] == vertex:
        return graph.presence[vertex]
    known = nodes.memo(graph, _Nodes).first
    if vertex not in known:
        known[vertex] = nodes.First(graph, vertex)
    return known[vertex]


def each(first: nodes.First) -> Formula:
    """Return the same statement with `every` set, for use as the guard of a rule about every component."""
    known = nodes.memo(first.graph, _Nodes).each
    if first.vertex not in known:
        known[first.vertex] = nodes.First(first.graph, first.vertex, every=True)
    return known[first.vertex]


def acyclic(graph: Graph) -> Formula:
    """State that the graph has no cycle."""
    _, widest = _bounds(graph)
    if len(graph.edges) == len(graph.places) - len(set(widest)):
        return True
    decided = all(here is True for here in (*graph.presence, *(when for _, _, when in graph.edges)))
    return False if decided else nodes.Acyclic(graph)


def rectangle(graph: Graph, vertex: int) -> Formula:
    """State that a vertex is present, and its component fills a rectangle."""
    cells = _settled_component(graph, vertex)
    if cells is not None:
        rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
        return len(cells) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
    known = nodes.memo(graph, _Nodes).rectangle
    if vertex not in known:
        known[vertex] = nodes.Rectangle(graph, vertex)
    return known[vertex]


def congruent(graph: Graph, first: int, second: int, equal: Equality) -> Formula:
    """State that two components have equal shapes; that of an absent vertex is empty."""
    one, other = sorted((first, second))
    settled = _both_settled(graph, one, other)
    if isinstance(settled, bool):
        return settled
    if settled is not None:
        return motions.shape(settled[0], equal) == motions.shape(settled[1], equal)
    return nodes.memo(graph, _Nodes).compared.setdefault(
        (True, one, other, equal), nodes.Congruent(graph, one, other, equal)
    )


def fits(graph: Graph, first: int, second: int, equal: Equality) -> Formula:
    """State that a component, moved, is a part of another; that of an absent vertex is empty, and fits everywhere."""
    settled = _both_settled(graph, first, second)
    if isinstance(settled, bool):
        return settled
    if settled is not None:
        return motions.fits([cell.spot for cell in settled[0]], [cell.spot for cell in settled[1]], equal)
    return nodes.memo(graph, _Nodes).compared.setdefault(
        (False, first, second, equal), nodes.Fits(graph, first, second, equal)
    )


def has_comparisons(graph: Graph) -> bool:
    """Return whether any shapes of components were compared."""
    return bool(nodes.memo(graph, _Nodes).compared)


def _both_settled(graph: Graph, first: int, second: int) -> bool | tuple[Sequence[Cell], Sequence[Cell]] | None:
    """The cells of two components if the board decides them; true if they are one component."""
    sure, _ = _bounds(graph)
    if first == second or (sure[first] >= 0 and sure[first] == sure[second]):
        return True
    one, other = _settled_component(graph, first), _settled_component(graph, second)
    return None if one is None or other is None else (one, other)


def has_shape(graph: Graph, vertex: int, shape: Shape, equal: Equality) -> Formula:
    """State that a vertex is present, and its component has this shape."""
    sure, widest = _bounds(graph)
    certain = sum(one == sure[vertex] for one in sure) if sure[vertex] >= 0 else 1
    if not certain <= len(shape) <= widest.count(widest[vertex]):
        return False
    cells = _settled_component(graph, vertex)
    if cells is not None:
        return motions.shape(cells, equal) == shape
    known = nodes.memo(graph, _Nodes).shapes
    if (vertex, shape, equal) not in known:
        known[vertex, shape, equal] = nodes.HasShape(graph, vertex, shape, equal)
    return known[vertex, shape, equal]


def component_size(graph: Graph, vertex: int, counted: Sequence[tuple[int, Formula]] | None = None) -> Term:
    """Count the vertices, by default all, in the component of a vertex."""
    sure, widest = _bounds(graph)
    results = nodes.memo(graph, _Nodes)
    if counted is None:
        items = _within_reach(results, widest)[widest[vertex]]
    else:
        items = _in_part(results, widest, widest[vertex], counted)
    certain, near = _surely_joined(results, sure, items).get(sure[vertex], (0, 0))
    if certain == len(items):
        return certain
    if near == len(items):
        return build.count([when for _, when in items])
    if len(items) == 1:
        return build.count([build.conjunction((joined(graph, vertex, other), when)) for other, when in items])
    key = vertex, id(items)  # they are kept in the node
    if key not in results.sizes:
        results.sizes[key] = nodes.ComponentSize(graph, vertex, items, certain, len(items))
    return results.sizes[key]


def _within_reach(auxiliaries: _Nodes, widest: Sequence[int]) -> Mapping[int, Counted]:
    """The counted vertices of each component of the widest graph, shared by its vertices."""
    if not auxiliaries.within_reach:
        groups = graph_parts.by_part(widest, [(vertex, True) for vertex in range(len(widest))])
        auxiliaries.within_reach.update((part, tuple(group)) for part, group in groups.items())
    return auxiliaries.within_reach


def _surely_joined(auxiliaries: _Nodes, sure: Sequence[int], items: Counted) -> Mapping[int, tuple[int, int]]:
    """How many counted vertices are certain, and how many there are, in each part of the certain graph."""
    known = auxiliaries.surely_joined
    if id(items) not in known:
        groups = graph_parts.by_part(sure, items).items()
        known[id(items)] = items, {part: (sum(when is True for _, when in one), len(one)) for part, one in groups}
    return known[id(items)][1]


MOST_SELECTIONS = 50
"""No more selections of counted vertices are kept with a graph."""


def _in_part(auxiliaries: _Nodes, widest: Sequence[int], part: int, counted: Sequence[tuple[int, Formula]]) -> Counted:
    """Return the counted vertices in one component of the widest graph; equal selections are one object."""
    known = auxiliaries.in_part
    if id(counted) not in known:
        if len(known) >= MOST_SELECTIONS:
            known.clear()
        known[id(counted)] = counted, {}
    _, by_part = known[id(counted)]
    if part not in by_part:
        items = tuple([(other, when) for other, when in counted if when is not False and widest[other] == part])
        by_part[part] = auxiliaries.alike.setdefault(tuple([(other, id(when)) for other, when in items]), items)
    return by_part[part]
