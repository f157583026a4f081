"""Several cases at once: which of them, with which facts, leave no answer."""

from collections.abc import Container, Sequence

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.solving.cadical import CadicalSession, SearchBias
from puzzlelang.solving.engine import Fixed, Unsat
from puzzlelang.steps.graph_probe import GraphProbe
from puzzlelang.steps.nearby import Nearby
from puzzlelang.steps.probe import Effort, Probe, Sessions, opened
from puzzlelang.steps.record import Case, Fact, Group, Inference, Step
from puzzlelang.steps.smallest import lightest

FEW = 40
"""Up to so many cases of which some speak of graphs get a solver of their own; in one of all that takes longer."""

OPEN = 24
"""So many of these are kept."""

WORK = 6000
"""Conflicts, and 20 for each look at a graph, until it counts as not found out whether cases leave an answer."""

TRIAL, TRIALS = 600, 4000
"""The same where one fact less is tried, and for all such trials of one reason: most that can go are found out soon."""


class _Few(msgspec.Struct, frozen=True, eq=False):
    """Some cases in a solver, by their position there."""

    position: dict[int, int]
    sessions: Sessions


class Reason(msgspec.Struct, frozen=True, eq=False):
    """Cases and facts that leave no answer; `minimal`: with any of them left out there is one, as was found out."""

    cases: list[Case]
    facts: list[Fact]
    minimal: bool


class Joint:
    """All cases: which of them, with which facts, leave no answer.

    `probes` are those of the single cases, which are asked where there is only one.  Answers are looked for `nearby`.
    """

    def __init__(
        self,
        stated: Problem,
        chosen: Sequence[Case],
        probes: Sequence[Probe | GraphProbe],
        nearby: Nearby,
        effort: Effort,
    ) -> None:
        self.stated = stated
        self.chosen = chosen
        self.probes = probes
        self.effort = effort
        self.nearby = nearby
        self._near: Fixed = [(index, one) for index, one in enumerate(nearby.near) if one is not None]
        self._plain: _Few | None = None
        self._all: _Few | None = None
        self._few: list[_Few] = []
        self._together: dict[tuple[Case, ...], Probe] = {}

    def refuted(
        self, chosen: Sequence[Case], facts: Sequence[Fact], most: int = WORK
    ) -> tuple[list[Case], list[Fact]] | None:
        """Cases and facts, perhaps fewer, without a common answer; None if these have one, or it is not found out."""
        if len(chosen) == 1:
            asked, active = self.probes[chosen[0].index].sessions(), None
        else:
            few = self._of(chosen)
            asked, active = few.sessions, [few.position[case.index] for case in chosen]
        loaded = asked.loaded
        of = {fact: self._literal(loaded, fact) for fact in facts}
        loaded.assumed = list(of.values())
        outcome = asked.solve(self.effort, most, active)
        if not isinstance(outcome, Unsat):
            return None
        kept = list(chosen)
        if active is not None and outcome.core is not None:
            core = set(outcome.core)
            kept = [case for case, position in zip(chosen, active, strict=True) if position in core]
        return kept, [fact for fact in facts if of[fact] in loaded.failed]

    def among(self, every: Sequence[Case], chosen: Sequence[Case]) -> tuple[Sessions, list[int]]:
        """A solver that has all of these cases, and the positions there of those that are chosen."""
        few = self._holding(every) or self._added(every)
        return few.sessions, [few.position[case.index] for case in chosen]

    def together(self, group: Group) -> Probe:
        """What several cases leave of the values of their places."""
        if group.cases not in self._together:
            self._together[group.cases] = Probe(self.stated, group, self.effort)
        return self._together[group.cases]

    def _of(self, chosen: Sequence[Case]) -> _Few:
        """A solver that has these cases, and as few others as may be."""
        if not any(case.graph for case in chosen):
            if self._plain is None:
                self._plain = self._opened([case for case in self.chosen if not case.graph])
            return self._plain
        if len(chosen) > FEW:
            if self._all is None:
                self._all = self._opened(self.chosen)
            return self._all
        return self._holding(chosen) or self._added(chosen)

    def _holding(self, chosen: Sequence[Case]) -> _Few | None:
        for place, few in enumerate(self._few):
            if all(case.index in few.position for case in chosen):
                self._few.append(self._few.pop(place))
                return few
        return None

    def _added(self, chosen: Sequence[Case]) -> _Few:
        few = self._opened(chosen)
        self._few.append(few)
        for old in self._few[:-OPEN]:
            old.sessions.session.close()
        del self._few[:-OPEN]
        return few

    def _opened(self, chosen: Sequence[Case]) -> _Few:
        graphs = any(case.graph for case in chosen)
        sessions = opened(self.stated, chosen, True, SearchBias(WORK, self._near) if graphs else None)
        return _Few({case.index: position for position, case in enumerate(chosen)}, sessions)

    def lightest(self, chosen: Sequence[Case], facts: Sequence[Fact], opposite: Fact) -> Reason | None:
        """The lightest cases that leave no answer with the opposite, and none of the facts too many; as for `minimal`.

        None as well if that takes too long, or some of them speak of graphs.
        """
        if any(case.graph for case in chosen):
            return None
        few = lightest(chosen, lambda some: self.refuted(some, [*facts, opposite]) is not None)
        return None if few is None else Reason(few, self._fewest(few, facts, [opposite]), True)

    def minimal(self, chosen: Sequence[Case], facts: Sequence[Fact], opposite: Fact) -> Reason | None:
        """Cases and facts that leave no answer with the opposite, and of which none can be left out.

        Deletion, the heaviest cases first; of the facts those last that are nearest in the order of the board.  What is
        not found out counts as needed.
        """
        before = self.effort.open
        found = self.refuted(chosen, [*facts, opposite])
        if found is None:
            return None
        cases, kept = found[0], [fact for fact in found[1] if fact != opposite]
        for case in sorted(cases, key=lambda one: (-one.weight, -len(one.variables), one.index)):
            if case in cases and len(cases) > 1:
                fewer = self.refuted([one for one in cases if one is not case], [*kept, opposite])
                if fewer is not None:
                    cases, kept = fewer[0], [fact for fact in fewer[1] if fact != opposite]
        needed = self._fewest(cases, kept, [opposite])
        return Reason(cases, needed, self.effort.open == before)

    def facts_needed(
        self, chosen: Sequence[Case], facts: Sequence[Fact], then: Fact | None, doubtful: Container[Fact] = ()
    ) -> list[Fact]:
        """The facts from which the cases conclude `then`, or which contradict them if that is None; none too many.

        As few as may be of those that are `doubtful`, rather such as are about the value of `then`.
        """
        opposite = [] if then is None else [then.opposite]
        value = None if then is None else then.value
        kept = list(facts)
        for fact in sorted((one for one in facts if one in doubtful), key=lambda one: one.value == value):
            if fact in kept:
                found = self.refuted(chosen, [*(one for one in kept if one != fact), *opposite], TRIAL)
                if found is not None:
                    kept = [one for one in kept if one != fact and (one not in doubtful or one in found[1])]
        found = self.refuted(chosen, [*kept, *opposite])
        return kept if found is None else self._fewest(chosen, [one for one in found[1] if one in kept], opposite)

    def _fewest(self, chosen: Sequence[Case], facts: Sequence[Fact], opposite: Sequence[Fact]) -> list[Fact]:
        kept, least = list(facts), self.effort.left - TRIALS
        for fact in facts:
            less = [*(one for one in kept if one != fact), *opposite]
            if fact in kept and not self._seen(chosen, less, [fact, *opposite]):
                fewer = self.refuted(chosen, less, min(TRIAL, self.effort.left - least))
                if fewer is not None:
                    kept = [one for one in fewer[1] if one in kept]
        return kept

    def _seen(self, chosen: Sequence[Case], less: Sequence[Fact], turned: Sequence[Fact]) -> bool:
        """Whether the answer, changed in no more than these facts, shows without a search that there is one."""
        changed = sorted({fact.variable for fact in turned})
        return any(case.graph for case in chosen) and self.nearby.allowed(chosen, less, changed)

    def needed(self, step: Step) -> Step:
        """A step merged of several, without cases and facts that it does not need as it has the others together."""
        before, cases, known = self.effort.open, list(step.cases), list(step.known)
        for case in step.cases:
            fewer = [one for one in cases if one is not case]
            if fewer and self._all_follow(fewer, known, step.facts):
                cases = fewer
        for fact in step.known:
            less = [one for one in known if one != fact]
            if self._all_follow(cases, less, step.facts):
                known = less
        made = Inference(tuple(cases), tuple(known), step.facts)
        minimal = step.minimal and self.effort.open == before
        return msgspec.structs.replace(step, cases=made.cases, known=made.given, chain=(made,), minimal=minimal)

    def _all_follow(self, cases: Sequence[Case], known: Sequence[Fact], wanted: Sequence[Fact]) -> bool:
        return all(self.refuted(cases, [*known, fact.opposite]) is not None for fact in wanted)

    def _literal(self, loaded: CadicalSession, fact: Fact) -> int:
        literal = loaded.value_is(self.stated.variables[fact.variable], fact.value)
        return literal if fact.holds else -literal
