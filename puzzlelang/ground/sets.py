"""The operations on sets."""

from collections.abc import Callable
from typing import Any

from puzzlelang.ground import build
from puzzlelang.ground.parts import Reached

Frame = list[Any]
Compiled = Callable[[Frame], Any]


def operation(operator: str, left: Compiled, right: Compiled) -> Compiled:
    """The set of what is in both, in either, or in the left one only."""
    match operator:
        case "&":

            def intersection(frame: Frame) -> Any:
                first, second = left(frame), right(frame)
                if isinstance(first, Reached):
                    return first.restricted(second)
                if isinstance(second, Reached):
                    return second.restricted(first)
                if len(second) < len(first):
                    first, second = second, first
                both = ((key, build.conjunction((here, second[key]))) for key, here in first.items() if key in second)
                return {key: here for key, here in both if here is not False}

            return intersection
        case "+":

            def union(frame: Frame) -> Any:
                joined = dict(left(frame))
                for key, here in right(frame).items():
                    joined[key] = build.disjunction((joined[key], here)) if key in joined else here
                return joined

            return union
        case _:
            return _difference(left, right)


def _difference(left: Compiled, right: Compiled) -> Compiled:
    def difference(frame: Frame) -> Any:
        less = right(frame)
        kept = (
            (key, build.conjunction((here, build.negation(less[key]))) if key in less else here)
            for key, here in left(frame).items()
        )
        return {key: here for key, here in kept if here is not False}

    return difference
