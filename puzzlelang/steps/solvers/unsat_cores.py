"""Unsat cores over cases and facts: the lightest where cases are few, else minimal by deletion."""

from collections.abc import Container, Sequence

import msgspec

from puzzlelang.problem.record import Constraint, Problem
from puzzlelang.solving.cadical import CadicalSession, SearchBias
from puzzlelang.solving.engine import Fixed, Unsat
from puzzlelang.steps.cases.surroundings import nearest_first
from puzzlelang.steps.record import CaseGroup, Fact, Inference, RuleCase, Step, derived
from puzzlelang.steps.solvers.case_sessions import Sessions, load_cases
from puzzlelang.steps.solvers.graph_probe import GraphProbe
from puzzlelang.steps.solvers.group_solver import GroupSolvers
from puzzlelang.steps.solvers.lightest_sets import lightest_core
from puzzlelang.steps.solvers.preferred_facts import preferred_facts
from puzzlelang.steps.solvers.probe import Probe
from puzzlelang.steps.solvers.witnesses import Witnesses

MOST_OWN_CASES = 40
"""Up to so many cases, some with graphs, get a solver of their own; in one of all cases a query takes longer."""

MOST_SOLVERS = 24
"""Solvers of few cases that are kept."""

CORE_CONFLICTS = 6000
"""Budget of a query in conflicts, a look at a graph counting 20."""

MOST_UNDECIDED_CASES, MOST_UNDECIDED_FACTS = 4, 8
"""Cases and facts of a core that a search leaves open until the others count as needed, too."""

LIGHTEST_CONFLICTS = 8_000
"""Budget of the search for the lightest cases, each query counting 20; then cases are deleted one by one.

They are as well once a trial takes too long: then most of the others do so, too."""

TRIAL_CONFLICTS, ALL_TRIALS_CONFLICTS = 600, 4000
"""Budgets where one fact less is tried, and for all such trials of one core: most facts that can go are found soon."""


class _LoadedCases(msgspec.Struct, frozen=True, eq=False):
    """A solver with some cases, and their positions in it."""

    position: dict[int, int]
    sessions: Sessions

    def with_cases(self, chosen: Sequence[RuleCase]) -> "_LoadedCases":
        """The same, with these cases without graphs as well."""
        new = [case for case in chosen if case.index not in self.position]
        for case in new:
            self.position[case.index] = len(self.position)
        if new:
            self.sessions.loaded.add_constraints([Constraint(case.formula, case.origin) for case in new])
        return self


class UnsatCore(msgspec.Struct, frozen=True, eq=False):
    """Cases and facts without a common answer; `minimal`: it is proved that none of them can be left out."""

    cases: list[RuleCase]
    facts: list[Fact]
    minimal: bool


class CoreExtractor:
    """Finds unsat cores among all cases of a board.

    `probes` are those of the single cases, used for cores of one case.  `witnesses` spare queries that have an answer.
    """

    def __init__(
        self,
        problem: Problem,
        chosen: Sequence[RuleCase],
        probes: Sequence[Probe | GraphProbe],
        witnesses: Witnesses,
        shared: GroupSolvers,
    ) -> None:
        self.problem = problem
        self.chosen = chosen
        self.probes = probes
        self.effort = shared.effort
        self._shared = shared
        self.witnesses = witnesses
        self._near: Fixed = [(index, one) for index, one in enumerate(witnesses.near) if one is not None]
        self._graph_free: _LoadedCases | None = None
        self._all: _LoadedCases | None = None
        self._loaded: list[_LoadedCases] = []
        self._joint_steps: dict[tuple[RuleCase, ...], Probe] = {}

    def core(
        self, chosen: Sequence[RuleCase], facts: Sequence[Fact], most: int = CORE_CONFLICTS, free: int | None = None
    ) -> tuple[list[RuleCase], list[Fact]] | None:
        """A core of the cases and facts, not yet minimal; None if they have an answer or the budget is spent.

        `most` conflicts are the limit for cases with graphs, `free` for others, which have none by default.
        """
        if len(chosen) == 1:
            probe = self.probes[chosen[0].index]
            sessions, active, facts_there = probe.sessions(), None, probe.stand_ins(facts)
        else:
            few = self._solver_for(chosen)
            sessions, active = few.sessions, [few.position[case.index] for case in chosen]
            facts_there = {fact: fact for fact in facts}
        loaded = sessions.loaded
        of = {fact: self._literal(loaded, there) for fact, there in facts_there.items()}
        loaded.assumed = list(of.values())
        outcome = sessions.solve(self.effort, most, active, free)
        if not isinstance(outcome, Unsat):
            return None
        kept = list(chosen)
        if active is not None and outcome.core is not None:
            core = set(outcome.core)
            kept = [case for case, position in zip(chosen, active, strict=True) if position in core]
        return kept, [fact for fact in facts if of.get(fact) in loaded.failed]

    def loaded_among(self, every: Sequence[RuleCase], chosen: Sequence[RuleCase]) -> tuple[Sessions, list[int]]:
        """A solver with all of these cases, and the positions of the chosen ones."""
        few = self._reusable(every) or self._load_new(every)
        return few.sessions, [few.position[case.index] for case in chosen]

    def group_probe(self, group: CaseGroup) -> Probe:
        """The probe of a group of several cases; cached."""
        if group.cases not in self._joint_steps:
            self._joint_steps[group.cases] = Probe(group, self._shared)
        return self._joint_steps[group.cases]

    def _solver_for(self, chosen: Sequence[RuleCase]) -> _LoadedCases:
        """A solver with these cases, and as few others as possible."""
        if not any(case.graph for case in chosen):
            if self._graph_free is None:
                self._graph_free = self._load(chosen)
            return self._graph_free.with_cases(chosen)
        if len(chosen) > MOST_OWN_CASES:
            if self._all is None:
                self._all = self._load(self.chosen)
            return self._all
        return self._reusable(chosen) or self._load_new(chosen)

    def _reusable(self, chosen: Sequence[RuleCase]) -> _LoadedCases | None:
        for place, few in enumerate(self._loaded):
            if all(case.index in few.position for case in chosen):
                self._loaded.append(self._loaded.pop(place))
                return few
        return None

    def _load_new(self, chosen: Sequence[RuleCase]) -> _LoadedCases:
        few = self._load(chosen)
        self._loaded.append(few)
        for old in self._loaded[:-MOST_SOLVERS]:
            old.sessions.session.close()
        del self._loaded[:-MOST_SOLVERS]
        return few

    def _load(self, chosen: Sequence[RuleCase]) -> _LoadedCases:
        graphs = any(case.graph for case in chosen)
        sessions = load_cases(self.problem, chosen, True, SearchBias(CORE_CONFLICTS, self._near) if graphs else None)
        if not graphs:
            sessions.loaded.read = frozenset()  # nobody looks at answers here
        return _LoadedCases({case.index: position for position, case in enumerate(chosen)}, sessions)

    def lightest_core(self, chosen: Sequence[RuleCase], facts: Sequence[Fact], opposite: Fact) -> UnsatCore | None:
        """The core of least weight that refutes the opposite, with a minimal set of facts.

        None also if the budget is spent, or if some of the cases have graphs.
        """
        if any(case.graph for case in chosen):
            return None
        before, spent = self.effort.undecided_count, self.effort.trials

        def enough(some: Sequence[RuleCase]) -> bool | None:
            if self.effort.trials - spent > LIGHTEST_CONFLICTS or self.effort.undecided_count > before:
                return None
            return self.core(some, [*facts, opposite], free=None if some is chosen else TRIAL_CONFLICTS) is not None

        few = lightest_core(chosen, enough)
        if few is None:
            return None
        needed = self._minimal_facts(few, self._plain_facts(few, facts, opposite), [opposite])
        return UnsatCore(few, needed, self.effort.undecided_count == before)

    def _plain_facts(self, chosen: Sequence[RuleCase], facts: Sequence[Fact], opposite: Fact) -> Sequence[Fact]:
        """The facts that a person sees first, if these suffice: known values, and what is said of the conclusion."""
        plain = [one for one in facts if one.holds or opposite.variable == one.variable or opposite.value == one.value]
        if len(plain) < len(facts) and self.core(chosen, [*plain, opposite], free=TRIAL_CONFLICTS) is not None:
            return plain
        return facts

    def minimal_core(self, chosen: Sequence[RuleCase], facts: Sequence[Fact], opposite: Fact) -> UnsatCore | None:
        """Find a minimal core that refutes the opposite, by deletion.

        Cases are deleted first, the heaviest ones first, then facts in their given order; where cases have graphs the
        first facts are kept.  What the budget leaves open counts as needed, and the core is then not `minimal`.
        """
        before, most = self.effort.undecided_count, self.effort.trials + ALL_TRIALS_CONFLICTS
        result = self.core(chosen, [opposite, *facts])
        if result is None:
            return None
        cases, kept = result[0], [fact for fact in result[1] if fact != opposite]
        for case in sorted(cases, key=lambda one: (-one.weight, -len(one.variables), one.index)):
            if case in cases and len(cases) > 1 and self._may_try(before, MOST_UNDECIDED_CASES, most):
                fewer = self.core([one for one in cases if one is not case], [opposite, *kept], free=TRIAL_CONFLICTS)
                if fewer is not None:
                    cases, kept = fewer[0], [fact for fact in fewer[1] if fact != opposite]
        needed = self._minimal_facts(cases, facts if any(case.graph for case in cases) else kept, [opposite])
        return UnsatCore(cases, needed, self.effort.undecided_count == before)

    def needed_facts(
        self, chosen: Sequence[RuleCase], facts: Sequence[Fact], then: Fact | None, doubtful: Container[Fact] = ()
    ) -> list[Fact]:
        """A minimal set of facts from which the cases conclude `then`, or which contradict the cases if it is None.

        It has as few of the `doubtful` facts as possible, preferably those with the value of `then`.
        """
        opposite = [] if then is None else [then.opposite]
        value = None if then is None else then.value
        graphs = any(case.graph for case in chosen)
        kept = list(facts) if then is None else nearest_first(chosen, facts, then.variable)
        for fact in sorted((one for one in facts if one in doubtful), key=lambda one: one.value == value):
            if fact in kept:
                result = self.core(chosen, [*(one for one in kept if one != fact), *opposite], TRIAL_CONFLICTS)
                if result is not None:
                    gone = () if graphs else [one for one in kept if one in doubtful and one not in result[1]]
                    kept = [one for one in kept if one != fact and one not in gone]
        result = self.core(chosen, [*kept, *opposite])
        if result is None:
            return kept
        return self._minimal_facts(chosen, kept if graphs else [one for one in result[1] if one in kept], opposite)

    def _minimal_facts(self, chosen: Sequence[RuleCase], facts: Sequence[Fact], opposite: Sequence[Fact]) -> list[Fact]:
        kept, least = list(facts), self.effort.left - ALL_TRIALS_CONFLICTS
        before, last = self.effort.undecided_count, self.effort.trials + ALL_TRIALS_CONFLICTS

        def core(some: Sequence[Fact]) -> tuple[list[RuleCase], list[Fact]] | None:
            if not self._may_try(before, MOST_UNDECIDED_FACTS, last):
                return None
            most = min(TRIAL_CONFLICTS, self.effort.left - least)
            return self.core(chosen, [*opposite, *some], most, TRIAL_CONFLICTS)

        if any(case.graph for case in chosen):
            return preferred_facts(facts, lambda some: core(some) is not None)
        for fact in facts:
            if fact in kept and (fewer := core([one for one in kept if one != fact])) is not None:
                kept = [one for one in fewer[1] if one in kept]
        return kept

    def _may_try(self, before: int, undecided: int, most: int) -> bool:
        """Whether one part less is tried: up to `most` trials, and so many `undecided` ones after those `before`."""
        if self.effort.trials >= most:
            self.effort.undecided_count += 1
            return False
        return self.effort.undecided_count - before < undecided

    def without_redundancy(self, step: Step) -> Step:
        """A merged step without the cases and facts that its conclusions do not need."""
        before, cases, known = self.effort.undecided_count, list(step.cases), list(step.known)
        for case in step.cases:
            fewer = [one for one in cases if one is not case]
            if fewer and self._entails(fewer, known, step.facts):
                cases = fewer
        for fact in step.known:
            less = [one for one in known if one != fact]
            if self._entails(cases, less, step.facts):
                known = less
        inference = Inference(tuple(cases), tuple(known), step.facts)
        minimal = step.minimal and self.effort.undecided_count == before
        return msgspec.structs.replace(
            step, cases=inference.cases, known=inference.premises, derive=derived(inference), minimal=minimal
        )

    def _entails(self, cases: Sequence[RuleCase], known: Sequence[Fact], wanted: Sequence[Fact]) -> bool:
        return all(self.core(cases, [*known, fact.opposite]) is not None for fact in wanted)

    def _literal(self, loaded: CadicalSession, fact: Fact) -> int:
        literal = loaded.value_is(self.problem.variables[fact.variable], fact.value)
        return literal if fact.holds else -literal
