"""Memo of shared values, computed once for a board, a set, or a place."""

from collections.abc import Callable, Mapping

import msgspec

from puzzlelang.geometry.places import Border, Cell, Group, Link
from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.curves import Curve
from puzzlelang.ground.kept_values import for_each_place, for_places, known_for_each_place, known_once
from puzzlelang.ground.values import Compiled, Component, Element, Frame, SetValue, Value, as_term
from puzzlelang.problem.record import Formula, Graph, Term
from puzzlelang.typed import ir
from puzzlelang.typed.equal_forms import AlphaKeys
from puzzlelang.typed.expression_facts import NO_FACTS, ExpressionFacts
from puzzlelang.typed.facts_of_rules import MEMOISED, NO_VARIABLE
from puzzlelang.typed.pair_symmetry import is_halved
from puzzlelang.typed.subexpressions import FreeSlots, free_slots
from puzzlelang.typed.types import NumberType
from puzzlelang.typed.words.builtins import is_geometric


class Memo(msgspec.Struct, eq=False):
    """Caches of one board.

    `compiled` and `slots`: functions and free variables of expressions, by their identity; the expression is kept.
    `keys`: the keys of equal ones.  `facts`: what the ruleset knows of its expressions.
    `constants` and `meanings`: what `builtins` says of words without and with arguments.  `lets` and `words`: by name.
    `closed`: by an expression without variables, wherever it stands.  `placed`: by an expression
    with one variable, whatever its name, then by the variable's value.  `called`: by word, then by arguments.
    `alike`: graphs by the elements of their sets with the conditions of these.  Caches of sets use the set's identity
    as key; they keep the set alive, so that no other set gets it.
    """

    compiled: dict[int, tuple[ir.Expression, Compiled]] = msgspec.field(default_factory=dict)
    slots: FreeSlots = msgspec.field(default_factory=dict)
    keys: AlphaKeys = msgspec.field(default_factory=AlphaKeys)
    facts: ExpressionFacts = NO_FACTS
    constants: Mapping[str, Callable[[], Value]] = msgspec.field(default_factory=dict)
    meanings: Mapping[str, Callable[..., Value]] = msgspec.field(default_factory=dict)
    lets: dict[str, Value] = msgspec.field(default_factory=dict)
    words: dict[str, Value] = msgspec.field(default_factory=dict)
    closed: dict[object, Value] = msgspec.field(default_factory=dict)
    placed: dict[object, dict[Value, Value]] = msgspec.field(default_factory=dict)
    called: dict[str, dict[object, Value]] = msgspec.field(default_factory=dict)
    graphs: dict[tuple[int, int], tuple[SetValue, SetValue | None, Graph]] = msgspec.field(default_factory=dict)
    alike: dict[object, Graph] = msgspec.field(default_factory=dict)
    relations: dict[int, tuple[SetValue, Graph]] = msgspec.field(default_factory=dict)
    neighbours: dict[int, tuple[SetValue | None, dict[Element, list[Element]]]] = msgspec.field(default_factory=dict)
    along: dict[int, tuple[SetValue, SetValue]] = msgspec.field(default_factory=dict)
    stretches: dict[tuple[Group, int], tuple[SetValue, SetValue]] = msgspec.field(default_factory=dict)
    strands: dict[int, tuple[SetValue, SetValue]] = msgspec.field(default_factory=dict)
    inside: dict[int, tuple[SetValue, SetValue]] = msgspec.field(default_factory=dict)
    seams: dict[int, tuple[SetValue, SetValue]] = msgspec.field(default_factory=dict)
    curves: dict[int, Curve] = msgspec.field(default_factory=dict)
    links_at: dict[Cell, list[Link]] = msgspec.field(default_factory=dict)
    links_from: dict[Element, list[Link]] = msgspec.field(default_factory=dict)
    shapes: dict[object, tuple[object, Formula]] = msgspec.field(default_factory=dict)
    equalities: dict[tuple[int, int], tuple[Term, Term, Formula]] = msgspec.field(default_factory=dict)
    borders_at: dict[Cell, list[Border]] = msgspec.field(default_factory=dict)

    def is_halved(self, binder: ir.Binder, body: ir.Expression) -> bool:
        """Whether one order of each pair is enough; `body`: that of the binder's quantifier, or its negation."""
        kept = self.facts.halved.get(id(binder))
        return is_halved(binder, body) if kept is None else kept[1]

    def forget_functions(self) -> None:
        """Drop functions: they hold the board that holds them, so a search for cycles would have to find it all."""
        self.compiled.clear()
        self.constants = {}
        self.meanings = {}


def memo_of(facts: ExpressionFacts) -> Memo:
    """Return empty caches that begin with what is known of the expressions."""
    return Memo(slots=dict(facts.slots), keys=AlphaKeys(facts.keys), facts=facts)


def memoised_word(meaning: Callable[..., Value], arguments: list[Compiled], known: dict[object, Value]) -> Compiled:
    """A word cached by its places; sets and components to be found are not cached."""
    if len(arguments) == 1:
        return _word_of_one(meaning, arguments[0], known)
    kept = memoised_meaning(meaning, known)
    return lambda frame: kept(*[argument(frame) for argument in arguments])


def memoised_meaning(meaning: Callable[..., Value], known: dict[object, Value]) -> Callable[..., Value]:
    """Return what a word is of values, cached by places; sets and components to be found are not cached."""

    def value(*result: Value) -> Value:
        if isinstance(result[0], dict) or type(result[0]) is Component or isinstance(result[-1], dict):
            return meaning(*result)
        if result not in known:
            known[result] = meaning(*result)
        return known[result]

    return value


def by_places(name: str, meaning: Callable[..., Value], kept: Memo) -> Callable[..., Value]:
    """Return what a word is of values; cached if that depends on the geometry alone."""
    return memoised_meaning(meaning, kept.called.setdefault(name, {})) if is_geometric(name) else meaning


def _word_of_one(meaning: Callable[..., Value], argument: Compiled, known: dict[object, Value]) -> Compiled:
    def value(frame: Frame) -> Value:
        place = argument(frame)
        if isinstance(place, dict) or type(place) is Component:
            return meaning(place)
        if place not in known:
            known[place] = meaning(place)
        return known[place]

    return value


MOST_RECENT = 1_000
"""No more values of a `let` are kept for components, which have many places, or for variables from outside."""


def memoised_application(
    slots: tuple[int, ...], arguments: list[Compiled], body: Compiled, others: tuple[int, ...]
) -> Compiled:
    """A `let` with parameters, cached by the places and components that its body uses.

    `others`: the slots of variables from outside that the body uses as well.
    """
    known: dict[tuple[object, ...], Value] = {}
    recent: dict[tuple[object, ...], tuple[tuple[Value, ...], Value]] = {}

    def value(frame: Frame) -> Value:
        result = tuple(argument(frame) for argument in arguments)
        used = (*result, *(frame[slot] for slot in others)) if others else result
        if not others and all(isinstance(argument, msgspec.Struct) for argument in used):
            if used not in known:
                known[used] = applied(frame, result)
            return known[used]
        key = _key(used)
        if key is None:
            return applied(frame, result)
        if key not in recent:
            if len(recent) >= MOST_RECENT:
                recent.clear()
            recent[key] = used, applied(frame, result)
        return recent[key][1]

    def applied(frame: Frame, result: tuple[Value, ...]) -> Value:
        for slot, argument in zip(slots, result, strict=True):
            frame[slot] = argument
        return body(frame)

    return value


_LONG = (ir.Junction, ir.Quantified, ir.Conditional)
"""Bodies of quantifiers that take longer to ground than to look up."""


def memoised_body(quantifier: ir.Quantified, body: Compiled, slots: FreeSlots) -> Compiled:
    """The body of a quantifier, cached by the places that it uses, if only the elements depend on other variables.

    Around many cells stand the same ones: what is said of these alone is one formula.
    """
    used = free_slots(quantifier.body, slots)
    if not isinstance(quantifier.body, _LONG) or free_slots(quantifier, slots) <= used:
        return body
    return memoised_application((), [], body, tuple(sorted(used)))


def _key(arguments: tuple[Value, ...]) -> tuple[object, ...] | None:
    """Identify arguments that are places or whole components; None for others."""
    result: list[object] = []
    for one in arguments:
        if isinstance(one, ComponentSet) and one.within is None:
            result.append((id(one.graph), one.vertex))
        elif isinstance(one, msgspec.Struct):
            result.append(one)
        else:
            return None
    return tuple(result)


KEPT = MEMOISED | {ir.Aggregate}
"""The kinds of expressions that may keep their values."""


def cached(expression: ir.Expression, closure: Compiled, board_memo: Memo) -> Compiled:
    """Return a compiled expression that keeps its values, where the kind of expression is worth that."""
    if type(expression) not in MEMOISED:
        return _known_numbers(expression, closure, board_memo) if type(expression) is ir.Aggregate else closure
    if used := free_slots(expression, board_memo.slots):
        if type(expression) is ir.GraphWord:
            return closure
        if len(used) > 1:
            return for_places(closure, tuple(sorted(used)))
        (slot,) = used
        return for_each_place(closure, slot, board_memo.placed.setdefault(board_memo.keys.of(expression, slot), {}))
    key, known = board_memo.keys.of(expression, NO_VARIABLE), board_memo.closed

    def once(frame: Frame) -> Value:
        if key not in known:
            known[key] = closure(frame)
        return known[key]

    return once


def _known_numbers(aggregate: ir.Aggregate, closure: Compiled, board_memo: Memo) -> Compiled:
    used = free_slots(aggregate, board_memo.slots)
    if len(used) > 1 or not isinstance(aggregate.type, NumberType):
        return closure
    return known_for_each_place(as_term(closure), next(iter(used))) if used else known_once(as_term(closure))
