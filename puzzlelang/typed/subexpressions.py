"""Traverses expressions: children, depth, free variables, whether the board decides them.

Also lists the expressions of a declaration.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, assert_never

import msgspec

from puzzlelang.source import Spanned
from puzzlelang.typed import ir


def children(expression: ir.Expression) -> Sequence[ir.Expression]:
    """The expressions directly inside, binders included, in the order written."""
    return CHILDREN[type(expression)](expression)


def _bound(binder: ir.Binder) -> tuple[ir.Expression, ...]:
    return (binder.domain,) if binder.condition is None else (binder.domain, binder.condition)


def _both(result: ir.BinaryComparison | ir.Arithmetic | ir.SetOperation) -> tuple[ir.Expression, ...]:
    return result.left, result.right


def _quantifier_parts(quantifier: ir.Quantified) -> tuple[ir.Expression, ...]:
    amount = () if quantifier.amount is None else (quantifier.amount,)
    return *amount, *_bound(quantifier.binder), quantifier.body


def _graph_word(graph_word: ir.GraphWord) -> tuple[ir.Expression, ...]:
    return graph_word.arguments if graph_word.relation is None else (*graph_word.arguments, graph_word.relation)


LEAVES: frozenset[type] = frozenset((ir.Constant, ir.LocalVariable, ir.LetValue, ir.Symbol))
"""The expressions that have no parts."""

CHILDREN: Mapping[type, Callable[[Any], Sequence[ir.Expression]]] = {
    **dict.fromkeys(LEAVES, lambda _: ()),
    ir.Lookup: lambda found: (found.key,),
    ir.RegionOf: lambda found: (found.cell,),
    ir.Builtin: lambda found: found.arguments,
    ir.Guard: lambda found: (found.value,),
    ir.Negation: lambda found: (found.part,),
    ir.Member: lambda found: (found.element, found.container),
    ir.Junction: lambda found: found.parts,
    ir.SetLiteral: lambda found: found.elements,
    ir.Conditional: lambda found: (found.condition, found.then, found.other),
    **dict.fromkeys((ir.BinaryComparison, ir.Arithmetic, ir.SetOperation), _both),
    ir.Range: lambda found: (found.low, found.high),
    ir.Comprehension: lambda found: _bound(found.binder),
    ir.Values: lambda found: (*_bound(found.binder), found.value),
    ir.Quantified: _quantifier_parts,
    ir.Aggregate: lambda found: (found.argument,),
    ir.Apply: lambda found: (*found.arguments, found.body),
    ir.GraphWord: _graph_word,
}
"""What is directly inside an expression of each type.  Grounding asks every expression, and a table is faster."""


def subexpressions(expression: ir.Expression) -> Iterator[ir.Expression]:
    """The expression and all its descendants, outermost first."""
    waiting = [expression]
    while waiting:
        result = waiting.pop()
        yield result
        waiting.extend(reversed(children(result)))


def rebuild(thing: object, replace: Callable[[object], object]) -> object:
    """An expression, or anything in one, with the parts that `replace` changes; unchanged ones stay the same objects.

    `replace` returns its argument for what it leaves to this function, which then looks at the parts.
    """
    if (other := replace(thing)) is not thing:
        return other
    match thing:
        case ir.Binder() | Spanned():
            old = {name: getattr(thing, name) for name in thing.__struct_fields__ if name not in ("span", "type")}
            new = {name: rebuild(value, replace) for name, value in old.items()}
            changed = {name: value for name, value in new.items() if value is not old[name]}
            return msgspec.structs.replace(thing, **changed) if changed else thing
        case tuple():
            parts = tuple(rebuild(part, replace) for part in thing)
            return parts if any(one is not other for one, other in zip(parts, thing, strict=True)) else thing
        case _:
            return thing


def declaration_expressions(kind: ir.DeclaredType) -> Iterator[ir.Expression]:
    """The expressions of a declaration: its domain, then the ends of its range, as far as it has them."""
    match kind:
        case ir.SetKind(domain=domain) | ir.PartitionKind(domain=domain):
            result: tuple[ir.Expression | None, ...] = (domain,)
        case ir.FunctionKind(domain=domain, value=value):
            result = (domain, value.low, value.high)
        case ir.SingleKind(value):
            result = (value.low, value.high)
        case ir.GroupsKind():
            result = ()
        case _:
            assert_never(kind)
    yield from (expression for expression in result if expression is not None)


def nesting_depth(expression: ir.Expression, lets: Mapping[str, int]) -> int:
    """The depth of the expression; `lets` has the depths of the named ones."""
    most, waiting = 0, [(expression, 1)]
    while waiting:
        result, level = waiting.pop()
        most = max(most, level + (lets.get(result.name, 0) if isinstance(result, ir.LetValue) else 0))
        waiting.extend((part, level + 1) for part in children(result))
    return most


def is_decided(expression: ir.Expression, lets: Mapping[str, ir.Let]) -> bool:
    """Whether the givens alone determine the value: neither it nor a named part contains a find."""
    for part in subexpressions(expression):
        match part:
            case ir.Guard():
                continue
            case ir.Symbol(_, ir.SymbolRole.FIND) | ir.Lookup(_, ir.SymbolRole.FIND):
                return False
            case ir.LetValue(name):
                if name in lets and not is_decided(lets[name].body, lets):
                    return False
            case _:
                pass
    return True


FreeSlots = dict[int, tuple[ir.Expression, frozenset[int]]]
"""Free variables by the identity of an expression, which is kept with them."""

_NONE: frozenset[int] = frozenset()

_BINDING = frozenset((ir.Quantified, ir.Comprehension, ir.Values, ir.Apply))
"""The expressions that have variables of their own."""


def free_slots(expression: ir.Expression, known: FreeSlots) -> frozenset[int]:
    """The slots of the free variables; `known` keeps those of each part that has any parts itself."""
    kind = type(expression)
    if kind is ir.LocalVariable:
        return frozenset((expression.slot,))  # type: ignore[union-attr]
    if kind in LEAVES:
        return _NONE
    kept = known.get(id(expression))
    if kept is not None:
        return kept[1]
    result = _NONE
    for part in CHILDREN[kind](expression):
        if used := free_slots(part, known):
            result = result | used if result else used
    if result and kind in _BINDING:  # most expressions bind nothing, which `match` is slow to find out
        match expression:
            case ir.Quantified(binder=binder) | ir.Comprehension(binder) | ir.Values(binder):
                result = result.difference(binder.slots)
            case ir.Apply(_, slots):
                result = result.difference(slots)
            case _:
                pass
    known[id(expression)] = expression, result
    return result
