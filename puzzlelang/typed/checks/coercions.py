"""Coerces expressions to a kind of type, and reports those that do not fit.

After a report the result is an expression that fits everything.  So the expressions around it are checked as well.
"""

import re
from collections.abc import Iterator

import msgspec

from puzzlelang.diagnostics.fixes import behind
from puzzlelang.diagnostics.record import Failed, Fix, Label
from puzzlelang.geometry.sorts import Sort
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.scope import Scope, mistake
from puzzlelang.typed.subexpressions import is_decided, nesting_depth
from puzzlelang.typed.types import (
    CELL,
    CELLS,
    ERRONEOUS,
    NUMBER,
    TRUTH,
    Erroneous,
    ListType,
    Maybe,
    NumberType,
    Pair,
    PlaceType,
    SetOf,
    TruthType,
    Type,
    describe,
    gathered,
)
from puzzlelang.typed.words.foreign_notation import RELATIONS


def value(written: tree.ExpressionSyntax, scope: Scope, expected: Type | None = None) -> ir.Expression:
    """Checks an expression whose value must be present."""
    return require_present(scope.infer(written, expected), scope)


def require_present(expression: ir.Expression, scope: Scope, *, listed: bool = False) -> ir.Expression:
    """Reports a value that may be absent unless a guard has shown it to be present.

    `listed`: it is one of many values, as in `sum(…)`, so that places without a value can be left out.
    """
    if not isinstance(expression.type, Maybe):
        return expression
    scope.checker.report(missing_value_error(expression, scope, listed=listed))
    return msgspec.structs.replace(expression, type=expression.type.value)


def missing_value_error(expression: ir.Expression, scope: Scope, *, listed: bool = False) -> Failed:
    """The error for using a value that may be absent or `?`."""
    assert isinstance(expression.type, Maybe)
    text = " ".join(expression.span.text.split())
    name = expression.symbol if isinstance(expression, ir.Lookup) else text
    labels, part = [], ""
    if name in scope.checker.places:
        because = "declared here as one that may be " + ("absent" if expression.type.absent else "`?`")
        kind = getattr(scope.checker.declared.get(name), "kind", None)
        if isinstance(kind, ir.FunctionKind) and not (kind.value.absent or kind.value.unknown):
            because = "it has a value only in a part of the board"
            part = " ".join(kind.domain.span.text.split()) if kind.domain is not None else ""
        labels.append(Label(scope.checker.places[name], because))
    if expression.type.absent:
        word = "with number" if expression.type.unknown else "with"
        hint = f"write `… in … {word} {text}:`, so that only places with a value are looked at"
        if isinstance(expression, ir.Symbol):
            word = "known" if expression.type.unknown else "present"
            hint = f"write `if {word}({text}) then …`, or `when {word}({text})` before the colon of the rule"
        elif "." not in text and isinstance(expression, ir.Lookup):
            hint = f"write `c.{text} for c in … {word} c.{text}`"
        elif part:
            hint = f"only the places of `{part}` have one: go through `{part}`, or write `… in … {word} {text}:`"
        elif not listed and isinstance(scope.checker.declared.get(name), ir.Find):
            # A guard of `every` would let places pass whose value is not found yet: what is meant has to be said.
            suggestion = f"`present({text}) and …` is false there, `if present({text}) then …` is true"
            hint = f"say what holds where it stays empty: {suggestion}"
        return mistake(
            "E040",
            f"`{text}` may be absent here",
            expression.span,
            here="no guard has shown that it is there",
            hint=hint,
            labels=labels,
            fixes=guards(expression.span, "with number" if expression.type.unknown else "with"),
        )
    return mistake(
        "E041",
        f"`{text}` may be `?` here",
        expression.span,
        here="no guard has shown that it is a number",
        hint=f"ask first: `if known({text}) then …`"
        if isinstance(expression, ir.Symbol)
        else f"write `… in … with number {text}:`, or ask `known({text})` first",
        labels=labels,
        fixes=guards(expression.span, "with number"),
    )


def guards(span: Span, word: str) -> Iterator[Fix]:
    """The fix that lets only elements with a value through, where the owner of `c.clue` is named in front of it."""
    text, source = " ".join(span.text.split()), span.source
    name = text.partition(".")[0]
    binder = rf"\b{re.escape(name)}\b(?:, \w+)? in (?P<set>[^:{{}}\n]*?)(?= where |:)"
    result = next(iter(reversed(list(re.finditer(binder, source.text[: span.start])))), None)
    if result is None or "." not in text or " where " in result[0]:
        return
    joined = f" and {text}" if " with " in result["set"] else f" {word} {text}"
    yield behind(Span(source, result.start(), result.end()), joined)


def truth(written: tree.ExpressionSyntax, scope: Scope, *, hint: str = "") -> ir.Expression:
    """Checks a condition; `hint` explains what a number in its place was meant to be."""
    result = scope.infer(written)
    if isinstance(result.type, TruthType | Erroneous):
        return result
    text = " ".join(result.span.text.split())
    if isinstance(result.type, Maybe):
        word = "known" if result.type.unknown and not result.type.absent else "present"
        hint = f"`{word}({text})` asks whether it is {'a number' if word == 'known' else 'there'}"
    elif isinstance(result.type, SetOf):
        hint = f"`some x in {text}: …`, `count({text}) > 0` or `c in {text}` can be true or false"
    elif isinstance(result.type, NumberType | ListType):
        hint = hint or f"compare it: `{text} = …`"
    message = "something true or false is wanted here"
    return scope.report_mistake(
        mistake("E032", message, result.span, here=f"this is {describe(result.type)}", hint=hint), result.span
    )


def number(written: tree.ExpressionSyntax, scope: Scope) -> ir.Expression:
    """Checks a number."""
    result = value(written, scope)
    if isinstance(result.type, NumberType | Erroneous):
        return result
    hint = ""
    if isinstance(result.type, SetOf) or gathered(result.type):
        hint = f"`count({' '.join(result.span.text.split())})` is how many there are"
    here = f"this is {describe(result.type)}"
    return scope.report_mistake(
        mistake("E032", "a number is wanted here", result.span, here=here, hint=hint), result.span
    )


def collection(written: tree.ExpressionSyntax, scope: Scope, expected: Type | None = None) -> ir.Expression:
    """Checks a set; a line, a view, a region or a group is coerced to the set of its cells."""
    return coerce_to_set(value(written, scope, expected), written, scope)


def coerce_to_set(expression: ir.Expression, written: tree.ExpressionSyntax, scope: Scope) -> ir.Expression:
    """Coerces a checked expression to a set, as `collection` does."""
    expression = as_set(expression)
    if isinstance(expression.type, SetOf | Erroneous):
        return expression
    hint = "for a number of times, count over a set of places" if expression.type == NUMBER else ""
    if isinstance(expression.type, PlaceType):
        text = " ".join(expression.span.text.split())
        hint = f"the set of it alone is `{{{text}}}`"
        if expression.type == CELL:
            hint += f", the part of a set S that holds it `component({text}, S)`"
    if expression.type == TRUTH:
        hint = "to pick elements write `{c in cells where …}`"
        if isinstance(written, tree.Property):
            hint = f"the whole set is `{written.name.text}`; {hint}"
    here = f"this is {describe(expression.type)}"
    return scope.report_mistake(
        mistake("E032", "a set is wanted here", expression.span, here=here, hint=hint), expression.span
    )


def as_set(expression: ir.Expression) -> ir.Expression:
    """Turns a place that covers cells, or a group or path of others, into a set; leaves anything else as it is."""
    members = gathered(expression.type)
    return expression if members is None else ir.Builtin("cells", (expression,), members, expression.span)


def at_each_visit(expression: ir.Expression) -> ir.Expression:
    """Values at the places of a path, one for each visit; anything else as it is.

    The path itself stands behind `of` or `in`: a set made from its places holds each of them once.
    """
    domain = expression.binder.domain if isinstance(expression, ir.Values) else None
    if not isinstance(expression, ir.Values) or not isinstance(domain, ir.Builtin) or domain.name != "cells":
        return expression
    (path,) = domain.arguments or (domain,)
    if not isinstance(path.type, PlaceType) or path.type.sort is not Sort.PATH:
        return expression
    visits = msgspec.structs.replace(domain, name="visits")
    return msgspec.structs.replace(expression, binder=msgspec.structs.replace(expression.binder, domain=visits))


def cells(written: tree.ExpressionSyntax, scope: Scope) -> ir.Expression:
    """Checks a set of cells."""
    result = collection(written, scope)
    if result.type in (CELLS, SetOf(None), ERRONEOUS):
        return result
    here = f"this is {describe(result.type)}"
    return scope.report_mistake(mistake("E033", "a set of cells is wanted here", result.span, here=here), result.span)


def relation(written: tree.ExpressionSyntax, scope: Scope) -> ir.Expression:
    """Checks a relation between places, which the givens alone must determine."""
    if isinstance(written, tree.Name) and written.text in RELATIONS and not scope.declares(written.text):
        hint = f"write `by {RELATIONS[written.text]}`"
        message = f"there is no relation `{written.text}`"
        return scope.report_mistake(mistake("E020", message, written.span, hint=hint), written.span)
    result = value(written, scope)
    if isinstance(result.type, Erroneous) or (isinstance(result.type, SetOf) and isinstance(result.type.element, Pair)):
        return result
    failed = mistake(
        "E033",
        "a relation is wanted here",
        result.span,
        here=f"this is {describe(result.type)}",
        hint="such as `adjacent`, `touching`, `within(room)` or `{a, b in adjacent where …}`",
    )
    return scope.report_mistake(failed, result.span)


def require_on_board(
    expression: ir.Expression, scope: Scope, what: str, *, hint: str = "use givens and the board only"
) -> ir.Expression:
    """Reports an expression unless the givens alone determine it."""
    if is_decided(expression, scope.checker.plain_lets):
        return expression
    failed = mistake(
        "E035",
        f"{what} must be known from the board",
        expression.span,
        here="this depends on what is to be found",
        hint=hint,
    )
    return scope.report_mistake(failed, expression.span)


MAX_DEPTH = 200
"""Levels of a checked expression, where chains such as `a + b + c` count one level an operand."""


def check_depth(expression: ir.Expression, scope: Scope) -> int:
    """Returns the nesting depth of a checked expression.  Raises `Failed` if it exceeds the limit."""
    deep = nesting_depth(expression, scope.checker.depths)
    if deep > MAX_DEPTH:
        hint = "a sum or product of so many parts is better said with `sum(… for …)`"
        raise mistake("E006", f"this is {deep} levels deep, {MAX_DEPTH} is the limit", expression.span, hint=hint)
    return deep


def element_type(expression: ir.Expression, span: Span) -> PlaceType | Pair | NumberType | Erroneous:
    """The type of a set's elements.  Raises `Failed` for the empty set, which has none."""
    if isinstance(expression.type, Erroneous):
        return expression.type
    assert isinstance(expression.type, SetOf)
    if isinstance(expression.type.element, PlaceType | Pair | NumberType):
        return expression.type.element
    here = f"this is {describe(expression.type)}"
    raise mistake("E033", "this set has no places to go through", span, here=here, hint=_no_places(expression))


def _no_places(expression: ir.Expression) -> str:
    """The advice for components of borders, which are sets of corners and have no places to go through."""
    if not (
        isinstance(expression, ir.GraphWord)
        and isinstance(expression.type, SetOf)
        and isinstance(expression.type.element, SetOf)
    ):
        return ""
    return f"`count({' '.join(expression.span.text.split())})` is how many there are"
