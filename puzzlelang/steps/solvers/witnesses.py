"""Witnesses: assignments near the answer that show which values cases leave open.

Most cases with graphs stay true when little is changed elsewhere.  So an assignment found for one case is evaluated on
all of them, and is a witness for most.  It serves until a place in which it differs from the answer is decided.
"""

from collections.abc import Iterator, Sequence

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Graph, Kind, Problem
from puzzlelang.steps.record import CaseGroup, Masks, RuleCase, bit

MOST_WITNESSES = 400
"""Assignments that are kept, the newest."""


Pairs = tuple[tuple[Graph, int, int], ...]
"""Pairs of vertices of graphs."""


class Witness:
    """An assignment; `differs`: the variables in which it differs from the answer, as bits.

    `values` has the values, as bits, of differing variables with more than two values or without a known answer.
    Cases are judged when they are asked for, which is kept.
    """

    def __init__(self, differs: int, values: tuple[tuple[int, int], ...], whole: Sequence[bool | int]) -> None:
        self.differs = differs
        self.values = values
        self._judged: dict[int, bool] = {}
        self._evaluation = evaluate.Evaluation(whole)

    def satisfies(self, case: RuleCase, unless: Pairs) -> bool:
        """Whether it satisfies a case; it does if one of the pairs is not in one component, which is seen at once."""
        true = self._judged.get(case.index)
        if true is None:
            true = any(map(self._is_apart, unless)) or self._evaluation.truth(case.formula) is True
            self._judged[case.index] = true
        return true

    def _is_apart(self, pair: tuple[Graph, int, int]) -> bool:
        graph, first, second = pair
        part = self._evaluation.graph(graph).possible
        return part[first] < 0 or part[first] != part[second]


class Witnesses:
    """The assignments found so far near an answer; `near` has its values, None where unknown."""

    def __init__(self, problem: Problem, chosen: Sequence[RuleCase], near: Sequence[bool | int | None]) -> None:
        self.problem = problem
        self.near = near
        self.bits = [_bit(problem, index, one) for index, one in enumerate(near)]
        self._cases = [case for case in chosen if case.graph]
        self._sensitive = {case: self._bits_of(case) for case in self._cases}
        self._unless = {case: _unless(case.formula) for case in self._cases}
        self._plain = sum(
            1 << variable.index
            for variable in problem.variables
            if variable.high == variable.low + 1 and self.bits[variable.index]
        )
        self._found: dict[int, Witness] = {}
        self._next = 0
        self._differing = [0] * len(near)
        self._unary: dict[int, Witness | None] = {}

    def _bits_of(self, case: RuleCase) -> int:
        """The variables without whose change a case stays true, as in the answer; all if it is not known there."""
        if any(self.near[index] is None for index in case.deciding):
            return -1
        return sum([1 << index for index in case.deciding])

    def add(self, group: CaseGroup, values: Sequence[bool | int]) -> Witness:
        """Keep an assignment of the variables of a group that satisfies its cases, completed by the answer."""
        whole = self._answer()
        for case in group.cases:
            for index in case.variables if self.problem.definitions else case.deciding:
                whole[index] = values[index]
        slot, self._next = self._next, (self._next + 1) % MOST_WITNESSES
        witness = self._found[slot] = self._witness(whole)
        for index in range(len(whole)):
            if witness.differs >> index & 1:
                self._differing[index] |= 1 << slot
            else:
                self._differing[index] &= ~(1 << slot)
        return witness

    def flippable(self, group: CaseGroup, among: Sequence[int], masks: Masks) -> int:
        """The variables among these, as bits, that can be flipped in the answer without violating the group.

        Only variables with two values; none on boards with definitions, such as the borders of areas.
        """
        if self.problem.definitions or not all(masks[index] & self.bits[index] for index in group.variables):
            return 0
        return sum([1 << index for index in among if self._true_after_flip(index, group)])

    def _true_after_flip(self, index: int, group: CaseGroup) -> bool:
        """Whether the answer with one variable flipped satisfies a group."""
        if index not in self._unary:
            whole = self._flip([index])
            self._unary[index] = None if whole is None else self._witness(whole)
        one = self._unary[index]
        return one is not None and self._satisfies(one, group)

    def _satisfies(self, one: Witness, group: CaseGroup) -> bool:
        """Whether a witness satisfies a group, which is plain where it differs in none of the variables that decide."""
        for case in group.cases:  # asked so often that a generator shows
            if self._sensitive[case] & one.differs and not one.satisfies(case, self._unless[case]):
                return False
        return True

    def _flip(self, turned: Sequence[int]) -> list[bool | int] | None:
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
        bits = [_bit(self.problem, index, one) for index, one in enumerate(whole)]
        differs = [index for index, one in enumerate(bits) if one != self.bits[index]]
        values = tuple([(index, bits[index]) for index in differs if not self._plain >> index & 1])
        return Witness(sum([1 << index for index in differs]), values, whole)

    def differing_variables(self, group: CaseGroup, masks: Masks, among: int) -> int:
        """The variables, among these as bits, in which a witness within the masks differs."""
        result = 0
        for one in self._within(group, masks):
            if one.differs & among & ~result and self._satisfies(one, group):
                result |= one.differs
                if not among & ~result:
                    break
        return result & among

    def has_witness(self, group: CaseGroup, masks: Masks) -> bool:
        """Whether a witness lies within the masks."""
        return any(self._satisfies(one, group) for one in self._within(group, masks))

    def _within(self, group: CaseGroup, masks: Masks) -> Iterator[Witness]:
        """The witnesses within the masks of a group, whether or not they satisfy it."""
        left, own = (1 << MOST_WITNESSES) - 1, 0
        for index in group.variables:
            own |= 1 << index
            if not masks[index] & self.bits[index]:
                left &= self._differing[index]
            elif masks[index] == self.bits[index]:
                left &= ~self._differing[index]
        for slot in _indexes(left):
            one = self._found.get(slot)
            if one is not None and all(masks[index] & value for index, value in one.values if own >> index & 1):
                yield one


def _unless(formula: Formula) -> Pairs:
    """The pairs of which a formula says something only if they are in one component."""
    parts = formula.parts if isinstance(formula, nodes.Or) else ()
    apart = [one.part for one in parts if isinstance(one, nodes.Not) and isinstance(one.part, nodes.Joined)]
    return tuple([(one.graph, one.first, one.second) for one in apart])


def _indexes(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _bit(problem: Problem, index: int, known: bool | int | None) -> int:
    """The bit of a value, 0 if it is unknown."""
    return 0 if known is None else bit(problem.variables[index], int(known))
