"""Checks binders of local names: quantifiers, comprehensions, `value for x in S`, `f of S`."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import Failed, Label
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import definitions, ir
from puzzlelang.typed.checks.coercions import collection, element_type, number, require_on_board, require_present, truth
from puzzlelang.typed.checks.facts import facts_of_condition, facts_of_domain, path_of
from puzzlelang.typed.checks.names import property_at
from puzzlelang.typed.checks.scope import Presence, Scope, mistake
from puzzlelang.typed.checks.suggestions import reserved_word_error
from puzzlelang.typed.types import (
    ERRONEOUS,
    NUMBER,
    TRUTH,
    Erroneous,
    Family,
    Maybe,
    Pair,
    PlaceType,
    SetOf,
    TruthType,
    Type,
    describe,
)
from puzzlelang.typed.words.vocabulary import UNAVAILABLE


def binder(written: tree.BinderSyntax, scope: Scope, whole: Span) -> tuple[ir.Binder, Scope]:
    """Checks a binder and returns it with the scope of its variables; `whole` is the span of that scope."""
    domain = _domain(written.domain, scope)
    names = written.names
    for index, word in enumerate(names):
        _check_new(word, scope, names[:index])
    types: Sequence[Type]
    try:
        types = _types(written, domain)
    except Failed as failed:
        domain = scope.report_mistake(failed, domain.span)
        types = [ERRONEOUS] * len(names)
    variables = [
        ir.LocalVariable(scope.checker.slot(), word.text, result, word.span)
        for word, result in zip(names, types, strict=True)
    ]
    scope = scope.bind(variables)
    for variable in variables:
        noted = definitions.NameKind.VARIABLE, variable.name, variable.type, whole
        if scope.in_template_use:
            scope.checker.mentions.learn(variable.span, variable.type)
        else:
            scope.checker.mentions.locals[variable.span] = noted
    if len(variables) == 1:
        scope = scope.with_facts(facts_of_domain(domain, variables[0], scope.checker))
    elif isinstance(domain, ir.Builtin) and domain.name == "pairs":
        for variable in variables:
            scope = scope.with_facts(facts_of_domain(domain.arguments[0], variable, scope.checker))
    conditions: list[ir.Expression] = []
    for part in written.guards:
        stated = guard(part, scope)
        scope = scope.with_facts(facts_of_condition(stated, True))
        if part.comparison is None or not isinstance(stated, ir.Guard) or isinstance(stated.value.type, Maybe):
            conditions.append(stated)
        if part.comparison is not None:
            conditions.append(truth(part.comparison, scope))
    if written.condition is not None:
        conditions.append(truth(written.condition, scope))
        scope = scope.with_facts(facts_of_condition(conditions[-1], True))
    condition = None
    if conditions:
        one = len(conditions) == 1
        condition = conditions[0] if one else ir.Junction(True, tuple(conditions), TRUTH, written.span)
    slots, called = tuple(v.slot for v in variables), tuple(v.name for v in variables)
    return ir.Binder(slots, called, domain, condition, written.span), scope


def _domain(written: tree.ExpressionSyntax, scope: Scope) -> ir.Expression:
    """Return the checked domain of a binder; a range or a set of numbers must be determined by the givens alone."""
    if isinstance(written, tree.RangeSyntax):
        ends = [
            require_on_board(number(end, scope), scope, "the end of a range") for end in (written.low, written.high)
        ]
        return ir.Range(ends[0], ends[1], SetOf(NUMBER), written.span)
    result = collection(written, scope)
    return require_on_board(result, scope, "what numbers to go through") if result.type == SetOf(NUMBER) else result


def _check_new(word: tree.Identifier, scope: Scope, before: tuple[tree.Identifier, ...]) -> None:
    twin = next((other for other in before if other.text == word.text), None)
    first = scope.local.get(word.text)
    where = twin.span if twin else first.span if first else None
    if where is None and word.text in scope.parameters:
        where = scope.parameters[word.text].place
    elif where is None and (declared := scope.checker.places.get(word.text)) is not None:
        # A name of another file does not count: who reads a formula sees the local one.
        where = declared if declared.source is word.span.source else None
    if word.text in UNAVAILABLE:
        scope.checker.report(reserved_word_error("E024", word))
    elif where is not None:
        failed = mistake(
            "E024",
            f"`{word.text}` already means something here",
            word.span,
            hint="choose another name",
            labels=[Label(where, "this is what it means")],
        )
        scope.checker.report(failed)


def _types(written: tree.BinderSyntax, domain: ir.Expression) -> Sequence[Type]:
    result = element_type(domain, written.domain.span)
    if isinstance(result, Erroneous):
        return [result] * len(written.names)
    wanted = 2 if isinstance(result, Pair) else 1
    if len(written.names) == wanted:
        return [result.first, result.second] if isinstance(result, Pair) else [result]
    text = " ".join(written.domain.span.text.split())
    names = [word.text for word in written.names]
    span = written.names[0].span.to(written.names[-1].span)
    if wanted == 2:
        raise mistake(
            "E028", f"`{text}` goes through two places at a time", span, hint=f"give both a name: `a, b in {text}`"
        )
    if len(names) == 2:
        raise mistake(
            "E028",
            f"`{text}` goes through one {describe(result).split(' ', 1)[1]} at a time",
            span,
            hint=f"for every two different ones write `{names[0]}, {names[1]} in pairs({text})`"
            + (f", for cells corner to corner `{names[0]}, {names[1]} in leap(1, 1)`" if text == "diagonals" else ""),
        )
    raise mistake("E028", "at most two names can stand before `in`", span)


def guard(written: tree.GuardSyntax, scope: Scope) -> ir.Expression:
    """Checks `with value` or `with number value`."""
    result = scope.infer(written.value)
    text = " ".join(result.span.text.split())
    if isinstance(result.type, Erroneous):
        return result
    if path_of(result) is None or isinstance(result.type, SetOf):
        failed = mistake(
            "E042",
            f"`with` asks whether a value is there; `{text}` is {describe(result.type)}",
            written.span,
            hint=f"for a condition write `where {text}`" if isinstance(result.type, TruthType) else "",
        )
        return scope.report_mistake(failed, written.span)
    return ir.Guard(result, written.number, TRUTH, written.span)


def comprehension(written: tree.ComprehensionSyntax, scope: Scope) -> ir.Expression:
    """Checks `{x in S where …}`."""
    bound, _ = binder(written.binder, scope, written.span)
    return ir.Comprehension(bound, bound.domain.type, written.span)


def quantifier(written: tree.QuantifiedSyntax, scope: Scope) -> ir.Expression:
    """Checks `every x in S: …` and the other quantifiers."""
    amount = number(written.amount, scope) if written.amount is not None else None
    bound, inner = binder(written.binder, scope, written.span)
    body = truth(written.body, inner)
    return ir.Quantified(ir.Quantity(written.quantity), amount, bound, body, TRUTH, written.span)


def values_for(written: tree.For, scope: Scope) -> ir.Expression:
    """Checks `value for x in S`."""
    bound, inner = binder(written.binder, scope, written.span)
    result = inner.infer(written.value)
    return family(bound, result, inner, written)


def values_of(written: tree.Of, scope: Scope) -> ir.Expression:
    """Checks `f of S`: the values of a function at the places of a set, without the absent ones."""
    domain = collection(written.domain, scope)
    if isinstance(domain.type, Erroneous):
        return domain
    assert isinstance(domain.type, SetOf)
    place = domain.type.element
    if not isinstance(place, PlaceType):
        raise mistake(
            "E033",
            f"`{written.name.text} of …` wants a set of places",
            domain.span,
            here=f"this is {describe(domain.type)}",
        )
    variable = ir.LocalVariable(scope.checker.slot(), f"_{written.name.text}", place, domain.span)
    inner = scope.bind([variable]).with_facts(facts_of_domain(domain, variable, scope.checker))
    result = property_at(variable, written.name, written.name.span, inner)
    condition: ir.Expression | None = None
    if isinstance(result.type, Maybe) and result.type.absent and not result.type.unknown:
        condition = ir.Guard(result, False, TRUTH, written.span)
        path = path_of(result)
        assert path is not None
        inner = inner.with_facts(Presence(frozenset({path})))
        result = property_at(variable, written.name, written.name.span, inner)
    bound = ir.Binder((variable.slot,), (variable.name,), domain, condition, written.span)
    return family(bound, result, inner, written)


def family(bound: ir.Binder, expression: ir.Expression, scope: Scope, written: tree.For | tree.Of) -> ir.Expression:
    """Builds the family of values that has one for each element of a binder."""
    expression = require_present(expression, scope, listed=True)
    kind = expression.type if isinstance(expression.type, Erroneous) else Family(expression.type)
    return ir.Values(bound, expression, kind, written.span)
