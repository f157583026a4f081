"""Steps by single cases, or by groups that a person sees as one: direct ones, and after one round of propagation."""

from collections.abc import Sequence

import msgspec

from puzzlelang.steps.record import CaseGroup, Fact, Look, Masks, Step, Tier, bit, is_single, new_facts
from puzzlelang.steps.search.consequences import Consequences
from puzzlelang.steps.search.derivations import StepBuilder
from puzzlelang.steps.search.marks import Notes
from puzzlelang.steps.search.named_steps import sum_step
from puzzlelang.steps.search.step_selection import (
    cases_of,
    lightest_steps,
    looked,
    merge_alike,
    propagation,
    smallest_cover,
)
from puzzlelang.steps.solvers.case_solvers import CaseSolvers

MOST_AT_ONCE = 8
"""Once so many cases with graphs decide something, the others are asked after the steps by these."""

MOST_FURTHER = 1_000
"""Budget for the cases with graphs that are asked after one that decides something; see `probe.Effort`."""

MANY_CASES = 40
"""A group of more cases takes long to ask, and a person long to see: once one decides something, no other is asked."""

MOST_REASONS = 6_000
"""Budget for the reasons of steps by single groups, in trials; once it is spent the others wait for the next round."""


class GroupSteps:
    """Steps by the groups of a board; `masks` are the current domains, which the walk goes on to change."""

    def __init__(
        self,
        solvers: CaseSolvers,
        builder: StepBuilder,
        notes: Notes,
        masks: Masks,
        target: Sequence[bool | int | None],
        drawn: frozenset[int],
    ) -> None:
        self.consequences = Consequences(solvers, target)
        self._problem = solvers.problem
        self._solvers = solvers
        self._builder = builder
        self._notes = notes
        self._masks = masks
        self._target = target
        self._drawn = drawn

    def _ask(self, look: Look, weight: int) -> None:
        """Ask groups of a weight what they exclude now; see `MOST_AT_ONCE`, `MOST_FURTHER` and `MANY_CASES`.

        Those that wait longest come first, so that all have their turn; but of many cases those with few values left.
        """
        deciding, least, effort = 0, 0, self._solvers.effort
        for group in self._waiting(look, weight):
            many = _is_many(group)
            if deciding < MOST_AT_ONCE and (effort.left > least or not group.graph) and not (many and deciding):
                reduced = self.consequences.ask(look, group, self._masks)
                if (group.graph or many) and reduced is not None and self.decided(group, reduced):
                    deciding += 1
                    least = max(least, effort.left - MOST_FURTHER)

    def _waiting(self, look: Look, weight: int) -> list[CaseGroup]:
        """The groups of a weight to be asked, in order."""
        groups = map(self._solvers.groups.__getitem__, self.consequences.changed[look])
        return sorted(
            [one for one in groups if one.weight == weight], key=lambda one: self._left(one) if _is_many(one) else 0
        )

    def _open(self, group: CaseGroup) -> int:
        """The number of places of a group that are not known."""
        return sum(not is_single(self._masks[index]) for index in group.variables)

    def _left(self, group: CaseGroup) -> int:
        """The number of values that are left to a group."""
        return sum(self._masks[index].bit_count() for index in group.variables)

    def direct_steps(self, look: Look) -> list[Step]:
        """Steps by single groups, all of the lightest."""
        for weight in sorted({group.weight for group in self._solvers.groups}):
            self._ask(look, weight)
            result = [
                (self._solvers.groups[position], self.decided(self._solvers.groups[position], reduced))
                for position, reduced in sorted(self.consequences.left[look].items())
                if self._solvers.groups[position].weight == weight
            ]
            deciding = [(group, facts) for group, facts in result if facts]
            chosen = smallest_cover([one for one in deciding if self._is_last(one[0])] or deciding)
            if steps := self._explain(chosen):
                kept = set(map(id, steps))
                merged = merge_alike(steps)
                steps = [step if id(step) in kept else self._solvers.cores.without_redundancy(step) for step in merged]
                return self._looked(steps, look)
        return []

    def _looked(self, steps: Sequence[Step], look: Look) -> list[Step]:
        return [looked(self._problem, step, look, self._notes.shown_masks) for step in steps]

    def _explain(self, chosen: Sequence[tuple[CaseGroup, list[Fact]]]) -> list[Step]:
        """The steps by groups, each with what it decides, as far as the budget goes; see `MOST_REASONS`."""
        steps: list[Step] = []
        effort = self._solvers.effort
        most = effort.trials + MOST_REASONS
        for group, facts in chosen:
            if not steps or effort.trials < most:
                steps += self._deciding(group, facts, most)
        return steps

    def with_need(self, steps: list[Step]) -> list[Step]:
        """The steps, with local patterns marked whose facts are beyond first looks at single cases."""
        if all(step.tier is not Tier.LOCAL for step in steps):
            return steps
        led_to = self.consequences.facts_led_to(self._masks)
        return [
            msgspec.structs.replace(step, beyond=step.tier is Tier.LOCAL and not any(map(led_to, step.facts)))
            for step in steps
        ]

    def _is_last(self, group: CaseGroup) -> bool:
        """Whether only one place of a group is open, which is easier to see than anything else."""
        return not group.graph and self._open(group) == 1

    def _deciding(self, group: CaseGroup, facts: Sequence[Fact], most: int) -> list[Step]:
        """Find steps by one group: from the domains shown so far, maybe with one more inference, else with marks.

        Once there is one, no reason is looked for beyond `most` trials.
        """
        sums = (sum_step(self._solvers, group, fact, self._masks) for fact in facts)
        steps = [step for step in sums if step is not None]
        shown = self._builder.within(self._notes.shown_masks)
        for builder, tier, cases, depth in (
            (shown, Tier.DIRECT, group.cases, 1),
            (shown, Tier.CHAINED, self._notes.cases(group), 2),
            (self._builder, Tier.DIRECT, group.cases, 1),
        ):
            left = [fact for fact in facts if all(fact not in step.facts for step in steps)]
            if left and not (steps and self._solvers.effort.trials >= most):
                steps += builder.steps_for(tier, cases, left, depth, most)
        return steps

    def decided(self, group: CaseGroup, reduced: Sequence[int]) -> list[Fact]:
        """The facts about drawn variables that are decided by what a group leaves."""
        result: list[Fact] = []
        for index, mask in zip(group.variables, reduced, strict=True):
            if is_single(mask) and not is_single(self._masks[index]) and self._target[index] is not None:
                result += new_facts(self._problem.variables[index], self._masks[index], mask)
        return [fact for fact in result if fact.variable in self._drawn]

    def chained_steps(self, look: Look) -> list[Step]:
        """Steps that decide, or at least exclude, something after one round of propagation."""
        propagated, sources = propagation(self._solvers.groups, self._masks, self.consequences.left[look])
        steps: list[Step] = []
        if all(self._differs(one) for groups in sources.values() for one in groups):
            steps = self._steps_after(look, propagated, sources)  # the only place of a value is seen first
        for index in sources if not steps else ():
            if is_single(propagated[index]) and self._target[index] is not None and index in self._drawn:
                fact = new_facts(self._problem.variables[index], self._masks[index], propagated[index])
                steps += self._chain_steps(sources[index], fact)
        steps = steps or self._steps_after(look, propagated, sources)
        return self._looked(merge_alike(lightest_steps(steps)), look)

    def _steps_after(self, look: Look, propagated: Masks, sources: dict[int, list[CaseGroup]]) -> list[Step]:
        touched = dict.fromkeys(group.index for index in sources for group in self._solvers.about[index])
        steps: list[Step] = []
        for position in sorted(touched):
            group = self._solvers.groups[position]
            reduced = self.consequences.reduced(look, group, propagated)
            certain = [] if reduced is None else self.decided(group, reduced)
            for fact in certain if self._differs(group) else ():
                if not is_single(propagated[fact.variable]):
                    steps += self._chain_steps([group, *self._excluding(fact, group, sources)], [fact])
            certain = [fact for fact in certain if not is_single(propagated[fact.variable])]
            if certain and not self._differs(group):
                used = [group, *(one for index in group.variables for one in sources.get(index, []))]
                steps += self._chain_steps(used, certain)
        return steps

    def _differs(self, group: CaseGroup) -> bool:
        """Whether a group says only that numbers differ."""
        return len(group.cases) == 1 and group.cases[0] in self._solvers.families.only_differing

    def _excluding(self, fact: Fact, group: CaseGroup, sources: dict[int, list[CaseGroup]]) -> list[CaseGroup]:
        """The groups that may have excluded the value of a fact from the other places of a group."""
        there = bit(self._problem.variables[fact.variable], fact.value)
        others = (one for index in group.variables if index != fact.variable for one in sources.get(index, []))
        return [
            one for one in others if not self._differs(one) or any(self._masks[at] == there for at in one.variables)
        ]

    def _chain_steps(self, used: Sequence[CaseGroup], facts: Sequence[Fact]) -> list[Step]:
        """Find steps by several groups: from the domains shown so far and the cases behind marks, else with marks."""
        cases = cases_of(used)
        noted = list(dict.fromkeys(case for group in used for case in self._notes.cases(group)))
        if len(noted) == len(cases):
            return self._builder.steps_for(Tier.CHAINED, cases, facts, 2)
        steps = self._builder.within(self._notes.shown_masks).steps_for(Tier.CHAINED, noted, facts, 2)
        left = [fact for fact in facts if all(fact not in step.facts for step in steps)]
        return steps + (self._builder.steps_for(Tier.CHAINED, cases, left, 2) if left else [])


def _is_many(group: CaseGroup) -> bool:
    """Whether a group has more cases than a person sees soon; see `MANY_CASES`."""
    return not group.graph and len(group.cases) > MANY_CASES
