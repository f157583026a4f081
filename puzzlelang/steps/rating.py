"""How hard a board is, from the steps of its path.

Each step costs what its cases weigh, more where it takes several moves.  Costs and limits are set by hand.  How scores
order boards was measured against the levels of Tatham's generators, 30 boards a level (`tests/bench/levels.py`); rank
correlations: towers 0.93, lightup 0.88, unequal 0.79, bridges 0.75, loopy 0.74, solo 0.74, undead 0.72, keen 0.39,
tracks 0.32.  The formula for the score was chosen on these boards among eleven, because it reaches 0.7 for the most
games.  On other boards it gave towers 0.89, lightup 0.90, undead 0.85, unequal 0.77 and bridges 0.77.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from puzzlelang.steps.record import Tier

TIER_COSTS = {
    Tier.DIRECT: 0.0,
    Tier.CHAINED: 2.0,
    Tier.PATTERN: 4.0,
    Tier.SUPPOSED: 6.0,
    Tier.TOGETHER: 12.0,
    Tier.GUESSED: 40.0,
}
"""What a step costs besides its cases, by its tier; each further move costs `MOVE_COST`."""

MOVE_COST = 4.0

NAMES = ((5.0, "easy"), (10.0, "normal"), (20.0, "hard"), (TIER_COSTS[Tier.GUESSED], "expert"))
"""The greatest cost of a step for each name; beyond all of them it is `GUESSING`."""

GUESSING = "needs guessing"

LEVELS = (*(name for _, name in NAMES), GUESSING)
"""All names of ratings, the easiest first."""


class RatedStep(Protocol):
    """Protocol of a step as far as its rating needs it; see `record.Step`."""

    @property
    def tier(self) -> Tier:
        """The kind of the step."""

    @property
    def weight(self) -> int:
        """The weight of its cases."""

    @property
    def depth(self) -> int:
        """The number of moves."""

    @property
    def rules(self) -> Sequence[str]:
        """The names of the rules of its cases."""


class Rating(msgspec.Struct, frozen=True):
    """The difficulty of a path.

    `score` orders boards, `name` is the level, `hardest` the index of the hardest step from 0, `used` counts for each
    rule the steps that use it.  The score is the cost of the hardest step plus the root of the sum of all squared
    costs: other hard steps count as well, easy ones hardly.  The name is that of the hardest step.
    """

    score: float
    name: str
    hardest: int
    used: dict[str, int]


def cost(step: RatedStep) -> float:
    """The cost of one step."""
    moves = max(0, step.depth - 1 - (step.tier is Tier.CHAINED)) * (step.tier is not Tier.GUESSED)
    return TIER_COSTS[step.tier] + step.weight + MOVE_COST * moves


def level(most: float) -> str:
    """The level of a board whose hardest step has this cost."""
    return next((name for limit, name in NAMES if most <= limit), GUESSING)


def no_harder(steps: Iterable[RatedStep], name: str) -> bool:
    """Whether no step exceeds the level of that name; stops at the first that does."""
    return all(LEVELS.index(level(cost(step))) <= LEVELS.index(name) for step in steps)


def rate(steps: Sequence[RatedStep]) -> Rating:
    """The rating of all steps of a path."""
    costs = [cost(step) for step in steps]
    used: dict[str, int] = {}
    for step in steps:
        for rule in dict.fromkeys(step.rules):
            used[rule] = used.get(rule, 0) + 1
    hardest = max(range(len(costs)), key=costs.__getitem__, default=0)
    most = max(costs, default=0.0)
    ordered = dict(sorted(used.items(), key=lambda one: (-one[1], one[0])))
    return Rating(round(most + math.hypot(*costs), 3), level(most), hardest, ordered)
