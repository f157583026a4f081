"""Facts that follow, with the fewest cases and facts from which they do, as steps.

A reason is the lightest there is, so that it does not depend on how a board is turned, unless only another one can be
told one case after another.
"""

from collections.abc import Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps import domains
from puzzlelang.steps.chains import chain, refuting
from puzzlelang.steps.domains import Masks, bit, facts
from puzzlelang.steps.joint import Joint, Reason
from puzzlelang.steps.record import Case, Fact, Inference, Step, Tier


class Reasoned:
    """Makes steps of what was found; `masks` are what is known, which the walk goes on to change."""

    def __init__(self, stated: Problem, joint: Joint, masks: Masks) -> None:
        self._stated = stated
        self._joint = joint
        self._masks = masks

    def known(self, chosen: Sequence[Case]) -> list[Fact]:
        """What is known of the variables of the cases."""
        found: dict[int, None] = {index: None for case in chosen for index in case.variables}
        told: list[Fact] = []
        for index in found:
            variable = self._stated.variables[index]
            told += facts(variable, domains.full(variable), self._masks[index])
        return told

    def told(self, tier: Tier, chosen: Sequence[Case], wanted: Sequence[Fact], depth: int = 1) -> list[Step]:
        """Steps with minimal reasons for what follows from the cases; what has the same reason is one step."""
        left, steps = list(wanted), []
        while left:
            found = self._reason(chosen, left[0], left[:1])
            if found is None:
                left.pop(0)
                continue
            same = [left[0]]
            for fact in left[1:]:
                if self._joint.refuted(found.cases, [*found.facts, fact.opposite]) is not None:
                    same.append(fact)
            steps.append(self._step(tier, same, found, depth, same))
            left = [fact for fact in left if fact not in same]
        return steps

    def refuting(self, chosen: Sequence[Case], wrong: Fact, tier: Tier, depth: int) -> Step | None:
        """A step that says the opposite of what the cases make impossible; None if that is not found out."""
        variable, mask = self._stated.variables[wrong.variable], self._masks[wrong.variable]
        one = bit(variable, wrong.value)
        follows = facts(variable, mask, mask & (~one if wrong.holds else one))
        found = self._reason(chosen, follows[0], ())
        return None if found is None else self._step(tier, follows, found, depth)

    def _step(
        self, tier: Tier, follows: Sequence[Fact], found: Reason, depth: int, wanted: Sequence[Fact] = ()
    ) -> Step:
        """A step; with nothing `wanted` its chain leads from the opposite to a contradiction."""
        how = self._chain(found, follows[0], wanted)
        return Step(tier, tuple(follows), tuple(found.cases), tuple(found.facts), how, depth, found.minimal)

    def _reason(self, chosen: Sequence[Case], goal: Fact, wanted: Sequence[Fact]) -> Reason | None:
        known = self.known(chosen)
        light = self._joint.lightest(chosen, known, goal.opposite)
        if light is not None and (len(light.cases) == 1 or len(self._chain(light, goal, wanted)) > 1):
            return light
        found = self._joint.minimal(chosen, known, goal.opposite)
        better = found is not None and (light is None or len(self._chain(found, goal, wanted)) > 1)
        return found if better else light

    def _chain(self, found: Reason, goal: Fact, wanted: Sequence[Fact]) -> tuple[Inference, ...]:
        if wanted:
            return chain(self._stated, self._joint, found.cases, found.facts, wanted)
        return refuting(self._stated, self._joint, found.cases, [*found.facts, goal.opposite])
