"""Probes: incremental solvers that compute which values a group of cases leaves to its variables."""

from collections.abc import Sequence
from itertools import accumulate

import msgspec

from puzzlelang.problem.record import Constraint, Problem, VariableRole
from puzzlelang.solving import lazy_graphs, pipelines
from puzzlelang.solving.cadical import CONFLICTS, CadicalSession, SearchBias
from puzzlelang.solving.engine import Engine, Outcome, Sat, Session, Undecided
from puzzlelang.steps import hall_sets
from puzzlelang.steps.answer_tables import AnswerTable, answer_table
from puzzlelang.steps.record import CaseGroup, Masks, RuleCase, bits, is_single, value

MOST_VALUES = 16
"""For a number with more values left only a forced value is computed, not each excluded one."""

MOST_ANSWERS = 48
"""Answers of a group that are kept as supports of values."""


ANSWERS_BEFORE_TABLE = 60
"""Searches of a group before a table of its answers is tried, as most groups are asked but a few times."""

MOST_RESULTS = 2000
"""Queries of a group whose results are cached."""


class Effort(msgspec.Struct):
    """The budget for cases with graphs, in conflicts; each call of the solver counts as 20 more, see `cadical.CALL`.

    So results depend on no clock.  `left`: what remains of the budget.  `undecided_count`: the number of queries for
    which it was too small.  `query_count`: the number of queries to cases without graphs.
    """

    left: int
    undecided_count: int = 0
    query_count: int = 0


class Sessions(msgspec.Struct, frozen=True, eq=False):
    """A solver with some cases, with or without selectors for them."""

    session: Session
    loaded: CadicalSession

    def solve(self, effort: Effort, most: int, active: Sequence[int] | None = None, free: int | None = None) -> Outcome:
        """Solve under the assumptions; `Undecided` if the budget or `most` is spent.

        Cases without graphs have no budget, and no limit but `free` conflicts.
        """
        bias = self.loaded.bias
        if bias is None:
            self.loaded.bias = None if free is None else SearchBias(free)
            outcome = self.session.solve((), active)
            self.loaded.bias = None
            effort.undecided_count += isinstance(outcome, Undecided)
            return outcome
        bias.conflicts = given = max(0, min(most, effort.left))
        outcome = self.session.solve((), active) if given else Undecided(CONFLICTS)
        effort.left -= given - bias.conflicts
        effort.undecided_count += isinstance(outcome, Undecided)
        return outcome


def load_cases(problem: Problem, chosen: Sequence[RuleCase], cores: bool, bias: SearchBias | None = None) -> Sessions:
    """Load the cases as constraints into a solver; with `cores` each has a selector by its position.

    `bias`: preferred values and the budget.  With graphs the problem's definitions are loaded as well, such as that the
    borders of areas are closed.
    """
    constraints = tuple(Constraint(case.formula, case.origin) for case in chosen)
    graphs = any(case.graph for case in chosen)
    definitions = problem.definitions if graphs else ()
    part = msgspec.structs.replace(
        problem, constraints=constraints, definitions=definitions, grounded=constraints, graphs=graphs
    )
    loaded: list[CadicalSession] = []

    def load(prepared: Problem, with_cores: bool) -> CadicalSession:
        loaded.append(CadicalSession(prepared, with_cores, bias, links=False))
        return loaded[0]

    if not graphs:
        session: Session = load(part, cores)
    else:
        prepared = pipelines.cores(part) if cores else pipelines.lazy(part, (pipelines.DETOURS,))
        session = lazy_graphs.session(Engine("cases", load), prepared)
    found = {index for case in chosen for index in case.variables}
    added = {
        one.index for one in loaded[0].problem.variables if one.role in (VariableRole.JOINED, VariableRole.STATEMENT)
    }
    loaded[0].read = frozenset(found | added)
    return Sessions(session, loaded[0])


class Probe:
    """A group of cases, asked which values it leaves to its variables."""

    def __init__(self, problem: Problem, group: CaseGroup, effort: Effort) -> None:
        self.problem = problem
        self.effort = effort
        self.group = group
        self._open: Sessions | None = None
        widths = [problem.variables[index].high - problem.variables[index].low + 1 for index in group.variables]
        self._offsets = list(accumulate(widths, initial=0))[:-1]
        self._answers: list[int] = []
        self._literals: dict[tuple[int, int], Sequence[int]] = {}
        self._known: dict[tuple[int, ...], tuple[int, ...] | None] = {}
        self._searches = 0
        self._table: AnswerTable | None = None
        self._distinct = hall_sets.is_distinct(group)

    def sessions(self) -> Sessions:
        """The solver with the cases."""
        if self._open is None:
            self._open = load_cases(self.problem, self.group.cases, False)
        return self._open

    def reduced_domains(self, masks: Masks) -> tuple[int, ...] | None:
        """The domain-consistent masks of the variables; None if the cases are unsatisfiable.

        For a number with many values left, see `MOST_VALUES`.
        """
        key = tuple([masks[index] for index in self.group.variables])
        if len(self._known) > MOST_RESULTS:
            self._known.clear()
        if key not in self._known:
            self._known[key] = self._consistent(key)
        return self._known[key]

    def is_satisfiable(self, masks: Masks) -> bool:
        """Whether the cases are satisfiable."""
        left = tuple([masks[index] for index in self.group.variables])
        if left in self._known:
            return self._known[left] is not None
        if self._distinct:
            return self.reduced_domains(masks) is not None
        if self._table is not None:
            return self._table.fitting(left) != 0
        fitting = self._packed(left)
        return any(one & fitting == one for one in self._answers) or self._ask(left) is not None

    def forced_domains(self, masks: Masks, _aim: Sequence[bool | int | None]) -> tuple[int, ...] | None:
        """The same as `reduced_domains`, as without graphs all excluded values are found."""
        return self.reduced_domains(masks)

    def _consistent(self, left: tuple[int, ...]) -> tuple[int, ...] | None:
        """The domain-consistent masks, by Hall sets or a table where there is one, else by searches."""
        self.effort.query_count += 1
        if self._distinct:
            return hall_sets.reduced(left)
        return self._reduced(list(left)) if self._table is None else self._table.reduced(left)

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
            if mask.bit_count() > MOST_VALUES:
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
        """The values that have a support among the kept answers."""
        fitting, seen = self._packed(left), 0
        for answer in self._answers:
            if answer & fitting == answer:
                seen |= answer
        return [seen >> offset & mask for offset, mask in zip(self._offsets, left, strict=True)]

    def _packed(self, masks: Sequence[int]) -> int:
        """All masks as one number; an answer fits if its bits are a subset."""
        packed = 0
        for offset, mask in zip(self._offsets, masks, strict=True):
            packed |= mask << offset
        return packed

    def _ask(
        self, left: Sequence[int], seen: Sequence[int] = (), position: int = -1, only: int = 0
    ) -> tuple[int, ...] | None:
        """An answer of the cases within the masks, one of them narrowed to `only`; None if there is none.

        It prefers values that were not `seen`, so that few answers support all values.
        """
        self._searches += 1
        if self._searches == ANSWERS_BEFORE_TABLE and not self.group.graph:
            self._table = answer_table(self.problem, self.group)
        asked = self.sessions()
        variables = self.problem.variables
        literals: list[int] = []
        wishes: list[int] = []
        for place, index in enumerate(self.group.variables):
            literals += self._assumed(asked.loaded, index, only if place == position else left[place])
            new = left[place] & ~seen[place] if seen else 0
            if new and place != position:
                wishes += self._assumed(asked.loaded, index, new & -new)
        asked.loaded.assumed = literals
        asked.loaded.prefer(wishes)
        self.effort.query_count += 1
        outcome = asked.session.solve()
        if not isinstance(outcome, Sat):
            return None
        found = tuple([1 << (int(outcome.values[index]) - variables[index].low) for index in self.group.variables])
        self._answers.append(self._packed(found))
        del self._answers[:-MOST_ANSWERS]
        return found

    def _assumed(self, loaded: CadicalSession, index: int, mask: int) -> Sequence[int]:
        """Return the literals that restrict a variable to the values of its mask, from a cache."""
        literals = self._literals.get((index, mask))
        if literals is None:
            literals = self._literals[index, mask] = domain_literals(loaded, self.problem, index, mask)
        return literals


def domain_literals(loaded: CadicalSession, problem: Problem, index: int, mask: int) -> list[int]:
    """Literals that restrict a variable to the values of its mask."""
    variable = problem.variables[index]
    width = variable.high - variable.low + 1
    if mask == (1 << width) - 1:
        return []
    if is_single(mask):
        return [loaded.value_is(variable, value(variable, mask))]
    out = ~mask & ((1 << width) - 1)
    return [-loaded.value_is(variable, value(variable, one)) for one in bits(out)]
