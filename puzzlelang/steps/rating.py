"""How hard a board is, from the steps of its path.

Each step costs what its cases weigh, more where it takes several moves: thresholds and costs are those that put boards
of Tatham's generators in the order of their levels best, as `tests/bench/levels.py` measures.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from puzzlelang.steps.record import Tier

EXTRA = {Tier.DIRECT: 0.0, Tier.CHAINED: 2.0, Tier.SUPPOSED: 6.0, Tier.GUESSED: 40.0}
"""What a step costs besides its cases, by its tier; each further move costs `MOVE`."""

MOVE = 4.0

NAMES = ((5.0, "easy"), (10.0, "normal"), (20.0, "hard"), (EXTRA[Tier.GUESSED], "expert"))
"""The greatest cost of a step for each name; beyond all of them it is `GUESSING`."""

GUESSING = "needs guessing"

LEVELS = (*(name for _, name in NAMES), GUESSING)
"""All names of ratings, the easiest first."""


class Taken(Protocol):
    """A step, as far as it is rated; see `record.Step`."""

    @property
    def tier(self) -> Tier:
        """How it is found."""

    @property
    def weight(self) -> int:
        """What its cases weigh."""

    @property
    def depth(self) -> int:
        """Moves on the way."""

    @property
    def rules(self) -> Sequence[str]:
        """The names of the rules of its cases."""


class Rating(msgspec.Struct, frozen=True):
    """How hard a path is: `score` orders boards, `name` says it in words, `hardest` is a step, counted from 0.

    `used` tells for each rule how many steps it was used in.  The score is the cost of the hardest step, and after the
    point how much work all steps are together: boards with the same hardest step are ordered by that.
    """

    score: float
    name: str
    hardest: int
    used: dict[str, int]


def cost(step: Taken) -> float:
    """What one step costs."""
    moves = max(0, step.depth - 1 - (step.tier is Tier.CHAINED)) * (step.tier is not Tier.GUESSED)
    return EXTRA[step.tier] + step.weight + MOVE * moves


def level(most: float) -> str:
    """The name of a board whose hardest step costs so much."""
    return next((name for limit, name in NAMES if most <= limit), GUESSING)


def no_harder(steps: Iterable[Taken], name: str) -> bool:
    """Whether no step is harder than a board of that name may have; looks no further than the first that is."""
    return all(LEVELS.index(level(cost(step))) <= LEVELS.index(name) for step in steps)


def rating(steps: Sequence[Taken]) -> Rating:
    """The rating of all steps of a path."""
    costs = [cost(step) for step in steps]
    used: dict[str, int] = {}
    for step in steps:
        for rule in dict.fromkeys(step.rules):
            used[rule] = used.get(rule, 0) + 1
    hardest = max(range(len(costs)), key=costs.__getitem__, default=0)
    most, work = max(costs, default=0.0), sum(costs)
    ordered = dict(sorted(used.items(), key=lambda one: (-one[1], one[0])))
    return Rating(round(most + work / (work + 1000.0), 3), level(most), hardest, ordered)
