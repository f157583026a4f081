"""Presence: sets in rules that depend on which places have a value, whatever it is."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import assert_never

import msgspec

from puzzlelang.puzzle import Key, Puzzle
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import children

Holds = Callable[[Puzzle, Key], bool]
"""Predicate: whether a place of a puzzle belongs to a set."""


class PlaceSet(msgspec.Struct, frozen=True):
    """A set that depends on the presence of `values` and on the given sets `joined`; `holds` decides membership."""

    values: frozenset[str]
    joined: frozenset[str]
    holds: Holds


EVERYWHERE = PlaceSet(frozenset(), frozenset(), lambda *_: True)


def has_value(name: str) -> Holds:
    """The predicate of places at which a given has a value."""
    return lambda puzzle, place: place in puzzle.givens.get(name, {})


def place_set(expression: ir.Expression, rules: ir.Ruleset) -> PlaceSet | None:
    """The set of an expression that depends only on presence and on members of given sets.

    None for any other set, such as one by the size of a value.
    """
    match expression:
        case ir.Symbol(name, ir.SymbolRole.GIVEN) if isinstance(_kind(rules, name), ir.SetKind):
            return PlaceSet(frozenset(), frozenset({name}), has_value(name))
        case ir.Builtin(_, ()):
            return EVERYWHERE
        case ir.LetValue(name):
            return place_set(next(let.body for let in rules.lets if let.name == name), rules)
        case ir.SetOperation(operator, left, right):
            return _operation(operator, place_set(left, rules), place_set(right, rules))
        case ir.Comprehension(binder) if len(binder.slots) == 1 and binder.condition is not None:
            return _operation(
                "&", place_set(binder.domain, rules), _condition(binder.condition, binder.slots[0], rules)
            )
        case _:
            return None


def _condition(expression: ir.Expression, slot: int, rules: ir.Ruleset) -> PlaceSet | None:
    """The set of places for which a condition holds; None as for `place_set`."""
    match expression:
        case ir.Guard(ir.Lookup(name, ir.SymbolRole.GIVEN, ir.LocalVariable(key)), False) if key == slot:
            return PlaceSet(frozenset({name}), frozenset(), has_value(name))
        case ir.Member(ir.LocalVariable(key), container) if key == slot:
            return place_set(container, rules)
        case ir.Negation(part):
            return _operation("-", EVERYWHERE, _condition(part, slot, rules))
        case ir.Junction(every, items):
            first, *others = (_condition(item, slot, rules) for item in items)
            for other in others:
                first = _operation("&" if every else "+", first, other)
            return first
        case _:
            return None


def _operation(operator: str, left: PlaceSet | None, right: PlaceSet | None) -> PlaceSet | None:
    if left is None or right is None:
        return None
    one, other = left.holds, right.holds
    holds: Mapping[str, Holds] = {
        "+": lambda puzzle, place: one(puzzle, place) or other(puzzle, place),
        "&": lambda puzzle, place: one(puzzle, place) and other(puzzle, place),
        "-": lambda puzzle, place: one(puzzle, place) and not other(puzzle, place),
    }
    return PlaceSet(left.values | right.values, left.joined | right.joined, holds[operator])


def _kind(rules: ir.Ruleset, name: str) -> ir.DeclaredType | None:
    given = rules.given(name)
    return None if given is None else given.kind


def names_with_presence(rules: ir.Ruleset) -> frozenset[str]:
    """The givens whose absence carries information: some rule demands less of a place with a value."""
    return frozenset(name for rule in rules.rules for name in _informative_names(rule.body, True, rules, set()))


def _informative_names(
    expression: ir.Expression, more: bool | None, rules: ir.Ruleset, seen: set[tuple[str, bool | None]]
) -> Iterator[str]:
    """The givens whose presence makes an expression true or larger, or has an unknown effect.

    `more` is the polarity: True if the whole becomes true with this expression, False if with its negation, None if
    unknown.
    """
    other = None if more is None else not more
    match expression:
        case ir.Guard(ir.Lookup(name, ir.SymbolRole.GIVEN), False):
            if more is not False:
                yield name
        case ir.LetValue(name):
            if (name, more) not in seen:
                seen.add((name, more))
                body = next(let.body for let in rules.lets if let.name == name)
                yield from _informative_names(body, more, rules, seen)
        case ir.Negation(part):
            yield from _informative_names(part, other, rules, seen)
        case ir.Junction(_, items):
            yield from _informative_names_of_all(items, more, rules, seen)
        case ir.Conditional(condition, then, ir.Constant(True)):
            yield from _informative_names(condition, other, rules, seen)
            yield from _informative_names(then, more, rules, seen)
        case ir.SetOperation(operator, left, right):
            yield from _informative_names(left, more, rules, seen)
            yield from _informative_names(right, other if operator == "-" else more, rules, seen)
        case ir.Member(element, container):
            yield from _informative_names(element, None, rules, seen)
            yield from _informative_names(container, more, rules, seen)
        case ir.Comprehension(binder):
            yield from _binder(binder, more, rules, seen)
        case ir.Quantified(quantity, amount, binder, body):
            around, within = _polarities(quantity, more)
            yield from _informative_names_of_all(() if amount is None else (amount,), None, rules, seen)
            yield from _binder(binder, around, rules, seen)
            yield from _informative_names(body, within, rules, seen)
        case ir.Apply(_, _, arguments, body):
            yield from _informative_names_of_all(arguments, None, rules, seen)
            yield from _informative_names(body, more, rules, seen)
        case _:
            yield from _informative_names_of_all(tuple(children(expression)), None, rules, seen)


def _informative_names_of_all(
    expressions: Iterable[ir.Expression], more: bool | None, rules: ir.Ruleset, seen: set[tuple[str, bool | None]]
) -> Iterator[str]:
    for expression in expressions:
        yield from _informative_names(expression, more, rules, seen)


def _binder(
    binder: ir.Binder, more: bool | None, rules: ir.Ruleset, seen: set[tuple[str, bool | None]]
) -> Iterator[str]:
    yield from _informative_names(binder.domain, more, rules, seen)
    if binder.condition is not None:
        yield from _informative_names(binder.condition, more, rules, seen)


def _polarities(quantity: ir.Quantity, more: bool | None) -> tuple[bool | None, bool | None]:
    """The polarities of the domain and of the body of a quantifier."""
    other = None if more is None else not more
    match quantity:
        case ir.Quantity.EVERY:
            return other, more
        case ir.Quantity.SOME | ir.Quantity.AT_LEAST:
            return more, more
        case ir.Quantity.NO | ir.Quantity.AT_MOST:
            return other, other
        case ir.Quantity.EXACTLY:
            return None, None
        case _:
            assert_never(quantity)
