"""Checks one expression: resolves names and finds types in a single walk."""

from typing import assert_never

from puzzlelang.diagnostics.record import Failed
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.binders import comprehension, quantifier, values_for, values_of
from puzzlelang.typed.checks.calls import call
from puzzlelang.typed.checks.coercions import require_on_board, value
from puzzlelang.typed.checks.names import name, property_of
from puzzlelang.typed.checks.operators import chain, conditional, negation
from puzzlelang.typed.checks.scope import Scope, mistake
from puzzlelang.typed.types import NUMBER, Enumeration, Erroneous, NumberType, SetOf, Type, describe, join

MAX_DEPTH = 120
"""Expressions inside each other, those of templates that are being applied included."""


def infer(written: tree.ExpressionSyntax, scope: Scope, expected: Type | None) -> ir.Expression:
    """Checks an expression; `expected` only helps to understand bare names.

    A mistake in it is reported, and the expression gets a type that fits everything.
    """
    checker = scope.checker
    if checker.depth >= MAX_DEPTH:
        message = f"this is nested more than {MAX_DEPTH} deep, with what it uses"
        return scope.report_mistake(mistake("E006", message, written.span), written.span)
    checker.depth += 1
    try:
        return _infer(written, scope, expected)
    except Failed as failed:
        return scope.report_mistake(failed, written.span)
    finally:
        checker.depth -= 1


def _infer(written: tree.ExpressionSyntax, scope: Scope, expected: Type | None) -> ir.Expression:
    match written:
        case tree.Name():
            return name(written, scope, expected)
        case tree.Integer(number, span):
            return ir.Constant(number, NUMBER, span)
        case tree.Property():
            return property_of(written, scope)
        case tree.Call():
            return call(written, scope)
        case tree.Braces():
            return _literal(written, scope)
        case tree.ComprehensionSyntax():
            return comprehension(written, scope)
        case tree.For():
            return values_for(written, scope)
        case tree.RangeSyntax():
            raise mistake("E033", "a range stands behind `in` only", written.span, hint="such as `x.number in 1..3`")
        case tree.Of():
            return values_of(written, scope)
        case tree.Unary():
            return negation(written, scope)
        case tree.Chain():
            return chain(written, scope, expected)
        case tree.If():
            return conditional(written, scope, expected)
        case tree.QuantifiedSyntax():
            return quantifier(written, scope)
        case _:
            assert_never(written)


def _literal(written: tree.Braces, scope: Scope) -> ir.Expression:
    """A set of listed elements; numbers and names in it must be known, or how many differ would be unknown."""
    elements = tuple(value(element, scope) for element in written.elements)
    for element in elements:
        if isinstance(element.type, NumberType | Enumeration):
            require_on_board(element, scope, "a value in a set", hint="compare with `=`, or ask whether `n in {…}`")
    kind: Type = SetOf(None)
    for element in elements:
        both = join(kind, element.type if isinstance(element.type, Erroneous) else SetOf(element.type))
        if both is None:
            raise mistake(
                "E030",
                "the elements of a set are all of one kind",
                element.span,
                here=f"this is {describe(element.type)}",
            )
        kind = both
    return ir.SetLiteral(elements, kind, written.span)
