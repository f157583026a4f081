"""Products, quotients, remainders and extremes of unknown numbers, without leaving linear arithmetic.

Every number here is bounded, so one factor (or the divisor) is split over its values; under each of them the rest is
linear.  The result is an auxiliary number.
"""

from collections.abc import Sequence

import msgspec

from puzzlelang.smt.draft import Draft, FNode, auxiliary_number, both, define, either, named, negation, plus, within
from puzzlelang.smt.sums import times


class Bounded(msgspec.Struct, frozen=True):
    """A number with its range."""

    number: FNode
    low: int
    high: int

    @property
    def values(self) -> range:
        """All it could be."""
        return range(self.low, self.high + 1)


def product(draft: Draft, left: Bounded, right: Bounded, low: int, high: int) -> FNode:
    """Left times right, split over the one with fewer values."""
    make = draft.make
    few, many = (left, right) if len(left.values) <= len(right.values) else (right, left)
    square, other = left.number is right.number, _named(draft, many)
    result = auxiliary_number(draft, "product", low, high)
    cases = [(value, make.Int(value * value) if square else times(draft, value, other)) for value in few.values]
    _split(draft, few, [(value, make.Equals(result, part)) for value, part in cases])
    return result


def quotient(draft: Draft, left: Bounded, right: Bounded, low: int, high: int) -> FNode:
    """Left divided by right, rounded down; 0 where right is 0."""
    make, dividend = draft.make, _named(draft, left)
    result = auxiliary_number(draft, "quotient", low, high)
    cases = [(value, make.Equals(result, make.Int(0))) for value in right.values if value == 0]
    for value in right.values:
        if value:
            ends = (0, value - 1) if value > 0 else (value + 1, 0)
            multiple = times(draft, value, result)
            least, most = (plus(draft, [multiple, make.Int(end)]) if end else multiple for end in ends)
            cases.append((value, make.And(make.LE(least, dividend), make.LE(dividend, most))))
    _split(draft, right, cases)
    return result


def remainder(draft: Draft, left: Bounded, right: Bounded, low: int, high: int) -> FNode:
    """What is left of left divided by right, from 0; left where right is 0.  Right is never negative."""
    make, dividend = draft.make, _named(draft, left)
    result = auxiliary_number(draft, "remainder", low, high)
    whole = auxiliary_number(draft, "quotient", min(0, left.low), max(0, left.high))
    cases = [(value, make.Equals(result, dividend)) for value in right.values if value == 0]
    for value in right.values:
        if value:
            whole_part = make.Equals(dividend, plus(draft, [times(draft, value, whole), result]))
            cases.append((value, make.And(whole_part, within(draft, result, 0, value - 1))))
    _split(draft, right, cases)
    return result


def _split(draft: Draft, item: Bounded, cases: Sequence[tuple[int, FNode]]) -> None:
    """Define: each formula holds where the item has the value before it."""
    make, number = draft.make, _named(draft, item)
    for value, formula in cases:
        known = item.low == item.high
        define(draft, formula if known else make.Or(make.Not(make.Equals(number, make.Int(value))), formula))


def extreme(
    draft: Draft, greatest: bool, items: Sequence[tuple[FNode, Bounded]], empty: int, ends: tuple[int, int]
) -> FNode:
    """The least or greatest number whose presence holds; `empty` if there is none."""
    make = draft.make
    result = auxiliary_number(draft, "greatest" if greatest else "least", *ends)
    attained = []
    for presence, item in items:
        number = _named(draft, item)
        beyond = make.LE(number, result) if greatest else make.LE(result, number)
        define(draft, either(draft, [negation(draft, presence), beyond]))
        attained.append(both(draft, [presence, make.Equals(result, number)]))
    if not any(presence.is_true() for presence, _ in items):
        absent = [negation(draft, presence) for presence, _ in items]
        attained.append(both(draft, [*absent, make.Equals(result, make.Int(empty))]))
    define(draft, either(draft, attained))
    return result


def _named(draft: Draft, item: Bounded) -> FNode:
    return named(draft, item.number, item.low, item.high)
