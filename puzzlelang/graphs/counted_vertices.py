"""What sizes of parts count, found out once for each."""

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, PartSize


class Counted(msgspec.Struct, frozen=True, eq=False):
    """What a size counts: the conditions of its vertices, and whether it is all of them under no condition.

    `alike`: a number for all sizes that count the same vertices under no condition, None if there are conditions.
    """

    conditions: dict[int, Formula]
    whole: bool
    alike: int | None


class _Known(msgspec.Struct):
    """By the identity of sizes of parts, which are kept, what they count.

    `alike`: by the vertices that are counted under no condition; see `Counted`.
    """

    counted: dict[int, tuple[PartSize, Counted]] = msgspec.field(default_factory=dict)
    alike: dict[frozenset[int], int] = msgspec.field(default_factory=dict)


def counts(found: PartSize) -> Counted:
    """What a size counts, found out once."""
    known = nodes.memo(found.graph, _Known)
    kept = known.counted.get(id(found))
    if kept is None:
        conditions = dict(found.counted)
        plain = all(when is True for when in conditions.values())
        alike = known.alike.setdefault(frozenset(conditions), len(known.alike)) if plain else None
        made = Counted(conditions, plain and len(conditions) == len(found.graph.places), alike)
        kept = known.counted[id(found)] = found, made
    return kept[1]


def whole(found: PartSize) -> bool:
    """Whether it counts all vertices."""
    return counts(found).whole
