"""All values different, in the form that suits the number of terms."""

from collections.abc import Sequence

from puzzlelang.smt.arithmetic import Bounded
from puzzlelang.smt.lowering import FNode, Lowering, as_number, named

PAIRWISE = 30
"""Up to so many terms each pair is compared; beyond, the number of pairs grows out of hand."""


def distinct(lowering: Lowering, items: Sequence[Bounded]) -> FNode:
    """All values different.

    Three forms, each equivalent to the meaning, so that polarity does not matter.  Every pair differs.  Or, given as
    many values as terms, every value occurs (the pigeonhole principle).  Or every value occurs at most once.  Few terms
    get the first, with the second beside it where it holds: together they took half the time of pairs alone on
    latin squares, and values alone took far longer.  Many terms get the second if they can and the third if not.
    """
    make = lowering.make
    low, high = min(item.low for item in items), max(item.high for item in items)
    numbers = [named(lowering, item.number, item.low, item.high) for item in items]
    parts: list[FNode] = []
    if len(items) <= PAIRWISE:
        pairs = [(a, b) for index, a in enumerate(numbers) for b in numbers[index + 1 :]]
        parts.extend(make.Not(make.Equals(a, b)) for a, b in pairs)
    crowded = high - low + 1 == len(items)
    if crowded or len(items) > PAIRWISE:
        for value in range(low, high + 1):
            ranged = zip(items, numbers, strict=True)
            here = [make.Equals(number, make.Int(value)) for item, number in ranged if item.low <= value <= item.high]
            if crowded:
                parts.append(make.Or(here))
            elif len(here) > 1:
                parts.append(make.LE(make.Plus([as_number(lowering, part) for part in here]), make.Int(1)))
    return make.And(parts)
