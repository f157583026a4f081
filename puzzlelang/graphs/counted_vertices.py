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


def counted_vertices(found: ComponentSize) -> CountedVertices:
    """Return the counted vertices of a size, computed once."""
    known = nodes.memo(found.graph, _SizeMemo)
    kept = known.counted.get(id(found))
    if kept is None:
        shared = known.conditions.get(id(found.counted))
        if shared is None:
            conditions = dict(found.counted)
            plain = all(when is True for when in conditions.values())
            alike = known.alike.setdefault(frozenset(conditions), len(known.alike)) if plain else None
            shared = known.conditions[id(found.counted)] = conditions, alike
        conditions, alike = shared
        made = CountedVertices(conditions, alike is not None and _all_within_reach(found, conditions), alike)
        kept = known.counted[id(found)] = found, made
    return kept[1]


def _all_within_reach(found: ComponentSize, among: Collection[int]) -> bool:
    """Tell whether the vertices are all that the component can reach, be there others or not."""
    if len(among) == len(found.graph.places):
        return True
    reach = build_graphs.widest_parts(found.graph)
    return all(vertex in among for vertex, part in enumerate(reach) if part == reach[found.vertex])


def counts_all(found: ComponentSize) -> bool:
    """Tell whether a size counts all vertices of its component."""
    return counted_vertices(found).counts_all
