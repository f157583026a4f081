"""Sizes of random regions: after draws that failed they go to where boards have about one answer.

Large regions say little, so a board has several answers, and small ones leave none.  Boards with one answer are rare
away from the change between the two (Cheeseman, Kanefsky and Taylor 1991).
"""

import msgspec

from puzzlelang.making.plan import Plan
from puzzlelang.typed import ir

STEP = 1.25
"""How much larger regions are for each draw without an answer, and smaller for each with several answers."""

MOST_STEPS = 2
"""Such steps from the sizes of the examples."""


def resized(plan: Plan, unanswered: int, several: int) -> Plan:
    """The plan with other sizes of random regions, after so many draws without an answer and with several ones.

    Every second draw keeps to the sizes of the examples, as other reasons may be why draws failed.  So do all draws of
    boards with clues, and regions that are all of one size on the examples.
    """
    steps = max(-MOST_STEPS, min(MOST_STEPS, unanswered - several))
    if not steps or (unanswered + several) % 2 == 0 or not without_clues(plan):
        return plan
    areas = plan.statistics.areas
    names = [one.name for one in plan.random_givens if isinstance(one.kind, ir.PartitionKind)]
    more = {name: _scaled(areas[name], STEP**steps) for name in names if len(set(areas.get(name, ()))) > 1}
    if not more:
        return plan
    return msgspec.structs.replace(plan, statistics=msgspec.structs.replace(plan.statistics, areas={**areas, **more}))


def without_clues(plan: Plan) -> bool:
    """Whether boards say nothing but what is drawn at random, as no clues are searched."""
    return not (plan.searched_givens or plan.random_place_givens or plan.list_givens)


def _scaled(sizes: list[int], factor: float) -> list[int]:
    return [max(1, round(size * factor)) for size in sizes]
