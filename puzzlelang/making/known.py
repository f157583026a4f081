"""Which givens must be known before anything can be looked for.

The places at which something is found, ranges, sizes of windows, relations and conditions of whole rules are worked
out while a board is grounded, as the checker demands of them.  What they read of a given cannot be a variable.
"""

from collections.abc import Collection, Iterator

import msgspec

from puzzlelang.source import Span, Spanned
from puzzlelang.typed import ir
from puzzlelang.typed.builtins import FUNCTIONS
from puzzlelang.typed.subexpressions import subexpressions
from puzzlelang.typed.types import NUMBER, Enumeration, PlaceType, SetOf, Sort
from puzzlelang.typed.words import WORDS


class Needs(msgspec.Struct, frozen=True):
    """Givens of which the `values` must be known, or only at which places they have one (`presence`); and where."""

    values: dict[str, Span]
    presence: dict[str, Span]


def needs(rules: ir.Ruleset) -> Needs:
    """What of which givens must be known, each with one of the places in the rules that need it."""
    lets = {let.name: let.body for let in rules.lets}
    found = Needs({}, {})
    for expression in _fixed(rules):
        _read(expression, lets, found)
    return found


def _read(expression: ir.Expression, lets: dict[str, ir.Expression], found: Needs) -> None:
    """Note the givens that occur in an expression, in named parts too; of what is in a guard only the presence."""
    guarded: set[int] = set()
    for part in subexpressions(expression):
        match part:
            case ir.Guard(value=ir.Lookup(name, ir.SymbolRole.GIVEN) as value):
                guarded.add(id(value))
                found.presence.setdefault(name, expression.span)
            case ir.Lookup(name, ir.SymbolRole.GIVEN) if id(part) not in guarded:
                found.values.setdefault(name, expression.span)
            case ir.Symbol(name, ir.SymbolRole.GIVEN) | ir.RegionOf(name):
                found.values.setdefault(name, expression.span)
            case ir.LetValue(name):
                _read(lets[name], lets, found)
            case _:
                pass


def _fixed(rules: ir.Ruleset) -> Iterator[ir.Expression]:
    """The expressions that are worked out while a board is grounded."""
    for given in rules.givens:
        yield from _of_kind(given.kind)
        if given.default is not None:
            yield given.default
    for find in (*rules.finds, *rules.hidden):
        yield from _of_kind(find.kind)
    for rule in rules.rules:
        if rule.condition is not None:
            yield rule.condition
        yield from _inside(rule.body)
    for let in rules.lets:
        yield from _inside(let.body)


def _of_kind(kind: ir.DeclaredType) -> Iterator[ir.Expression]:
    """The places and the range that a declaration states."""
    told: list[ir.Expression | None] = []
    if isinstance(kind, ir.SetKind | ir.FunctionKind):
        told.append(kind.domain)
    if isinstance(kind, ir.FunctionKind | ir.SingleKind):
        told += [kind.value.low, kind.value.high]
    yield from (expression for expression in told if expression is not None)


def _inside(expression: ir.Expression) -> Iterator[ir.Expression]:
    for part in subexpressions(expression):
        match part:
            case ir.Range(low, high):
                yield low
                yield high
            case ir.GraphWord(name, _, relation) if relation is not None and not WORDS[name].unknown_relation:
                yield relation
            case ir.Builtin(name, arguments) if name == "within" or _on_board(name):
                yield from arguments
            case ir.Builtin(_, arguments) if isinstance(part.type, PlaceType) and part.type.sort is Sort.DIRECTION:
                yield from arguments  # `opposite` and `clockwise` of a direction
            case ir.Comprehension(binder) | ir.Values(binder) | ir.Quantified(binder=binder):
                if binder.domain.type == SetOf(NUMBER):
                    yield binder.domain
            case _:
                pass


def _on_board(name: str) -> bool:
    return any(signature.on_board for signature in FUNCTIONS.get(name, ()))


WAYS = Enumeration(("up", "right", "down", "left"))


def with_named_ways(rules: ir.Ruleset, freed: Collection[str]) -> ir.Ruleset:
    """The same rules, in which a direction of the `freed` givens is one of four names, as one that is found is."""
    names = {
        given.name
        for given in rules.givens
        if given.name in freed
        and isinstance(given.kind, ir.FunctionKind)
        and given.kind.value.base is ir.Base.DIRECTION
    }
    if not names:
        return rules
    return msgspec.structs.replace(
        rules,
        lets=tuple(msgspec.structs.replace(let, body=_named(let.body, names)) for let in rules.lets),
        rules=tuple(msgspec.structs.replace(rule, body=_named(rule.body, names)) for rule in rules.rules),
    )


def _named(expression: ir.Expression, names: set[str]) -> ir.Expression:
    found = _mapped(expression, names)
    assert isinstance(found, msgspec.Struct)
    return found  # type: ignore[return-value]


def _mapped(thing: object, names: set[str]) -> object:
    """The expression with other types of these values; parts without them stay the same objects."""
    match thing:
        case ir.Lookup(symbol, ir.SymbolRole.GIVEN, key) if symbol in names and isinstance(thing.type, PlaceType):
            return msgspec.structs.replace(thing, key=_mapped(key, names), type=WAYS)
        case ir.Binder() | Spanned():
            old = {name: getattr(thing, name) for name in thing.__struct_fields__ if name not in ("span", "type")}
            new = {name: _mapped(value, names) for name, value in old.items()}
            changed = {name: value for name, value in new.items() if value is not old[name]}
            return msgspec.structs.replace(thing, **changed) if changed else thing
        case tuple():
            parts = tuple(_mapped(part, names) for part in thing)
            return parts if any(one is not other for one, other in zip(parts, thing, strict=True)) else thing
        case _:
            return thing
