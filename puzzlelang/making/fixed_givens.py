"""Givens that must be fixed before a search, as grounding reads them.

Domains, sizes of windows, relations and conditions of whole rules are evaluated during grounding, as the checker
demands.  A given that they read cannot be a variable.  Where a partition has a domain, its areas say which cells are in
it once they are known, so that such a given has no other value.  Ends of ranges may depend on variables: then a range
is as wide as these allow, and a formula says which of its numbers belong.
"""

from collections.abc import Collection, Iterator

import msgspec

from puzzlelang.geometry.sorts import Sort
from puzzlelang.source import Span
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import declaration_expressions, rebuild, subexpressions
from puzzlelang.typed.types import NUMBER, Enumeration, PlaceType, SetOf
from puzzlelang.typed.words.builtins import signatures_called
from puzzlelang.typed.words.graph_words import WORDS


class FixedGivens(msgspec.Struct, frozen=True):
    """Givens whose `values` must be fixed, or only the places with a value (`presence`), each with a span.

    The span is that of an expression which needs it.
    """

    values: dict[str, Span]
    presence: dict[str, Span]


def fixed_givens(rules: ir.Ruleset, *, ranges: bool = False) -> FixedGivens:
    """The givens that the rules need fixed; with `ranges` also those whose values ends of ranges read.

    Where such an end only reads where there are values, as it counts them, these places are fixed: as a rule they shape
    the board, and with clues anywhere a problem is large.
    """
    lets = {let.name: let.body for let in rules.lets}
    result = FixedGivens({}, {})
    for expression in _static_expressions(rules):
        _note_givens(expression, lets, result)
    read = _read_by_ranges(rules)
    result.presence.update((name, span) for name, span in read.presence.items() if ranges or name not in read.values)
    result.values.update(read.values if ranges else {})
    return result


def ranging_givens(rules: ir.Ruleset) -> frozenset[str]:
    """The names of givens whose values ends of ranges read."""
    return frozenset(_read_by_ranges(rules).values)


def _read_by_ranges(rules: ir.Ruleset) -> FixedGivens:
    lets = {let.name: let.body for let in rules.lets}
    result = FixedGivens({}, {})
    for expression in _range_ends(rules):
        _note_givens(expression, lets, result)
    return result


def givens_of_rule(rules: ir.Ruleset, name: str) -> frozenset[str]:
    """The names of the givens that a rule reads, also for its condition; none of a rule about the size of the board."""
    lets = {let.name: let.body for let in rules.lets}
    result = FixedGivens({}, {})
    for rule in rules.rules:
        for expression in (rule.condition, rule.body) if rule.name == name else ():
            if expression is not None:
                _note_givens(expression, lets, result)
    return frozenset((*result.values, *result.presence))


def givens_read(rules: ir.Ruleset, expression: ir.Expression) -> frozenset[str]:
    """The names of the givens that an expression reads, also by the `let`s in it."""
    result = FixedGivens({}, {})
    _note_givens(expression, {let.name: let.body for let in rules.lets}, result)
    return frozenset((*result.values, *result.presence))


def _note_givens(expression: ir.Expression, lets: dict[str, ir.Expression], fixed_givens: FixedGivens) -> None:
    """Add the givens in an expression and the `let`s it uses; of a guarded given only the presence."""
    guarded: set[int] = set()
    for part in subexpressions(expression):
        match part:
            case ir.Guard(value=ir.Lookup(name, ir.SymbolRole.GIVEN) as value):
                guarded.add(id(value))
                fixed_givens.presence.setdefault(name, expression.span)
            case ir.Lookup(name, ir.SymbolRole.GIVEN) if id(part) not in guarded:
                fixed_givens.values.setdefault(name, expression.span)
            case ir.Symbol(name, ir.SymbolRole.GIVEN) | ir.RegionOf(name):
                fixed_givens.values.setdefault(name, expression.span)
            case ir.LetValue(name):
                _note_givens(lets[name], lets, fixed_givens)
            case _:
                pass


def of_declarations(rules: ir.Ruleset) -> Iterator[ir.Expression]:
    """The expressions in the declarations of givens and finds."""
    yield from _of_givens(rules)
    for find in (*rules.finds, *rules.hidden):
        yield from declaration_expressions(find.kind)


def _of_givens(rules: ir.Ruleset) -> Iterator[ir.Expression]:
    for given in rules.givens:
        yield from declaration_expressions(given.kind)
        if given.default is not None:
            yield given.default


def _static_expressions(rules: ir.Ruleset) -> Iterator[ir.Expression]:
    """The expressions that are evaluated during grounding."""
    yield from _of_givens(rules)
    for find in (*rules.finds, *rules.hidden):
        if find.kind.domain is not None:
            yield find.kind.domain
    for rule in rules.rules:
        if rule.condition is not None:
            yield rule.condition
        yield from _static_parts(rule.body)
    for let in rules.lets:
        yield from _static_parts(let.body)


def _static_parts(expression: ir.Expression) -> Iterator[ir.Expression]:
    for part in subexpressions(expression):
        match part:
            case ir.GraphWord(name, _, relation) if relation is not None and not WORDS[name].unknown_relation:
                yield relation
            case ir.Builtin(name, arguments) if name == "within" or any(
                signature.on_board for signature in signatures_called(name)
            ):
                yield from arguments
            case ir.Builtin(_, arguments) if isinstance(part.type, PlaceType) and part.type.sort is Sort.DIRECTION:
                yield from arguments  # `opposite` and `clockwise` of a direction
            case ir.Comprehension(binder) | ir.Values(binder) | ir.Quantified(binder=binder):
                if binder.domain.type == SetOf(NUMBER) and not isinstance(binder.domain, ir.Range):
                    yield binder.domain
            case _:
                pass


def _range_ends(rules: ir.Ruleset) -> Iterator[ir.Expression]:
    """The ends of the ranges of finds, and of those in rules and `let`s."""
    for find in (*rules.finds, *rules.hidden):
        if isinstance(find.kind, ir.FunctionKind):
            yield from (end for end in (find.kind.value.low, find.kind.value.high) if end is not None)
    for body in (*(rule.body for rule in rules.rules), *(let.body for let in rules.lets)):
        for part in subexpressions(body):
            if isinstance(part, ir.Range):
                yield from (part.low, part.high)


def with_named_directions(rules: ir.Ruleset, names: Collection[str], ways: tuple[str, ...]) -> ir.Ruleset:
    """The rules with directions of these givens chosen as an enumeration of `ways`, those of the board."""
    chosen = {
        given.name
        for given in rules.givens
        if given.name in names
        and isinstance(given.kind, ir.FunctionKind)
        and given.kind.value.base is ir.Base.DIRECTION
    }
    if not chosen:
        return rules
    kind = Enumeration(ways)

    def retyped(body: ir.Expression) -> ir.Expression:
        return _retyped_expression(body, chosen, kind)

    return msgspec.structs.replace(
        rules,
        lets=tuple(msgspec.structs.replace(let, body=retyped(let.body)) for let in rules.lets),
        rules=tuple(msgspec.structs.replace(rule, body=retyped(rule.body)) for rule in rules.rules),
    )


def _retyped_expression(expression: ir.Expression, names: set[str], kind: Enumeration) -> ir.Expression:
    """The expression with the types of these values changed."""

    def retyped(part: object) -> object:
        match part:
            case ir.Lookup(symbol, ir.SymbolRole.GIVEN, key) if symbol in names and isinstance(part.type, PlaceType):
                return msgspec.structs.replace(part, key=rebuild(key, retyped), type=kind)
            case _:
                return part

    result = rebuild(expression, retyped)
    assert isinstance(result, msgspec.Struct)
    return result  # type: ignore[return-value]
