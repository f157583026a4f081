"""What sizes of parts count, found out once for each."""

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import ComponentSize, Formula


class CountedVertices(msgspec.Struct, frozen=True, eq=False):
    """What a size counts: the conditions of its vertices, and whether it is all of them under no condition.

    `alike`: a number for all sizes that count the same vertices under no condition, None if there are conditions.
    """

    conditions: dict[int, Formula]
    counts_all: bool
    alike: int | None


class _SizeMemo(msgspec.Struct):
    """By the identity of sizes of parts, which are kept, what they count.

    `alike`: by the vertices that are counted under no condition; see `CountedVertices`.
    """

    counted: dict[int, tuple[ComponentSize, CountedVertices]] = msgspec.field(default_factory=dict)
    alike: dict[frozenset[int], int] = msgspec.field(default_factory=dict)


def counted_vertices(found: ComponentSize) -> CountedVertices:
    """What a size counts, found out once."""
    known = nodes.memo(found.graph, _SizeMemo)
    kept = known.counted.get(id(found))
    if kept is None:
        conditions = dict(found.counted)
        plain = all(when is True for when in conditions.values())
        alike = known.alike.setdefault(frozenset(conditions), len(known.alike)) if plain else None
        made = CountedVertices(conditions, plain and len(conditions) == len(found.graph.places), alike)
        kept = known.counted[id(found)] = found, made
    return kept[1]


def counts_all(found: ComponentSize) -> bool:
    """Whether it counts all vertices."""
    return counted_vertices(found).counts_all
