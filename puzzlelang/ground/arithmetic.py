"""Arithmetic: the meaning of operators on numbers."""

from collections.abc import Callable

from puzzlelang.diagnostics.record import fail
from puzzlelang.ground.values import Frame, OfTerm
from puzzlelang.problem import build
from puzzlelang.problem.record import Term
from puzzlelang.typed import ir

LARGEST = 10**18
"""Bound of intermediate sums and products, which all solvers can represent."""


def arithmetic(operator: str, left: OfTerm, right: OfTerm, results: ir.Arithmetic) -> OfTerm:
    """The term of an operator on two numbers.  Raises `Failed` on possible overflow or division by 0."""
    if operator in DIVISIONS:
        return _division(operator, left, right, results)
    meaning = OPERATIONS[operator]

    def value(frame: Frame) -> Term:
        result = meaning(left(frame), right(frame))
        low, high = build.bounds(result)
        if low < -LARGEST or high > LARGEST:
            message = f"this can be more than {LARGEST:,}, or less than its negative"
            raise fail("E087", message, results.span, hint="smaller numbers say the same on any board")
        return result

    return value


OPERATIONS: dict[str, Callable[[Term, Term], Term]] = {
    "+": lambda left, right: build.total((), ((1, left), (1, right))),
    "-": lambda left, right: build.total((), ((1, left), (-1, right))),
    "*": build.product,
}
DIVISIONS: dict[str, Callable[[Term, Term], Term]] = {"/": build.quotient, "mod": build.remainder}
"""What each operator on numbers means; those of `DIVISIONS` want a positive divisor."""


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
