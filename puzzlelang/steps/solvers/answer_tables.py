"""Answer tables: all answers of a group of cases, which give the remaining values.

The rows that fit are kept as the bits of one number, and each value has the bits of the rows with it.  So a domain is
consistent if the bits of its values meet those rows (Compact-Table: Demeulenaere et al. 2016).
"""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Kind, Problem
from puzzlelang.steps.record import CaseGroup

MOST_ROWS = 1_500
"""A group with more answers gets no table."""

MOST_VARIABLES, MOST_TRUTHS = 6, 4_000
"""A group of more variables gets no table, nor one for which more formulas would be evaluated."""


class AnswerTable(msgspec.Struct, frozen=True, eq=False):
    """The answers of a group: for each variable and each of its values the rows that have it, as bits."""

    rows: int
    having: tuple[tuple[int, ...], ...]

    def fitting(self, masks: Sequence[int]) -> int:
        """The rows within the masks, as bits."""
        left = self.rows
        for mask, having in zip(masks, self.having, strict=True):
            allowed = 0
            for at, rows in enumerate(having):
                if mask >> at & 1:
                    allowed |= rows
            left &= allowed
        return left

    def reduced(self, masks: Sequence[int]) -> tuple[int, ...] | None:
        """The domain-consistent masks; None if no row fits."""
        left = self.fitting(masks)
        if not left:
            return None
        return tuple([sum([1 << at for at, rows in enumerate(having) if rows & left]) for having in self.having])


def answer_table(problem: Problem, group: CaseGroup) -> AnswerTable | None:
    """The table of a group without graphs; None if it would be too large."""
    variables = [problem.variables[index] for index in group.variables]
    if len(variables) > MOST_VARIABLES:
        return None
    rows: list[tuple[int, ...]] = []
    for row in _answers(problem, group):
        if row is None or len(rows) == MOST_ROWS:
            return None
        rows.append(row)
    having = [[0] * (one.high - one.low + 1) for one in variables]
    for number, row in enumerate(rows):
        for values, variable, value in zip(having, variables, row, strict=True):
            values[value - variable.low] |= 1 << number
    return AnswerTable((1 << len(rows)) - 1, tuple(map(tuple, having)))


def _answers(problem: Problem, group: CaseGroup) -> Iterator[tuple[int, ...] | None]:
    """The values of the variables in each answer; None last if the search takes too long, or is going to.

    It is if the first values take more than twice their share.  Variables beyond those of the group stay open: see
    `CaseGroup`.
    """
    formulas = [case.formula for case in group.cases]
    values: list[bool | int | None] = [None] * len(problem.variables)
    variables = [problem.variables[index] for index in group.variables]
    count, first = 0, variables[0]
    share = 2 * MOST_TRUTHS / (first.high - first.low + 1)
    waiting = [iter(range(first.low, first.high + 1))]
    while waiting:
        variable = variables[len(waiting) - 1]
        value = next(waiting[-1], None)
        if value is None:
            values[variable.index] = None
            waiting.pop()
            continue
        count += len(formulas)
        values[variable.index] = bool(value) if variable.kind is Kind.MEMBER else value
        if count > min(MOST_TRUTHS, share * (int(values[first.index] or 0) - first.low + 1)):
            yield None
            return
        if any(evaluate.truth(formula, values) is False for formula in formulas):
            continue
        if len(waiting) == len(variables):
            yield tuple(int(values[one.index] or 0) for one in variables)
        else:
            following = variables[len(waiting)]
            waiting.append(iter(range(following.low, following.high + 1)))
