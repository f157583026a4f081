"""Comparisons and aggregates of evaluated values."""

from collections.abc import Callable
from typing import cast

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.places import Direction
from puzzlelang.geometry.polyominoes import Bank, squares_as_drawn
from puzzlelang.ground import arithmetic, lists, shapes
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import ComponentSet, same_component
from puzzlelang.ground.values import (
    BagOf,
    Compiled,
    Component,
    FamilyValue,
    Frame,
    OfFormula,
    OfTerm,
    PiecesOf,
    SetValue,
    ShapeOf,
    Value,
    as_family,
    as_formula,
    as_set,
    as_term,
)
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Term
from puzzlelang.source import Span
from puzzlelang.typed import ir
from puzzlelang.typed.types import (
    Enumeration,
    Family,
    ListType,
    NumberType,
    PlaceType,
    SetOf,
    ShapesType,
    ShapeType,
    TruthType,
)


def comparison(
    order: ir.Comparator, left: Compiled, right: Compiled, binary_comparison: ir.BinaryComparison, board: GroundBoard
) -> OfFormula:
    """A comparison as a function of the frame."""
    one, two = binary_comparison.left.type, binary_comparison.right.type
    if isinstance(one, Enumeration) and isinstance(two, PlaceType):
        right = _direction_name(right, one)
    elif isinstance(one, PlaceType) and isinstance(two, Enumeration):
        left = _direction_name(left, two)
    elif isinstance(one, Enumeration) and isinstance(two, Enumeration) and one != two:
        return _by_name(order, as_term(left), as_term(right), one, two)
    if isinstance(one, Enumeration) and isinstance(two, ShapeType):
        equal = _piece(as_term(left), cast("OfShape", right), one, board)
        return equal if order is ir.Comparator.EQUAL else lambda frame: build.negation(equal(frame))
    if isinstance(one, ShapeType) and isinstance(two, Enumeration):
        equal = _piece(as_term(right), cast("OfShape", left), two, board)
        return equal if order is ir.Comparator.EQUAL else lambda frame: build.negation(equal(frame))
    if isinstance(one, NumberType | Enumeration) or isinstance(two, Enumeration):
        return arithmetic.order_of(order, as_term(left), as_term(right), board.memo.equalities)
    equal = _equality(left, right, binary_comparison, board)
    if order is ir.Comparator.UNEQUAL:
        return lambda frame: build.negation(equal(frame))
    return equal


def among(number: Term, numbers: SetValue) -> Formula:
    """Whether a number is in a set of known numbers."""
    if isinstance(number, int):
        return numbers.get(number, False)
    equal = ((here, build.equal(number, one)) for one, here in numbers.items() if isinstance(one, int))
    return build.disjunction(build.conjunction(pair) for pair in equal)


def _equality(left: Compiled, right: Compiled, binary_comparison: ir.BinaryComparison, board: GroundBoard) -> OfFormula:
    match binary_comparison.left.type:
        case TruthType():
            one, other = as_formula(left), as_formula(right)
            return lambda frame: build.same(one(frame), other(frame))
        case ListType() | Family():
            first, second = as_family(left), as_family(right)
            return lambda frame: lists.equal(first(frame), second(frame), binary_comparison.span)
        case SetOf():
            here, there = as_set(left), as_set(right)
            return lambda frame: _sets(here(frame), there(frame))
        case ShapesType():
            banked = cast("OfBank", left), cast("OfBank", right)
            return lambda frame: _banks(banked[0](frame), banked[1](frame), board, binary_comparison.span)
        case ShapeType():
            shaped = cast("OfShape", left), cast("OfShape", right)
            return lambda frame: shapes.same_shape(board, shaped[0](frame), shaped[1](frame))
        case _:
            return lambda frame: _places(left(frame), right(frame))


OfBank = Callable[[Frame], PiecesOf | Bank]
OfShape = Callable[[Frame], ShapeOf]


def _direction_name(place: Compiled, kind: Enumeration) -> OfTerm:
    """A direction as the name in an enumeration, by its position; -1 if it is none of the names."""
    direction = cast("Callable[[Frame], Direction]", place)
    position = {name: index for index, name in enumerate(kind.members)}
    return lambda frame: position.get(direction(frame).value, -1)


def _piece(name: OfTerm, shape: OfShape, kind: Enumeration, board: GroundBoard) -> OfFormula:
    """State that a set has the shape that a name stands for."""
    squares = list(map(squares_as_drawn, kind.pieces))

    def equal(frame: Frame) -> Formula:
        here, members = name(frame), shape(frame)
        low, high = build.bounds(here)
        return build.disjunction(
            build.conjunction((build.equal(here, index), shapes.has_shape(board, members, squares[index])))
            for index in range(max(low, 0), min(high + 1, len(squares)))
        )

    return equal


def _by_name(order: ir.Comparator, left: OfTerm, right: OfTerm, one: Enumeration, two: Enumeration) -> OfFormula:
    """A comparison of names of two enumerations, which have some in common."""
    positions = [(one.members.index(name), two.members.index(name)) for name in one.members if name in two.members]

    def equal(frame: Frame) -> Formula:
        first, second = left(frame), right(frame)
        return build.disjunction(
            build.conjunction((build.equal(first, here), build.equal(second, there))) for here, there in positions
        )

    return equal if order is ir.Comparator.EQUAL else lambda frame: build.negation(equal(frame))


def _banks(left: PiecesOf | Bank, right: PiecesOf | Bank, board: GroundBoard, span: Span) -> Formula:
    if isinstance(right, PiecesOf):
        left, right = right, left
    if not isinstance(left, PiecesOf):
        return isinstance(right, Bank) and left.shapes == right.shapes
    if isinstance(right, PiecesOf):
        raise fail("E082", "pieces can be compared with a bank only", span)
    return shapes.pieces_of_bank(board, left, right, whole=True)


def in_bank(pieces: Compiled, bank: Compiled, board: GroundBoard, span: Span) -> OfFormula:
    """State that pieces are in a bank, each of its shapes used once at most."""
    some, banked = cast("OfBank", pieces), cast("OfBank", bank)

    def inside(frame: Frame) -> Formula:
        left, right = some(frame), banked(frame)
        if not isinstance(left, PiecesOf) or not isinstance(right, Bank):
            raise fail("E082", "only pieces can be in a bank", span, hint="write `pieces(S) in bank`")
        return shapes.pieces_of_bank(board, left, right, whole=False)

    return inside


def _places(left: Value, right: Value) -> Formula:
    if isinstance(left, Component) and isinstance(right, Component):
        return same_component(left, right)
    return left is right


def _sets(left: SetValue, right: SetValue) -> Formula:
    """State that each place belongs to both or to neither."""
    alike: list[Formula] = []
    for key in {**left, **right}:
        here, there = left.get(key, False), right.get(key, False)
        if here is not there:
            alike.append(build.same(here, there))
    return build.conjunction(alike)


def aggregate(name: str, argument: Compiled, results: ir.Aggregate) -> Compiled:
    """Return what is computed from a set or from values.

    Of nothing the product is 1, `count`, `sum`, `min`, `max` are 0.
    """
    return AGGREGATES[name](argument, results)


def _count(members: SetValue) -> Term:
    return members.size() if isinstance(members, ComponentSet) else build.count(members.values())


def _sum(family: FamilyValue) -> Term:
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


def _product(family: FamilyValue, span: Span) -> Term:
    result: Term = 1
    for presence, term in family:
        result = build.product(result, build.choice(presence, term, 1))
        if max(map(abs, build.bounds(result))) > MAX_PRODUCT:
            raise fail("E086", f"this product can be more than {MAX_PRODUCT:,}", span, hint="multiply fewer values")
    return result


FEW_VALUES = 8
"""Up to so many values that may be absent are compared pair by pair, more are counted by value."""


def _distinct(family: FamilyValue) -> Formula:
    if all(presence is True for presence, _ in family):
        return build.distinct(term for _, term in family)
    parts = []
    if len(family) > FEW_VALUES:
        for number in sorted({number for _, term in family for number in _span(term)}):
            holders = [build.conjunction((presence, build.equal(term, number))) for presence, term in family]
            parts.append(build.at_most(build.count(holders), 1))
        return build.conjunction(parts)
    for index, (here, term) in enumerate(family):
        for there, other in family[:index]:
            absent = (build.negation(here), build.negation(there))
            parts.append(build.disjunction((*absent, build.negation(build.equal(term, other)))))
    return build.conjunction(parts)


def _span(term: Term) -> range:
    low, high = build.bounds(term)
    return range(low, high + 1)


Meaning = Callable[[Compiled, ir.Aggregate], Compiled]
"""From an argument, and the expression it stands in, to what the word is."""


def _counting(argument: Compiled, _word: ir.Aggregate) -> OfTerm:
    members = as_set(argument)
    return lambda frame: _count(members(frame))


def _of_family(value: Callable[[FamilyValue, Span], Formula | Term]) -> Meaning:
    """A word about a list of values, and its own place."""

    def meaning(argument: Compiled, results: ir.Aggregate) -> Compiled:
        listed, span = as_family(argument), results.argument.span
        return lambda frame: value(lists.family(listed(frame), span), results.span)

    return meaning


def _bag(argument: Compiled, _word: ir.Aggregate) -> Compiled:
    listed = as_family(argument)

    def value(frame: Frame) -> BagOf:
        results = listed(frame)
        return results if isinstance(results, BagOf) else BagOf(results)

    return value


AGGREGATES: dict[str, Meaning] = {
    "count": _counting,
    "list": lambda argument, _: argument,
    "bag": _bag,
    "sum": _of_family(lambda family, _: _sum(family)),
    "product": _of_family(_product),
    "min": _of_family(lambda family, _: build.extreme(False, family, 0)),
    "max": _of_family(lambda family, _: build.extreme(True, family, 0)),
    "distinct": _of_family(lambda family, _: _distinct(family)),
}
"""What each word of the same table of `typed.words.builtins` means."""
