"""Steps that rest on refutations: the lightest, compared while that is cheap."""

from collections.abc import Iterator, Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps.record import CaseGroup, Fact, Masks, RuleCase, Step, Tier, bit, is_single
from puzzlelang.steps.search.derivations import StepBuilder
from puzzlelang.steps.search.failed_literals import MOST_QUERIES, Refutation
from puzzlelang.steps.search.step_selection import lightest_steps, smallest_cover
from puzzlelang.steps.solvers.case_solvers import CaseSolvers

MOST_REASONS = 12
"""Refutations of one kind for which reasons are compared, those from the fewest cases."""

TIER_TRIALS = 10_000
"""Budget for comparing reasons of one kind, by trials without graphs; see `case_sessions.Effort`."""


def steps(builder: StepBuilder, masks: Masks, led: Sequence[Refutation], most: int = TIER_TRIALS) -> list[Step]:
    """Steps by refutations that decide something, with the lightest reasons, compared up to `most` trials."""
    deciding = [one for one in led if decides(builder.problem, masks, one)]
    least = sorted(deciding, key=lambda one: len(one.cases))[:MOST_REASONS]
    return lightest_refutations(builder, [(one.cases, one.wrong, one.depth) for one in least], Tier.SUPPOSED, most)


def joint_domains(
    solvers: CaseSolvers, masks: Masks, target: Sequence[bool | int | None]
) -> Iterator[tuple[CaseGroup, tuple[int, ...]]]:
    """The joint groups of a board, each with what it leaves to its variables, as far as the budgets go."""
    effort = solvers.effort
    most = effort.query_count + MOST_QUERIES
    for group, probe in solvers.joint_groups:
        if (group.graph and effort.left > 0) or (not group.graph and effort.query_count < most):
            reduced = probe.forced_domains(masks, target)
            if reduced is not None:
                yield group, reduced


def joint_steps(
    builder: StepBuilder, decided: Sequence[tuple[CaseGroup, list[Fact]]], most: int = TIER_TRIALS
) -> list[Step]:
    """The lightest steps by joint groups, each with what it decides, compared up to `most` trials."""
    least = smallest_cover(sorted(decided, key=lambda one: len(one[0].cases))[:MOST_REASONS])
    led = [(group.cases, fact.opposite, 1) for group, facts in least for fact in facts]
    return lightest_refutations(builder, led, Tier.TOGETHER, most)


def decides(problem: Problem, masks: Masks, one: Refutation) -> bool:
    """Whether a refutation leaves one value only."""
    variable = problem.variables[one.wrong.variable]
    return not one.wrong.holds or is_single(masks[variable.index] & ~bit(variable, one.wrong.value))


def lightest_refutations(
    builder: StepBuilder, led: Sequence[tuple[Sequence[RuleCase], Fact, int]], tier: Tier, most: int
) -> list[Step]:
    """The lightest steps of a tier by the cases that refute facts, each with the number of moves."""
    result, last = list[Step](), builder.effort.trials + most
    for cases, wrong, depth in led:
        if not result or builder.effort.trials < last:
            step = builder.refutation_step(cases, wrong, tier, depth)
            result += [] if step is None else [step]
    return lightest_steps(result)
