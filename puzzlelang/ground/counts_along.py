"""Counts along a line, made only as far as a comparison looks.

If one cell of a ray is seen, so are those before it.  Where such counts are compared with 5, the seventh cell of a ray
adds nothing, as six are too many already.  So a count beyond what it is compared with may be any number beyond.
"""

from typing import cast

import msgspec

from puzzlelang.ground import arithmetic, binding, builtins, compare
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.component_sums import may_be_component
from puzzlelang.ground.joins import Inner
from puzzlelang.ground.values import Frame, OfFormula, OfTerm, SetValue, as_term
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Term
from puzzlelang.typed import ir
from puzzlelang.typed.types import Enumeration

ALONG = frozenset(("ray while", "ray until", "straight"))
"""Words for places in line, each a member only if those before it are."""


_KINDS = frozenset((ir.Aggregate, ir.Arithmetic))
"""What such a count may be, or be part of."""


class _Limit(msgspec.Struct, eq=False):
    """What counts may add up to before it is too much, in the comparison that is being grounded."""

    most: int = 0


class _Limited(msgspec.Struct, frozen=True, eq=False):
    """A number that is `constant` and what is counted: right if that is within the limit, else beyond it as well."""

    term: OfTerm
    constant: int = 0


def comparison(compared: ir.BinaryComparison, inner: Inner, board: GroundBoard) -> OfFormula:
    """A comparison as a function of the frame; what one side counts along lines ends where the other side does."""
    limit, one, other = _Limit(), compared.left, compared.right
    left = _limited(one, inner, board, limit) if type(one) in _KINDS else None
    right = _limited(other, inner, board, limit) if type(other) in _KINDS else None
    if (left is None) == (right is None):  # where both count along lines, they may share these lines with others
        return compare.comparison(compared.order, inner(one), inner(other), compared, board)
    counted, number = (left, as_term(inner(other))) if left is not None else (right, as_term(inner(one)))
    assert counted is not None, "one of the two is"
    term, constant, ordered = counted.term, counted.constant, arithmetic.ORDERS[compared.order][1]

    def value(frame: Frame) -> Formula:
        bound = number(frame)
        limit.most = build.bounds(bound)[1] - constant
        return ordered(bound, term(frame)) if left is None else ordered(term(frame), bound)

    return value


def _limited(expression: ir.Expression, inner: Inner, board: GroundBoard, limit: _Limit) -> _Limited | None:
    """Return a number that counts along lines, within a limit; None for any other number."""
    match expression:
        case ir.Aggregate("count", ir.Builtin() as word) if word.name in ALONG:
            return _count(word, inner, board, limit)
        case ir.Aggregate("sum", ir.Values(binder, ir.Aggregate("count") as part)):
            each = None if may_be_component(binder.domain) else _limited(part, inner, board, limit)
            if each is None:
                return None
            term = each.term
            family = binding.values(binder, part, lambda one: term if one is part else inner(one), board)
            return _Limited(as_term(compare.aggregate("sum", family, expression)))
        case ir.Arithmetic("+", left, right):
            return _sum(expression, left, right, inner, board, limit)
        case _:
            return None


def _sum(
    both: ir.Arithmetic, left: ir.Expression, right: ir.Expression, inner: Inner, board: GroundBoard, limit: _Limit
) -> _Limited | None:
    """Return a sum of two such numbers, or of one and a constant or a count."""
    parts = [_limited(one, inner, board, limit) for one in (left, right)]
    if parts == [None, None]:
        return None
    known = [one if one is not None else _plain(side, inner) for one, side in zip(parts, (left, right), strict=True)]
    first, second = known
    if first is None or second is None:
        return None
    return _Limited(arithmetic.arithmetic("+", first.term, second.term, both), first.constant + second.constant)


def _plain(expression: ir.Expression, inner: Inner) -> _Limited | None:
    """Return a constant or a count as it is; None for what may be negative."""
    match expression:
        case ir.Constant(int() as number):
            return _Limited(as_term(inner(expression)), number)
        case ir.Aggregate("count"):
            return _Limited(as_term(inner(expression)))
        case _:
            return None


def _count(word: ir.Builtin, inner: Inner, board: GroundBoard, limit: _Limit) -> _Limited | None:
    """Return how many places of a line belong; None where the direction is a name to be found."""
    if any(isinstance(argument.type, Enumeration) for argument in word.arguments):
        return None
    arguments, along = list(map(inner, word.arguments)), builtins.functions(board)[word.name]

    def value(frame: Frame) -> Term:
        members = along(*(argument(frame) for argument in arguments), most=max(0, limit.most + 1))
        return build.count(cast("SetValue", members).values())

    return _Limited(value)
