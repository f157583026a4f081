"""Names the technique of a step: by its kind, and by the constraint family that decides it last."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Term
from puzzlelang.steps.cases.families import differing
from puzzlelang.steps.cases.touched_cells import says_touched
from puzzlelang.steps.record import Inference, Step, Tier
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.words.short_forms import single


def technique(step: Step) -> str:
    """The name of the technique of a step; of a folded one that of its first part."""
    if step.parts:
        return technique(step.parts[0])
    match step.tier:
        case Tier.PATTERN | Tier.LOCAL:
            return step.technique
        case Tier.SUPPOSED:
            return Technique.TRIAL.value
        case Tier.TOGETHER:
            return Technique.COMBINATION.value
        case Tier.GUESSED:
            return Technique.GUESS.value
        case Tier.DIRECT | Tier.CHAINED:
            result = single(step.chain) or _of_inference(_last_telling(step.chain))
            return result.value
        case _:
            assert_never(step.tier)


def _last_telling(chain: Sequence[Inference]) -> Inference:
    """The last inference by more than what a touched cell is."""
    return next((one for one in reversed(chain) if not all(map(says_touched, one.cases))), chain[-1])


def _of_inference(last: Inference) -> Technique:
    """Return by the heaviest family among the cases.

    What only says that numbers differ counts where there is nothing else.
    """
    if all(map(differing, last.cases)):
        return _of_differing(last)
    plain_cases = [case for case in last.cases if not differing(case) and not says_touched(case)]
    result = [one for case in plain_cases for one in _families(case.formula)]
    families = list(dict.fromkeys(result))
    return min(families, key=_ORDER.index) if families else Technique.CONDITION


def _of_differing(last: Inference) -> Technique:
    """Return by what it rests on: known values, all other places of a value, all other values of a place, or sets."""
    if all(fact.holds for fact in last.premises):
        return Technique.DIFFERENT
    goal = last.conclusions[0] if len(last.conclusions) == 1 else None
    if goal is not None and goal.holds and len(last.cases) == 1:
        others = [fact for fact in last.premises if not fact.holds]
        if all(fact.value == goal.value and fact.variable != goal.variable for fact in others):
            return Technique.HIDDEN_SINGLE
        if all(fact.variable == goal.variable for fact in others):
            return Technique.NAKED_SINGLE
    return Technique.NAKED_SET


_ORDER = (
    Technique.SHAPE,
    Technique.GROUP_SIZE,
    Technique.RING,
    Technique.CONNECTION,
    Technique.DISTANCE,
    Technique.PAIRING,
    Technique.RUNS,
    Technique.SEQUENCE,
    Technique.PRODUCT,
    Technique.SUM,
    Technique.COUNT,
    Technique.ORDER,
    Technique.DIFFERENT,
    Technique.CONDITION,
)
"""Which family names a step if several occur in it: the first of these."""


def _families(formula: Formula) -> Iterator[Technique]:
    match formula:
        case nodes.And(parts) | nodes.Or(parts):
            for part in parts:
                yield from _families(part)
        case nodes.Not(part):
            yield from _families(part)
        case nodes.Same(left, right):
            yield from _families(left)
            yield from _families(right)
        case nodes.AtMost(term, _) | nodes.Equal(term, _):
            yield _of_term(term)
        case nodes.Distinct():
            yield Technique.DIFFERENT
        case nodes.Paired():
            yield Technique.PAIRING
        case nodes.Runs():
            yield Technique.RUNS
        case nodes.InOrder():
            yield Technique.SEQUENCE
        case nodes.Connected() | nodes.Joined() | nodes.First():
            yield Technique.CONNECTION
        case nodes.Reaches():
            yield Technique.DISTANCE
        case nodes.Acyclic():
            yield Technique.RING
        case nodes.Rectangle() | nodes.Congruent() | nodes.Fits() | nodes.SameShape() | nodes.HasShape():
            yield Technique.SHAPE
        case bool() | nodes.Holds():
            pass
        case _:
            assert_never(formula)


def _of_term(term: Term) -> Technique:
    match term:
        case nodes.Sum(counted, added):
            if any(isinstance(part, nodes.ComponentSize) for _, part in added):
                return Technique.GROUP_SIZE
            if len(added) == 2 and not counted and {factor for factor, _ in added} == {1, -1}:
                return Technique.ORDER
            return Technique.COUNT if not added or (counted and len(added) == 1) else Technique.SUM
        case nodes.Product():
            return Technique.PRODUCT
        case nodes.ComponentSize():
            return Technique.GROUP_SIZE
        case _:
            return Technique.CONDITION
