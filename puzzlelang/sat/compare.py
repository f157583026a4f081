"""`AtMost` and `Equal` of a sum whose parts already have literals or views, stated as true or as false."""

from collections.abc import Sequence
from typing import assert_never

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Kind, Variable
from puzzlelang.sat import counting, linear, numbers
from puzzlelang.sat.clauses import Clauses, Guard, Literals, OrderEncoding, add

Comparison = nodes.AtMost | nodes.Equal


def count(clauses: Clauses, formula: Comparison, literals: Literals, offset: int, guard: Guard, *, truth: bool) -> None:
    """The number of true literals plus `offset` compared as the formula says."""
    match formula:
        case nodes.AtMost(_, bound) if truth:
            counting.at_most(clauses, literals, bound - offset, guard)
        case nodes.AtMost(_, bound):
            counting.at_least(clauses, literals, bound + 1 - offset, guard)
        case nodes.Equal(_, value) if truth:
            counting.exactly(clauses, literals, value - offset, guard)
        case nodes.Equal(_, value):
            counting.not_exactly(clauses, literals, value - offset, guard)
        case _:
            assert_never(formula)


def total(clauses: Clauses, formula: Comparison, parts: Sequence[OrderEncoding], guard: Guard, *, truth: bool) -> None:
    """The sum of the views compared as the formula says."""
    match formula:
        case nodes.AtMost(_, bound) if truth:
            linear.at_most(clauses, parts, bound, guard)
        case nodes.AtMost(_, bound):
            linear.at_least(clauses, parts, bound + 1, guard)
        case nodes.Equal(_, value) if truth:
            linear.exactly(clauses, parts, value, guard)
        case nodes.Equal(_, value):
            linear.not_exactly(clauses, parts, value, guard)
        case _:
            assert_never(formula)


def apart(clauses: Clauses, formula: Comparison, truth: bool) -> tuple[Variable, Variable, int] | None:
    """(x, y, d) if the formula says x = y + d of two variables for which exact literals are better than an order.

    They are where x and y must differ, and where both are known by exact literals anyway.
    """
    match formula:
        case nodes.Equal(nodes.Sum((), ((1, first), (-1, second)), shift), value):
            pass
        case nodes.Equal(nodes.Sum((), ((-1, second), (1, first)), shift), value):
            pass
        case _:
            return None
    if not (isinstance(first, nodes.Number) and isinstance(second, nodes.Number)):
        return None
    x, y = first.variable, second.variable
    if max(x.high - x.low, y.high - y.low) >= numbers.FEW:
        return None
    named = x.kind is Kind.NAME and y.kind is Kind.NAME
    known = clauses.exacts[x.index] is not None and clauses.exacts[y.index] is not None
    return (x, y, value - shift) if named or known or not truth else None


def offset_by(clauses: Clauses, pair: tuple[Variable, Variable, int], guard: Guard, truth: bool) -> None:
    """State x = y + d, or that it is not so, by exact literals."""
    x, y, difference = pair
    for value in range(min(x.low, y.low + difference), max(x.high, y.high + difference) + 1):
        first = numbers.exact(clauses, x, value)
        second = numbers.exact(clauses, y, value - difference)
        if truth:
            add(clauses, [*guard, -first, second])
            add(clauses, [*guard, first, -second])
        else:
            add(clauses, [*guard, -first, -second])
