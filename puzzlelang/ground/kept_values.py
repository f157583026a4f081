"""Functions of a frame that keep their values: once, for each place, for each set, for each few places."""

from collections.abc import Sequence
from operator import itemgetter
from typing import get_args

from puzzlelang.geometry.places import Place
from puzzlelang.ground.values import Compiled, Frame, OfSet, OfTerm, SetValue, Value
from puzzlelang.problem.record import Term

_PLACES: frozenset[type] = frozenset(
    kind for base in get_args(Place) for kind in (base, *base.__subclasses__())
)  # a lattice has cells of its own


def for_each_place(closure: Compiled, slot: int, known: dict[Value, Value]) -> Compiled:
    """A value of one variable, cached by place; components to be found are not cached."""

    def value(frame: Frame) -> Value:
        place = frame[slot]
        if type(place) not in _PLACES:
            return closure(frame)
        if place not in known:
            known[place] = closure(frame)
        return known[place]

    return value


def known_for_each_place(closure: OfTerm, slot: int) -> OfTerm:
    """A number of one variable; it is cached by place where the board decides it."""
    known: dict[Value, int] = {}

    def value(frame: Frame) -> Term:
        place = frame[slot]
        if type(place) not in _PLACES:
            return closure(frame)
        result = known.get(place)
        if result is None:
            term = closure(frame)
            if type(term) is int:
                known[place] = term
            return term
        return result

    return value


def for_each_set(closure: Compiled, sets: Sequence[OfSet]) -> Compiled:
    """A value that depends on sets alone, cached for these: a set that the board decides is one for all its members."""
    known: dict[tuple[int, ...], tuple[list[SetValue], Value]] = {}

    def value(frame: Frame) -> Value:
        result = [members(frame) for members in sets]
        key = tuple(map(id, result))
        if key not in known:
            known[key] = result, closure(frame)
        return known[key][1]

    return value


def known_once(closure: OfTerm) -> OfTerm:
    """A number without variables; it is computed once where the board decides it."""
    known: int | None = None

    def value(frame: Frame) -> Term:
        nonlocal known
        if known is not None:
            return known
        term = closure(frame)
        if type(term) is int:
            known = term
        return term

    return value


MOST_MISSES = 32
"""A value of several variables is no longer cached once so many of its values were asked for but once."""


def for_places(closure: Compiled, slots: tuple[int, ...]) -> Compiled:
    """A value of several variables, cached by places as long as the same ones come again.

    Those around them often have more variables: what is said of two directions is the same for each cell.
    """
    known: dict[tuple[Value, ...], Value] = {}
    hits = 0
    pick = itemgetter(*slots)

    def value(frame: Frame) -> Value:
        nonlocal hits
        if hits < 0:
            return closure(frame)
        places = pick(frame)
        for place in places:
            if type(place) not in _PLACES:
                return closure(frame)
        if places in known:
            hits += 1
            return known[places]
        result = known[places] = closure(frame)
        if len(known) > MOST_MISSES * (1 + hits):
            hits = -1
            known.clear()
        return result

    return value
