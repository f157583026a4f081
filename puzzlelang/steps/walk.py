"""The walk from the givens to the answer, one step after another.

The simplest kind of step comes first (see `record.Tier`), and of these all of the least weight.  So the order of the
rules and a turn of the board change the difficulty little.  A solver for each case finds exactly what the case implies,
so a step needs no knowledge of any genre.  Reasons are lightest cores, or minimal by deletion (Marques-Silva 2010).

Explanations by few constraints and facts: Bogaerts, Gamba and Guns 2021 (step-wise explanations of constraint
satisfaction problems), Espasa, Gent, Hoffmann, Jefferson and Lynch 2021 (Demystify).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps import failed_literals, record, refutation_steps
from puzzlelang.steps.cases import drawn_variables
from puzzlelang.steps.derivations import StepBuilder
from puzzlelang.steps.failed_literals import Refutation
from puzzlelang.steps.guesses import guess
from puzzlelang.steps.local_patterns import LocalPattern, PatternMatcher
from puzzlelang.steps.marks import Mark, Notes, RefutationMark
from puzzlelang.steps.named_steps import named_steps, sum_step
from puzzlelang.steps.record import CaseGroup, Fact, Masks, RuleCase, Step, Tier, bit, is_single, new_facts
from puzzlelang.steps.refutation_steps import MOST_REASONS
from puzzlelang.steps.solvers import CaseSolvers
from puzzlelang.steps.step_selection import cases_of, lightest_steps, merge_alike, propagation, smallest_cover
from puzzlelang.steps.unary_steps import UnarySteps, unary_domains

DIRECT_CONFLICTS, TIER_CONFLICTS = 30_000, 10_000
"""Budgets for one direct step, and for one of each other kind, by cases with graphs; see `probe.Effort`."""

MOST_AT_ONCE = 8
"""Once so many cases with graphs decide something, the others are asked after the steps by these."""

PATH_CONFLICTS = 100_000
"""Budget for all steps of a path together, except those by single cases."""


Found = TypeVar("Found")


class Walk:
    """The domains of a board, and the steps that narrow them.

    `target` has for each variable the only value that it has in any answer, None where answers differ.  `patterns`:
    those that are known to hold, where they stand on the board.
    """

    def __init__(
        self,
        problem: Problem,
        target: Sequence[bool | int | None],
        solvers: CaseSolvers | None = None,
        patterns: Sequence[LocalPattern] = (),
    ) -> None:
        self.problem = problem
        self.target = target
        self.solvers = CaseSolvers(problem, target) if solvers is None else solvers
        self.board = [index for index in drawn_variables(problem) if target[index] is not None]
        self._drawn = frozenset(self.board)
        self.masks: Masks = [record.full(variable) for variable in problem.variables]
        self.builder = StepBuilder(problem, self.solvers.cores, self.masks)
        self.cases, self.groups = self.solvers.cases, self.solvers.groups
        self.probes, self.about = self.solvers.probes, self.solvers.about
        self.cores, self.effort = self.solvers.cores, self.solvers.effort
        self.solvers.reset()
        self.path_conflicts = PATH_CONFLICTS
        self._reductions: dict[int, tuple[int, ...]] = {}
        self._changed_groups = set(range(len(self.groups)))
        self._patterns = PatternMatcher(self.solvers, patterns, target)
        self._unary = UnarySteps(problem, self.cases, self._unary_decisions())
        self.notes = Notes(self.builder, self.solvers.families, list(self.masks))

    def _unary_decisions(self) -> list[tuple[tuple[RuleCase, ...], list[Fact]]]:
        """Narrow the domains by unary cases; return the facts decided, with a minimal set of cases for each place."""
        found = []
        for index, after, used in unary_domains(self.cases, self.probes, self.masks):
            if decided := self._decided(self.groups[used[0].index], (after,)):
                found.append((used, decided))
            self._narrow([index], [after])
        return found

    def learn(self, known: Sequence[Fact]) -> None:
        """Add known facts, such as what is drawn."""
        self._unary.discard(known)
        self._learn(known)
        record.apply_facts(self.notes.told, known, self.problem.variables)

    def _learn(self, known: Sequence[Fact]) -> None:
        for fact in known:
            variable = self.problem.variables[fact.variable]
            one = bit(variable, fact.value)
            mask = self.masks[fact.variable]
            self._narrow([fact.variable], [mask & (one if fact.holds else ~one)])

    def initial_facts(self) -> list[Fact]:
        """Return the facts known before the first step, except those that a step by unary cases will state."""
        later = {fact.variable for fact in self._unary.positive_facts}
        known = (index for index in self.board if index not in later and is_single(self.masks[index]))
        return record.known_facts(self.masks, map(self.problem.variables.__getitem__, known))

    @property
    def open(self) -> list[int]:
        """Variables of the board that are not known yet, and have a target."""
        return [index for index in self.board if not is_single(self.masks[index])]

    def steps(self) -> Iterator[Step]:
        """All steps; one that decides nothing comes only right before a step that depends on it."""
        for step in self._unary.release(self._unary.positive_facts):
            yield self._tell(step)
        for step in self._all():
            if not self.decides(step):
                self.notes.note(step)
                continue
            needed = self.notes.leading_to(step)
            for unary in self._unary.release({fact for one in needed for fact in one.known}):
                yield self._tell(unary)
            for one in needed:
                yield self._tell(one)

    def _tell(self, step: Step) -> Step:
        record.apply_facts(self.notes.told, step.facts, self.problem.variables)
        return step

    def decides(self, step: Step) -> bool:
        """Whether a step says what to draw somewhere, rather than only what not to draw."""
        return self._unary.decides(step)

    def _all(self) -> Iterator[Step]:
        while self.open:
            found = self._next_steps()
            said = False
            for step in found:
                new = [fact for fact in step.facts if not record.is_known(self.masks, fact, self.problem.variables)]
                if step.facts[0] in new:  # else its reason is that of another fact
                    said = True
                    self._unary.discard(new)
                    self._learn(new)
                    yield msgspec.structs.replace(step, facts=tuple(new))
            if not said:
                return

    def _next_steps(self) -> list[Step]:
        """The steps of the simplest kind that has any; a guess is always possible."""
        while True:
            self.effort.left = DIRECT_CONFLICTS
            if found := self._patterns.steps_or(self._direct_steps(), self.masks):
                return found
            if found := self._within_budget(self._chained_steps):
                return found
            if self._mark():
                continue
            if found := self._within_budget(partial(named_steps, self.solvers, self.builder, self.masks)):
                return found
            led = self._within_budget(self._refutations)
            if found := self._within_budget(partial(refutation_steps.steps, self.builder, self.masks, led)):
                return found
            if not self._note_refutations(led):
                return self._within_budget(self._joint_steps) or self._within_budget(self._guesses)

    def _within_budget(self, steps_of_tier: Callable[[], list[Found]]) -> list[Found]:
        self.effort.left = given = min(TIER_CONFLICTS, self.path_conflicts)
        found = steps_of_tier()
        self.path_conflicts -= given - self.effort.left
        return found

    def _mark(self) -> bool:
        """Note what single cases exclude, each value by as whole a rule as can be; whether there is anything."""
        before = list(self.masks)
        applied = {one: self.groups[one].applied for one in self._reductions}
        for position in sorted(self._reductions, key=lambda one: (applied[one], one)):
            group, gone = self.groups[position], list[Fact]()
            for index, mask in zip(group.variables, self._reductions[position], strict=True):
                gone += new_facts(self.problem.variables[index], self.masks[index], self.masks[index] & mask)
            if gone:
                self.notes.note(Mark(group, tuple(gone), before))
                self._learn(gone)
        return self.masks != before

    def _narrow(self, indexes: Sequence[int], masks: Sequence[int]) -> None:
        for index, mask in zip(indexes, masks, strict=True):
            if mask != self.masks[index]:
                self.masks[index] = mask
                self._patterns.narrowed(index)
                self._changed_groups.update(group.index for group in self.about[index])

    def _consequences(self, weight: int) -> dict[int, tuple[int, ...]]:
        """The reduced masks by group, for groups of a weight that exclude something now; see `MOST_AT_ONCE`."""
        deciding = 0
        for position in sorted(self._changed_groups):
            group = self.groups[position]
            if deciding < MOST_AT_ONCE and group.weight == weight and (self.effort.left > 0 or not group.graph):
                self._changed_groups.discard(position)
                self._reductions.pop(position, None)
                reduced = self.probes[position].forced_domains(self.masks, self.target)
                if reduced is not None and reduced != tuple([self.masks[index] for index in group.variables]):
                    self._reductions[position] = reduced
                    deciding += group.graph and bool(self._decided(group, reduced))
        return {position: one for position, one in self._reductions.items() if self.groups[position].weight == weight}

    def _direct_steps(self) -> list[Step]:
        """Steps by single groups, all of the lightest."""
        for weight in sorted({group.weight for group in self.groups}):
            found = [
                (self.groups[position], self._decided(self.groups[position], reduced))
                for position, reduced in sorted(self._consequences(weight).items())
            ]
            decided = smallest_cover([(group, facts) for group, facts in found if facts])
            if steps := [step for group, facts in decided for step in self._deciding(group, facts)]:
                kept = set(map(id, steps))
                merged = merge_alike(steps)
                return [step if id(step) in kept else self.cores.without_redundancy(step) for step in merged]
        return []

    def _deciding(self, group: CaseGroup, facts: Sequence[Fact]) -> list[Step]:
        """Steps by one group: from what was told if that suffices, maybe with one more inference, else with marks."""
        sums = (sum_step(self.solvers, group, fact, self.masks) for fact in facts)
        steps = [step for step in sums if step is not None]
        told = self.builder.within(self.notes.told)
        for builder, tier, cases, depth in (
            (told, Tier.DIRECT, group.cases, 1),
            (told, Tier.CHAINED, self.notes.cases(group), 2),
            (self.builder, Tier.DIRECT, group.cases, 1),
        ):
            left = [fact for fact in facts if all(fact not in step.facts for step in steps)]
            steps += builder.steps_for(tier, cases, left, depth) if left else []
        return steps

    def _decided(self, group: CaseGroup, reduced: Sequence[int]) -> list[Fact]:
        found: list[Fact] = []
        for index, mask in zip(group.variables, reduced, strict=True):
            if is_single(mask) and not is_single(self.masks[index]) and self.target[index] is not None:
                found += new_facts(self.problem.variables[index], self.masks[index], mask)
        return [fact for fact in found if fact.variable in self._drawn]

    def _chained_steps(self) -> list[Step]:
        """Steps that decide, or at least exclude, something after one round of propagation."""
        propagated, sources = propagation(self.groups, self.masks, self._reductions)
        steps: list[Step] = []
        for index in sources:
            if is_single(propagated[index]) and self.target[index] is not None and index in self._drawn:
                fact = new_facts(self.problem.variables[index], self.masks[index], propagated[index])
                steps += self.builder.steps_for(Tier.CHAINED, cases_of(sources[index]), fact, 2)
        return lightest_steps(steps) if steps else self._steps_after(propagated, sources)

    def _steps_after(self, propagated: Masks, sources: dict[int, list[CaseGroup]]) -> list[Step]:
        touched = dict.fromkeys(group.index for index in sources for group in self.about[index])
        steps: list[Step] = []
        for position in sorted(touched):
            group = self.groups[position]
            reduced = self.probes[position].forced_domains(propagated, self.target)
            certain = [] if reduced is None else self._decided(group, reduced)
            if certain := [fact for fact in certain if not is_single(propagated[fact.variable])]:
                used = cases_of([group, *(one for index in group.variables for one in sources.get(index, []))])
                steps += self.builder.steps_for(Tier.CHAINED, used, certain, 2)
        return lightest_steps(steps)

    def _refutations(self) -> list[Refutation]:
        """The shortest refutations of what might be drawn."""
        propagated, sources = propagation(self.groups, self.masks, self._reductions)
        aims = map(self._target_fact, self.open)
        wrong = failed_literals.suppositions(self.problem.variables, aims, propagated)
        return list(failed_literals.shortest_refutations(self.solvers, wrong, propagated, sources))

    def _note_refutations(self, led: Sequence[Refutation]) -> bool:
        """Note what refutations exclude without deciding anything; whether there is anything."""
        before = list(self.masks)
        for one in led:
            if not refutation_steps.decides(self.problem, self.masks, one):
                self.notes.note(RefutationMark(one, (one.wrong.opposite,), before))
                self._learn([one.wrong.opposite])
        return self.masks != before

    def _joint_steps(self) -> list[Step]:
        """Steps by joint groups, with the lightest reasons."""
        found, most = [], self.effort.query_count + failed_literals.MOST_QUERIES
        for group, probe in self.solvers.joint_groups:
            if (group.graph and self.effort.left > 0) or (not group.graph and self.effort.query_count < most):
                reduced = probe.forced_domains(self.masks, self.target)
                if reduced is not None and (decided := self._decided(group, reduced)):
                    found.append((group, decided))
        least = smallest_cover(sorted(found, key=lambda one: len(one[0].cases))[:MOST_REASONS])
        led = [(group.cases, fact.opposite, 1) for group, facts in least for fact in facts]
        return refutation_steps.lightest_refutations(self.builder, led, Tier.TOGETHER)

    def _guesses(self) -> list[Step]:
        return [guess(self.solvers, self.builder, [self._target_fact(index) for index in self.open])]

    def _target_fact(self, index: int) -> Fact:
        target = self.target[index]
        assert target is not None
        return Fact(index, int(target), True)
