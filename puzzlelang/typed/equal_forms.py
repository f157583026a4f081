"""Equality of expressions: up to the order of commuting operands, or up to the name of one variable."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, cast

import msgspec

from puzzlelang.source import Spanned
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import free_slots

_COMMUTING = (ir.Comparator.EQUAL, ir.Comparator.UNEQUAL)
_TURNED = {ir.Comparator.GREATER: ir.Comparator.LESS, ir.Comparator.AT_LEAST: ir.Comparator.AT_MOST}


def are_interchangeable(body: ir.Expression, first: int, second: int) -> bool:
    """Whether `body` stays the same if the two slots swap, up to the order of commutative operands."""
    forms = _Forms()
    return forms.of(body, _names({first: -1, second: -2})) == forms.of(body, _names({first: -2, second: -1}))


class _Names(msgspec.Struct, frozen=True, eq=False):
    """The numbers of variables by their slots, and a `key` that is equal for equal ones."""

    numbers: Mapping[int, int]
    key: tuple[tuple[int, int], ...]


def _names(numbers: Mapping[int, int]) -> _Names:
    return _Names(numbers, tuple(sorted(numbers.items())))


class _Forms:
    """Numbers of expressions, equal for those that differ only by the order of commuting operands.

    `numbers`: by what an expression consists of, with numbers in place of its parts.  `known`: by the identity of an
    expression and what its variables stand for, so that a `let` that is called twice is looked through once.
    """

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.known: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}

    def of(self, thing: object, names: _Names) -> int:
        """The number of an expression, or of anything in one; `names` has the numbers of variables."""
        key = id(thing), names.key
        number = self.known.get(key)
        if number is None:
            form = self._form(thing, names)
            number = form if type(form) is int else self.numbers.setdefault(form, len(self.numbers))
            self.known[key] = number
        return number

    def _unordered(self, things: Iterable[object], names: _Names) -> Sequence[int]:
        return sorted([self.of(one, names) for one in things])

    def _form(self, thing: object, names: _Names) -> object:
        kind = type(thing)
        if kind is tuple:
            return ("tuple", *[self.of(item, names) for item in cast("tuple[object, ...]", thing)])
        if not isinstance(thing, Spanned):
            return ("value", kind, thing)
        special = self._special_form(thing, names) if kind in _SPECIAL else None
        return (kind, *[self.of(one, names) for one in _fields(thing)]) if special is None else special

    def _special_form(self, thing: Spanned, names: _Names) -> object | None:
        """The form of an expression whose operands commute, or whose variables stand for something; else None."""
        match thing:
            case ir.LocalVariable(slot):
                return names.numbers.get(slot, ("variable", slot))
            case ir.Junction(every, items):
                return ("junction", every, *self._unordered(items, names))
            case ir.Member(element, members) if (joined := _component(members)) is not None:
                place, *graph = joined
                return ("joined", *self._unordered((element, place), names), *[self.of(part, names) for part in graph])
            case ir.BinaryComparison(order, left, right):
                if order in _COMMUTING:
                    return ("comparison", order, *self._unordered((left, right), names))
                one, other, turned = self.of(left, names), self.of(right, names), _TURNED.get(order)
                return ("comparison", order, one, other) if turned is None else ("comparison", turned, other, one)
            case ir.Builtin("between", ends):
                return ("between", *self._unordered(ends, names))
            case ir.SetLiteral(elements):
                return ("set", *self._unordered(elements, names))
            case ir.Apply(_, slots, arguments, body):
                inner = {slot: self.of(one, names) for slot, one in zip(slots, arguments, strict=True)}
                return self.of(body, _names({**names.numbers, **inner}))
            case ir.Arithmetic("+" | "*" as operator, left, right) | ir.SetOperation(
                "+" | "&" as operator, left, right
            ):
                return ("operation", operator, *self._unordered((left, right), names))
            case _:
                return None


_SPECIAL = frozenset((
    ir.LocalVariable, ir.Junction, ir.Member, ir.BinaryComparison, ir.Builtin, ir.SetLiteral, ir.Apply, ir.Arithmetic,
    ir.SetOperation,
))  # fmt: skip
"""The expressions that `_Forms` looks at by their kind; of most only the fields count."""


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


_GETTERS: dict[type, Callable[[Any], tuple[object, ...]]] = {}
"""Readers of the fields that `_fields` returns, by type."""


def _fields(thing: Spanned) -> tuple[object, ...]:
    """The fields by which forms differ: where the parts are the same, so is the type, but for what is known."""
    getter = _GETTERS.get(type(thing))
    if getter is None:
        less = ("span",) if type(thing) is ir.Constant else ("span", "type")
        names = [name for name in thing.__struct_fields__ if name not in less]
        one = attrgetter(*names)
        getter = _GETTERS[type(thing)] = one if len(names) > 1 else lambda found: (one(found),)
    return getter(thing)


class AlphaKeys:
    """Keys that are equal for expressions which differ only by the slot and the name of one variable.

    `forms`: keys by what an expression consists of, with the keys of its parts.  `known`: by the identity of an
    expression, which is kept, and the slot, so that nothing is looked through twice.
    """

    def __init__(self, known: Mapping[tuple[int, int], tuple[object, object]] | None = None) -> None:
        self.forms: dict[object, object] = {}
        self.known: dict[tuple[int, int], tuple[object, object]] = dict(known or {})

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
            form = type(thing), *[self.of(one, slot) for one in _fields(thing)]
            kept = self.known[id(thing), slot] = thing, self.forms.setdefault(form, object())
        return kept[1]
