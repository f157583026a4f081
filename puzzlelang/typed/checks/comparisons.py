"""Checks comparisons of numbers, names, places, sets, lists and shapes, and membership in sets."""

from puzzlelang.diagnostics.fixes import replace
from puzzlelang.diagnostics.record import Failed, Label
from puzzlelang.geometry.sorts import GATHERED, NAMED_DIRECTIONS, Sort
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.coercions import as_set, at_each_visit, coerce_to_set, number, value
from puzzlelang.typed.checks.names import is_known, name
from puzzlelang.typed.checks.scope import Scope, mistake
from puzzlelang.typed.types import (
    CELL,
    CELLS,
    ERRONEOUS,
    LINK,
    TRUTH,
    Enumeration,
    Erroneous,
    Family,
    ListType,
    NumberType,
    PlaceType,
    SetOf,
    ShapesType,
    ShapeType,
    TruthType,
    Type,
    covers_cells,
    describe,
    join,
)
from puzzlelang.typed.words.foreign_notation import TRUTHS


def chain(written: tree.Chain, scope: Scope) -> ir.Expression:
    """Checks a chain of comparisons such as `a < b < c`, a conjunction; a faulty one becomes `Erroneous`."""
    pairs = zip(written.operands, written.operators, written.operands[1:], strict=False)
    result = []
    for left, operator, right in pairs:
        try:
            result.append(_comparison(left, operator, right, scope))
        except Failed as failed:
            result.append(scope.report_mistake(failed, left.span.to(right.span)))
    return result[0] if len(result) == 1 else ir.Junction(True, tuple(result), TRUTH, written.span)


def _comparison(
    left: tree.ExpressionSyntax, operator: tree.Identifier, right: tree.ExpressionSyntax, scope: Scope
) -> ir.Expression:
    span = left.span.to(right.span)
    if operator.text in ("in", "not in"):
        result = _membership(left, right, span, scope)
        return ir.Negation(result, TRUTH, span) if operator.text == "not in" else result
    for side, other in ((right, left), (left, right)):
        if isinstance(side, tree.Name) and side.text in TRUTHS and not is_known(side.text, scope):
            raise _needless(side, other, f"there is nothing called `{side.text}`")
    first, second = _both(left, right, scope)
    if isinstance(first.type, TruthType) and isinstance(second, ir.Constant) and second.value in (0, 1):
        raise _needless(right, left, "something true or false is no number")
    return comparison(ir.Comparator(operator.text), first, second, operator.span, span)


def _both(
    left: tree.ExpressionSyntax, right: tree.ExpressionSyntax, scope: Scope
) -> tuple[ir.Expression, ir.Expression]:
    """Both sides; a bare name takes its meaning from an enumeration on the other side."""
    if _is_name(left) and not _is_name(right):
        second = value(right, scope)
        return value(left, scope, second.type), second
    if isinstance(left, tree.Name) and isinstance(right, tree.Name):
        if not _means(left, scope):
            second = value(right, scope) if _means(right, scope) else scope.infer(left)
            return value(left, scope, second.type), second
        first = value(left, scope)
        if not isinstance(first.type, Enumeration):
            second = value(right, scope, first.type)
            if isinstance(second.type, Enumeration):
                first = value(left, scope, second.type)
            return first, second
    else:
        first = value(left, scope)
    return first, value(right, scope, first.type)


def _needless(side: tree.ExpressionSyntax, condition: tree.ExpressionSyntax, message: str) -> Failed:
    """The error for a condition that is compared with a truth value."""
    text = " ".join(condition.span.text.split())
    hint = f"write `{text}` alone, or `not {text}`"
    if isinstance(side, tree.Name) and side.text.lower() in ("true", "false"):
        first, second = sorted((condition.span, side.span), key=lambda span: span.start)
        fix = replace(first.to(second), text if side.text.lower() == "true" else f"not {text}")
        return mistake("E020", message, side.span, hint=hint, fixes=[fix])
    return mistake("E020" if isinstance(side, tree.Name) else "E030", message, side.span, hint=hint)


def _is_name(written: tree.ExpressionSyntax) -> bool:
    return isinstance(written, tree.Name)


def _means(written: tree.Name, scope: Scope) -> bool:
    """Whether a bare name means something by itself."""
    try:
        name(written, scope, None)
    except Failed:
        return False
    return True


def comparison(
    order: ir.Comparator, left: ir.Expression, right: ir.Expression, where: Span, span: Span
) -> ir.Expression:
    """Builds the comparison of two checked expressions."""
    one, two = left.type, right.type
    numbers = isinstance(one, NumberType | Erroneous) and isinstance(two, NumberType | Erroneous)
    if numbers or (order in (ir.Comparator.EQUAL, ir.Comparator.UNEQUAL) and _alike(one, two)):
        if isinstance(one, SetOf) or isinstance(two, SetOf):
            left, right = as_set(left), as_set(right)
        left, right = at_each_visit(left), at_each_visit(right)
        return ir.BinaryComparison(order, left, right, TRUTH, span)
    sides = [Label(left.span, describe(one)), Label(right.span, describe(two))]
    sets = [side for side in (left, right) if isinstance(side.type, SetOf) or covers_cells(side.type)]
    if NumberType() in (one, two) and sets:
        text = " ".join(sets[0].span.text.split())
        whole = " ".join(span.text.split())
        hint = f"compare how many there are: `{whole.replace(text, f'count({text})', 1)}`"
        raise mistake("E031", "a set is no number", where, labels=sides, hint=hint)
    if ERRONEOUS in (one, two):
        return ir.BinaryComparison(order, left, right, TRUTH, span)
    if _alike(one, two):
        raise mistake("E037", f"`{order.value}` compares numbers only", where, labels=sides, hint="use `=` or `!=`")
    lists = isinstance(one, ListType) != isinstance(two, ListType) and NumberType() in (one, two)
    hint = "a clue that is a list of numbers is declared with `numbers` instead of `number`" if lists else ""
    message = f"`{order.value}` cannot compare {describe(one)} with {describe(two)}"
    raise mistake("E030", message, where, labels=sides, hint=hint)


def _alike(one: Type, two: Type) -> bool:
    match one, two:
        case (Erroneous(), _) | (_, Erroneous()):
            return True
        case (ListType() | Family(NumberType()), ListType() | Family(NumberType())):
            return True
        case Family(first), Family(second):
            return first == second
        case ShapeType(), ShapeType():
            return one == two
        case (Enumeration(pieces=pieces), ShapeType()) | (ShapeType(), Enumeration(pieces=pieces)):
            return pieces != ()
        case (TruthType(), TruthType()) | (ShapesType(), ShapesType()):
            return True
        case Enumeration(first_names), Enumeration(second_names):
            return one.pieces == two.pieces and not set(first_names).isdisjoint(second_names)
        case (Enumeration(members), PlaceType(Sort.DIRECTION)) | (PlaceType(Sort.DIRECTION), Enumeration(members)):
            return not NAMED_DIRECTIONS.isdisjoint(members)
        case PlaceType(first_sort, a), PlaceType(second_sort, b):
            if first_sort in GATHERED:
                return first_sort is second_sort and (a == b or None in (a, b))
            return first_sort is second_sort and (first_sort is not Sort.REGION or a == b)
        case SetOf(), SetOf():
            return join(one, two) is not None
        case _:
            return False


def _membership(left: tree.ExpressionSyntax, right: tree.ExpressionSyntax, span: Span, scope: Scope) -> ir.Expression:
    if isinstance(right, tree.Braces):
        element = value(left, scope)
        choices = [value(choice, scope, element.type) for choice in right.elements]
        equal = [comparison(ir.Comparator.EQUAL, element, choice, choice.span, span) for choice in choices]
        if len(equal) == 1:
            return equal[0]
        return ir.Junction(False, tuple(equal), TRUTH, span) if equal else ir.Constant(False, TRUTH, span)
    if isinstance(right, tree.RangeSyntax):
        low, element, high = number(right.low, scope), number(left, scope), number(right.high, scope)
        ends = (
            comparison(ir.Comparator.AT_MOST, low, element, right.span, span),
            comparison(ir.Comparator.AT_MOST, element, high, right.span, span),
        )
        return ir.Junction(True, ends, TRUTH, span)
    container = value(right, scope)
    if isinstance(container.type, ListType):
        return ir.Member(number(left, scope), container, TRUTH, span)
    if isinstance(container.type, ShapesType):
        element = value(left, scope)
        if isinstance(element.type, ShapesType | Erroneous):
            return ir.Member(element, container, TRUTH, span)
        here = f"this is {describe(element.type)}"
        hint = "the connected parts of a set of cells are `pieces(S)`"
        raise mistake("E030", "only pieces can be in a bank", element.span, here=here, hint=hint)
    if isinstance(container.type, NumberType):
        hint = "compare with `=`; a given that is a list of numbers is declared with `numbers`"
        here = f"this is {describe(container.type)}"
        raise mistake("E032", "a set or a list of numbers is wanted here", container.span, here=here, hint=hint)
    container = coerce_to_set(container, right, scope)
    element = value(left, scope)
    if ERRONEOUS in (container.type, element.type):
        return ir.Member(element, container, TRUTH, span)
    assert isinstance(container.type, SetOf)
    if container.type.element is None:
        return ir.Constant(False, TRUTH, span)
    if join(element.type, container.type.element) is None:
        hint = ""
        inner, outer = (" ".join(side.span.text.split()) for side in (left, right))
        if isinstance(element.type, SetOf) and join(element.type, container.type) is not None:
            hint = f"for all of it write `every x in {inner}: x in {outer}`; what is in both is `{inner} & {outer}`"
        elif container.type == SetOf(LINK) and (covers_cells(element.type) or element.type in (CELL, CELLS)):
            hint = f"the links of it are `{outer} & links({inner})`, the cells on the line `touched({outer})`"
        raise mistake(
            "E030",
            f"{describe(element.type)} cannot be in {describe(container.type)}",
            span,
            labels=[Label(element.span, describe(element.type)), Label(container.span, describe(container.type))],
            hint=hint,
        )
    return ir.Member(element, container, TRUTH, span)
