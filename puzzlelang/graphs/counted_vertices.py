"""Vertices that component sizes count, computed once for each size."""

from collections.abc import Collection

import msgspec

from puzzlelang.problem import build_graphs, nodes
from puzzlelang.problem.record import ComponentSize, Formula


class CountedVertices(msgspec.Struct, frozen=True, eq=False):
    """The conditions of the counted vertices.

    `counts_all`: every vertex that the component can reach counts, under no condition.

    `alike`: an identifier that all sizes share that count the same vertices; None if any of these has a condition.
    """

    conditions: dict[int, Formula]
    counts_all: bool
    alike: int | None


class _SizeMemo(msgspec.Struct):
    """Counted vertices by the identity of component sizes, which are kept.

    `conditions`: by the identity of what they count, which most of them share.  `alike`: by the vertices that are
    counted under no condition; see `CountedVertices`.
    """

    counted: dict[int, tuple[ComponentSize, CountedVertices]] = msgspec.field(default_factory=dict)
    conditions: dict[int, tuple[dict[int, Formula], int | None]] = msgspec.field(default_factory=dict)
    alike: dict[frozenset[int], int] = msgspec.field(default_factory=dict)


def counted_vertices(component_size: ComponentSize) -> CountedVertices:
    """Return the counted vertices of a size, computed once."""
    known = nodes.memo(component_size.graph, _SizeMemo)
    kept = known.counted.get(id(component_size))
    if kept is None:
        shared = known.conditions.get(id(component_size.counted))
        if shared is None:
            conditions = dict(component_size.counted)
            plain = all(when is True for when in conditions.values())
            alike = known.alike.setdefault(frozenset(conditions), len(known.alike)) if plain else None
            shared = known.conditions[id(component_size.counted)] = conditions, alike
        conditions, alike = shared
        result = CountedVertices(conditions, alike is not None and _all_within_reach(component_size, conditions), alike)
        kept = known.counted[id(component_size)] = component_size, result
    return kept[1]


def _all_within_reach(component_size: ComponentSize, among: Collection[int]) -> bool:
    """Return whether the vertices are all that the component can reach, be there others or not."""
    if len(among) == len(component_size.graph.places):
        return True
    reach = build_graphs.widest_parts(component_size.graph)
    return all(vertex in among for vertex, part in enumerate(reach) if part == reach[component_size.vertex])


def counts_all(component_size: ComponentSize) -> bool:
    """Return whether a size counts all vertices of its component."""
    return counted_vertices(component_size).counts_all
