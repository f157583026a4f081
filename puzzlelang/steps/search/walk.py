"""The walk from the givens to the answer, step by step.

The simplest kind of step comes first (see `record.Tier`, `record.Look`), and of these all of the least weight.  A
solver for each case finds exactly what the case implies, so a step needs no knowledge of any genre.  Reasons are
lightest cores, or minimal by deletion (Marques-Silva 2010).  Explanations by few constraints and facts: Bogaerts, Gamba
and Guns 2021 (step-wise explanations of constraint satisfaction problems), Espasa, Gent and others 2021 (Demystify).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps import record
from puzzlelang.steps.cases.from_problem import drawn_variables
from puzzlelang.steps.record import Fact, Look, Masks, RuleCase, Step, Tier, bit, is_single, left_alone, new_facts
from puzzlelang.steps.search import failed_literals, named_patterns, refutation_steps
from puzzlelang.steps.search.budgets import PATH, PATH_CONFLICTS, Budgets
from puzzlelang.steps.search.derivations import StepBuilder
from puzzlelang.steps.search.failed_literals import Refutation
from puzzlelang.steps.search.group_steps import GroupSteps
from puzzlelang.steps.search.guesses import guess
from puzzlelang.steps.search.local_patterns import LocalPattern, Order, PatternMatcher
from puzzlelang.steps.search.marks import Mark, Notes, PatternMark, RefutationMark
from puzzlelang.steps.search.named_steps import sum_steps
from puzzlelang.steps.search.patterns import Pattern
from puzzlelang.steps.search.rings import ring_steps
from puzzlelang.steps.search.step_selection import clearest, easiest_steps, propagation
from puzzlelang.steps.search.unary_steps import UnarySteps, unary_domains
from puzzlelang.steps.solvers.case_solvers import CaseSolvers

Result = TypeVar("Result")


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
        budgets: Budgets = PATH,
        order: Order = Order.FEW,
    ) -> None:
        self.solvers = CaseSolvers(problem, target) if solvers is None else solvers
        self.problem = problem = self.solvers.problem
        self.target = target = [*target, *[None] * (len(problem.variables) - len(target))]
        self.board = [index for index in drawn_variables(problem) if target[index] is not None]
        self.masks: Masks = [record.full(variable) for variable in problem.variables]
        self.builder = StepBuilder(problem, self.solvers.cores, self.masks)
        self.cases, self.groups = self.solvers.cases, self.solvers.groups
        self.probes, self.about = self.solvers.probes, self.solvers.about
        self.cores, self.effort = self.solvers.cores, self.solvers.effort
        self.solvers.reset()
        self.path_conflicts = PATH_CONFLICTS
        self._budgets, self._order, self._rounds = budgets, order, 0
        self.notes = Notes(self.builder, self.solvers.families, self.masks)
        self._by_groups = GroupSteps(self.solvers, self.builder, self.notes, self.masks, target, frozenset(self.board))
        self._patterns = PatternMatcher(self.solvers, patterns, target, order)
        self._unary = UnarySteps(problem, self.cases, self._unary_decisions())
        self.notes.shown_masks = list(self.masks)
        self._before_round = self.notes.shown_masks

    def _unary_decisions(self) -> list[tuple[tuple[RuleCase, ...], list[Fact]]]:
        """Narrow the domains by unary cases; return the facts decided, with a minimal set of cases for each place."""
        result = []
        for index, after, used in unary_domains(self.cases, self.probes, self.masks):
            if decided := self._by_groups.decided(self.groups[used[0].index], (after,)):
                result.append((used, decided))
            self._narrow([index], [after])
        return result

    def learn(self, known: Sequence[Fact]) -> None:
        """Add known facts, such as what is drawn."""
        self._unary.discard(known)
        self._learn(known)
        self._note_known(known)

    def _learn(self, known: Sequence[Fact]) -> None:
        for fact in known:
            one = bit(self.problem.variables[fact.variable], fact.value)
            self._narrow([fact.variable], [self.masks[fact.variable] & (one if fact.holds else ~one)])

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
            yield self._show(step)
        for step in self._all():
            if not self.decides(step):
                self.notes.note(step)
                continue
            needed = self.notes.leading_to(step)
            for unary in self._unary.release({fact for one in needed for fact in one.known}):
                yield self._show(unary)
            for one in needed:
                yield self._show(one)

    def _show(self, step: Step) -> Step:
        self._note_known(step.facts)
        return msgspec.structs.replace(step, open=self._open_places(step))

    def _open_places(self, step: Step | Pattern) -> int:
        """Count the places of its cases that were open before the steps of this kind, but for those that it decides."""
        about = {index for case in step.cases for index in case.variables} - {fact.variable for fact in step.facts}
        return sum(not is_single(self._before_round[index]) for index in about)

    def _note_known(self, known: Sequence[Fact]) -> None:
        record.apply_facts(self.notes.shown_masks, known, self.problem.variables)
        for fact in known:
            list(self.solvers.touched.narrowed(self.notes.shown_masks, fact.variable))

    def decides(self, step: Step) -> bool:
        """Whether a step says what to draw somewhere, rather than only what not to draw."""
        return self._unary.decides(step)

    def _all(self) -> Iterator[Step]:
        while self.open:
            result = self._next_steps()
            self._before_round = list(self.notes.shown_masks)
            result = clearest(self._by_groups.with_need(result), self._open_places)
            has_step = False
            for step in result:
                new = [fact for fact in step.facts if not self._is_known(fact)]
                if step.facts[0] in new and not (has_step and self._is_easy_trial(step)):  # else it has another reason
                    has_step = True
                    self._unary.discard(new)
                    self._learn(new)
                    yield msgspec.structs.replace(step, facts=tuple(new))
            if not has_step:
                return

    def _is_easy_trial(self, step: Step) -> bool:
        """Whether a path needs no trial for this, as looks at single rules now lead to it."""
        trial = self._order is Order.FEW and step.tier in (Tier.SUPPOSED, Tier.TOGETHER)
        return trial and all(map(self._by_groups.consequences.facts_led_to(self.masks), step.facts))

    def _next_steps(self) -> list[Step]:
        """The steps of the simplest kind that has any; a guess is always possible."""
        self._rounds = 0
        while True:
            result = next((steps for look in Look if (steps := self._by_look(look)) is not None), None)
            if result is None and (result := self._by_any_pattern(named_patterns.AFTER_GROUPS)) is None:
                result = self._within_budget(partial(sum_steps, self.solvers, self.masks)) or self._by_trials()
            if result:
                return result

    def _by_look(self, look: Look) -> list[Step] | None:
        """The steps by a way of looking; none if there are only marks, None if there is nothing."""
        if look is Look.CLOSER and (easy := self._patterns.in_turn(self.masks, harder=False)):
            return easy
        if look is Look.CLOSER and (rings := self._within_budget(partial(ring_steps, self.solvers, self.masks))):
            return self._patterns.steps_or(rings, self.masks, easier=True)
        if look is Look.SETS and (named := self._by_any_pattern(named_patterns.BEFORE_SETS)) is not None:
            return named
        self.effort.left = self._budgets.direct
        direct = self._by_groups.direct_steps(look)
        if direct or look is not Look.FIRST:
            graphs = any(case.graph for step in direct for case in step.cases)
            local = self._patterns.steps_or(direct, self.masks, easier=graphs)
            direct = easiest_steps(direct) if local is direct and look is not Look.FIRST else local
        if steps := direct or self._within_budget(partial(self._by_groups.chained_steps, look)):
            return steps
        if self._mark(look):
            return []
        return (self._patterns.in_turn(self.masks, harder=True) or None) if look is Look.CLOSER else None

    def _by_trials(self) -> list[Step]:
        """The steps by trials, or by what is beyond them; none if trials only exclude something, which is noted."""
        led, most = self._within_budget(self._refutations), self._budgets.trials
        if result := self._within_budget(partial(refutation_steps.steps, self.builder, self.masks, led, most)):
            return result
        if self._rounds == self._budgets.rounds:
            return self._within_budget(partial(self._guesses, self.builder.within(self.notes.shown_masks)))
        self._rounds += 1
        if self._note_refutations(led):
            return []
        further = self._within_budget(self._joint_steps) or (self.solvers.any_looks and self._graph_trials())
        return further or self._within_budget(partial(self._guesses, self.builder))

    def _within_budget(self, steps_of_tier: Callable[[], list[Result]]) -> list[Result]:
        self.effort.left = given = min(self._budgets.tier, self.path_conflicts)
        result = steps_of_tier()
        self.path_conflicts -= given - self.effort.left
        return result

    def _by_any_pattern(self, those: Iterable[named_patterns.FindPatterns]) -> list[Step] | None:
        return next((steps for find in those if (steps := self._by_patterns(find)) is not None), None)

    def _by_patterns(self, find: named_patterns.FindPatterns) -> list[Step] | None:
        """The steps by patterns that decide something; none if they only exclude something, which is noted.

        None if there is nothing.  Each value is excluded by the pattern with the fewest open places.
        """
        before = list(self.masks)
        result = clearest(self._within_budget(lambda: list(find(self.solvers, before))), self._open_places)
        for one in result:
            decided = [after for fact in one.facts for after in self._decided(fact)]
            if decided and (steps := PatternMark(one, tuple(decided), before).steps(self.builder, decided)):
                return steps
        for one in result:
            new = [fact for fact in one.facts if not self._is_known(fact) and not self._decided(fact)]
            if new and one.facts[0] == new[0]:  # else its reason is that of another value
                self.notes.note(PatternMark(one, tuple(new), before))
                self._learn(new)
                self._rounds = 0
        return None if self.masks == before else []

    def _is_known(self, fact: Fact) -> bool:
        return record.is_known(self.masks, fact, self.problem.variables)

    def _decided(self, gone: Fact) -> Sequence[Fact]:
        if self.target[gone.variable] is None:
            return ()
        return left_alone(self.problem.variables[gone.variable], self.masks[gone.variable], gone)

    def _mark(self, look: Look) -> bool:
        """Note what single cases exclude, each value by as whole a rule as can be; whether there is anything."""
        before, left = list(self.masks), dict(self._by_groups.consequences.left[look])
        applied = {one: self.groups[one].applied for one in left}
        for position in sorted(left, key=lambda one: (applied[one], one)):
            group, gone = self.groups[position], list[Fact]()
            for index, mask in zip(group.variables, left[position], strict=True):
                gone += new_facts(self.problem.variables[index], self.masks[index], self.masks[index] & mask)
            if gone:
                self.notes.note(Mark(group, tuple(gone), before, look))
                self._learn(gone)
        return self.masks != before

    def _narrow(self, indexes: Sequence[int], masks: Sequence[int]) -> None:
        for index, mask in zip(indexes, masks, strict=True):
            if mask != self.masks[index]:
                self.masks[index] = mask
                self._patterns.narrowed(index)
                self._by_groups.consequences.narrowed(index)
                for cell in self.solvers.touched.narrowed(self.masks, index):
                    self._by_groups.consequences.narrowed(cell)

    def _graph_trials(self) -> list[Step]:
        """The steps by trials in which cases with graphs lead on, whatever was spent; their looks have a bound."""
        self.effort.left = self._budgets.tier
        return refutation_steps.steps(self.builder, self.masks, self._refutations(graphs=True), self._budgets.trials)

    def _refutations(self, *, graphs: bool = False) -> list[Refutation]:
        """The shortest refutations of what might be drawn."""
        propagated, sources = propagation(self.groups, self.masks, self._by_groups.consequences.every)
        aims = map(self._target_fact, self.open)
        wrong = failed_literals.suppositions(self.problem.variables, aims, propagated)
        most = self._budgets.looks if graphs else self._budgets.queries
        refutations = failed_literals.shortest_refutations(
            self.solvers, wrong, propagated, sources, most, graphs=graphs
        )
        return list(refutations)

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
        reduced = refutation_steps.joint_domains(self.solvers, self.masks, self.target)
        result = [(group, facts) for group, masks in reduced if (facts := self._by_groups.decided(group, masks))]
        return refutation_steps.joint_steps(self.builder, result, self._budgets.trials)

    def _guesses(self, builder: StepBuilder) -> list[Step]:
        return [guess(self.solvers, builder, list(map(self._target_fact, self.open)))]

    def _target_fact(self, index: int) -> Fact:
        target = self.target[index]
        assert target is not None
        return Fact(index, int(target), True)
