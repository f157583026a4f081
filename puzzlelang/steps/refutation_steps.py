"""Steps that rest on refutations: of these the lightest, compared for as long as that is cheap."""

from collections.abc import Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps.derivations import StepBuilder
from puzzlelang.steps.failed_literals import Refutation
from puzzlelang.steps.record import Fact, Masks, RuleCase, Step, Tier, bit, is_single
from puzzlelang.steps.step_selection import lightest_steps

MOST_REASONS = 12
"""Refutations of one kind for which reasons are compared, those from the fewest cases."""

TIER_TRIALS = 10_000
"""Budget for comparing reasons of one kind, by trials without graphs; see `case_sessions.Effort`."""


def steps(builder: StepBuilder, masks: Masks, led: Sequence[Refutation]) -> list[Step]:
    """Steps by refutations that decide something, with the lightest reasons."""
    deciding = [one for one in led if decides(builder.problem, masks, one)]
    least = sorted(deciding, key=lambda one: len(one.cases))[:MOST_REASONS]
    return lightest_refutations(builder, [(one.cases, one.wrong, one.depth) for one in least], Tier.SUPPOSED)


def decides(problem: Problem, masks: Masks, one: Refutation) -> bool:
    """Whether a refutation leaves one value only."""
    variable = problem.variables[one.wrong.variable]
    return not one.wrong.holds or is_single(masks[variable.index] & ~bit(variable, one.wrong.value))


def lightest_refutations(
    builder: StepBuilder, led: Sequence[tuple[Sequence[RuleCase], Fact, int]], tier: Tier
) -> list[Step]:
    """The lightest steps of a tier by the cases that refute facts, each with the number of moves."""
    found, most = list[Step](), builder.effort.trials + TIER_TRIALS
    for cases, wrong, depth in led:
        if not found or builder.effort.trials < most:
            step = builder.refutation_step(cases, wrong, tier, depth)
            found += [] if step is None else [step]
    return lightest_steps(found)
