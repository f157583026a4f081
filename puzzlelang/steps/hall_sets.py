"""Which values are left to numbers that all differ, by Hall sets.

As many numbers as they have values left take these values (Hall 1935), and nothing else is excluded (Régin 1994).
"""

from collections.abc import Sequence

from puzzlelang.problem import nodes
from puzzlelang.steps.record import CaseGroup, is_single

MOST_NUMBERS = 10
"""Sets of more numbers than this are not tried one by one."""


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
    left = _without_singles(masks)
    if left is None:
        return None
    if not (open_ := [place for place, mask in enumerate(left) if not is_single(mask)]):
        return tuple(left)
    unions = [0]
    sizes = [0]
    for place in open_:
        mask = left[place]
        unions += [one | mask for one in unions]
        sizes += [size + 1 for size in sizes]
    tight = [0] * len(open_)
    for members, (union, size) in enumerate(zip(unions, sizes, strict=True)):
        spare = union.bit_count() - size
        if spare < 0:
            return None
        if spare == 0 and members:
            for at in range(len(open_)):
                if not members >> at & 1:
                    tight[at] |= union
    for at, place in enumerate(open_):
        left[place] &= ~tight[at]
        if not left[place]:
            return None
    return tuple(left)


def _without_singles(masks: Sequence[int]) -> list[int] | None:
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
