"""Guesses: steps for which no technique is known."""

from collections.abc import Sequence

import msgspec

from puzzlelang.steps.record import Fact, RuleCase, Step, Tier, derived
from puzzlelang.steps.search.derivations import StepBuilder
from puzzlelang.steps.solvers.case_solvers import CaseSolvers

FEW_CASES = 4
"""A reason of so few cases is a combination, which a person sees, rather than a guess."""

MOST_MOVES = 8
"""A reason of so many moves, each by one application of a rule, is a trial that a person follows."""

MOST_CASES = 60
"""The reason of a guess from more cases than this is not made smaller, as no person reads it."""

MOST_GUESSES, GUESS_CONFLICTS = 40, (300, 3_000, None)
"""Places whose cores are compared, and conflicts for each, round by round, if no case has a graph; None: no limit."""

GRAPH_CONFLICTS, ALL_GRAPH_CONFLICTS = 400, 3_000
"""Budgets of one place and of all, if a case has a graph: one that needs more has no reason that a person reads."""


def guess(solvers: CaseSolvers, builder: StepBuilder, facts: Sequence[Fact]) -> Step:
    """A step to one of these facts of the answer by an unsat core of all cases, the smallest one for a few of them.

    These are the facts that few conflicts settle.  Without graphs they are tried with ever more.
    """
    led: list[tuple[int, Fact, list[RuleCase]]] = []
    graphs, cases = any(case.graph for case in solvers.cases), solvers.cases
    least = solvers.effort.left - ALL_GRAPH_CONFLICTS
    for free in (None,) if graphs else GUESS_CONFLICTS:
        for fact in facts[: MOST_GUESSES if graphs or free else 1]:
            if graphs and solvers.effort.left <= least:
                break
            known = [*builder.known_facts(cases), fact.opposite]
            if result := solvers.cores.core(cases, known, GRAPH_CONFLICTS, free):
                led.append((len(result[0]), fact, result[0]))
        if led:
            count, fact, chosen = min(led, key=lambda one: one[0])
            if count > MOST_CASES:
                return Step(Tier.GUESSED, (fact,), (), (), derived(), len(cases))
            if step := builder.refutation_step(chosen, fact.opposite, Tier.GUESSED, len(cases)):
                return _as_seen(step)
    return Step(Tier.GUESSED, (facts[0],), (), (), derived(), len(cases))


def _as_seen(step: Step) -> Step:
    """The step as a combination of few cases, or as a trial if each of its moves is by one; else as it is."""
    if len(step.cases) <= FEW_CASES:
        return msgspec.structs.replace(step, tier=Tier.TOGETHER, depth=1)
    single = all(len({case.origin.sentence for case in one.cases}) == 1 and not one.refutation for one in step.chain)
    if single and len(step.chain) <= MOST_MOVES:
        return msgspec.structs.replace(step, tier=Tier.SUPPOSED, depth=len(step.chain))
    return step
