"""Tones for regions, so that no two side by side share one."""

from collections.abc import Sequence

from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.scene.record import SOFT, Tone


def tones(geometry: Geometry, groups: Sequence[Sequence[Cell]]) -> list[Tone]:
    """A soft tone for each group.

    Greedy colouring, the group with most differently coloured neighbours first (Brélaz 1979): few tones, and never two
    equal ones side by side unless all are taken.
    """
    owner = {cell: index for index, group in enumerate(groups) for cell in group}
    beside: list[set[int]] = [set() for _ in groups]
    for link in geometry.links:
        first, second = owner.get(link.first), owner.get(link.second)
        if first is not None and second is not None and first != second:
            beside[first].add(second)
            beside[second].add(first)
    chosen: dict[int, int] = {}
    taken: list[set[int]] = [set() for _ in groups]
    waiting = set(range(len(groups)))
    while waiting:
        index = min(waiting, key=lambda one: (-len(taken[one]), -len(beside[one]), one))
        waiting.remove(index)
        free = [tone for tone in range(len(SOFT)) if tone not in taken[index]]
        chosen[index] = free[0] if free else index % len(SOFT)
        for other in beside[index]:
            taken[other].add(chosen[index])
    return [SOFT[chosen[index]] for index in range(len(groups))]
