"""The cost of a step to a person: a product of factors, learnt from boards of known levels.

Each property of a step has a factor: its tier, its technique, how closely it looks, how much it rests on.  They are
learnt on half of the boards that `tests/bench/learn.py` makes with Tatham's generators, whose levels are stated, by
pairs of boards of one game whose levels differ (Burges et al. 2005, Learning to Rank Using Gradient Descent).
`docs/decisions/steps.md` has the figures on the other half.
"""

import math
from collections.abc import Mapping
from typing import assert_never

from puzzlelang.steps.rating.naming import technique
from puzzlelang.steps.record import Look, Step, Tier
from puzzlelang.steps.search.cut_off_parts import cut_off_size
from puzzlelang.steps.techniques import Technique

GUESS_COST = 40.0

WIDE = tuple(
    one.value
    for one in (Technique.CONNECTION, Technique.RING, Technique.DISTANCE, Technique.GROUP_SIZE, Technique.SHAPE)
)
"""Techniques about graphs: how hard a step is depends on the facts that it rests on."""

BEYOND = "beyond single rules"
"""A local pattern that says what single rules do not lead to, one after another."""

EXCLUDES = "only excludes"
"""A step by single groups after which no place has its value yet: a person has to keep in mind what it excludes."""

FILLED = (Technique.COUNT.value, Technique.SUM.value)
"""Techniques by which either the last place is filled, or all that are left."""

MOST: Mapping[Tier, float] = {
    Tier.DIRECT: 14.0,
    Tier.LOCAL: 16.0,
    Tier.CHAINED: 20.0,
    Tier.PATTERN: 20.0,
    Tier.SUPPOSED: 36.0,
    Tier.TOGETHER: 36.0,
}
"""The most that a step of a tier costs: what one rule says is never among the hardest steps."""

LEAST: Mapping[Tier, float] = {Tier.SUPPOSED: 10.9, Tier.TOGETHER: 10.9}
"""The least that a step of a tier costs: a trial is never easy, though some games have them at all levels."""

FACTORS: Mapping[str, float] = {
    "beyond single rules": 1.78,
    "cell cut off 1+": 1.0,
    "cell cut off 2+": 1.5,
    "cell cut off 3+": 1.5,
    "chained": 1.37,
    "connection": 2.0,
    "count": 0.46,
    "different values": 1.48,
    "direct": 1.0,
    "distance": 2.0,
    "fact about a graph 3+": 1.0,
    "fact about a graph 6+": 1.05,
    "fact about a graph 9+": 1.1,
    "group size": 1.97,
    "hidden single": 0.48,
    "joint case 3+": 1.63,
    "joint case 4+": 1.73,
    "known fact 1+": 1.31,
    "known fact 2+": 4.0,
    "known fact 3+": 1.24,
    "last value": 0.47,
    "line of a ring 12+": 1.0,
    "line of a ring 6+": 1.03,
    "line of a ring 8+": 1.41,
    "local pattern": 1.78,
    "look closer": 3.08,
    "look sets": 2.02,
    "move 2+": 1.2,
    "move 3+": 1.9,
    "move 4+": 1.0,
    "move 5+": 1.0,
    "move 6+": 1.0,
    "naked set": 0.63,
    "naked single": 0.47,
    "only excludes": 3.6,
    "open cell cut off 10+": 1.3,
    "open cell cut off 3+": 1.5,
    "open cell cut off 6+": 1.4,
    "open place 2+": 1.0,
    "open place 3+": 1.15,
    "open place 4+": 1.08,
    "open place 6+": 1.0,
    "open place 8+": 1.25,
    "order": 0.98,
    "pairing": 0.75,
    "pattern: locked value": 9.07,
    "pattern: overlapping counts": 17.55,
    "pattern: ring": 7.18,
    "pattern: sum of whole houses": 18.54,
    "pattern: value kept to as many lines": 24.0,
    "place of a sum 6+": 2.66,
    "plain rule": 0.45,
    "product": 0.65,
    "ring": 1.18,
    "rule 2+": 1.0,
    "rule 3+": 1.08,
    "rule 4+": 1.54,
    "rule 5+": 1.2,
    "rule looked at closely 2+": 1.33,
    "rule looked at closely 3+": 1.19,
    "rule looked at closely 4+": 1.42,
    "rule looked at closely 5+": 1.0,
    "several places": 1.26,
    "shape": 2.0,
    "sum": 0.39,
    "together": 17.45,
    "trial": 11.0,
    "weight of a trial 3+": 1.0,
    "weight of a trial 4+": 1.31,
    "weight of a trial 5+": 1.0,
    "weight of a trial 7+": 1.19,
    "weight of a trial 9+": 1.0,
}
"""The factor of each property; 1 for those that no board had."""


def kinds(step: Step) -> tuple[tuple[str, float], ...]:
    """The kind and the cost of each part of a step that may be folded."""
    return tuple((kind(part), cost(part)) for part in step.parts or (step,))


def kind(step: Step) -> str:
    """The properties of a step, of which the table has the factors."""
    return ", ".join(properties(step))


def cost(step: Step) -> float:
    """Return what a step costs."""
    if step.tier is Tier.GUESSED:
        return GUESS_COST + step.weight
    return bounded(step.tier, math.prod(FACTORS.get(one, 1.0) for one in properties(step)))


def bounded(tier: Tier, value: float) -> float:
    """A cost within the bounds of its tier."""
    return round(max(LEAST.get(tier, 0.0), min(value, MOST.get(tier, value))), 2)


def properties(step: Step) -> tuple[str, ...]:
    """Return what a person's effort at a step depends on; of numbers each bound that they reach."""
    match step.tier:
        case Tier.GUESSED:
            return ("guessed",)
        case Tier.LOCAL:
            facts = _reached_bounds(len(step.known), "known fact", (1, 2, 3))
            return ("local pattern", *((BEYOND, *facts) if step.beyond else ()))
        case Tier.PATTERN:
            ring = len(step.known) if step.technique == Technique.RING.value else 0
            return (f"pattern: {step.technique}", *_reached_bounds(ring, "line of a ring", (6, 8, 12)))
        case Tier.TOGETHER:
            return ("together", *_reached_bounds(len(step.cases), "joint case", (3, 4)))
        case Tier.SUPPOSED:
            weight = _reached_bounds(step.weight, "weight of a trial", (3, 4, 5, 7, 9))
            return ("trial", *_reached_bounds(step.depth, "move", (2, 3, 4, 5, 6)), *weight)
        case Tier.DIRECT | Tier.CHAINED:
            return _of_groups(step, technique(step))
        case _:
            assert_never(step.tier)


def _of_groups(step: Step, name: str) -> tuple[str, ...]:
    """The properties of a step by single groups of cases: its technique, and how much a person looks at."""
    filled = len({fact.variable for fact in step.facts})
    rules = len({case.origin.sentence for case in step.cases})
    looks = [f"look {one.name.lower()}" for one in (Look.CLOSER, Look.SETS) if step.look >= one]
    together = _reached_bounds(rules, "rule looked at closely" if looks else "rule", (2, 3, 4, 5))
    size: tuple[str, ...] = ()
    if name == Technique.CONNECTION.value:
        size = _reached_bounds(cut_off_size(step) or 0, "cell cut off", (1, 2, 3))
        size += _reached_bounds(step.unsure, "open cell cut off", (3, 6, 10))
    elif name in WIDE:
        size = _reached_bounds(len(step.known), "fact about a graph", (3, 6, 9))
    elif name in FILLED and filled > 1:
        size = ("several places",)
    if name == Technique.SUM.value:
        size += _reached_bounds(len(step.known) + step.open + filled, "place of a sum", (6,))
    left = () if name in WIDE else _reached_bounds(step.open, "open place", (2, 3, 4, 6, 8))
    excludes = (EXCLUDES,) if step.facts and not any(fact.holds for fact in step.facts) else ()
    return (step.tier.value, name, *looks, *size, *together, *left, *excludes)


def _reached_bounds(number: int, unit: str, bounds: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"{unit} {bound}+" for bound in bounds if bound <= number)
