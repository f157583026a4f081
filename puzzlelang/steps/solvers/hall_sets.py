"""Values left to numbers that all differ, by Hall sets.

As many numbers as they have values left take these values (Hall 1935), and nothing else is excluded.  Of few numbers
all sets are tried; of more a matching tells which values take part in another one (Régin 1994).
"""

from collections.abc import Sequence

from puzzlelang.problem import nodes
from puzzlelang.steps.record import CaseGroup, bits, is_single

MOST_SETS = 10
"""Sets of more numbers than this are not tried one by one."""

MOST_NUMBERS = 120
"""More numbers than this are left to a solver."""


def is_distinct(group: CaseGroup) -> bool:
    """Whether a group says only that its variables differ, which all have the same range."""
    if len(group.cases) > 1 or len(group.variables) > MOST_NUMBERS:
        return False
    match group.cases[0].formula:
        case nodes.Distinct(terms):
            numbers = [term for term in terms if isinstance(term, nodes.Number)]
            low = {term.variable.low for term in numbers}
            return len(numbers) == len(terms) == len(group.variables) and len(low) == 1
        case _:
            return False


def reduced(masks: Sequence[int]) -> tuple[int, ...] | None:
    """The domain-consistent masks of numbers that differ; None if they cannot."""
    left = without_singles(masks)
    if left is None:
        return None
    if not (open_ := [place for place, mask in enumerate(left) if not is_single(mask)]):
        return tuple(left)
    if len(open_) > MOST_SETS:
        kept = _matched_values([left[place] for place in open_])
        if kept is None:
            return None
        for place, mask in zip(open_, kept, strict=True):
            left[place] = mask
        return tuple(left)
    tight = _excluded_values([left[place] for place in open_])
    if tight is None:
        return None
    for at, place in enumerate(open_):
        left[place] &= ~tight[at]
        if not left[place]:
            return None
    return tuple(left)


def _excluded_values(masks: Sequence[int]) -> list[int] | None:
    """Return for each number the values that a set of others takes; None if a set has fewer values than numbers.

    A set with as many values as there are numbers takes none away from others, and neither does any set with it.
    """
    many, tight = len(masks), [0] * len(masks)
    union = 0
    for mask in masks:
        union |= mask
    if union.bit_count() < many:
        return None
    sets = [(0, 0, 0)]
    for left, number in enumerate(sorted(range(many), key=lambda one: masks[one].bit_count()), 1 - many):
        larger, mask = [], masks[number]
        for values, size, members in sets:
            union, with_it = values | mask, members | 1 << number
            count = union.bit_count()
            if count >= many or count > size + 1 - left:  # no further numbers can make up for that
                continue
            if count <= size:
                return None
            if count == size + 1:
                tight = [one if with_it >> at & 1 else one | union for at, one in enumerate(tight)]
            larger.append((union, size + 1, with_it))
        sets += larger
    return tight


def _matched_values(masks: Sequence[int]) -> list[int] | None:
    """Return the values that a matching leaves: those of another number that can take one of its own instead.

    A number can give its value away along a chain to a value that nobody has, or around to the one that takes it.
    """
    owner = _matching(masks)
    if owner is None:
        return None
    own = {number: bit for bit, number in owner.items()}
    taken = sum(owner)
    moves = [0] * len(masks)
    for number, mask in enumerate(masks):
        for bit in bits(mask & taken & ~own[number]):
            moves[number] |= 1 << owner[bit]
    reach = list(moves)
    for middle, further in enumerate(reach):
        for number, there in enumerate(reach):
            if there >> middle & 1:
                reach[number] = there | further
                further = reach[middle]
    free = sum([1 << number for number, mask in enumerate(masks) if mask & ~taken])
    yielding = sum([1 << number for number, there in enumerate(reach) if there & free]) | free
    left = []
    for number, mask in enumerate(masks):
        kept = mask & ~taken | own[number]
        for other in bits(moves[number]):
            at = other.bit_length() - 1
            if yielding & other or reach[at] >> number & 1:
                kept |= own[at]
        left.append(kept)
    return left


def _matching(masks: Sequence[int]) -> dict[int, int] | None:
    """Return for each value that is taken, by its bit, the number with it; None if not all numbers get one.

    A number takes a free value, or one that others pass on along a shortest chain (Kuhn 1955).
    """
    owner: dict[int, int] = {}
    own: dict[int, int] = {}
    taken = 0
    for number in range(len(masks)):
        seen, free, wanted_by, waiting = 0, 0, dict[int, int](), [number]
        for one in waiting:
            new = masks[one] & ~seen
            if free := new & ~taken:
                free &= -free
                wanted_by[free] = one
                break
            seen |= new
            for bit in bits(new):
                wanted_by[bit] = one
                waiting.append(owner[bit])
        if not free:
            return None
        taken |= free
        while free:
            one = wanted_by[free]
            passed_on = own.get(one, 0)
            owner[free], own[one], free = one, free, passed_on
    return owner


def without_singles(masks: Sequence[int]) -> list[int] | None:
    """The masks without the values of numbers that are decided; None if two of these are equal."""
    left = list(masks)
    waiting = [place for place, mask in enumerate(left) if is_single(mask)]
    for place in waiting:
        taken = left[place]
        for other, mask in enumerate(left):
            if mask & taken and other != place:
                left[other] = mask & ~taken
                if not left[other]:
                    return None
                if is_single(left[other]):
                    waiting.append(other)
    return left if all(left) else None
