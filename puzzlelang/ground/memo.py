"""Memo of shared values, computed once for a board, a set, or a place."""

from collections.abc import Callable

import msgspec

from puzzlelang.geometry.places import Border, Cell, Link
from puzzlelang.ground.curves import Curve
from puzzlelang.ground.values import Compiled, Component, Element, Frame, SetValue, Value
from puzzlelang.problem.record import Graph


class Memo(msgspec.Struct, eq=False):
    """Caches of one board.

    `lets` and `words`: by name.  `closed`: by identity of an expression without variables.  `placed`: by an expression
    with one variable, whatever its name, then by the variable's value.  `called`: by word, then by arguments.  Caches
    of sets use the set's identity as key; they keep the set alive, so that no other set gets it.
    """

    lets: dict[str, Value] = msgspec.field(default_factory=dict)
    words: dict[str, Value] = msgspec.field(default_factory=dict)
    closed: dict[int, Value] = msgspec.field(default_factory=dict)
    placed: dict[object, dict[Value, Value]] = msgspec.field(default_factory=dict)
    called: dict[str, dict[object, Value]] = msgspec.field(default_factory=dict)
    graphs: dict[tuple[int, int], tuple[SetValue, SetValue | None, Graph]] = msgspec.field(default_factory=dict)
    relations: dict[int, tuple[SetValue, Graph]] = msgspec.field(default_factory=dict)
    neighbours: dict[int, tuple[SetValue | None, dict[Element, list[Element]]]] = msgspec.field(default_factory=dict)
    along: dict[int, tuple[SetValue, SetValue]] = msgspec.field(default_factory=dict)
    strands: dict[int, tuple[SetValue, SetValue]] = msgspec.field(default_factory=dict)
    curves: dict[int, Curve] = msgspec.field(default_factory=dict)
    links_at: dict[Cell, list[Link]] = msgspec.field(default_factory=dict)
    links_from: dict[Element, list[Link]] = msgspec.field(default_factory=dict)
    borders_at: dict[Cell, list[Border]] = msgspec.field(default_factory=dict)


def for_each_place(made: Compiled, slot: int, known: dict[Value, Value]) -> Compiled:
    """A value of one variable, cached by place; components to be found are not cached."""

    def value(frame: Frame) -> Value:
        place = frame[slot]
        if not isinstance(place, msgspec.Struct) or isinstance(place, Component):
            return made(frame)
        if place not in known:
            known[place] = made(frame)
        return known[place]

    return value


def memoised_word(meaning: Callable[..., Value], arguments: list[Compiled], known: dict[object, Value]) -> Compiled:
    """A word cached by its places; sets and components to be found are not cached."""
    if len(arguments) == 1:
        return _word_of_one(meaning, arguments[0], known)
    first, rest = arguments[0], arguments[1:]

    def value(frame: Frame) -> Value:
        found = (first(frame), *[argument(frame) for argument in rest])
        if isinstance(found[0], dict | Component) or isinstance(found[-1], dict):
            return meaning(*found)
        if found not in known:
            known[found] = meaning(*found)
        return known[found]

    return value


def _word_of_one(meaning: Callable[..., Value], argument: Compiled, known: dict[object, Value]) -> Compiled:
    def value(frame: Frame) -> Value:
        place = argument(frame)
        if isinstance(place, dict | Component):
            return meaning(place)
        if place not in known:
            known[place] = meaning(place)
        return known[place]

    return value


def memoised_application(slots: tuple[int, ...], arguments: list[Compiled], body: Compiled, own: bool) -> Compiled:
    """A `let` with parameters, cached by places if its body uses only its `own` parameters."""
    known: dict[tuple[Value, ...], Value] = {}

    def value(frame: Frame) -> Value:
        found = tuple(argument(frame) for argument in arguments)
        kept = own and all(isinstance(argument, msgspec.Struct) for argument in found)
        if kept and found in known:
            return known[found]
        for slot, argument in zip(slots, found, strict=True):
            frame[slot] = argument
        result = body(frame)
        if kept:
            known[found] = result
        return result

    return value
