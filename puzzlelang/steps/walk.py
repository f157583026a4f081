"""The walk from the givens to the answer, one step after another.

The simplest kind of step comes first (see `record.Tier`), and of these all of the least weight.  So the order of the
rules and a turn of the board change the difficulty little.  A solver for each case finds exactly what the case implies,
so a step needs no knowledge of any genre.  Reasons are lightest cores, or made minimal by deletion (Marques-Silva
2010).

Explanations by few constraints and facts: Bogaerts, Gamba and Guns 2021 (step-wise explanations of constraint
satisfaction problems), Espasa, Gent, Hoffmann, Jefferson and Lynch 2021 (Demystify).
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import and_

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps import failed_literals, record
from puzzlelang.steps.cases import UnarySteps, drawn_variables
from puzzlelang.steps.derivations import StepBuilder
from puzzlelang.steps.probe import MOST_VALUES
from puzzlelang.steps.record import CaseGroup, Fact, Masks, RuleCase, Step, Tier, bit, is_single, new_facts
from puzzlelang.steps.solvers import CaseSolvers
from puzzlelang.steps.step_selection import cases_of, lightest_steps, merge_alike, smallest_cover, supporting_steps

DIRECT_CONFLICTS, TIER_CONFLICTS = 30_000, 10_000
"""Budgets for one direct step, and for one of each other kind, by cases with graphs; see `probe.Effort`."""

PATH_CONFLICTS = 100_000
"""Budget for all steps of a path together, except those by single cases."""


class Walk:
    """The domains of a board, and the steps that narrow them.

    `target` has for each variable the only value that it has in any answer, None where answers differ.
    """

    def __init__(
        self, problem: Problem, target: Sequence[bool | int | None], solvers: CaseSolvers | None = None
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
        self._unary = UnarySteps(problem, self.cases, self._unary_decisions())

    def _unary_decisions(self) -> list[tuple[tuple[RuleCase, ...], list[Fact]]]:
        """Narrow the domains by unary cases; return the facts decided, with a minimal set of cases for each place."""
        left: dict[int, dict[RuleCase, int]] = {}
        for case in self.cases:
            if len(case.variables) == 1 and not case.graph:
                reduced = self.probes[case.index].reduced_domains(self.masks)
                if reduced is not None:
                    left.setdefault(case.variables[0], {})[case] = reduced[0]
        found = []
        for index, masks in left.items():
            after, used = reduce(and_, masks.values()), list(masks)
            for case in reversed(masks):
                rest = [other for other in used if other is not case]
                if rest and reduce(and_, map(masks.__getitem__, rest)) == after:
                    used = rest
            if decided := self._decided(self.groups[used[0].index], (after,)):
                found.append((tuple(used), decided))
            self._narrow([index], [after])
        return found

    def learn(self, known: Sequence[Fact]) -> None:
        """Add known facts."""
        self._unary.discard(known)
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
        waiting: list[Step] = []
        yield from self._unary.release(self._unary.positive_facts)
        for step in self._all():
            if self.decides(step):
                needed = supporting_steps(waiting, step)
                yield from self._unary.release({fact for one in needed for fact in one.known})
                yield from needed
                waiting.clear()
            else:
                waiting.append(step)

    def decides(self, step: Step) -> bool:
        """Whether a step says what to draw somewhere, rather than only what not to draw."""
        return self._unary.decides(step)

    def _all(self) -> Iterator[Step]:
        while self.open:
            found = self._next_steps()
            told = False
            for step in found:
                new = [fact for fact in step.facts if not record.is_known(self.masks, fact, self.problem.variables)]
                if step.facts[0] in new:  # else its reason is that of another fact
                    told = True
                    self.learn(new)
                    yield msgspec.structs.replace(step, facts=tuple(new))
            if not told:
                return

    def _next_steps(self) -> list[Step]:
        """The steps of the simplest kind that has any; a guess is always possible."""
        self.effort.left = DIRECT_CONFLICTS
        found = self._direct_steps()
        if found:
            return found
        for steps_of_tier in (self._chained_steps, self._failed_literal_steps, self._joint_steps, self._guesses):
            self.effort.left = given = min(TIER_CONFLICTS, self.path_conflicts)
            found = steps_of_tier()
            self.path_conflicts -= given - self.effort.left
            if found:
                break
        return found

    def _narrow(self, indexes: Sequence[int], masks: Sequence[int]) -> None:
        for index, mask in zip(indexes, masks, strict=True):
            if mask != self.masks[index]:
                self.masks[index] = mask
                self._changed_groups.update(group.index for group in self.about[index])

    # ------------------------------------------------------------------------------------------------ from one case

    def _consequences(self, weight: int) -> dict[int, tuple[int, ...]]:
        """The reduced masks by group, for all groups of a weight that exclude something now."""
        for position in sorted(self._changed_groups):
            group = self.groups[position]
            if group.weight == weight and (self.effort.left > 0 or not group.graph):
                self._changed_groups.discard(position)
                self._reductions.pop(position, None)
                reduced = self.probes[position].forced_domains(self.masks, self.target)
                if reduced is not None and reduced != tuple([self.masks[index] for index in group.variables]):
                    self._reductions[position] = reduced
        return {position: one for position, one in self._reductions.items() if self.groups[position].weight == weight}

    def _direct_steps(self) -> list[Step]:
        """Steps by single groups, all of the lightest."""
        for weight in sorted({group.weight for group in self.groups}):
            found = [
                (self.groups[position], self._decided(self.groups[position], reduced))
                for position, reduced in sorted(self._consequences(weight).items())
            ]
            decided = smallest_cover([(group, facts) for group, facts in found if facts])
            steps = [
                step for group, facts in decided for step in self.builder.steps_for(Tier.DIRECT, group.cases, facts)
            ]
            if steps:
                alone = set(map(id, steps))
                return [
                    step if id(step) in alone else self.cores.without_redundancy(step) for step in merge_alike(steps)
                ]
        return []

    def _decided(self, group: CaseGroup, reduced: Sequence[int]) -> list[Fact]:
        found: list[Fact] = []
        for index, mask in zip(group.variables, reduced, strict=True):
            if is_single(mask) and not is_single(self.masks[index]) and self.target[index] is not None:
                found += new_facts(self.problem.variables[index], self.masks[index], mask)
        return [fact for fact in found if fact.variable in self._drawn]

    # ------------------------------------------------------------------------------------- after what others exclude

    def _propagated(self) -> tuple[Masks, dict[int, list[CaseGroup]]]:
        """The masks after one round of propagation by all groups, and the groups that narrowed each."""
        propagated, sources = list(self.masks), dict[int, list[CaseGroup]]()
        for position in sorted(self._reductions):
            group = self.groups[position]
            for index, mask in zip(group.variables, self._reductions[position], strict=True):
                if mask & propagated[index] != propagated[index]:
                    propagated[index] &= mask
                    sources.setdefault(index, []).append(group)
        return propagated, sources

    def _chained_steps(self) -> list[Step]:
        """Steps that decide, or at least exclude, something after one round of propagation."""
        propagated, sources = self._propagated()
        steps: list[Step] = []
        for index in sources:
            if is_single(propagated[index]) and self.target[index] is not None and index in self._drawn:
                fact = new_facts(self.problem.variables[index], self.masks[index], propagated[index])
                steps += self.builder.steps_for(Tier.CHAINED, cases_of(sources[index]), fact, 2)
        return lightest_steps(steps) if steps else self._steps_after(propagated, sources)

    def _steps_after(self, propagated: Masks, sources: dict[int, list[CaseGroup]]) -> list[Step]:
        touched = dict.fromkeys(group.index for index in sources for group in self.about[index])
        decided: list[tuple[Sequence[RuleCase], list[Fact]]] = []
        excluded: list[tuple[Sequence[RuleCase], list[Fact]]] = []
        for position in sorted(touched):
            group = self.groups[position]
            reduced = self.probes[position].forced_domains(propagated, self.target)
            if reduced is None:
                continue
            used = cases_of([group, *(one for index in group.variables for one in sources.get(index, []))])
            certain = [fact for fact in self._decided(group, reduced) if not is_single(propagated[fact.variable])]
            if certain:
                decided.append((used, certain))
            gone: list[Fact] = []
            for index, mask in zip(group.variables, reduced, strict=True):
                if mask != propagated[index] and not is_single(mask):
                    gone += new_facts(self.problem.variables[index], propagated[index], mask)
            if gone:
                excluded.append((used, gone))
        for found in (decided, excluded):
            steps = [step for used, wanted in found for step in self.builder.steps_for(Tier.CHAINED, used, wanted, 2)]
            if steps:
                return lightest_steps(steps)
        return []

    # -------------------------------------------------------------------------------------------------- the opposite

    def _failed_literal_steps(self) -> list[Step]:
        """Steps by the shortest refutations, with the lightest reasons."""
        propagated, sources = self._propagated()
        wrong = [fact for index in self.open for fact in self._suppositions(index, propagated[index])]
        led = list(failed_literals.shortest_refutations(self.solvers, wrong, propagated, sources))
        steps = [self.builder.refutation_step(one.cases, one.wrong, Tier.SUPPOSED, one.depth) for one in led]
        return lightest_steps([step for step in steps if step is not None])

    def _suppositions(self, index: int, mask: int) -> Iterator[Fact]:
        """The literals to probe for a variable: each value other than the target.

        With more than `MOST_VALUES` only the negated target; that is added as well if the variable may be
        absent.
        """
        variable, aimed = self.problem.variables[index], self._target_fact(index)
        if mask.bit_count() <= MOST_VALUES:
            values = (record.value(variable, one) for one in record.bits(mask))
            yield from (Fact(index, value, True) for value in values if value != aimed.value)
        if mask.bit_count() > MOST_VALUES or (mask.bit_count() > 2 and variable.absent is not None):
            yield aimed.opposite

    def _joint_steps(self) -> list[Step]:
        """Steps by joint groups, with the lightest reasons."""
        found, most = [], self.effort.query_count + failed_literals.MOST_QUERIES
        for group, probe in self.solvers.joint_groups:
            if (group.graph and self.effort.left > 0) or (not group.graph and self.effort.query_count < most):
                reduced = probe.forced_domains(self.masks, self.target)
                if reduced is not None and (decided := self._decided(group, reduced)):
                    found.append((group, decided))
        steps = [
            self.builder.refutation_step(group.cases, fact.opposite, Tier.TOGETHER, 1)
            for group, facts in smallest_cover(found)
            for fact in facts
        ]
        return lightest_steps([step for step in steps if step is not None])

    def _guesses(self) -> list[Step]:
        """Return one step by an unsat core of all cases, the smallest one for a few variables; see `record.Step`.

        Without graphs these are the variables that few conflicts settle: they are tried with ever more.
        """
        led: list[tuple[int, Fact, list[RuleCase]]] = []
        graphs = any(case.graph for case in self.cases)
        for free in (None,) if graphs else GUESS_CONFLICTS:
            for index in self.open[: MOST_GUESSES if graphs or free else 1]:
                wrong = self._target_fact(index).opposite
                if found := self.cores.core(self.cases, [*self.builder.known_facts(self.cases), wrong], free=free):
                    led.append((len(found[0]), wrong, found[0]))
            if led:
                _, wrong, chosen = min(led, key=lambda one: one[0])
                if step := self.builder.refutation_step(chosen, wrong, Tier.GUESSED, len(self.cases)):
                    return [step]
        return [Step(Tier.GUESSED, (self._target_fact(self.open[0]),), (), (), (), len(self.cases))]

    def _target_fact(self, index: int) -> Fact:
        target = self.target[index]
        assert target is not None
        return Fact(index, int(target), True)


MOST_GUESSES, GUESS_CONFLICTS = 6, (300, 3_000, None)
"""Places whose cores are compared, and conflicts for each, round by round, if no case has a graph; None: no limit."""
