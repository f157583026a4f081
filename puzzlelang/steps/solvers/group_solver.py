"""Solvers of groups of cases without graphs, each shared by all groups of one form."""

from collections.abc import Sequence
from itertools import accumulate
from operator import or_
from typing import assert_never

from puzzlelang.problem.record import Problem
from puzzlelang.solving.cadical import CadicalSession
from puzzlelang.solving.engine import Sat
from puzzlelang.steps.cases.forms import CaseForms, Form
from puzzlelang.steps.record import CaseGroup, bits, is_single
from puzzlelang.steps.solvers import alternatives, first_looks, hall_sets
from puzzlelang.steps.solvers.answer_tables import AnswerTable, answer_table
from puzzlelang.steps.solvers.case_sessions import Effort, Sessions, domain_literals, load_cases
from puzzlelang.steps.solvers.first_looks import CountOfThings, Differing, Ways, Whole, first_look

MOST_VALUES = 16
"""For a number with more values left only a forced value is computed, not each excluded one."""

MOST_ANSWERS = 48
"""Answers of a group that are kept as supports of values."""

ANSWERS_BEFORE_TABLE = 60
"""Searches of a group before a table of its answers is tried, as most groups are asked but a few times."""

MOST_RESULTS = 20_000
"""Queries of a form whose results are cached."""


class GroupSolver:
    """A group of cases, asked which values it leaves to its variables.

    The values that are left, by position, stand for the variables of any group of the same form.
    """

    def __init__(self, problem: Problem, group: CaseGroup, effort: Effort) -> None:
        self.problem = problem
        self.effort = effort
        self.group = group
        self._open: Sessions | None = None
        widths = [problem.variables[index].high - problem.variables[index].low + 1 for index in group.variables]
        self._full = tuple([(1 << width) - 1 for width in widths])
        self._offsets = list(accumulate(widths, initial=0))[:-1]
        self._answers: list[int] = []
        self._literals: dict[tuple[int, int], Sequence[int]] = {}
        self._known: dict[tuple[int, ...], tuple[int, ...] | None] = {}
        self._searches = 0
        self._table: AnswerTable | None = None
        self._alternatives: alternatives.Disjunctions | None = None
        self._distinct = hall_sets.is_distinct(group)
        self.look = first_look(problem, group)

    def sessions(self) -> Sessions:
        """The solver with the cases."""
        if self._open is None:
            self._open = load_cases(self.problem, self.group.cases, False)
        return self._open

    def reduced(self, left: tuple[int, ...]) -> tuple[int, ...] | None:
        """The domain-consistent masks of the variables; None if the cases are unsatisfiable.

        For a number with many values left, see `MOST_VALUES`.
        """
        if len(self._known) > MOST_RESULTS:
            self._known.clear()
        if left not in self._known:
            self._known[left] = self._consistent(left)
        return self._known[left]

    def first_look(self, left: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return what a first look leaves, see `first_looks`; None if it shows that the cases are unsatisfiable."""
        match self.look:
            case Differing(house):
                return _forced_alone(left, first_looks.differing(house, left))
            case Ways() as look:
                exact = self.reduced(look.alone(left, self._full))
                return None if exact is None else first_looks.ways(look, left, exact)
            case CountOfThings() as look:
                return first_looks.counted(self.problem, look, left)
            case Whole():
                return self.reduced(left)
            case None:
                return left
            case _:
                assert_never(self.look)

    def is_satisfiable(self, left: tuple[int, ...]) -> bool:
        """Whether the cases are satisfiable within the masks."""
        if left in self._known:
            return self._known[left] is not None
        if self._distinct:
            return self.reduced(left) is not None
        if self._table is not None:
            return self._table.fitting(left) != 0
        fitting = self._pack(left)
        return (
            any(one & fitting == one for one in self._answers)
            or self._free_values(left) is not None
            or self._ask(left) is not None
        )

    def _consistent(self, left: tuple[int, ...]) -> tuple[int, ...] | None:
        """The domain-consistent masks, by Hall sets or a table where there is one, else by searches."""
        self.effort.query_count += 1
        if self._distinct:
            return _forced_alone(left, hall_sets.reduced(left))
        return self._search(list(left)) if self._table is None else self._table.reduced(left)

    def _search(self, left: list[int]) -> tuple[int, ...] | None:
        seen = self._support(left)
        if (free := self._free_values(left)) is not None:
            if free == left:
                return tuple(left)
            seen = list(map(or_, seen, free))
        if not any(seen):
            result = self._ask(left, seen)
            if result is None:
                return None
            seen = list(result)
        for position, mask in enumerate(left):
            if is_single(mask):
                continue
            if mask.bit_count() > MOST_VALUES:
                if is_single(seen[position]):
                    others = mask & ~seen[position]
                    result = self._ask(left, seen, position, others)
                    if result is None:
                        left[position] = seen[position]
                    else:
                        seen = [one | two for one, two in zip(seen, result, strict=True)]
                continue
            for one_bit in bits(mask):
                if seen[position] & one_bit:
                    continue
                result = self._ask(left, seen, position, one_bit)
                if result is None:
                    left[position] &= ~one_bit
                else:
                    seen = [one | two for one, two in zip(seen, result, strict=True)]
        return tuple(left)

    def _free_values(self, left: Sequence[int]) -> list[int] | None:
        """The values that alternatives of the cases support; None if they show nothing."""
        if self._alternatives is None:
            self._alternatives = alternatives.of_group(self.group)
        return alternatives.supported(self._alternatives, left) if self._alternatives else None

    def _support(self, left: Sequence[int]) -> list[int]:
        """The values that have a support among the kept answers."""
        fitting, seen = self._pack(left), 0
        for answer in self._answers:
            if answer & fitting == answer:
                seen |= answer
        return [seen >> offset & mask for offset, mask in zip(self._offsets, left, strict=True)]

    def _pack(self, masks: Sequence[int]) -> int:
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
        sessions = self.sessions()
        variables = self.problem.variables
        literals: list[int] = []
        wishes: list[int] = []
        for place, index in enumerate(self.group.variables):
            literals += self._assumptions(sessions.loaded, index, only if place == position else left[place])
            new = left[place] & ~seen[place] if seen else 0
            if new and place != position:
                wishes += self._assumptions(sessions.loaded, index, new & -new)
        sessions.loaded.assumed = literals
        sessions.loaded.prefer(wishes)
        self.effort.query_count += 1
        outcome = sessions.session.solve()
        if not isinstance(outcome, Sat):
            return None
        result = tuple([1 << (int(outcome.values[index]) - variables[index].low) for index in self.group.variables])
        self._answers.append(self._pack(result))
        del self._answers[:-MOST_ANSWERS]
        return result

    def _assumptions(self, loaded: CadicalSession, index: int, mask: int) -> Sequence[int]:
        """Return the literals that restrict a variable to the values of its mask, from a cache."""
        literals = self._literals.get((index, mask))
        if literals is None:
            literals = self._literals[index, mask] = domain_literals(loaded, self.problem, index, mask)
        return literals


def _forced_alone(before: tuple[int, ...], after: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Return what is left, where a number with many values before counts only if it is forced; see `MOST_VALUES`."""
    if after is None or all(mask.bit_count() <= MOST_VALUES for mask in before):
        return after
    pairs = zip(before, after, strict=True)
    return tuple([old if old.bit_count() > MOST_VALUES and not is_single(new) else new for old, new in pairs])


class GroupSolvers:
    """The solvers of a board, one for each form."""

    def __init__(self, problem: Problem, effort: Effort) -> None:
        self.problem = problem
        self.effort = effort
        self._forms = CaseForms()
        self._by_form: dict[Form, tuple[GroupSolver, tuple[int, ...]]] = {}

    def solver(self, group: CaseGroup) -> tuple[GroupSolver, dict[int, int]]:
        """The solver of a group, and for each variable of its cases the one that stands for it there.

        Groups with graphs share none.
        """
        if group.graph:
            own = {index: index for case in group.cases for index in case.variables}
            return GroupSolver(self.problem, group, self.effort), own
        written, indexes = self._forms.form(group, self.problem.variables)
        if written not in self._by_form:
            self._by_form[written] = GroupSolver(self.problem, group, self.effort), indexes
        result, others = self._by_form[written]
        return result, dict(zip(indexes, others, strict=True))
