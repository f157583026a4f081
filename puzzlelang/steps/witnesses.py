"""Witnesses: assignments near the answer that show which values cases leave open.

Most cases with graphs stay true when little is changed elsewhere.  So an assignment found for one case is evaluated on
all of them, and is a witness for most.  It serves until a place in which it differs from the answer is decided.
"""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Kind, Problem
from puzzlelang.steps.record import CaseGroup, Fact, Masks, RuleCase, bit

MOST_WITNESSES = 400
"""Assignments that are kept, the newest."""


class Witness(msgspec.Struct, frozen=True):
    """An assignment: the variables in which it differs from the answer, and the cases that it satisfies, both as bits.

    `values` has the values, as bits, of differing variables with more than two values or without a known answer.
    """

    differs: int
    true: int
    values: tuple[tuple[int, int], ...]


class Witnesses:
    """The assignments found so far near an answer; `near` has its values, None where unknown."""

    def __init__(self, problem: Problem, chosen: Sequence[RuleCase], near: Sequence[bool | int | None]) -> None:
        self.problem = problem
        self.near = near
        self.bits = [_bit(problem, index, one) for index, one in enumerate(near)]
        self._cases = [case for case in chosen if case.graph]
        self._formulas = [case.formula for case in self._cases]
        self._plain = sum(
            1 << variable.index
            for variable in problem.variables
            if variable.high == variable.low + 1 and self.bits[variable.index]
        )
        self._found: list[Witness] = []
        self._unary: dict[int, int] = {}

    def add(self, group: CaseGroup, values: Sequence[bool | int]) -> Witness:
        """Keep an assignment of the variables of a group that satisfies its cases, completed by the answer."""
        whole = self._answer()
        for index in group.variables:
            whole[index] = values[index]
        witness = self._witness(whole)
        self._found.append(witness)
        del self._found[:-MOST_WITNESSES]
        return witness

    def flippable(self, group: CaseGroup, among: Sequence[int], masks: Masks) -> int:
        """The variables among these, as bits, that can be flipped in the answer without violating the group.

        Only variables with two values; none on boards with definitions, such as the borders of areas.
        """
        if self.problem.definitions or not all(masks[index] & self.bits[index] for index in group.variables):
            return 0
        needed = sum(1 << case.index for case in group.cases)
        return sum(1 << index for index in among if self._true_after_flip(index) & needed == needed)

    def _true_after_flip(self, index: int) -> int:
        """The cases, as bits, that the answer satisfies with one variable flipped."""
        if index not in self._unary:
            whole = self._flipped([index])
            self._unary[index] = 0 if whole is None else self._witness(whole).true
        return self._unary[index]

    def satisfied_after_flips(self, chosen: Sequence[RuleCase], kept: Sequence[Fact], turned: Sequence[int]) -> bool:
        """Whether the answer with some variables flipped satisfies the cases and facts."""
        whole = None if self.problem.definitions else self._flipped(turned)
        if whole is None or not all((int(whole[fact.variable]) == fact.value) == fact.holds for fact in kept):
            return False
        values = tuple(whole)
        return all(evaluate.truth(case.formula, values) is True for case in chosen)

    def _flipped(self, turned: Sequence[int]) -> list[bool | int] | None:
        """The answer with some variables flipped; None if one of them has not two values."""
        whole = self._answer()
        for index in turned:
            variable = self.problem.variables[index]
            if variable.high != variable.low + 1 or self.near[index] is None:
                return None
            other = variable.low + variable.high - int(whole[index])
            whole[index] = bool(other) if variable.kind is Kind.MEMBER else other
        return whole

    def _answer(self) -> list[bool | int]:
        pairs = zip(self.problem.variables, self.near, strict=True)
        return [variable.low if one is None else one for variable, one in pairs]

    def _witness(self, whole: Sequence[bool | int]) -> Witness:
        values = tuple(whole)  # the reference semantics keeps parts of graphs for a tuple
        judged = zip(self._cases, evaluate.truths(self._formulas, values), strict=True)
        true = sum(1 << case.index for case, truth in judged if truth is True)
        bits = [_bit(self.problem, index, one) for index, one in enumerate(values)]
        differs = [index for index, one in enumerate(bits) if one != self.bits[index]]
        return Witness(
            sum(1 << index for index in differs),
            true,
            tuple((index, bits[index]) for index in differs if not self._plain >> index & 1),
        )

    def differing_variables(self, group: CaseGroup, masks: Masks) -> int | None:
        """The variables, as bits, in which a witness within the masks differs; None without such a witness."""
        fitting = list(self._within(group, masks))
        found = 0
        for one in fitting:
            found |= one.differs
        return found if fitting else None

    def _within(self, group: CaseGroup, masks: Masks) -> Iterator[Witness]:
        needed = sum(1 << case.index for case in group.cases)
        own = blocked = off = 0
        for index in group.variables:
            own |= 1 << index
            if not masks[index] & self.bits[index]:
                off |= 1 << index
            elif masks[index] == self.bits[index]:
                blocked |= 1 << index
        for one in self._found:
            if (
                one.true & needed == needed
                and not one.differs & blocked
                and not off & ~one.differs
                and all(masks[index] & value for index, value in one.values if own >> index & 1)
            ):
                yield one


def _bit(problem: Problem, index: int, known: bool | int | None) -> int:
    """The bit of a value, 0 if it is unknown."""
    return 0 if known is None else bit(problem.variables[index], int(known))
