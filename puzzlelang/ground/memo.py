"""Values that are the same for the same places, and are made once."""

from collections.abc import Callable
from typing import Any

import msgspec

from puzzlelang.ground.parts import Part

Frame = list[Any]
Compiled = Callable[[Frame], Any]


def for_each_place(made: Compiled, slot: int) -> Compiled:
    """A value that depends on one variable; of what is no place, and of parts to be found, nothing is kept."""
    known: dict[Any, Any] = {}

    def value(frame: Frame) -> Any:
        place = frame[slot]
        if not isinstance(place, msgspec.Struct) or isinstance(place, Part):
            return made(frame)
        if place not in known:
            known[place] = made(frame)
        return known[place]

    return value


def word(meaning: Callable[..., Any], arguments: list[Compiled], known: dict[Any, Any]) -> Compiled:
    """A word whose value for the same places is the same; of sets and of parts to be found nothing is kept."""
    first, rest = arguments[0], arguments[1:]

    def value(frame: Frame) -> Any:
        place = first(frame)
        others = tuple(argument(frame) for argument in rest)
        if isinstance(place, dict | Part) or (others and isinstance(others[-1], dict)):
            return meaning(place, *others)
        key = (place, *others) if others else place
        if key not in known:
            known[key] = meaning(place, *others)
        return known[key]

    return value


def application(slots: tuple[int, ...], arguments: list[Compiled], body: Compiled, own: bool) -> Compiled:
    """A `let` with parameters; if its body uses nothing but its `own` parameters, once for the same places."""
    known: dict[tuple[Any, ...], Any] = {}

    def value(frame: Frame) -> Any:
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
