"""Looks through the expressions of a ruleset for the facts that grounding asks of them."""

from collections.abc import Iterator

from puzzlelang.typed import ir
from puzzlelang.typed.equal_forms import AlphaKeys
from puzzlelang.typed.expression_facts import ExpressionFacts
from puzzlelang.typed.pair_symmetry import is_halved, is_symmetric
from puzzlelang.typed.subexpressions import LEAVES, FreeSlots, children, declaration_expressions, free_slots

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
    for expression in _grounded(rules):
        used = free_slots(expression, known)
        slots.append((expression, sets.setdefault(used, used)))
        if (slot := key_slot(expression, used)) is not None:
            key = forms.of(expression, slot)
            keys.append((expression, slot, numbers.setdefault(key, len(numbers))))
        if type(expression) is ir.Quantified and is_symmetric(expression.binder):
            halved.append((expression.binder, is_halved(expression.binder, expression.body)))
    return ExpressionFacts(slots, keys, halved)


def key_slot(expression: ir.Expression, used: frozenset[int]) -> int | None:
    """The variable of the key by which the values of an expression are kept; None where they are not, or by no key."""
    if type(expression) not in MEMOISED or len(used) > 1 or (used and type(expression) is ir.GraphWord):
        return None
    return next(iter(used), NO_VARIABLE)


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
