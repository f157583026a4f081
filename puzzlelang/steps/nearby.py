"""Assignments near the answer, as witnesses of what cases leave open.

Most cases that speak of parts of the board stay true when little is changed elsewhere.  So an assignment that was found
for one of them is judged by all, and shows for most of them that something can be otherwise; it does so until a place
in which it differs from the answer is decided.
"""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Problem
from puzzlelang.steps.domains import Masks, bit
from puzzlelang.steps.record import Case, Group

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
        self._plain = sum(
            1 << variable.index
            for variable in stated.variables
            if variable.high == variable.low + 1 and self.bits[variable.index]
        )
        self._found: list[Witness] = []

    def add(self, group: Group, values: Sequence[bool | int]) -> Witness:
        """Keep an assignment of the variables of a group, whose cases are true of it, with the answer elsewhere."""
        whole = [
            variable.low if one is None else one for variable, one in zip(self.stated.variables, self.near, strict=True)
        ]
        for index in group.variables:
            whole[index] = values[index]
        told = tuple(whole)  # the reference semantics keeps parts of graphs for a tuple
        true = sum(1 << case.index for case in self._cases if evaluate.truth(case.formula, told) is True)
        bits = [_bit(self.stated, index, one) for index, one in enumerate(told)]
        differs = [index for index, one in enumerate(bits) if one != self.bits[index]]
        made = Witness(
            sum(1 << index for index in differs),
            true,
            tuple((index, bits[index]) for index in differs if not self._plain >> index & 1),
        )
        self._found.append(made)
        del self._found[:-KEPT]
        return made

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
