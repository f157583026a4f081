"""Operations on sets."""

from collections.abc import Callable, Collection, Sequence
from typing import cast

from puzzlelang.geometry.places import WAYS
from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.values import Compiled, Frame, OfSet, SetValue, Value, as_set, as_term
from puzzlelang.problem import build


def operation(operator: str, left: Compiled, right: Compiled) -> OfSet:
    """The intersection, union or difference of sets."""
    return OPERATIONS[operator](as_set(left), as_set(right))


def by_direction(
    meaning: Callable[..., Value], arguments: list[Compiled], place: int, members: Sequence[str], names: Collection[str]
) -> OfSet:
    """Return the set of a word whose direction is a name to be found: a union over all directions.

    Each element belongs under the formula that the name is its direction.  `place` is the position of the direction
    among the arguments; `members` are the names of its enumeration, `names` those that the word takes for directions.
    """
    named = {members.index(name): way for name, way in WAYS.items() if name in members and name in names}
    direction = as_term(arguments[place])

    def union(frame: Frame) -> SetValue:
        taken = [argument(frame) for argument in arguments]
        name, result = direction(frame), SetValue()
        if isinstance(name, int):
            taken[place] = named.get(name)
            return result if taken[place] is None else cast("SetValue", meaning(*taken))
        for position, way in named.items():
            this = build.equal(name, position)
            if this is False:
                continue
            taken[place] = way
            for key, here in cast("SetValue", meaning(*taken)).items():
                result[key] = build.disjunction((result.get(key, False), build.conjunction((this, here))))
        return result

    return union


def _intersection(left: OfSet, right: OfSet) -> OfSet:
    def intersection(frame: Frame) -> SetValue:
        first, second = left(frame), right(frame)
        if isinstance(first, ComponentSet):
            return first.restricted(second)
        if isinstance(second, ComponentSet):
            return second.restricted(first)
        if len(second) < len(first):
            first, second = second, first
        return _both(first, second)

    return intersection


def _union(left: OfSet, right: OfSet) -> OfSet:
    def union(frame: Frame) -> SetValue:
        joined, more = dict(left(frame)), right(frame)
        both = [(key, joined[key]) for key in more if key in joined]
        joined.update(more)
        for key, here in both:
            joined[key] = build.disjunction((here, more[key]))
        return joined

    return union


def _both(first: SetValue, second: SetValue) -> SetValue:
    """The intersection; most memberships are known, and need no conjunction."""
    set_value: SetValue = {}
    for key, here in first.items():
        there = second.get(key, False)
        if here is True or there is False:
            here = there
        elif there is not True:
            here = build.conjunction((here, there))
        if here is not False:
            set_value[key] = here
    return set_value


def _difference(left: OfSet, right: OfSet) -> OfSet:
    def difference(frame: Frame) -> SetValue:
        whole, less = left(frame), right(frame)
        if isinstance(whole, ComponentSet) and not isinstance(less, ComponentSet):
            return whole.without(less)
        set_value: SetValue = {}
        for key, here in whole.items():
            if (there := less.get(key, False)) is not False:
                here = build.conjunction((here, build.negation(there)))
            if here is not False:
                set_value[key] = here
        return set_value

    return difference


OPERATIONS: dict[str, Callable[[OfSet, OfSet], OfSet]] = {
    "&": _intersection,
    "+": _union,
    "-": _difference,
}
"""What each operator on sets makes of the two sides."""
