"""Sums and their comparisons with a constant.

Counting is `Plus` of `Ite(part, 1, 0)`: with the logic given, solvers turn that into pseudo-Boolean constraints, and it
costs one node for each part, which all sums share.  Counts of very few parts become clauses instead, as those spread
consequences at once: on a board where lines have two ends at each corner that is ten times faster.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import msgspec

from puzzlelang.smt.lowering import FNode, Lowering, as_number, negation, plus

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
