"""Writes checked expressions as typed text for people, with slots of variables.

`given.clue[c#0]` is the value of a given at the variable in slot 0.  Short expressions stand on one line, with
parentheses around compound parts.  Longer ones have a line for themselves, and lines for their parts below.
"""

from collections.abc import Iterator
from typing import assert_never

from puzzlelang import infix
from puzzlelang.typed import ir
from puzzlelang.typed.types import CELL, Pair, PlaceType, SetOf, TruthType, Type, describe

WIDTH = 90
"""Characters of what stands on one line."""


def type_name(value_type: Type) -> str:
    """A type without its article; `truth` for a condition."""
    return "truth" if isinstance(value_type, TruthType) else describe(value_type).removeprefix("a ").removeprefix("an ")


def typed_lines(expression: ir.Expression, indent: int, label: str = "") -> Iterator[str]:
    """The lines of an expression, each with its type; `label` names its role in the expression above it."""
    start = " " * indent + label
    whole = one_line(expression)
    if len(start) + len(whole) <= WIDTH:
        yield f"{start}{whole} : {type_name(expression.type)}"
        return
    head, parts = _split(expression)
    yield f"{start}{head} : {type_name(expression.type)}"
    for inner, part in parts:
        yield from typed_lines(part, indent + 2, inner)


def one_line(expression: ir.Expression) -> str:
    """The expression on one line."""
    match expression:
        case ir.Constant(value):
            return str(value).lower() if isinstance(value, bool) else str(value)
        case ir.LocalVariable(slot, name):
            return f"{name}#{slot}"
        case ir.LetValue(name):
            return f"let.{name}"
        case ir.Symbol(name, role):
            return f"{role.value}.{name}"
        case ir.Lookup(symbol, role, key):
            return f"{role.value}.{symbol}[{one_line(key)}]"
        case ir.RegionOf(partition, cell):
            return f"region.{partition}[{one_line(cell)}]"
        case ir.Builtin(name, arguments):
            return infix.call(name, *map(one_line, arguments)) if arguments else name
        case ir.Guard(value, known):
            return infix.call("known" if known else "there", one_line(value))
        case ir.Member(element, container):
            return infix.operation("in", one_line(element), one_line(container))
        case ir.Negation(part):
            return infix.negation(one_line(part))
        case ir.Junction(every, parts):
            return infix.operation("and" if every else "or", *map(one_line, parts))
        case ir.Conditional(condition, then, other):
            return infix.conditional(one_line(condition), one_line(then), one_line(other))
        case ir.BinaryComparison(order, left, right):
            return infix.operation(order.value, one_line(left), one_line(right))
        case ir.Arithmetic(operator, left, right) | ir.SetOperation(operator, left, right):
            return infix.operation(operator, one_line(left), one_line(right))
        case ir.SetLiteral(elements):
            return f"{{{_comma_list(elements)}}}"
        case ir.Range(low, high):
            return f"{one_line(low)}..{one_line(high)}"
        case ir.Comprehension(binder):
            return f"{{{_bound(binder)}}}"
        case ir.Values(binder, value):
            return f"[{one_line(value)} for {_bound(binder)}]"
        case ir.Quantified(_, _, binder, body):
            return infix.in_parentheses(f"{_quantity(expression)} {_bound(binder)}: {one_line(body)}")
        case ir.Aggregate(name, argument):
            return infix.call(name, one_line(argument))
        case ir.Apply(name, slots, arguments, body):
            given = ", ".join(f"#{slot} = {one_line(part)}" for slot, part in zip(slots, arguments, strict=True))
            return infix.call(name, f"{given}: {one_line(body)}")
        case ir.GraphWord(name, arguments, relation):
            by = "" if relation is None else f" by {one_line(relation)}"
            return infix.call(name, _comma_list(arguments) + by)
        case _:
            assert_never(expression)


def _comma_list(parts: tuple[ir.Expression, ...]) -> str:
    return ", ".join(map(one_line, parts))


def _quantity(quantifier: ir.Quantified) -> str:
    return (
        quantifier.quantity.value
        if quantifier.amount is None
        else f"{quantifier.quantity.value} {one_line(quantifier.amount)}"
    )


def _bound(binder: ir.Binder) -> str:
    condition = "" if binder.condition is None else f" where {one_line(binder.condition)}"
    return f"{_variables(binder)} in {one_line(binder.domain)}{condition}"


def _variables(binder: ir.Binder) -> str:
    """The variables of a binder, each with its slot and type."""
    match binder.domain.type:
        case SetOf(Pair(first, second)):
            types: tuple[Type, ...] = (first, second)
        case SetOf(element) if element is not None:
            types = (element,)
        case PlaceType():
            types = (CELL,)
        case _:
            types = (binder.domain.type,)
    variables = zip(binder.names, binder.slots, types, strict=True)
    return ", ".join(f"{name}#{slot}: {type_name(type_)}" for name, slot, type_ in variables)


def _split(expression: ir.Expression) -> tuple[str, list[tuple[str, ir.Expression]]]:
    """The name of an expression's operation, and its parts with their roles."""
    match expression:
        case ir.Constant() | ir.LocalVariable() | ir.LetValue() | ir.Symbol():
            return one_line(expression), []
        case ir.Lookup(symbol, role, key):
            return f"{role.value}.{symbol}", [("at ", key)]
        case ir.RegionOf(partition, cell):
            return f"region.{partition}", [("of ", cell)]
        case ir.Builtin(name, arguments):
            return name, _plain(arguments)
        case ir.Guard(value, known):
            return "known" if known else "there", [("", value)]
        case ir.Member(element, container):
            return "member", [("", element), ("in ", container)]
        case ir.Negation(part):
            return "not", [("", part)]
        case ir.Junction(every, parts):
            return "and" if every else "or", _plain(parts)
        case ir.Conditional(condition, then, other):
            return "if", [("", condition), ("then ", then), ("else ", other)]
        case ir.BinaryComparison(order, left, right):
            return order.value, _plain((left, right))
        case ir.Arithmetic(operator, left, right) | ir.SetOperation(operator, left, right):
            return operator, _plain((left, right))
        case ir.SetLiteral(elements):
            return "set", _plain(elements)
        case ir.Range(low, high):
            return "range", [("from ", low), ("to ", high)]
        case ir.Comprehension(binder):
            return f"set of {_variables(binder)}", _binder(binder)
        case ir.Values(binder, value):
            return f"values for {_variables(binder)}", [*_binder(binder), ("", value)]
        case ir.Quantified(quantity, amount, binder, body):
            many = [] if amount is None else [("number ", amount)]
            return f"{quantity.value} {_variables(binder)}", [*many, *_binder(binder), ("", body)]
        case ir.Aggregate(name, argument):
            return name, [("", argument)]
        case ir.Apply(name, slots, arguments, body):
            given = zip(slots, arguments, strict=True)
            return name, [*((f"#{slot} = ", part) for slot, part in given), ("", body)]
        case ir.GraphWord(name, arguments, relation):
            return name, [*_plain(arguments), *([] if relation is None else [("by ", relation)])]
        case _:
            assert_never(expression)


def _plain(parts: tuple[ir.Expression, ...]) -> list[tuple[str, ir.Expression]]:
    return [("", part) for part in parts]


def _binder(binder: ir.Binder) -> list[tuple[str, ir.Expression]]:
    where = [] if binder.condition is None else [("where ", binder.condition)]
    return [("in ", binder.domain), *where]
