"""Assignments near the answer, as witnesses of what cases leave open.

Most cases that speak of parts of the board stay true when little is changed elsewhere.  So an assignment that was found
for one of them is judged by all, and shows for most of them that something can be otherwise; it does so until a place
in which it differs from the answer is decided.
"""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Kind, Problem
from puzzlelang.steps.domains import Masks, bit
from puzzlelang.steps.record import Case, Fact, Group

KEPT = 400
"""So many assignments are kept, the newest."""


class Witness(msgspec.Struct, frozen=True):
    """An assignment: the variables in which it differs from the answer, and the cases that are true of it, as bits.

    `values` has the values, as bits, of those variables whose range is wider than two or of which no answer is known.
    """

    differs: int
    true: int
    values: tuple[tuple[int, int], ...]


class Nearby:
    """The assignments found so far near an answer, of which `near` has the values, None where it is not known."""

    def __init__(self, stated: Problem, chosen: Sequence[Case], near: Sequence[bool | int | None]) -> None:
        self.stated = stated
        self.near = near
        self.bits = [_bit(stated, index, one) for index, one in enumerate(near)]
        self._cases = [case for case in chosen if case.graph]
        self._formulas = [case.formula for case in self._cases]
        self._plain = sum(
            1 << variable.index
            for variable in stated.variables
            if variable.high == variable.low + 1 and self.bits[variable.index]
        )
        self._found: list[Witness] = []
        self._alone: dict[int, int] = {}

    def add(self, group: Group, values: Sequence[bool | int]) -> Witness:
        """Keep an assignment of the variables of a group, whose cases are true of it, with the answer elsewhere."""
        whole = self._answer()
        for index in group.variables:
            whole[index] = values[index]
        made = self._judged(whole)
        self._found.append(made)
        del self._found[:-KEPT]
        return made

    def alone(self, group: Group, among: Sequence[int], masks: Masks) -> int:
        """Of these variables, as bits, those of which the cases allow another value with the answer elsewhere.

        Only those with two values; what is defined, such as the borders of areas, is not looked at.
        """
        if self.stated.definitions or not all(masks[index] & self.bits[index] for index in group.variables):
            return 0
        needed = sum(1 << case.index for case in group.cases)
        return sum(1 << index for index in among if self._turned(index) & needed == needed)

    def _turned(self, index: int) -> int:
        """The cases that are true, as bits, of the answer with a variable turned round."""
        if index not in self._alone:
            whole = self._changed([index])
            self._alone[index] = 0 if whole is None else self._judged(whole).true
        return self._alone[index]

    def allowed(self, chosen: Sequence[Case], kept: Sequence[Fact], turned: Sequence[int]) -> bool:
        """Whether the cases and facts are true of the answer with some variables turned round."""
        whole = None if self.stated.definitions else self._changed(turned)
        if whole is None or not all((int(whole[fact.variable]) == fact.value) == fact.holds for fact in kept):
            return False
        told = tuple(whole)
        return all(evaluate.truth(case.formula, told) is True for case in chosen)

    def _changed(self, turned: Sequence[int]) -> list[bool | int] | None:
        """The answer with some variables turned round; None if one of them has not just two values."""
        whole = self._answer()
        for index in turned:
            variable = self.stated.variables[index]
            if variable.high != variable.low + 1 or self.near[index] is None:
                return None
            other = variable.low + variable.high - int(whole[index])
            whole[index] = bool(other) if variable.kind is Kind.MEMBER else other
        return whole

    def _answer(self) -> list[bool | int]:
        pairs = zip(self.stated.variables, self.near, strict=True)
        return [variable.low if one is None else one for variable, one in pairs]

    def _judged(self, whole: Sequence[bool | int]) -> Witness:
        told = tuple(whole)  # the reference semantics keeps parts of graphs for a tuple
        judged = zip(self._cases, evaluate.truths(self._formulas, told), strict=True)
        true = sum(1 << case.index for case, truth in judged if truth is True)
        bits = [_bit(self.stated, index, one) for index, one in enumerate(told)]
        differs = [index for index, one in enumerate(bits) if one != self.bits[index]]
        return Witness(
            sum(1 << index for index in differs),
            true,
            tuple((index, bits[index]) for index in differs if not self._plain >> index & 1),
        )

    def differing(self, group: Group, masks: Masks) -> int | None:
        """The variables, as bits, that can differ from the answer within the masks; None if nothing fits."""
        fitting = list(self._fitting(group, masks))
        found = 0
        for one in fitting:
            found |= one.differs
        return found if fitting else None

    def _fitting(self, group: Group, masks: Masks) -> Iterator[Witness]:
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


def _bit(stated: Problem, index: int, known: bool | int | None) -> int:
    """The bit of a value, 0 if it is not known."""
    return 0 if known is None else bit(stated.variables[index], int(known))
