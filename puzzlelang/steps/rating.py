"""How hard a board is, from the steps of its path.

Each step costs what its cases weigh, more where it takes several moves: thresholds and costs are those that put boards
of Tatham's generators in the order of their levels best, as `tests/bench/levels.py` measures.
"""

from collections.abc import Sequence

import msgspec

from puzzlelang.steps.record import Tier

EXTRA = {Tier.DIRECT: 0.0, Tier.CHAINED: 2.0, Tier.SUPPOSED: 6.0, Tier.GUESSED: 40.0}
"""What a step costs besides its cases, by its tier; each further move costs `MOVE`."""

MOVE = 4.0

NAMES = ((5.0, "easy"), (10.0, "normal"), (20.0, "hard"), (EXTRA[Tier.GUESSED], "expert"))
"""The greatest cost of a step for each name; beyond all of them it is `GUESSING`."""

GUESSING = "needs guessing"


class Rating(msgspec.Struct, frozen=True):
    """How hard a path is: `score` orders boards, `name` says it in words, `hardest` is a step, counted from 0.

    `used` tells for each rule how many steps it was used in.  The score is the cost of the hardest step, and after the
    point how much work all steps are together: boards with the same hardest step are ordered by that.
    """

    score: float
    name: str
    hardest: int
    used: dict[str, int]


def cost(tier: Tier, weight: int, depth: int) -> float:
    """What one step costs."""
    return EXTRA[tier] + weight + MOVE * max(0, depth - 1 - (tier is Tier.CHAINED)) * (tier is not Tier.GUESSED)


def rating(steps: Sequence[tuple[Tier, int, int, Sequence[str]]]) -> Rating:
    """The rating of steps, each given by its tier, weight, depth and the names of its rules."""
    costs = [cost(tier, weight, depth) for tier, weight, depth, _ in steps]
    used: dict[str, int] = {}
    for _, _, _, rules in steps:
        for rule in dict.fromkeys(rules):
            used[rule] = used.get(rule, 0) + 1
    hardest = max(range(len(costs)), key=costs.__getitem__, default=0)
    most, work = max(costs, default=0.0), sum(costs)
    name = next((name for limit, name in NAMES if most <= limit), GUESSING)
    ordered = dict(sorted(used.items(), key=lambda one: (-one[1], one[0])))
    return Rating(round(most + work / (work + 1000.0), 3), name, hardest, ordered)
