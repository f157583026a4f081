"""What a step costs a person: a table learnt from boards of known levels.

Each kind of step has a cost.  The table is learnt on half of the boards that `tests/bench/learn.py` makes with Tatham's
generators, whose levels are stated, by pairs of boards of one game whose levels differ (Burges et al. 2005, Learning to
Rank Using Gradient Descent).  `docs/decisions/steps.md` has the figures on the other half.
"""

from collections.abc import Mapping

from puzzlelang.steps.cut_off_parts import cut_off_size
from puzzlelang.steps.naming import technique
from puzzlelang.steps.record import Look, Step, Tier
from puzzlelang.steps.techniques import Technique

GUESS_COST = 40.0

TIER_COSTS = {
    Tier.DIRECT: 0.0,
    Tier.LOCAL: 1.0,
    Tier.CHAINED: 2.0,
    Tier.PATTERN: 4.0,
    Tier.SUPPOSED: 6.0,
    Tier.TOGETHER: 12.0,
}
"""What a step whose kind is not in the table costs besides the weight of its cases; each further move `MOVE_COST`."""

MOVE_COST = 4.0

_WIDE = tuple(
    one.value
    for one in (Technique.CONNECTION, Technique.RING, Technique.DISTANCE, Technique.GROUP_SIZE, Technique.SHAPE)
)
"""Techniques about graphs: how hard a step is depends on the facts that it rests on."""

_FILLED = (Technique.COUNT.value, Technique.SUM.value)
"""Techniques by which either the last place is filled, or all that are left."""

COSTS: Mapping[str, float] = {
    "chained, count, weight 2": 3.8,
    "chained, count, weight 3": 4.5,
    "chained, count, weight 3, closer": 8.4,
    "chained, count, weight 3, several": 6.0,
    "chained, count, weight 3, several, closer": 5.8,
    "chained, count, weight 5": 6.4,
    "chained, count, weight 5, closer": 8.4,
    "chained, count, weight 5, several, closer": 8.0,
    "chained, count, weight 8, closer": 8.9,
    "chained, count, weight 8, several, closer": 12.2,
    "chained, count, weight 9, closer": 14.9,
    "chained, different values, weight 2": 5.9,
    "chained, different values, weight 3": 12.4,
    "chained, hidden single, weight 2": 2.8,
    "chained, hidden single, weight 3": 2.8,
    "chained, hidden single, weight 5": 4.2,
    "chained, hidden single, weight 5, closer": 9.2,
    "chained, hidden single, weight 8": 5.9,
    "chained, hidden single, weight 8, closer": 9.2,
    "chained, hidden single, weight 9": 10.2,
    "chained, hidden single, weight 9, closer": 14.5,
    "chained, last value, weight 2": 4.5,
    "chained, naked set, weight 3": 4.5,
    "chained, naked set, weight 3, closer": 5.8,
    "chained, naked set, weight 5": 9.8,
    "chained, naked set, weight 5, closer": 8.1,
    "chained, naked set, weight 8": 9.8,
    "chained, naked set, weight 8, closer": 9.0,
    "chained, naked single, weight 1": 2.2,
    "chained, naked single, weight 2": 2.4,
    "chained, naked single, weight 3": 4.6,
    "chained, naked single, weight 3, closer": 6.4,
    "chained, naked single, weight 5": 6.8,
    "chained, naked single, weight 8": 9.8,
    "chained, order, weight 1": 4.4,
    "chained, order, weight 2": 6.0,
    "chained, order, weight 3": 6.7,
    "chained, order, weight 3, closer": 6.3,
    "chained, order, weight 5": 7.1,
    "chained, product, weight 2": 3.4,
    "chained, product, weight 3": 3.7,
    "chained, product, weight 3, closer": 4.9,
    "chained, sum, weight 2": 3.5,
    "chained, sum, weight 2, closer": 3.9,
    "chained, sum, weight 3": 5.1,
    "chained, sum, weight 3, closer": 5.9,
    "chained, sum, weight 3, several, closer": 9.6,
    "direct, connection, part of 1": 4.3,
    "direct, connection, part of 3": 13.8,
    "direct, count, weight 1": 1.7,
    "direct, count, weight 1, several": 1.0,
    "direct, count, weight 2": 3.1,
    "direct, count, weight 2, closer": 2.1,
    "direct, count, weight 2, several": 1.8,
    "direct, count, weight 2, several, closer": 2.1,
    "direct, count, weight 3": 3.6,
    "direct, count, weight 3, closer": 3.4,
    "direct, count, weight 3, several": 2.9,
    "direct, count, weight 3, several, closer": 3.8,
    "direct, count, weight 5, closer": 4.7,
    "direct, count, weight 5, several, closer": 5.0,
    "direct, count, weight 8, closer": 6.9,
    "direct, count, weight 9, closer": 6.9,
    "direct, count, weight 9, several, closer": 9.9,
    "direct, hidden single, weight 2": 2.2,
    "direct, hidden single, weight 5, closer": 5.4,
    "direct, last value, weight 1": 1.7,
    "direct, last value, weight 2": 1.7,
    "direct, naked set, weight 2": 1.8,
    "direct, naked set, weight 2, closer": 2.0,
    "direct, naked single, weight 1": 1.0,
    "direct, naked single, weight 2": 2.8,
    "direct, order, weight 1": 1.6,
    "direct, order, weight 3, closer": 4.0,
    "direct, pairing, weight 3, closer": 3.7,
    "direct, pairing, weight 5, closer": 6.6,
    "direct, pairing, weight 9, closer": 10.9,
    "direct, plain rule, weight 1": 0.6,
    "direct, plain rule, weight 2": 1.9,
    "direct, plain rule, weight 2, closer": 1.9,
    "direct, product, weight 1": 0.9,
    "direct, product, weight 2, closer": 2.0,
    "direct, ring, 3 facts": 1.5,
    "direct, ring, 5 facts": 2.6,
    "direct, ring, 6 facts": 2.6,
    "direct, ring, 9 facts": 2.6,
    "direct, sum, weight 1": 0.6,
    "direct, sum, weight 1, closer": 1.1,
    "direct, sum, weight 1, several": 0.8,
    "direct, sum, weight 1, several, closer": 1.0,
    "direct, sum, weight 2": 0.8,
    "direct, sum, weight 2, several": 2.5,
    "direct, sum, weight 3, closer": 3.3,
    "direct, sum, weight 3, several, closer": 4.1,
    "local pattern": 2.0,
    "pattern, locked value": 8.3,
    "pattern, ring": 10.0,
    "pattern, sum of whole houses": 4.5,
    "pattern, value kept to as many lines": 20.0,
    "supposed, 1 moves, weight 1": 10.9,
    "supposed, 1 moves, weight 5": 10.9,
    "supposed, 2 moves, weight 1": 10.9,
    "supposed, 2 moves, weight 3": 10.9,
    "supposed, 2 moves, weight 5": 26.6,
    "supposed, 2 moves, weight 9": 31.8,
    "supposed, 3 moves, weight 1": 19.7,
    "supposed, 3 moves, weight 3": 19.7,
    "supposed, 3 moves, weight 9": 27.8,
    "supposed, 4 moves, weight 1": 18.3,
    "supposed, 4 moves, weight 3": 19.3,
    "supposed, 4 moves, weight 5": 19.3,
}
"""The learnt cost of each kind of step that was seen often enough."""


def kinds(step: Step) -> tuple[tuple[str, float], ...]:
    """The kind and the cost of each part of a step that may be folded."""
    return tuple((kind(part), cost(part)) for part in step.parts or (step,))


def kind(step: Step) -> str:
    """The kind of a step, as the table names it: its tier, technique, and how much it rests on."""
    match step.tier:
        case Tier.GUESSED:
            return "guessed"
        case Tier.LOCAL:
            return "local pattern"
        case Tier.PATTERN:
            return f"pattern, {step.technique}"
        case Tier.TOGETHER:
            return f"together, {min(len(step.cases), 4)} cases"
        case Tier.SUPPOSED:
            return f"supposed, {min(step.depth, 4)} moves, weight {_least(step.weight, (1, 3, 5, 9))}"
        case Tier.DIRECT | Tier.CHAINED:
            return f"{step.tier.value}, {_single(step, technique(step))}"


def _single(step: Step, name: str) -> str:
    """The kind of a step by one case, or by a few: its technique, and how much a person looks at."""
    closer = ", closer" if step.look is Look.CLOSER else ""
    if name == Technique.CONNECTION.value and (part := cut_off_size(step)) is not None:
        return f"{name}, part of {_least(part, (1, 2, 3))}"
    if name in _WIDE:
        return f"{name}, {_least(len(step.known), (0, 1, 3, 5, 6, 9))} facts"
    several = ", several" if name in _FILLED and len({fact.variable for fact in step.facts}) > 1 else ""
    return f"{name}, weight {_least(step.weight, (1, 2, 3, 5, 8, 9))}{several}{closer}"


def cost(step: Step) -> float:
    """What a step costs."""
    if step.tier is Tier.GUESSED:
        return GUESS_COST + step.weight
    known = COSTS.get(kind(step))
    if known is not None:
        return known
    moves = max(0, step.depth - 1 - (step.tier is Tier.CHAINED))
    return TIER_COSTS[step.tier] + step.weight + MOVE_COST * moves


def _least(number: int, bounds: tuple[int, ...]) -> int:
    """The greatest bound that a number reaches."""
    return max((one for one in bounds if one <= number), default=bounds[0])
