"""Arithmetic: the meaning of operators and comparisons on numbers."""

import operator as operators
from collections.abc import Callable, Mapping

from puzzlelang.diagnostics.record import fail
from puzzlelang.ground.values import Frame, OfFormula, OfTerm
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Number, Term
from puzzlelang.typed import ir

LARGEST = 10**18
"""Bound of intermediate sums and products, which all solvers can represent."""


def arithmetic(operator: str, left: OfTerm, right: OfTerm, results: ir.Arithmetic) -> OfTerm:
    """The term of an operator on two numbers.  Raises `Failed` on possible overflow or division by 0."""
    if operator in DIVISIONS:
        return _division(operator, left, right, results)
    meaning, known = OPERATIONS[operator], KNOWN[operator]
    last: tuple[Term, Term, Term] = (0, 0, 0)

    def value(frame: Frame) -> Term:
        nonlocal last
        one, other = left(frame), right(frame)
        if type(one) is int and type(other) is int:  # most are, such as positions of cells
            result: Term = known(one, other)
        elif one is last[0] and other is last[1]:  # an inner loop compares it with others
            return last[2]
        else:
            result = meaning(one, other)
        low, high = build.bounds(result)
        if low < -LARGEST or high > LARGEST:
            message = f"this can be more than {LARGEST:,}, or less than its negative"
            raise fail("E087", message, results.span, hint="smaller numbers say the same on any board")
        if type(result) is not int:
            last = one, other, result
        return result

    return value


OPERATIONS: dict[str, Callable[[Term, Term], Term]] = {
    "+": lambda left, right: build.total((), ((1, left), (1, right))),
    "-": lambda left, right: build.total((), ((1, left), (-1, right))),
    "*": build.product,
}
KNOWN: dict[str, Callable[[int, int], int]] = {"+": operators.add, "-": operators.sub, "*": operators.mul}
"""The same for numbers that are known."""
DIVISIONS: dict[str, Callable[[Term, Term], Term]] = {"/": build.quotient, "mod": build.remainder}
"""What each operator on numbers means; those of `DIVISIONS` want a positive divisor."""


Equalities = dict[tuple[int, int], tuple[Term, Term, Formula]]
"""That two variables are equal, by the identities of their terms, which are kept."""


def order_of(order: ir.Comparator, left: OfTerm, right: OfTerm, equalities: Equalities) -> OfFormula:
    """Compare two numbers; that two variables are equal is one formula, in either order and wherever it stands."""
    known, formula = ORDERS[order]
    if order in (ir.Comparator.EQUAL, ir.Comparator.UNEQUAL):
        formula = _equality(equalities, negated=order is ir.Comparator.UNEQUAL)

    def value(frame: Frame) -> Formula:
        one, other = left(frame), right(frame)
        if type(one) is int and type(other) is int:
            return known(one, other)
        return formula(one, other)

    return value


def _equality(equalities: Equalities, *, negated: bool) -> Callable[[Term, Term], Formula]:
    def value(one: Term, other: Term) -> Formula:
        if type(one) is not Number or type(other) is not Number:
            result = build.equal(one, other)
        else:
            key = id(one), id(other)
            kept = equalities.get(key)
            if kept is None:
                kept = equalities[key] = equalities[id(other), id(one)] = one, other, build.equal(one, other)
            result = kept[2]
        return build.negation(result) if negated else result

    return value


ORDERS: Mapping[ir.Comparator, tuple[Callable[[int, int], bool], Callable[[Term, Term], Formula]]] = {
    ir.Comparator.EQUAL: (operators.eq, build.equal),
    ir.Comparator.UNEQUAL: (operators.ne, lambda left, right: build.negation(build.equal(left, right))),
    ir.Comparator.AT_MOST: (operators.le, build.at_most),
    ir.Comparator.AT_LEAST: (operators.ge, lambda left, right: build.at_most(right, left)),
    ir.Comparator.LESS: (operators.lt, lambda left, right: build.negation(build.at_most(right, left))),
    ir.Comparator.GREATER: (operators.gt, lambda left, right: build.negation(build.at_most(left, right))),
}
"""What each comparison is of numbers that are known, and of others."""


def _division(operator: str, left: OfTerm, right: OfTerm, arithmetic: ir.Arithmetic) -> OfTerm:
    divide = DIVISIONS[operator]

    def value(frame: Frame) -> Term:
        divisor = right(frame)
        low, high = build.bounds(divisor)
        if low <= 0 <= high or low < 0:
            wrong = "0" if low <= 0 <= high else "negative"
            raise fail(
                "E083", f"the divisor can be {wrong} here", arithmetic.right.span, hint="divide by numbers from 1 up"
            )
        return divide(left(frame), divisor)

    return value
