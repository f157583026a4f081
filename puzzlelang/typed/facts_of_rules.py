"""Looks through the expressions of a ruleset for the facts that grounding asks of them."""

from collections.abc import Iterator

import msgspec

from puzzlelang.typed import ir
from puzzlelang.typed.equal_forms import AlphaKeys
from puzzlelang.typed.expression_facts import ExpressionFacts
from puzzlelang.typed.pair_symmetry import is_halved, is_symmetric
from puzzlelang.typed.subexpressions import (
    LEAVES,
    FreeSlots,
    children,
    declaration_expressions,
    free_slots,
    is_decided,
)

MEMOISED = frozenset((ir.SetOperation, ir.Comprehension, ir.GraphWord, ir.Quantified))
"""Expressions that go through a set: they take longer to ground than to look up.

Aggregates are not among them.  A count that several constraints share gets an encoding of its own, which is longer.
"""

NO_VARIABLE = -1
"""The slot in the key of an expression without free variables."""


def expression_facts(rules: ir.Ruleset) -> ExpressionFacts:
    """Find out the facts about all expressions of a ruleset that are grounded."""
    known: FreeSlots = {}
    forms, numbers = AlphaKeys(), dict[object, int]()
    sets = dict[frozenset[int], frozenset[int]]()
    slots: list[tuple[ir.Expression, frozenset[int]]] = []
    keys: list[tuple[ir.Expression, int, int]] = []
    halved: list[tuple[ir.Binder, bool]] = []
    parts: list[tuple[ir.Binder, tuple[ir.Expression, ...]]] = []
    lets = {let.name: let for let in rules.lets}
    for expression in _grounded(rules):
        used = free_slots(expression, known)
        slots.append((expression, sets.setdefault(used, used)))
        if (slot := key_slot(expression, used)) is not None:
            key = forms.of(expression, slot)
            keys.append((expression, slot, numbers.setdefault(key, len(numbers))))
        if not isinstance(expression, ir.Quantified):
            continue
        if is_symmetric(expression.binder):
            halved.append((expression.binder, is_halved(expression.binder, expression.body)))
        on = _components_of(expression, known)
        if on and all(is_decided(one, lets) for one in on):
            parts.append((expression.binder, on))
    return ExpressionFacts(slots, keys, halved, parts)


def key_slot(expression: ir.Expression, used: frozenset[int]) -> int | None:
    """The variable of the key by which the values of an expression are kept; None where they are not, or by no key."""
    if type(expression) not in MEMOISED or len(used) > 1 or (used and type(expression) is ir.GraphWord):
        return None
    return next(iter(used), NO_VARIABLE)


def _components_of(quantifier: ir.Quantified, known: FreeSlots) -> tuple[ir.Expression, ...]:
    """The components of a quantifier's variable, if its body speaks of the variable only so; else nothing."""
    slots = quantifier.binder.slots
    result: list[ir.Expression] = []
    return tuple(result) if len(slots) == 1 and _only_components(quantifier.body, slots[0], known, result) else ()


def _only_components(body: ir.Expression, slot: int, known: FreeSlots, result: list[ir.Expression]) -> bool:
    """Whether a body speaks of a variable only as its component in a set without variables; these are added."""
    if slot not in free_slots(body, known):
        return True
    match body:
        case ir.LocalVariable():
            return False
        case ir.GraphWord("component", (ir.LocalVariable(), *others), relation) if not any(
            free_slots(one, known) for one in ([*others] if relation is None else [*others, relation])
        ):
            result.append(body)
            return True
        case ir.Apply(_, slots, arguments, inside):
            names = [name for name, one in zip(slots, arguments, strict=True) if _is(one, slot)]
            inner: list[ir.Expression] = []
            fine = all(_only_components(inside, name, known, inner) for name in names)
            others = [inside, *(one for one in arguments if not _is(one, slot))]
            result += [_with_place(one, slot) for one in inner]
            return fine and all(_only_components(one, slot, known, result) for one in others)
        case _:
            return all(_only_components(part, slot, known, result) for part in children(body))


def _is(expression: ir.Expression, slot: int) -> bool:
    return isinstance(expression, ir.LocalVariable) and expression.slot == slot


def _with_place(component: ir.Expression, slot: int) -> ir.Expression:
    """The same component of the variable for which a `let` has a name of its own."""
    assert isinstance(component, ir.GraphWord)
    place, *others = component.arguments
    assert isinstance(place, ir.LocalVariable)
    return msgspec.structs.replace(component, arguments=(msgspec.structs.replace(place, slot=slot), *others))


def _grounded(rules: ir.Ruleset) -> Iterator[ir.Expression]:
    """All expressions with parts, each once: a `let` with parameters is the same wherever it is called."""
    waiting: list[ir.Expression] = [let.body for let in rules.lets]
    for rule in rules.rules:
        waiting += [rule.body, *(hole.value for hole in rule.sentence if isinstance(hole, ir.Hole))]
        waiting += [] if rule.condition is None else [rule.condition]
    kinds = [*(given.kind for given in rules.givens), *(find.kind for find in (*rules.finds, *rules.hidden))]
    for kind in kinds:
        waiting.extend(declaration_expressions(kind))
    seen: set[int] = set()
    while waiting:
        expression = waiting.pop()
        if type(expression) in LEAVES or id(expression) in seen:
            continue
        seen.add(id(expression))
        yield expression
        waiting.extend(children(expression))
