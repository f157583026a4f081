"""Why something follows from cases and what is known: minimal reasons, as steps.

A reason is the lightest there is, so that it does not depend on how a board is turned, unless only another one can be
told one case after another.
"""

from collections.abc import Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps import domains
from puzzlelang.steps.chains import chain
from puzzlelang.steps.domains import Masks, bit, facts
from puzzlelang.steps.joint import Joint, Reason
from puzzlelang.steps.record import Case, Fact, Inference, Step, Tier


class Reasons:
    """Steps for what follows from what is known, which the `masks` say at any time."""

    def __init__(self, stated: Problem, joint: Joint, masks: Masks) -> None:
        self.stated = stated
        self.joint = joint
        self.masks = masks

    def known(self, chosen: Sequence[Case]) -> list[Fact]:
        """What is known of the variables of the cases."""
        found: dict[int, None] = {index: None for case in chosen for index in case.variables}
        told: list[Fact] = []
        for index in found:
            variable = self.stated.variables[index]
            told += facts(variable, domains.full(variable), self.masks[index])
        return told

    def told(self, tier: Tier, chosen: Sequence[Case], wanted: Sequence[Fact], depth: int = 1) -> list[Step]:
        """Steps for what follows from the cases; what has the same reason is one step."""
        left, steps = list(wanted), list[Step]()
        while left:
            found = self._reason(chosen, left[0], left[:1])
            if found is None:
                left.pop(0)
                continue
            same = [left[0]]
            for fact in left[1:]:
                if self.joint.refuted(found.cases, [*found.facts, fact.opposite]) is not None:
                    same.append(fact)
            steps.append(self._step(tier, same, found, depth, same))
            left = [fact for fact in left if fact not in same]
        return steps

    def against(self, chosen: Sequence[Case], wrong: Fact, tier: Tier, depth: int) -> Step | None:
        """A step for the opposite of a fact that the cases contradict; None if that was not found out."""
        variable, mask = self.stated.variables[wrong.variable], self.masks[wrong.variable]
        one = bit(variable, wrong.value)
        follows = facts(variable, mask, mask & (~one if wrong.holds else one))
        found = self._reason(chosen, follows[0], ())
        return None if found is None else self._step(tier, follows, found, depth)

    def _reason(self, chosen: Sequence[Case], goal: Fact, wanted: Sequence[Fact]) -> Reason | None:
        known = self.known(chosen)
        light = self.joint.lightest(chosen, known, goal.opposite)
        if light is not None and (len(light.cases) == 1 or len(self._chain(light, goal, wanted)) > 1):
            return light
        found = self.joint.minimal(chosen, known, goal.opposite)
        better = found is not None and (light is None or len(self._chain(found, goal, wanted)) > 1)
        return found if better else light

    def _chain(self, found: Reason, goal: Fact, wanted: Sequence[Fact]) -> tuple[Inference, ...]:
        """How a reason leads to what is wanted; with nothing wanted, from the opposite to a contradiction."""
        given = found.facts if wanted else [*found.facts, goal.opposite]
        return chain(self.stated, self.joint, found.cases, given, wanted)

    def _step(
        self, tier: Tier, follows: Sequence[Fact], found: Reason, depth: int, wanted: Sequence[Fact] = ()
    ) -> Step:
        how = self._chain(found, follows[0], wanted)
        return Step(tier, tuple(follows), tuple(found.cases), tuple(found.facts), how, depth, found.minimal)
