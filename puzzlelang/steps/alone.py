"""What cases say of a single place, whatever is elsewhere: a clue 0, the line at a black pearl in the corner.

It is known from the start.  That something is there is told at once, that nothing is there when a step rests on it.  A
rule about single places only copies givens, or keeps their places free: that is part of the board and never told, but
for what it puts into a set.
"""

from collections.abc import Collection, Sequence

from puzzlelang.problem.record import Kind, Problem
from puzzlelang.steps.choice import merged
from puzzlelang.steps.record import Case, Fact, Inference, Step, Tier

Decided = Sequence[tuple[tuple[Case, ...], Sequence[Fact]]]
"""What cases about single places decide; several of one place if they do so only together."""


class Alone:
    """A step for each place that is decided alone, until it is told."""

    def __init__(self, stated: Problem, cases: Sequence[Case], decided: Decided) -> None:
        self.stated = stated
        wide = {case.origin.rule.name for case in cases if len(case.variables) > 1}
        self._left = [
            Step(Tier.DIRECT, tuple(facts), mine, (), (Inference(mine, (), tuple(facts)),))
            for mine, facts in decided
            if any(case.origin.rule.name in wide for case in mine) or any(self._member(fact) for fact in facts)
        ]

    def decides(self, step: Step) -> bool:
        """Whether a step says what to draw; of single places alone, whether it says that something is there."""
        if not step.known and step.cases and all(len(case.variables) == 1 for case in step.cases):
            return any(map(self.something, step.facts))
        return any(fact.holds or self.stated.variables[fact.variable].kind is Kind.MEMBER for fact in step.facts)

    @property
    def facts(self) -> list[Fact]:
        """All that was not told yet."""
        return [fact for step in self._left for fact in step.facts]

    @property
    def there(self) -> list[Fact]:
        """What says that something is there."""
        return [fact for fact in self.facts if self.something(fact)]

    def something(self, fact: Fact) -> bool:
        """Whether a fact says that something is there: a member, a name, a number that is not 0."""
        variable = self.stated.variables[fact.variable]
        if variable.kind is Kind.MEMBER:
            return self._member(fact)
        return fact.holds and fact.value != variable.absent and (fact.value > 0 or variable.kind is Kind.NAME)

    def _member(self, fact: Fact) -> bool:
        return self.stated.variables[fact.variable].kind is Kind.MEMBER and bool(fact.value) == fact.holds

    def drop(self, known: Sequence[Fact]) -> None:
        """These facts are known and need not be told."""
        gone = {fact.variable for fact in known}
        self._left = [step for step in self._left if step.facts[0].variable not in gone]

    def told(self, wanted: Collection[Fact]) -> list[Step]:
        """What is told now: all that a sentence says where any of it is wanted, as one step."""
        found = [step for step in merged(self._left) if any(fact in wanted for fact in step.facts)]
        self.drop([fact for step in found for fact in step.facts])
        return found
