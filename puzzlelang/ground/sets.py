"""The operations on sets."""

from collections.abc import Callable
from typing import Any

from puzzlelang.ground.board import SetValue
from puzzlelang.ground.parts import Reached
from puzzlelang.problem import build

Frame = list[Any]
Compiled = Callable[[Frame], Any]


def operation(operator: str, left: Compiled, right: Compiled) -> Compiled:
    """The set of what is in both, in either, or in the left one only."""
    return OPERATIONS[operator](left, right)


def _intersection(left: Compiled, right: Compiled) -> Compiled:
    def intersection(frame: Frame) -> Any:
        first, second = left(frame), right(frame)
        if isinstance(first, Reached):
            return first.restricted(second)
        if isinstance(second, Reached):
            return second.restricted(first)
        if len(second) < len(first):
            first, second = second, first
        return _both(first, second)

    return intersection


def _union(left: Compiled, right: Compiled) -> Compiled:
    def union(frame: Frame) -> Any:
        joined = dict(left(frame))
        for key, here in right(frame).items():
            joined[key] = build.disjunction((joined[key], here)) if key in joined else here
        return joined

    return union


def _both(first: SetValue, second: SetValue) -> SetValue:
    """What is in both; most memberships are known, and need no conjunction."""
    found: SetValue = {}
    for key, here in first.items():
        there = second.get(key, False)
        if here is True or there is False:
            here = there
        elif there is not True:
            here = build.conjunction((here, there))
        if here is not False:
            found[key] = here
    return found


def _difference(left: Compiled, right: Compiled) -> Compiled:
    def difference(frame: Frame) -> Any:
        less, found = right(frame), {}
        for key, here in left(frame).items():
            if (there := less.get(key, False)) is not False:
                here = build.conjunction((here, build.negation(there)))
            if here is not False:
                found[key] = here
        return found

    return difference


OPERATIONS: dict[str, Callable[[Compiled, Compiled], Compiled]] = {
    "&": _intersection,
    "+": _union,
    "-": _difference,
}
"""What each operator on sets makes of the two sides."""
