"""Steps by named techniques."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.steps.record import CaseGroup, Fact, Inference, Masks, Step, Tier, derived, new_facts
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.solvers.house_sums import HouseSum
from puzzlelang.steps.techniques import Technique

MOST_LEFT = 2
"""Places of a sum that says more than all that is known of a house."""


def sum_steps(solvers: CaseSolvers, masks: Masks) -> list[Step]:
    """The steps by the first sum of whole houses that has any."""
    return next(filter(None, (_sum_steps(solvers, one, masks) for one in solvers.house_sums)), [])


def sum_step(solvers: CaseSolvers, group: CaseGroup, fact: Fact, masks: Masks) -> Step | None:
    """The step to a value that a group with a house decides, if a sum of that house decides it as well."""
    for one in solvers.house_sums if len(group.cases) > 1 else ():
        few = len(one.houses) == 1 and len(one.variables) <= MOST_LEFT
        if few and fact.variable in one.variables and one.houses[0].case in group.cases:
            for step in _sum_steps(solvers, one, masks):
                if fact in step.facts:
                    return msgspec.structs.replace(step, facts=(fact,))
    return None


def _sum_steps(solvers: CaseSolvers, one: HouseSum, masks: Masks) -> list[Step]:
    """Steps by a sum; its cases are more than a solver could take in, so nothing shows that all are needed."""
    before = [masks[index] for index in one.variables]
    reduced = one.reduced(solvers.families, before)
    if reduced is None or reduced == before:
        return []
    text = one.text(solvers.families)
    return [
        Step(
            Tier.PATTERN,
            tuple(facts),
            one.cases,
            known,
            derived(Inference(one.cases, known, tuple(facts))),
            minimal=False,
            technique=Technique.HOUSE_SUM.value,
            reason=text,
        )
        for known, facts in _by_reason(solvers, one, masks, reduced)
    ]


def _by_reason(
    solvers: CaseSolvers, one: HouseSum, masks: Masks, reduced: Sequence[int]
) -> Iterator[tuple[tuple[Fact, ...], list[Fact]]]:
    """Yield what a sum excludes, by the facts that it follows from."""
    result: dict[tuple[Fact, ...], list[Fact]] = {}
    for index, after in zip(one.variables, reduced, strict=True):
        for fact in new_facts(solvers.problem.variables[index], masks[index], after):
            result.setdefault(tuple(one.needed(solvers.families, masks, fact)), []).append(fact)
    yield from result.items()
