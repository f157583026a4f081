"""Marks: values that single cases exclude, not mentioned until a step rests on them."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem.record import Kind, Problem
from puzzlelang.steps.cases.families import Families
from puzzlelang.steps.record import CaseGroup, Fact, Look, Masks, RuleCase, Step, Tier, bit, is_known
from puzzlelang.steps.search.derivations import StepBuilder
from puzzlelang.steps.search.failed_literals import Refutation
from puzzlelang.steps.search.patterns import Pattern
from puzzlelang.steps.search.step_selection import merge_alike
from puzzlelang.steps.templates import ReasonTemplate, inside_sentence
from puzzlelang.steps.words.fact_texts import facts_text


class Mark(msgspec.Struct, frozen=True, eq=False):
    """Values that a group excludes from the domains of its query."""

    group: CaseGroup
    facts: tuple[Fact, ...]
    masks: Masks
    look: Look

    def steps(self, builder: StepBuilder, wanted: Sequence[Fact]) -> list[Step]:
        """The steps that say what is wanted of it."""
        steps = builder.within(self.masks).steps_for(Tier.DIRECT, self.group.cases, wanted)
        return [msgspec.structs.replace(step, look=self.look) for step in steps]


class RefutationMark(msgspec.Struct, frozen=True, eq=False):
    """Values that are excluded as a supposition led to a contradiction; `masks` are the domains then."""

    refutation: Refutation
    facts: tuple[Fact, ...]
    masks: Masks

    def steps(self, builder: StepBuilder, _: Sequence[Fact]) -> list[Step]:
        """The step that says it."""
        one = self.refutation
        return [builder.within(self.masks).proved_step(one.cases, one.wrong, Tier.SUPPOSED, one.depth)]


class PatternMark(msgspec.Struct, frozen=True, eq=False):
    """Values that a pattern excludes from the domains, `masks`, in which it was found."""

    pattern: Pattern
    facts: tuple[Fact, ...]
    masks: Masks

    def steps(self, builder: StepBuilder, wanted: Sequence[Fact]) -> list[Step]:
        """The steps that say what is wanted of it, or what that leaves."""
        one = self.pattern
        steps = merge_alike(builder.within(self.masks).steps_for(Tier.PATTERN, one.cases, wanted))
        return [
            msgspec.structs.replace(step, technique=one.technique.value, reason=self._reason(builder.problem, step))
            for step in steps
        ]

    def _reason(self, problem: Problem, step: Step) -> str:
        variables = problem.variables
        left = {fact.variable for fact in step.facts if fact.holds and variables[fact.variable].kind is Kind.NUMBER}
        gone = [fact for fact in self.pattern.facts if fact.variable in left]
        reason = self.pattern.reason
        if not gone:
            return reason
        return ReasonTemplate.VALUE_LEFT.text(True, gone=facts_text(problem, gone), reason=inside_sentence(reason))


AnyMark = Mark | RefutationMark | PatternMark


class Notes:
    """Knowledge beyond the drawing: marks, and steps that decide nothing.

    `shown_masks`: the domains by the steps shown so far.  `sources`: for each variable the groups that excluded values.
    """

    def __init__(self, builder: StepBuilder, families: Families, shown_masks: Masks) -> None:
        self._builder = builder
        self._families = families
        self._waiting: list[Step | AnyMark] = []
        self.shown_masks = shown_masks
        self.sources: dict[int, dict[CaseGroup, None]] = {index: {} for index in range(len(shown_masks))}

    def note(self, one: Step | AnyMark) -> None:
        """Note a step or a mark."""
        self._waiting.append(one)
        if isinstance(one, Mark):
            for fact in one.facts:
                self.sources[fact.variable][one.group] = None

    def cases(self, group: CaseGroup) -> list[RuleCase]:
        """The cases of a group, and of all that excluded values from its variables."""
        groups = [group, *(one for index in group.variables for one in self.sources[index])]
        return list(dict.fromkeys(case for one in groups for case in one.cases))

    def leading_to(self, last: Step) -> list[Step]:
        """The steps that the last one rests on and that were not shown yet, and the last one.

        That a place has not the value of another one that differs from it is plain to see, so it is not shown.
        """
        variables = self._builder.problem.variables
        needed, result = dict.fromkeys(last.known), [last]
        for one in reversed(self._waiting):
            wanted = [fact for fact in one.facts if fact in needed and not is_known(self.shown_masks, fact, variables)]
            wanted = [fact for fact in wanted if not self.is_plain(fact)]
            if wanted:
                steps = [one] if isinstance(one, Step) else one.steps(self._builder, wanted)
                result += reversed(steps)
                needed.update(dict.fromkeys(fact for step in steps for fact in step.known))
        return result[::-1]

    def is_plain(self, fact: Fact) -> bool:
        """Whether a place that differs has the value that a fact excludes, and this was shown."""
        variables, others = self._builder.problem.variables, self._families.others[fact.variable]
        return not fact.holds and any(self.shown_masks[one] == bit(variables[one], fact.value) for one in others)
