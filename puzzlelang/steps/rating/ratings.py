"""Ratings: the difficulty of a board from the costs of the steps of its path.

The score is the fourth root of the sum of the fourth powers of all costs: hard steps count most, many easy ones a
little.  How scores order boards is measured against the levels of Tatham's generators (`tests/bench/levels.py`).
"""

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from puzzlelang.steps.rating import costs
from puzzlelang.steps.rating.costs import GUESS_COST
from puzzlelang.steps.record import Step

NAMES = ((4.5, "easy"), (16.5, "normal"), (26.0, "hard"), (GUESS_COST, "expert"))
"""The greatest cost of a step for each name; beyond all of them it is `GUESSING`."""

POWER = 4
"""A step that costs twice as much counts as much as 2 ** `POWER` others."""

GUESSING = "needs guessing"

LEVELS = (*(name for _, name in NAMES), GUESSING)
"""All names of ratings, the easiest first."""


class RatedStep(Protocol):
    """Protocol of a step as far as its rating needs it; see `StepRating`."""

    @property
    def costs(self) -> Sequence[float]:
        """Return what the step costs, or each of the steps that were folded into it; see `costs`."""

    @property
    def rules(self) -> Sequence[str]:
        """The names of the rules of its cases."""


class StepRating(msgspec.Struct, frozen=True):
    """The cost of a step, and the names of the rules of its cases."""

    costs: Sequence[float]
    rules: Sequence[str]


def rated(step: Step) -> StepRating:
    """A step as far as its rating needs it."""
    return StepRating((costs.cost(step),), step.rules)


class Rating(msgspec.Struct, frozen=True):
    """The difficulty of a path.

    `score` orders boards, `name` is the level, `hardest` the index of the hardest step from 0, `used` counts for each
    rule the steps that use it.  The name is that of the hardest step.
    """

    score: float
    name: str
    hardest: int
    used: dict[str, int]


def level(most: float) -> str:
    """The level of a board whose hardest step has this cost."""
    return next((name for limit, name in NAMES if most <= limit), GUESSING)


def no_harder(steps: Iterable[RatedStep], name: str) -> bool:
    """Whether no step exceeds the level of that name; stops at the first that does."""
    return all(LEVELS.index(level(max(step.costs))) <= LEVELS.index(name) for step in steps)


def score(costs: Iterable[float]) -> float:
    """The root of the sum of the costs of steps, each to the `POWER`."""
    return math.pow(math.fsum(math.pow(cost, POWER) for cost in costs), 1 / POWER)


def rate(steps: Sequence[RatedStep]) -> Rating:
    """The rating of all steps of a path."""
    all_costs = [max(step.costs) for step in steps]
    used: dict[str, int] = {}
    for step in steps:
        for rule in dict.fromkeys(step.rules):
            used[rule] = used.get(rule, 0) + 1
    hardest = max(range(len(all_costs)), key=all_costs.__getitem__, default=0)
    most = max(all_costs, default=0.0)
    ordered = dict(sorted(used.items(), key=lambda one: (-one[1], one[0])))
    every = round(score(cost for step in steps for cost in step.costs), 3)
    return Rating(every, level(most), hardest, ordered)
