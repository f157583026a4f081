"""Supports without a search: the values that a choice of alternatives leaves to all variables.

A disjunction is true if one of its parts is.  Some parts are about a single variable, as in "A is no end, or B is none,
or the sum between them is 10".  Where each disjunction has such an alternative, all of these are chosen at once, which
supports all values within the choice.  A variable on which no disjunction depends alone keeps all of its values, as the
others have an alternative elsewhere (watched disjunctions: Jefferson, Moore, Nightingale and Petrie 2010).
"""

from collections.abc import Iterator, Mapping, Sequence

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Variable
from puzzlelang.steps import record
from puzzlelang.steps.record import CaseGroup

Alternative = tuple[int, int]
"""A variable of a group by position, and the values of it that make a disjunction true, as a mask."""

Disjunctions = Sequence[Sequence[Alternative]]


def of_group(group: CaseGroup) -> Disjunctions:
    """The alternatives of each disjunction that the cases are made of; none if one of these has none."""
    positions = {index: at for at, index in enumerate(group.variables)}
    result: list[list[Alternative]] = []
    for case in group.cases:
        for part, truth in _parts(case.formula, True, nodes.And):
            result.append(_alternatives(part, truth, positions))
            if not result[-1]:
                return ()
    return result


def _parts(formula: Formula, truth: bool, kind: type[nodes.And | nodes.Or]) -> Iterator[tuple[Formula, bool]]:
    """The parts of a conjunction, or disjunction, each with the truth that it is to have."""
    other = nodes.Or if kind is nodes.And else nodes.And
    match formula:
        case nodes.Not(part):
            yield from _parts(part, not truth, kind)
        case nodes.And(parts) | nodes.Or(parts) if isinstance(formula, kind if truth else other):
            for part in parts:
                yield from _parts(part, truth, kind)
        case _:
            yield formula, truth


def _alternatives(formula: Formula, truth: bool, positions: Mapping[int, int]) -> list[Alternative]:
    masks: dict[int, int] = {}
    for part, wanted in _parts(formula, truth, nodes.Or):
        one = _only(part)
        if one is not None and (at := positions.get(one[0].index)) is not None:
            masks[at] = masks.get(at, 0) | (one[1] if wanted else record.full(one[0]) & ~one[1])
    return [(at, mask) for at, mask in masks.items() if mask]


def _only(formula: Formula) -> tuple[Variable, int] | None:
    """The only variable of a formula of few parts, and its values that make it true; None for another formula."""
    match formula:
        case nodes.Holds(variable):
            return variable, record.bit(variable, 1)
        case nodes.Equal(nodes.Number(variable), value):
            return variable, record.bit(variable, value)
        case nodes.AtMost(nodes.Number(variable), bound):
            size = min(bound, variable.high) - variable.low + 1
            return variable, (1 << size) - 1 if size > 0 else 0
        case nodes.Not(part):
            inner = _only(part)
            return None if inner is None else (inner[0], record.full(inner[0]) & ~inner[1])
        case nodes.Or(parts) | nodes.And(parts):
            return _joined(parts, every=isinstance(formula, nodes.And))
        case _:
            return None


def _joined(parts: Sequence[Formula], *, every: bool) -> tuple[Variable, int] | None:
    variable: Variable | None = None
    mask = -1 if every else 0
    for part in parts:
        one = _only(part)
        if one is None or (variable is not None and one[0] is not variable):
            return None
        variable, mask = one[0], mask & one[1] if every else mask | one[1]
    return None if variable is None else (variable, mask)


def supported(disjunctions: Disjunctions, left: Sequence[int]) -> list[int] | None:
    """Values, by position, that have a support for sure; None if no choice of alternatives shows any."""
    if not all(left):
        return None
    chosen = list(left)
    for one in disjunctions:
        for at, mask in one:
            if chosen[at] & mask:
                chosen[at] &= mask
    needed: set[int] = set()
    for one in disjunctions:
        fitting = [at for at, mask in one if not chosen[at] & ~mask]
        if not fitting:
            return None
        if len(fitting) == 1:
            needed.add(fitting[0])
    return [some if at in needed else every for at, (some, every) in enumerate(zip(chosen, left, strict=True))]
