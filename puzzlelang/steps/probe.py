"""What cases make of what is known: solvers that are asked about single values."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem.record import Constraint, Problem, VariableRole
from puzzlelang.solving import lazily, pipelines
from puzzlelang.solving.cadical import Loaded
from puzzlelang.solving.engine import Engine, Sat, Session, Unsat
from puzzlelang.steps.domains import Masks, bit, bits, is_single, value
from puzzlelang.steps.record import Case, Fact, Group

WIDE = 16
"""Of a number with more values left only one that is certain is looked for, not those that are impossible."""

KEPT = 48
"""So many answers of a case are kept, to show that values are possible still."""


REMEMBERED = 2000
"""So many questions about a group are remembered with what came of them."""


class Sessions(msgspec.Struct, frozen=True, eq=False):
    """The cases in a solver, with or without being able to choose among them."""

    session: Session
    loaded: Loaded


def opened(stated: Problem, chosen: Sequence[Case], cores: bool) -> Sessions:
    """The cases as the constraints of a problem; with `cores` they may be switched on and off by their position.

    Where they speak of parts of the board, borders of areas are closed in any case.
    """
    constraints = tuple(Constraint(case.formula, case.origin) for case in chosen)
    graphs = any(case.graph for case in chosen)
    definitions = stated.definitions if graphs else ()
    made = msgspec.structs.replace(
        stated, constraints=constraints, definitions=definitions, grounded=constraints, graphs=graphs
    )
    loaded: list[Loaded] = []

    def load(problem: Problem, with_cores: bool) -> Loaded:
        loaded.append(Loaded(problem, with_cores))
        return loaded[0]

    if not graphs:
        session: Session = load(made, cores)
    else:
        prepared = pipelines.cores(made) if cores else pipelines.lazy(made, (pipelines.DETOURS,))
        session = lazily.session(Engine("cases", load), prepared)
    found = {index for case in chosen for index in case.variables}
    added = {
        one.index for one in loaded[0].stated.variables if one.role in (VariableRole.JOINED, VariableRole.STATEMENT)
    }
    loaded[0].read = frozenset(found | added)
    return Sessions(session, loaded[0])


class Probe:
    """A group of cases, asked which values of its variables are possible still."""

    def __init__(self, stated: Problem, group: Group) -> None:
        self.stated = stated
        self.group = group
        self._open: Sessions | None = None
        self._answers: list[tuple[int, ...]] = []
        self._known: dict[tuple[int, ...], tuple[int, ...] | None] = {}

    def sessions(self) -> Sessions:
        """The cases in a solver."""
        if self._open is None:
            self._open = opened(self.stated, self.group.cases, False)
        return self._open

    def reduced(self, masks: Masks) -> tuple[int, ...] | None:
        """The masks of the variables, without the values that the cases exclude; None if these cannot be true.

        For a number with many values left, see `WIDE`.
        """
        key = tuple([masks[index] for index in self.group.variables])
        if len(self._known) > REMEMBERED:
            self._known.clear()
        if key not in self._known:
            self._known[key] = self._reduced(list(key))
        return self._known[key]

    def possible(self, masks: Masks) -> bool:
        """Whether the cases can be true."""
        key = [masks[index] for index in self.group.variables]
        return any(self._support(key)) or not key or self._ask(key) is not None

    def decided(self, masks: Masks, aim: Sequence[bool | int | None]) -> tuple[int, ...]:
        """The masks of the variables, a single value where the cases allow only the one that it aims at.

        All that are not seen to be open are asked at once whether one of them can differ (backbones by chunks;
        Janota, Lynce and Marques-Silva 2015).
        """
        left = [masks[index] for index in self.group.variables]
        variables = [self.stated.variables[index] for index in self.group.variables]
        goals = [
            0 if aim[index] is None else mask & bit(variable, int(aim[index] or 0))
            for index, variable, mask in zip(self.group.variables, variables, left, strict=True)
        ]
        seen = self._support(left)
        while True:
            rest = [
                position
                for position, goal in enumerate(goals)
                if goal and not is_single(left[position]) and not seen[position] & ~goal
            ]
            if not rest:
                return tuple(left)
            loaded = self.sessions().loaded
            wanted = loaded.some([-loaded.value_is(variables[one], value(variables[one], goals[one])) for one in rest])
            found = self._ask(left, also=wanted)
            loaded.retire(wanted)
            if found is None:
                for position in rest:
                    left[position] = goals[position]
                return tuple(left)
            seen = [one | two for one, two in zip(seen, found, strict=True)]

    def _reduced(self, left: list[int]) -> tuple[int, ...] | None:
        seen = self._support(left)
        if not any(seen):
            found = self._ask(left)
            if found is None:
                return None
            seen = list(found)
        for position, mask in enumerate(left):
            if is_single(mask):
                continue
            if mask.bit_count() > WIDE:
                if is_single(seen[position]):
                    others = mask & ~seen[position]
                    found = self._ask(left, position, others)
                    if found is None:
                        left[position] = seen[position]
                    else:
                        seen = [one | two for one, two in zip(seen, found, strict=True)]
                continue
            for one_bit in bits(mask):
                if seen[position] & one_bit:
                    continue
                found = self._ask(left, position, one_bit)
                if found is None:
                    left[position] &= ~one_bit
                else:
                    seen = [one | two for one, two in zip(seen, found, strict=True)]
        return tuple(left)

    def _support(self, left: Sequence[int]) -> list[int]:
        """The values that the answers in hand show to be possible."""
        seen = [0] * len(left)
        for answer in self._answers:
            if all(one & mask for one, mask in zip(answer, left, strict=True)):
                seen = [one | two for one, two in zip(seen, answer, strict=True)]
        return seen

    def _ask(
        self, left: Sequence[int], position: int = -1, only: int = 0, also: int | None = None
    ) -> tuple[int, ...] | None:
        """An answer of the cases within these masks, one of them narrower; None if there is none."""
        asked = self.sessions()
        variables = self.stated.variables
        literals: list[int] = []
        for place, index in enumerate(self.group.variables):
            literals += assumed(asked.loaded, self.stated, index, only if place == position else left[place])
        asked.loaded.assumed = literals if also is None else [*literals, also]
        outcome = asked.session.solve()
        if not isinstance(outcome, Sat):
            return None
        found = tuple([1 << (int(outcome.values[index]) - variables[index].low) for index in self.group.variables])
        self._answers.append(found)
        del self._answers[:-KEPT]
        return found


def assumed(loaded: Loaded, stated: Problem, index: int, mask: int) -> list[int]:
    """Literals that say that a variable has one of the values of its mask."""
    variable = stated.variables[index]
    width = variable.high - variable.low + 1
    if mask == (1 << width) - 1:
        return []
    if is_single(mask):
        return [loaded.value_is(variable, value(variable, mask))]
    out = ~mask & ((1 << width) - 1)
    return [-loaded.value_is(variable, value(variable, one)) for one in bits(out)]


class Joint:
    """All cases at once: which of them, with which facts, leave no answer.

    `probes` are those of the single cases, which are asked where there is only one.
    """

    def __init__(self, stated: Problem, chosen: Sequence[Case], probes: Sequence[Probe]) -> None:
        self.stated = stated
        self.chosen = chosen
        self.probes = probes
        self._open: Sessions | None = None

    def refuted(self, chosen: Sequence[Case], facts: Sequence[Fact]) -> tuple[list[Case], list[Fact]] | None:
        """Cases and facts, perhaps fewer, without a common answer; None if these have one."""
        alone = len(chosen) == 1
        asked = self.probes[chosen[0].index].sessions() if alone else self._sessions()
        loaded = asked.loaded
        of = {fact: self._literal(loaded, fact) for fact in facts}
        loaded.assumed = list(of.values())
        outcome = asked.session.solve((), None if alone else [case.index for case in chosen])
        if not isinstance(outcome, Unsat):
            return None
        core = {case.index for case in chosen} if outcome.core is None else set(outcome.core)
        kept = [case for case in chosen if case.index in core]
        return kept, [fact for fact in facts if of[fact] in loaded.failed]

    def _sessions(self) -> Sessions:
        if self._open is None:
            self._open = opened(self.stated, self.chosen, True)
        return self._open

    def minimal(
        self, chosen: Sequence[Case], facts: Sequence[Fact], opposite: Fact
    ) -> tuple[list[Case], list[Fact]] | None:
        """Cases and facts that leave no answer with the opposite, and of which none can be left out.

        Deletion, the heaviest cases first; of the facts those last that are nearest in the order of the board.
        """
        found = self.refuted(chosen, [*facts, opposite])
        if found is None:
            return None
        cases, kept = found[0], [fact for fact in found[1] if fact != opposite]
        for case in sorted(cases, key=lambda one: (-one.weight, -len(one.variables), one.index)):
            if case in cases and len(cases) > 1:
                fewer = self.refuted([one for one in cases if one is not case], [*kept, opposite])
                if fewer is not None:
                    cases, kept = fewer[0], [fact for fact in fewer[1] if fact != opposite]
        return cases, self._fewest(cases, kept, opposite)

    def facts_needed(self, chosen: Sequence[Case], facts: Sequence[Fact], then: Fact | None) -> list[Fact]:
        """The facts from which the cases conclude `then`, or which contradict them if that is None; none too many."""
        opposite = None if then is None else Fact(then.variable, then.value, not then.holds)
        found = self.refuted(chosen, [*facts, *([opposite] if opposite else [])])
        if found is None:
            return list(facts)
        return self._fewest(chosen, [fact for fact in found[1] if fact != opposite], opposite)

    def _fewest(self, chosen: Sequence[Case], facts: Sequence[Fact], opposite: Fact | None) -> list[Fact]:
        kept, other = list(facts), [] if opposite is None else [opposite]
        for fact in facts:
            if fact in kept:
                fewer = self.refuted(chosen, [*(one for one in kept if one != fact), *other])
                if fewer is not None:
                    kept = [one for one in fewer[1] if one != opposite]
        return kept

    def _literal(self, loaded: Loaded, fact: Fact) -> int:
        literal = loaded.value_is(self.stated.variables[fact.variable], fact.value)
        return literal if fact.holds else -literal
