"""Comparisons and aggregates of evaluated values."""

from collections.abc import Callable
from typing import Any

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.ground import banks, shapes
from puzzlelang.ground.board import Board
from puzzlelang.ground.parts import Part, Reached, same
from puzzlelang.ground.rings import ring
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Term
from puzzlelang.source import Span
from puzzlelang.typed import ir
from puzzlelang.typed.types import Enumeration, Family, Number, Numbers, Outline, Place, SetOf, Shapes, Truth

Compiled = Callable[[list[Any]], Any]


class RunsOf(msgspec.Struct, frozen=True):
    """The run lengths of formulas along a line, yet to be found."""

    items: tuple[Formula, ...]


class RingOf(msgspec.Struct, frozen=True):
    """The run lengths of formulas around a ring, in any order, yet to be found."""

    items: tuple[Formula, ...]


def comparison(order: ir.Order, left: Compiled, right: Compiled, found: ir.Comparison, board: Board) -> Compiled:
    """A comparison as a function of the frame."""
    one, two = found.left.type, found.right.type
    if isinstance(one, Enumeration) and isinstance(two, Place):
        right = _named(right, one)
    elif isinstance(one, Place) and isinstance(two, Enumeration):
        left = _named(left, two)
    if isinstance(one, Number | Enumeration) or isinstance(two, Enumeration):
        return _ordered(order, left, right)
    equal = _equality(left, right, found, board)
    if order is ir.Order.UNEQUAL:
        return lambda frame: build.negation(equal(frame))
    return equal


def _equality(left: Compiled, right: Compiled, found: ir.Comparison, board: Board) -> Compiled:
    match found.left.type:
        case Truth():
            return lambda frame: build.same(left(frame), right(frame))
        case Numbers() | Family():
            return lambda frame: _lists(left(frame), right(frame), found.span)
        case SetOf():
            return lambda frame: _sets(left(frame), right(frame))
        case Shapes():
            return lambda frame: _banks(left(frame), right(frame), board, found.span)
        case Outline():
            return lambda frame: shapes.same_shape(left(frame), right(frame))
        case _:
            return lambda frame: _places(left(frame), right(frame))


def _named(direction: Compiled, kind: Enumeration) -> Compiled:
    """A direction as the name in an enumeration, by its position; -1 if it is none of the names."""
    position = {name: index for index, name in enumerate(kind.members)}
    return lambda frame: position.get(direction(frame).name, -1)


def _banks(left: Any, right: Any, board: Board, span: Span) -> Formula:
    if isinstance(right, banks.PiecesOf):
        left, right = right, left
    if not isinstance(left, banks.PiecesOf):
        return bool(left.shapes == right.shapes)
    if isinstance(right, banks.PiecesOf):
        raise fail("E082", "pieces can be compared with a bank only", span)
    return banks.placed(board, left.cells, right)


def _places(left: Any, right: Any) -> Formula:
    if isinstance(left, Part) and isinstance(right, Part):
        return same(left, right)
    return left is right


def _ordered(order: ir.Order, left: Compiled, right: Compiled) -> Compiled:
    match order:
        case ir.Order.EQUAL:
            return lambda frame: build.equal(left(frame), right(frame))
        case ir.Order.UNEQUAL:
            return lambda frame: build.negation(build.equal(left(frame), right(frame)))
        case ir.Order.AT_MOST:
            return lambda frame: build.at_most(left(frame), right(frame))
        case ir.Order.AT_LEAST:
            return lambda frame: build.at_most(right(frame), left(frame))
        case ir.Order.LESS:
            return lambda frame: build.negation(build.at_most(right(frame), left(frame)))
        case ir.Order.GREATER:
            return lambda frame: build.negation(build.at_most(left(frame), right(frame)))


def _sets(left: dict[object, Formula], right: dict[object, Formula]) -> Formula:
    keys = dict.fromkeys((*left, *right))
    return build.conjunction(build.same(left.get(key, False), right.get(key, False)) for key in keys)


def _lists(left: Any, right: Any, span: Span) -> Formula:
    if isinstance(right, RunsOf | RingOf):
        left, right = right, left
    if isinstance(left, RingOf):
        if not isinstance(right, tuple):
            raise fail("E082", "runs can be compared with clues only", span)
        return ring(left.items, right)
    if isinstance(left, RunsOf):
        if isinstance(right, RunsOf) or not isinstance(right, tuple):
            raise fail("E082", "runs can be compared with clues only", span)
        return build.runs(left.items, right)
    first, second = _terms(left, span), _terms(right, span)
    if len(first) != len(second):
        return False
    return build.conjunction(build.equal(a, b) for a, b in zip(first, second, strict=True))


def _terms(found: Any, span: Span) -> list[Term]:
    if isinstance(found, tuple):
        if not all(isinstance(item, int) for item in found):
            raise fail("E082", "a list with `?` in it can be compared with runs only", span)
        return list(found)
    if any(not isinstance(presence, bool) for presence, _ in found):
        raise fail("E082", "which values are compared must be known from the board", span)
    return [value for presence, value in found if presence]


def aggregate(name: str, argument: Compiled, found: ir.Aggregate) -> Compiled:
    """`count`, `sum`, `product`, `min`, `max`, `distinct`.  Of nothing the product is 1, the others are 0."""
    meaning = AGGREGATES[name]
    return lambda frame: meaning(argument(frame), found)


def _count(members: Any) -> Term:
    return members.size() if isinstance(members, Reached) else build.count(members.values())


def _family(value: Any, span: Span) -> list[tuple[Formula, Term]]:
    if isinstance(value, tuple):
        if not all(isinstance(item, int) for item in value):
            raise fail("E082", "a list with `?` in it has no sum", span)
        return [(True, item) for item in value]
    if isinstance(value, RunsOf):
        raise fail("E082", "runs can be compared with clues only", span)
    return value  # type: ignore[no-any-return]


def _sum(family: list[tuple[Formula, Term]]) -> Term:
    counted: list[tuple[int, Formula]] = []
    added: list[tuple[int, Term]] = []
    for presence, term in family:
        if presence is True:
            added.append((1, term))
        elif isinstance(term, int):
            counted.append((term, presence))
        else:
            added.append((1, build.choice(presence, term, 0)))
    return build.total(counted, added)


MAX_PRODUCT = 1_000_000_000
"""Products that can be larger are refused."""


def _product(family: list[tuple[Formula, Term]], span: Span) -> Term:
    result: Term = 1
    for presence, term in family:
        result = build.product(result, build.choice(presence, term, 1))
        if max(map(abs, build.bounds(result))) > MAX_PRODUCT:
            raise fail("E086", f"this product can be more than {MAX_PRODUCT:,}", span, hint="multiply fewer values")
    return result


def _distinct(family: list[tuple[Formula, Term]]) -> Formula:
    if all(presence is True for presence, _ in family):
        return build.distinct(term for _, term in family)
    parts = []
    for index, (here, term) in enumerate(family):
        for there, other in family[:index]:
            absent = (build.negation(here), build.negation(there))
            parts.append(build.disjunction((*absent, build.negation(build.equal(term, other)))))
    return build.conjunction(parts)


def _of_family(value: Callable[[list[tuple[Formula, Term]]], Any]) -> Callable[[Any, ir.Aggregate], Any]:
    return lambda argument, found: value(_family(argument, found.argument.span))


AGGREGATES: dict[str, Callable[[Any, ir.Aggregate], Any]] = {
    "count": lambda argument, _: _count(argument),
    "sum": _of_family(_sum),
    "product": lambda argument, found: _product(_family(argument, found.argument.span), found.span),
    "min": _of_family(lambda family: build.extreme(False, family, 0)),
    "max": _of_family(lambda family: build.extreme(True, family, 0)),
    "distinct": _of_family(_distinct),
}
"""What each word of the same table of `typed.builtins` means, of an evaluated argument and the expression."""
