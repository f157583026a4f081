"""What cases make of what is known: solvers that are asked about single values."""

from collections.abc import Sequence
from itertools import accumulate

import msgspec

from puzzlelang.problem.record import Constraint, Problem, VariableRole
from puzzlelang.solving import lazy_graphs, pipelines
from puzzlelang.solving.cadical import CONFLICTS, CadicalSession, SearchBias
from puzzlelang.solving.engine import Engine, Outcome, Sat, Session, Undecided
from puzzlelang.steps.domains import Masks, bits, is_single, value
from puzzlelang.steps.record import Case, Group

WIDE = 16
"""Of a number with more values left only one that is certain is looked for, not those that are impossible."""

KEPT = 48
"""So many answers of a case are kept, to show that values are possible still."""


REMEMBERED = 2000
"""So many questions about a group are remembered with what came of them."""


class Effort(msgspec.Struct):
    """What may still be spent on graphs, in conflicts, of which each look at one counts 20: see `cadical.CALL`.

    So what is found depends on no clock.  `open` counts the questions that it was too little for, `asked` those about
    cases that speak of no graph.
    """

    left: int
    open: int = 0
    asked: int = 0


class Sessions(msgspec.Struct, frozen=True, eq=False):
    """The cases in a solver, with or without being able to choose among them."""

    session: Session
    loaded: CadicalSession

    def solve(self, effort: Effort, most: int, active: Sequence[int] | None = None) -> Outcome:
        """Under what is assumed; `Undecided` only about graphs, if it takes more than `most` or is left."""
        lean = self.loaded.lean
        if lean is None:
            return self.session.solve((), active)
        lean.conflicts = given = max(0, min(most, effort.left))
        outcome = self.session.solve((), active) if given else Undecided(CONFLICTS)
        effort.left -= given - lean.conflicts
        effort.open += isinstance(outcome, Undecided)
        return outcome


def opened(stated: Problem, chosen: Sequence[Case], cores: bool, lean: SearchBias | None = None) -> Sessions:
    """The cases as the constraints of a problem; with `cores` they may be switched on and off by their position.

    `lean`: which answers are wanted first, and how much work may be done.  Where they speak of parts of the board,
    borders of areas are closed in any case.
    """
    constraints = tuple(Constraint(case.formula, case.origin) for case in chosen)
    graphs = any(case.graph for case in chosen)
    definitions = stated.definitions if graphs else ()
    made = msgspec.structs.replace(
        stated, constraints=constraints, definitions=definitions, grounded=constraints, graphs=graphs
    )
    loaded: list[CadicalSession] = []

    def load(problem: Problem, with_cores: bool) -> CadicalSession:
        loaded.append(CadicalSession(problem, with_cores, lean))
        return loaded[0]

    if not graphs:
        session: Session = load(made, cores)
    else:
        prepared = pipelines.cores(made) if cores else pipelines.lazy(made, (pipelines.DETOURS,))
        session = lazy_graphs.session(Engine("cases", load), prepared)
    found = {index for case in chosen for index in case.variables}
    added = {
        one.index for one in loaded[0].problem.variables if one.role in (VariableRole.JOINED, VariableRole.STATEMENT)
    }
    loaded[0].read = frozenset(found | added)
    return Sessions(session, loaded[0])


class Probe:
    """A group of cases, asked which values of its variables are possible still."""

    def __init__(self, stated: Problem, group: Group, effort: Effort) -> None:
        self.stated = stated
        self.effort = effort
        self.group = group
        self._open: Sessions | None = None
        widths = [stated.variables[index].high - stated.variables[index].low + 1 for index in group.variables]
        self._offsets = list(accumulate(widths, initial=0))[:-1]
        self._answers: list[int] = []
        self._literals: dict[tuple[int, int], Sequence[int]] = {}
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
        left = tuple([masks[index] for index in self.group.variables])
        if left in self._known:
            return self._known[left] is not None
        fitting = self._packed(left)
        return any(one & fitting == one for one in self._answers) or self._ask(left) is not None

    def decided(self, masks: Masks, _aim: Sequence[bool | int | None]) -> tuple[int, ...] | None:
        """The same, as all that cases exclude is found."""
        return self.reduced(masks)

    def _reduced(self, left: list[int]) -> tuple[int, ...] | None:
        seen = self._support(left)
        if not any(seen):
            found = self._ask(left, seen)
            if found is None:
                return None
            seen = list(found)
        for position, mask in enumerate(left):
            if is_single(mask):
                continue
            if mask.bit_count() > WIDE:
                if is_single(seen[position]):
                    others = mask & ~seen[position]
                    found = self._ask(left, seen, position, others)
                    if found is None:
                        left[position] = seen[position]
                    else:
                        seen = [one | two for one, two in zip(seen, found, strict=True)]
                continue
            for one_bit in bits(mask):
                if seen[position] & one_bit:
                    continue
                found = self._ask(left, seen, position, one_bit)
                if found is None:
                    left[position] &= ~one_bit
                else:
                    seen = [one | two for one, two in zip(seen, found, strict=True)]
        return tuple(left)

    def _support(self, left: Sequence[int]) -> list[int]:
        """The values that the answers in hand show to be possible."""
        fitting, seen = self._packed(left), 0
        for answer in self._answers:
            if answer & fitting == answer:
                seen |= answer
        return [seen >> offset & mask for offset, mask in zip(self._offsets, left, strict=True)]

    def _packed(self, masks: Sequence[int]) -> int:
        """All masks as one number: an answer, which has one value of each, fits if it is part of it."""
        packed = 0
        for offset, mask in zip(self._offsets, masks, strict=True):
            packed |= mask << offset
        return packed

    def _ask(
        self, left: Sequence[int], seen: Sequence[int] = (), position: int = -1, only: int = 0
    ) -> tuple[int, ...] | None:
        """An answer of the cases within these masks, one of them narrower; None if there is none.

        It leans to values that were not `seen`, so that few answers show all values that are possible.
        """
        asked = self.sessions()
        variables = self.stated.variables
        literals: list[int] = []
        wishes: list[int] = []
        for place, index in enumerate(self.group.variables):
            literals += self._assumed(asked.loaded, index, only if place == position else left[place])
            new = left[place] & ~seen[place] if seen else 0
            if new and place != position:
                wishes += self._assumed(asked.loaded, index, new & -new)
        asked.loaded.assumed = literals
        asked.loaded.wish(wishes)
        self.effort.asked += 1
        outcome = asked.session.solve()
        if not isinstance(outcome, Sat):
            return None
        found = tuple([1 << (int(outcome.values[index]) - variables[index].low) for index in self.group.variables])
        self._answers.append(self._packed(found))
        del self._answers[:-KEPT]
        return found

    def _assumed(self, loaded: CadicalSession, index: int, mask: int) -> Sequence[int]:
        """See `assumed`; made once."""
        known = self._literals.get((index, mask))
        if known is None:
            known = self._literals[index, mask] = assumed(loaded, self.stated, index, mask)
        return known


def assumed(loaded: CadicalSession, stated: Problem, index: int, mask: int) -> list[int]:
    """Literals that say that a variable has one of the values of its mask."""
    variable = stated.variables[index]
    width = variable.high - variable.low + 1
    if mask == (1 << width) - 1:
        return []
    if is_single(mask):
        return [loaded.value_is(variable, value(variable, mask))]
    out = ~mask & ((1 << width) - 1)
    return [-loaded.value_is(variable, value(variable, one)) for one in bits(out)]
