"""Traverses expressions: children, depth, free variables, equality up to names, whether the board decides them.

Also lists the expressions of a declaration.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


def free_slots(expression: ir.Expression, known: FreeSlots) -> frozenset[int]:
    """The slots of the free variables; `known` keeps those of each part that has any parts itself."""
    if type(expression) is ir.LocalVariable:
        return frozenset((expression.slot,))
    kept = known.get(id(expression))
    if kept is not None:
        return kept[1]
    inside = children(expression)
    if not inside:
        return _NONE
    result = _NONE.union(*[free_slots(part, known) for part in inside])
    match expression:
        case ir.Quantified(binder=binder) | ir.Comprehension(binder) | ir.Values(binder):
            result = result.difference(binder.slots)
        case ir.Apply(_, slots):
            result = result.difference(slots)
        case _:
            pass
    known[id(expression)] = expression, result
    return result


_COMMUTING = (ir.Comparator.EQUAL, ir.Comparator.UNEQUAL)
_TURNED = {ir.Comparator.GREATER: ir.Comparator.LESS, ir.Comparator.AT_LEAST: ir.Comparator.AT_MOST}


def are_interchangeable(body: ir.Expression, first: int, second: int) -> bool:
    """Whether `body` stays the same if the two slots swap, up to the order of commutative operands."""
    forms = _Forms()
    return forms.of(body, {first: -1, second: -2}) == forms.of(body, {first: -2, second: -1})


class _Forms:
    """Numbers of expressions, equal for those that differ only by the order of commuting operands.

    `numbers`: by what an expression consists of, with numbers in place of its parts.  `known`: by the identity of an
    expression and what its variables stand for, so that a `let` that is called twice is looked through once.
    """

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.known: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}

    def of(self, thing: object, names: Mapping[int, int]) -> int:
        """The number of an expression, or of anything in one; `names` has the numbers of variables."""
        key = id(thing), tuple(sorted(names.items()))
        if key not in self.known:
            form = self._form(thing, names)
            self.known[key] = form if type(form) is int else self.numbers.setdefault(form, len(self.numbers))
        return self.known[key]

    def _form(self, thing: object, names: Mapping[int, int]) -> object:
        def unordered(things: Iterable[object]) -> Sequence[int]:
            return sorted(self.of(one, names) for one in things)

        if type(thing) is tuple:
            return ("tuple", *[self.of(item, names) for item in thing])
        if not isinstance(thing, Spanned):
            return ("value", type(thing), thing)
        match thing:
            case ir.LocalVariable(slot):
                return names.get(slot, ("variable", slot))
            case ir.Junction(every, items):
                return ("junction", every, *unordered(items))
            case ir.Member(element, members) if (joined := _component(members)) is not None:
                place, *graph = joined
                return ("joined", *unordered((element, place)), *(self.of(part, names) for part in graph))
            case ir.BinaryComparison(order, left, right):
                if order in _COMMUTING:
                    return ("comparison", order, *unordered((left, right)))
                one, other, turned = self.of(left, names), self.of(right, names), _TURNED.get(order)
                return ("comparison", order, one, other) if turned is None else ("comparison", turned, other, one)
            case ir.Builtin("between", ends):
                return ("between", *unordered(ends))
            case ir.SetLiteral(elements):
                return ("set", *unordered(elements))
            case ir.Apply(_, slots, arguments, body):
                inner = {slot: self.of(one, names) for slot, one in zip(slots, arguments, strict=True)}
                return self.of(body, {**names, **inner})
            case ir.Arithmetic("+" | "*" as operator, left, right) | ir.SetOperation(
                "+" | "&" as operator, left, right
            ):
                return ("operation", operator, *unordered((left, right)))
            case _:
                fields = _type_fields(type(thing))
                return (type(thing), *[self.of(getattr(thing, name), names) for name in fields])


def _component(members: ir.Expression) -> tuple[object, ...] | None:
    """Match the component of a place as its place, set and relation: the place of an element has it in its own."""
    match members:
        case ir.GraphWord("component", (place, among), relation):
            return place, among, relation
        case ir.Apply(_, (slot,), (place,), ir.GraphWord("component", (ir.LocalVariable(own), among), relation)):
            parts = [among] if relation is None else [among, relation]
            if own == slot and not any(slot in free_slots(part, {}) for part in parts):
                return place, among, relation
        case _:
            pass
    return None


@functools.cache
def _type_fields(kind: type[Spanned]) -> tuple[str, ...]:
    """The fields by which forms differ: where the parts are the same, so is the type, but for what is known."""
    less = ("span",) if kind is ir.Constant else ("span", "type")
    return tuple(name for name in kind.__struct_fields__ if name not in less)


class AlphaKeys:
    """Keys that are equal for expressions which differ only by the slot and the name of one variable.

    `forms`: keys by what an expression consists of, with the keys of its parts.  `known`: by the identity of an
    expression, which is kept, and the slot, so that nothing is looked through twice.
    """

    def __init__(self) -> None:
        self.forms: dict[object, object] = {}
        self.known: dict[tuple[int, int], tuple[object, object]] = {}

    def of(self, thing: object, slot: int) -> object:
        """The key of an expression, or of anything in one."""
        if type(thing) is ir.LocalVariable:
            return AlphaKeys if thing.slot == slot else thing
        if type(thing) is tuple:
            return tuple([self.of(item, slot) for item in thing])
        if not isinstance(thing, Spanned):
            return thing
        kept = self.known.get((id(thing), slot))
        if kept is None:
            form = type(thing), *[self.of(getattr(thing, name), slot) for name in _type_fields(type(thing))]
            kept = self.known[id(thing), slot] = thing, self.forms.setdefault(form, object())
        return kept[1]
