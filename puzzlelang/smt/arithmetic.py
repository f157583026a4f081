"""Products, quotients, remainders and extremes of unknown numbers, without leaving linear arithmetic.

Every number here is bounded, so one factor (or the divisor) is split over its values; under each of them the rest is
linear.  The result is an auxiliary number.
"""

from collections.abc import Sequence

import msgspec

from puzzlelang.smt.lowering import (
    FNode,
    Lowering,
    alias,
    auxiliary_number,
    conjunction,
    define,
    disjunction,
    in_range,
    negation,
    plus,
)
from puzzlelang.smt.sums import times


class Bounded(msgspec.Struct, frozen=True):
    """A number with its range."""

    number: FNode
    low: int
    high: int

    @property
    def values(self) -> range:
        """Every value in the range."""
        return range(self.low, self.high + 1)


def product(lowering: Lowering, left: Bounded, right: Bounded, low: int, high: int) -> FNode:
    """Multiply by a case split over the factor with fewer values."""
    make = lowering.make
    few, many = (left, right) if len(left.values) <= len(right.values) else (right, left)
    square, other = left.number is right.number, _named(lowering, many)
    result = auxiliary_number(lowering, "product", low, high)
    cases = [(value, make.Int(value * value) if square else times(lowering, value, other)) for value in few.values]
    _split(lowering, few, [(value, make.Equals(result, part)) for value, part in cases])
    return result


def quotient(lowering: Lowering, left: Bounded, right: Bounded, low: int, high: int) -> FNode:
    """Divide, rounded down; 0 where right is 0."""
    make, dividend = lowering.make, _named(lowering, left)
    result = auxiliary_number(lowering, "quotient", low, high)
    cases = [(value, make.Equals(result, make.Int(0))) for value in right.values if value == 0]
    for value in right.values:
        if value:
            ends = (0, value - 1) if value > 0 else (value + 1, 0)
            multiple = times(lowering, value, result)
            least, most = (plus(lowering, [multiple, make.Int(end)]) if end else multiple for end in ends)
            cases.append((value, make.And(make.LE(least, dividend), make.LE(dividend, most))))
    _split(lowering, right, cases)
    return result


def remainder(lowering: Lowering, left: Bounded, right: Bounded, low: int, high: int) -> FNode:
    """Take the remainder, from 0; left itself where right is 0.  Right is never negative."""
    make, dividend = lowering.make, _named(lowering, left)
    result = auxiliary_number(lowering, "remainder", low, high)
    whole = auxiliary_number(lowering, "quotient", min(0, left.low), max(0, left.high))
    cases = [(value, make.Equals(result, dividend)) for value in right.values if value == 0]
    for value in right.values:
        if value:
            whole_part = make.Equals(dividend, plus(lowering, [times(lowering, value, whole), result]))
            cases.append((value, make.And(whole_part, in_range(lowering, result, 0, value - 1))))
    _split(lowering, right, cases)
    return result


def _split(lowering: Lowering, item: Bounded, cases: Sequence[tuple[int, FNode]]) -> None:
    """Define a case split over (value, formula): the formula holds where the item has the value."""
    make, number = lowering.make, _named(lowering, item)
    for value, formula in cases:
        known = item.low == item.high
        define(lowering, formula if known else make.Or(make.Not(make.Equals(number, make.Int(value))), formula))


def extreme(
    lowering: Lowering, greatest: bool, items: Sequence[tuple[FNode, Bounded]], empty: int, ends: tuple[int, int]
) -> FNode:
    """Take the least or greatest present number; `empty` if there is none."""
    make = lowering.make
    result = auxiliary_number(lowering, "greatest" if greatest else "least", *ends)
    attained = []
    for presence, item in items:
        number = _named(lowering, item)
        beyond = make.LE(number, result) if greatest else make.LE(result, number)
        define(lowering, disjunction(lowering, [negation(lowering, presence), beyond]))
        attained.append(conjunction(lowering, [presence, make.Equals(result, number)]))
    if not any(presence.is_true() for presence, _ in items):
        absent = [negation(lowering, presence) for presence, _ in items]
        attained.append(conjunction(lowering, [*absent, make.Equals(result, make.Int(empty))]))
    define(lowering, disjunction(lowering, attained))
    return result


def _named(lowering: Lowering, item: Bounded) -> FNode:
    return alias(lowering, item.number, item.low, item.high)
