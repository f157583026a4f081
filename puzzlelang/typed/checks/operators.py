"""Checks operators: `and or iff not`, arithmetic, `if`, and the operations on sets."""

from collections.abc import Callable, Sequence

from puzzlelang.diagnostics.fixes import replace
from puzzlelang.diagnostics.record import Failed, Label
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks import comparisons
from puzzlelang.typed.checks.coercions import as_set, number, truth, value
from puzzlelang.typed.checks.facts import facts_of_condition
from puzzlelang.typed.checks.scope import Scope, erroneous, mistake
from puzzlelang.typed.checks.suggestions import alternatives_advice
from puzzlelang.typed.types import (
    BORDER,
    CELLS,
    ERRONEOUS,
    LINK,
    NUMBER,
    TRUTH,
    Enumeration,
    Erroneous,
    NumberType,
    SetOf,
    TruthType,
    Type,
    describe,
    join,
)

ORDERS = {order.value for order in ir.Comparator}

LONG_CHAIN = 16
"""Operands of a chain that is joined from the left."""


def chain(written: tree.Chain, scope: Scope, expected: Type | None) -> ir.Expression:
    """Checks operands of one precedence."""
    operators = {operator.text for operator in written.operators}
    if operators <= {"and", "or"}:
        return _junction(written, scope, every="and" in operators)
    if operators == {"iff"}:
        return _iff(written, scope)
    if operators <= ORDERS | {"in", "not in"}:
        return comparisons.chain(written, scope)
    if operators == {"&"}:
        return _fold(written, scope, expected)
    if operators <= {"+", "-"}:
        return _fold(written, scope, expected)
    return _products(written, scope)


def _junction(written: tree.Chain, scope: Scope, every: bool) -> ir.Expression:
    parts: list[ir.Expression] = []
    for index, operand in enumerate(written.operands):
        hint = alternatives_advice(written.operands, index)
        if hint and parts[-1].type == ERRONEOUS:
            part = erroneous(operand.span)  # what is wrong was said of the value before it
        elif hint and isinstance(operand, tree.Name) and _value_of_another(operand, parts):
            message = f"`{operand.text}` is a value, and something true or false is wanted here"
            part = scope.report_mistake(mistake("E032", message, operand.span, hint=hint), operand.span)
        else:
            part = truth(operand, scope, hint=hint)
        parts.append(part)
        scope = scope.with_facts(facts_of_condition(part, every))
    return ir.Junction(every, tuple(parts), TRUTH, written.span)


def _value_of_another(written: tree.Name, parts: Sequence[ir.Expression]) -> bool:
    """Whether a bare name is a value of an enumeration that an earlier operand compares: `c.hue = red or blue`."""
    compared = [part.left.type for part in parts if isinstance(part, ir.BinaryComparison)]
    return any(isinstance(kind, Enumeration) and written.text in kind.members for kind in compared)


def _iff(written: tree.Chain, scope: Scope) -> ir.Expression:
    def equal(left: ir.Expression, right: ir.Expression, _: int) -> ir.Expression:
        return ir.BinaryComparison(ir.Comparator.EQUAL, left, right, TRUTH, left.span.to(right.span))

    return _join_left([truth(operand, scope) for operand in written.operands], equal, flat=True)


def negation(written: tree.Unary, scope: Scope) -> ir.Expression:
    """Checks `not x` or `-x`."""
    if written.operator == "not":
        return ir.Negation(truth(written.operand, scope), TRUTH, written.span)
    operand = number(written.operand, scope)
    if isinstance(operand.type, Erroneous):
        return operand  # it may have been a set from which others are taken
    return ir.Arithmetic("-", ir.Constant(0, NUMBER, written.span), operand, NUMBER, written.span)


def conditional(written: tree.If, scope: Scope, expected: Type | None) -> ir.Expression:
    """Checks `if … then … else …`."""
    condition = truth(written.condition, scope)
    met = scope.with_facts(facts_of_condition(condition, True))
    unmet = scope.with_facts(facts_of_condition(condition, False))
    if written.alternative is None:
        then = truth(written.consequence, met)
        return ir.Conditional(condition, then, ir.Constant(True, TRUTH, written.span), TRUTH, written.span)
    then, other = value(written.consequence, met, expected), value(written.alternative, unmet, expected)
    if join(then.type, other.type) == ERRONEOUS:
        return erroneous(written.span)
    if then.type != other.type or not isinstance(then.type, TruthType | NumberType):
        raise mistake(
            "E030",
            "both branches must be true or false, or both numbers",
            written.span,
            hint=_in_each_branch(written, then, other),
            labels=[Label(then.span, describe(then.type)), Label(other.span, describe(other.type))],
        )
    return ir.Conditional(condition, then, other, then.type, written.span)


def _in_each_branch(written: tree.If, then: ir.Expression, other: ir.Expression) -> str:
    """The advice to state the whole condition in each branch, if these are values or sets of one kind."""
    if join(then.type, other.type) is None or isinstance(then.type, TruthType | NumberType):
        return ""
    condition, first, second = (" ".join(part.span.text.split()) for part in (written.condition, then, other))
    sign = "… " if isinstance(then.type, SetOf) else "… = "
    return f"say the whole condition in each branch: `(if {condition} then {sign}{first} else {sign}{second})`"


def _curve_advice(operator: tree.Identifier, first: ir.Expression, second: ir.Expression) -> str:
    """Return advice to write `links(S)` or `borders(S)`, if S is a set of cells and the other operand one of those."""
    for cells, others in ((first, second), (second, first)):
        word = "links" if others.type == SetOf(LINK) else "borders"
        if cells.type == CELLS and others.type in (SetOf(LINK), SetOf(BORDER)):
            text = " ".join(cells.span.text.split())
            texts = [f"{word}({text})" if one is cells else " ".join(one.span.text.split()) for one in (first, second)]
            meant = "that join two cells of it" if word == "links" else "between it and the rest"
            return f"the {word} {meant} are `{word}({text})`: write `{f' {operator.text} '.join(texts)}`"
    return ""


def _products(written: tree.Chain, scope: Scope) -> ir.Expression:
    left = number(written.operands[0], scope)
    for operator, operand in zip(written.operators, written.operands[1:], strict=True):
        right = number(operand, scope)
        left = ir.Arithmetic(operator.text, left, right, NUMBER, left.span.to(right.span))
    return left


def _fold(written: tree.Chain, scope: Scope, expected: Type | None) -> ir.Expression:
    """Check a chain of `&`, or of `+` and `-`, which work on numbers and on sets."""

    def join_pair(left: ir.Expression, right: ir.Expression, before: int) -> ir.Expression:
        try:
            return _operation(written.operators[before - 1], left, right)
        except Failed as failed:
            return scope.report_mistake(failed, left.span.to(right.span))

    operands = [value(operand, scope, expected) for operand in written.operands]
    return _join_left(operands, join_pair, flat="-" not in {operator.text for operator in written.operators})


def _join_left(
    operands: Sequence[ir.Expression],
    join_pair: Callable[[ir.Expression, ir.Expression, int], ir.Expression],
    *,
    flat: bool,
) -> ir.Expression:
    """Join all operands with `join_pair(left, right, index)`, where `index` is that of the first operand on the right.

    Operands are joined from the left.  A long chain that is `flat` (its operation is associative) is joined by halves.
    So the depth of the expression hardly grows with the length of such a chain.
    """

    def halved(start: int, end: int) -> ir.Expression:
        if end - start == 1:
            return operands[start]
        middle = (start + end) // 2
        return join_pair(halved(start, middle), halved(middle, end), middle)

    if flat and len(operands) > LONG_CHAIN:
        return halved(0, len(operands))
    left = operands[0]
    for index, right in enumerate(operands[1:], 1):
        left = join_pair(left, right, index)
    return left


def _operation(operator: tree.Identifier, left: ir.Expression, right: ir.Expression) -> ir.Expression:
    span = left.span.to(right.span)
    if ERRONEOUS in (left.type, right.type):
        return erroneous(span)
    if operator.text != "&" and isinstance(left.type, NumberType) and isinstance(right.type, NumberType):
        return ir.Arithmetic(operator.text, left, right, NUMBER, span)
    first, second = as_set(left), as_set(right)
    sides = [Label(left.span, describe(left.type)), Label(right.span, describe(right.type))]
    if not isinstance(first.type, SetOf) or not isinstance(second.type, SetOf):
        hint = ""
        if isinstance(left.type, TruthType) and isinstance(right.type, TruthType):
            hint = "write `and` between conditions; `&` is for sets" if operator.text == "&" else "write `or`"
        elif NumberType() in (left.type, right.type):
            hint = "`count(S)` makes a number of a set"
        raise mistake(
            "E032",
            f"`{operator.text}` wants two sets" + ("" if operator.text == "&" else " or two numbers"),
            operator.span,
            labels=sides,
            hint=hint,
        )
    both = join(first.type, second.type)
    if both is None:
        message = f"`{operator.text}` wants two sets of the same kind of thing"
        advice = _curve_advice(operator, first, second)
        whole = [replace(first.span.to(second.span), advice.split("`")[-2])] if advice else ()
        raise mistake("E030", message, operator.span, labels=sides, hint=advice, fixes=whole)
    result = first.type if operator.text == "-" else both
    return ir.SetOperation(operator.text, first, second, result, span)
