"""Sums, products, quotients, remainders and extremes of unknown numbers in linear arithmetic.

Counting is `Plus` of `Ite(part, 1, 0)`: solvers turn that into pseudo-Boolean constraints, and all sums share its
nodes.  Counts of very few parts become clauses, which spread consequences at once: ten times faster where lines have
two ends at each corner.

Every number here is bounded, so one factor (or the divisor) is split over its values; under each of them the rest is
linear.  The result is an auxiliary number.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import msgspec

from puzzlelang.smt.lowering import (
    FNode,
    Lowering,
    alias,
    as_number,
    auxiliary_number,
    conjunction,
    define,
    disjunction,
    in_range,
    negation,
    plus,
)

CLAUSES = 8
"""Up to so many clauses replace a comparison of a count; more would cost more to build than they save."""


class Parts(msgspec.Struct, frozen=True):
    """`plus` - `minus` + `constant`; no numeral among the nodes.

    If the sum merely counts, `plus` are the formulas in `counted` as numbers; `counted` is empty otherwise.
    """

    plus: tuple[FNode, ...]
    minus: tuple[FNode, ...]
    constant: int
    counted: tuple[FNode, ...]


def parts(
    lowering: Lowering, counted: Sequence[tuple[int, FNode]], added: Sequence[tuple[int, FNode]], constant: int
) -> Parts:
    """Collect a sum: each factor if its part is true, each factor times its number, a constant."""
    sides: tuple[list[FNode], list[FNode]] = ([], [])
    for factor, part in counted:
        sides[factor < 0].append(as_number(lowering, part, abs(factor)))
    for factor, number in added:
        if number.is_int_constant():
            constant += factor * int(number.constant_value())
        else:
            sides[factor < 0].append(times(lowering, abs(factor), number))
    merely = not added and all(factor == 1 for factor, _ in counted)
    return Parts(tuple(sides[0]), tuple(sides[1]), constant, tuple(part for _, part in counted) if merely else ())


def times(lowering: Lowering, factor: int, number: FNode) -> FNode:
    """Multiply a number by a constant."""
    return number if factor == 1 else lowering.make.Times(lowering.make.Int(factor), number)


def number(lowering: Lowering, sides: Parts) -> FNode:
    """Make the integer node of a sum."""
    constant = [lowering.make.Int(sides.constant)] if sides.constant else []
    positive = plus(lowering, [*sides.plus, *constant])
    return lowering.make.Minus(positive, plus(lowering, sides.minus)) if sides.minus else positive


def at_most(lowering: Lowering, sides: Parts, bound: int) -> FNode:
    """State that the sum is at most the bound."""
    few = _at_most(lowering, sides.counted, bound - sides.constant)
    if 0 < len(few) <= CLAUSES:
        return lowering.make.And(few)
    return lowering.make.LE(plus(lowering, sides.plus), _right(lowering, sides, bound))


def equal(lowering: Lowering, sides: Parts, value: int) -> FNode:
    """State that the sum is the value."""
    target, size = value - sides.constant, len(sides.counted)
    upper = _at_most(lowering, sides.counted, target)
    lower = _at_most(lowering, [negation(lowering, part) for part in sides.counted], size - target) if upper else []
    if upper and lower and len(upper) + len(lower) <= CLAUSES:
        return lowering.make.And([*upper, *lower])
    return lowering.make.Equals(plus(lowering, sides.plus), _right(lowering, sides, value))


def _at_most(lowering: Lowering, counted: Sequence[FNode], bound: int) -> list[FNode]:
    """Return clauses for "at most `bound` are true"; none if they are too many, or the bound is trivial."""
    make = lowering.make
    if not 0 <= bound < len(counted) or comb(len(counted), bound + 1) > CLAUSES:
        return []
    return [make.Not(make.And(group)) for group in combinations(counted, bound + 1)]


def _right(lowering: Lowering, sides: Parts, value: int) -> FNode:
    rest = value - sides.constant
    numeral = [lowering.make.Int(rest)] if rest or not sides.minus else []
    return plus(lowering, [*sides.minus, *numeral])


class BoundedNumber(msgspec.Struct, frozen=True):
    """A number with its range."""

    number: FNode
    low: int
    high: int

    @property
    def values(self) -> range:
        """Every value in the range."""
        return range(self.low, self.high + 1)


def product(lowering: Lowering, left: BoundedNumber, right: BoundedNumber, low: int, high: int) -> FNode:
    """Multiply by a case split over the factor with fewer values."""
    make = lowering.make
    few, many = (left, right) if len(left.values) <= len(right.values) else (right, left)
    square, other = left.number is right.number, _alias_of(lowering, many)
    result = auxiliary_number(lowering, "product", low, high)
    cases = [(value, make.Int(value * value) if square else times(lowering, value, other)) for value in few.values]
    _split(lowering, few, [(value, make.Equals(result, part)) for value, part in cases])
    return result


def quotient(lowering: Lowering, left: BoundedNumber, right: BoundedNumber, low: int, high: int) -> FNode:
    """Divide, rounded down; 0 where right is 0."""
    make, dividend = lowering.make, _alias_of(lowering, left)
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


def remainder(lowering: Lowering, left: BoundedNumber, right: BoundedNumber, low: int, high: int) -> FNode:
    """Take the remainder, from 0; left itself where right is 0.  Right is never negative."""
    make, dividend = lowering.make, _alias_of(lowering, left)
    result = auxiliary_number(lowering, "remainder", low, high)
    whole = auxiliary_number(lowering, "quotient", min(0, left.low), max(0, left.high))
    cases = [(value, make.Equals(result, dividend)) for value in right.values if value == 0]
    for value in right.values:
        if value:
            whole_part = make.Equals(dividend, plus(lowering, [times(lowering, value, whole), result]))
            cases.append((value, make.And(whole_part, in_range(lowering, result, 0, value - 1))))
    _split(lowering, right, cases)
    return result


def _split(lowering: Lowering, item: BoundedNumber, cases: Sequence[tuple[int, FNode]]) -> None:
    """Define a case split over (value, formula): the formula holds where the item has the value."""
    make, number = lowering.make, _alias_of(lowering, item)
    for value, formula in cases:
        known = item.low == item.high
        define(lowering, formula if known else make.Or(make.Not(make.Equals(number, make.Int(value))), formula))


def extreme(
    lowering: Lowering, greatest: bool, items: Sequence[tuple[FNode, BoundedNumber]], empty: int, ends: tuple[int, int]
) -> FNode:
    """Take the least or greatest present number; `empty` if there is none."""
    make = lowering.make
    result = auxiliary_number(lowering, "greatest" if greatest else "least", *ends)
    attained = []
    for presence, item in items:
        number = _alias_of(lowering, item)
        beyond = make.LE(number, result) if greatest else make.LE(result, number)
        define(lowering, disjunction(lowering, [negation(lowering, presence), beyond]))
        attained.append(conjunction(lowering, [presence, make.Equals(result, number)]))
    if not any(presence.is_true() for presence, _ in items):
        absent = [negation(lowering, presence) for presence, _ in items]
        attained.append(conjunction(lowering, [*absent, make.Equals(result, make.Int(empty))]))
    define(lowering, disjunction(lowering, attained))
    return result


def _alias_of(lowering: Lowering, item: BoundedNumber) -> FNode:
    return alias(lowering, item.number, item.low, item.high)
