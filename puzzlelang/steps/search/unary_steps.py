"""Unary cases: facts about single places that hold in any case (node consistency), such as from a clue 0.

They are known from the start.  A presence becomes a step at once, an absence when a step depends on it.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from operator import and_

from puzzlelang.problem.record import Kind, Problem
from puzzlelang.steps.record import Fact, Inference, Masks, RuleCase, Step, Tier, derived
from puzzlelang.steps.search.step_selection import merge_alike
from puzzlelang.steps.solvers.graph_probe import GraphProbe
from puzzlelang.steps.solvers.probe import Probe

DecidedCases = Sequence[tuple[tuple[RuleCase, ...], Sequence[Fact]]]
"""Unary cases with the facts that they decide; several cases of one place if they do so only together."""


def unary_domains(
    cases: Sequence[RuleCase], probes: Sequence[Probe | GraphProbe], masks: Masks
) -> Iterator[tuple[int, int, tuple[RuleCase, ...]]]:
    """Variables with unary cases, each with the domain that these leave, and a minimal set of cases for it."""
    left: dict[int, dict[RuleCase, int]] = {}
    for case in cases:
        if len(case.variables) == 1 and not case.graph:
            reduced = probes[case.index].reduced_domains(masks)
            if reduced is not None:
                left.setdefault(case.variables[0], {})[case] = reduced[0]
    for index, by in left.items():
        after, used = reduce(and_, by.values()), list(by)
        for case in reversed(by):
            rest = [other for other in used if other is not case]
            if rest and reduce(and_, map(by.__getitem__, rest)) == after:
                used = rest
        yield index, after, tuple(used)


class UnarySteps:
    """The pending steps of unary cases, one for each place, until they are released."""

    def __init__(self, problem: Problem, cases: Sequence[RuleCase], decided: DecidedCases) -> None:
        self.problem = problem
        wide = {case.origin.rule.name for case in cases if len(case.variables) > 1}
        self._pending = [
            Step(Tier.DIRECT, tuple(facts), mine, (), derived(Inference(mine, (), tuple(facts))))
            for mine, facts in decided
            if any(case.origin.rule.name in wide for case in mine) or any(self._member(fact) for fact in facts)
        ]

    def decides(self, step: Step) -> bool:
        """Whether a step says what to draw; a step by unary cases alone only if something is present there."""
        if not step.known and step.cases and all(len(case.variables) == 1 for case in step.cases):
            return any(map(self.is_positive, step.facts))
        return any(fact.holds or self.problem.variables[fact.variable].kind is Kind.MEMBER for fact in step.facts)

    @property
    def facts(self) -> list[Fact]:
        """All facts of pending steps."""
        return [fact for step in self._pending for fact in step.facts]

    @property
    def positive_facts(self) -> list[Fact]:
        """The pending facts that something is present."""
        return [fact for fact in self.facts if self.is_positive(fact)]

    def is_positive(self, fact: Fact) -> bool:
        """Whether a fact says that something is present: a member, a name, a number other than 0."""
        variable = self.problem.variables[fact.variable]
        if variable.kind is Kind.MEMBER:
            return self._member(fact)
        return fact.holds and fact.value != variable.absent and (fact.value > 0 or variable.kind is Kind.NAME)

    def _member(self, fact: Fact) -> bool:
        return self.problem.variables[fact.variable].kind is Kind.MEMBER and bool(fact.value) == fact.holds

    def discard(self, known: Sequence[Fact]) -> None:
        """Drop the pending steps about variables of known facts."""
        gone = {fact.variable for fact in known}
        self._pending = [step for step in self._pending if step.facts[0].variable not in gone]

    def release(self, wanted: Collection[Fact]) -> list[Step]:
        """The pending steps with any of the wanted facts, merged by sentence; they are no longer pending."""
        result = [step for step in merge_alike(self._pending) if any(fact in wanted for fact in step.facts)]
        self.discard([fact for step in result for fact in step.facts])
        return result
