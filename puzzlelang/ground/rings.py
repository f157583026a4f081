"""Runs of a set around a ring of up to eight cells, compared with an unordered clue."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from puzzlelang.problem import build
from puzzlelang.problem.record import Formula
from puzzlelang.puzzle import SEVERAL, UNKNOWN, Unknown


def ring_equals(items: Sequence[Formula], clue: Sequence[int | Unknown]) -> Formula:
    """The formula that the runs around the ring have the lengths of the clue, in any order.

    0 alone means that there are none; `?` alone, which matches any number, allows that as well.  All fillings of the
    ring are tried, at most 256; those that differ in one place are merged.
    """
    fitting = [way for way in range(1 << len(items)) if _possible(items, way) and _fits(_stretches(items, way), clue)]
    free = [place for place, item in enumerate(items) if not isinstance(item, bool)]
    wanted = {sum(1 << place for place in free if way >> place & 1) for way in fitting}
    if len(wanted) == 1 << len(free):
        return True
    ways = [
        build.conjunction(items[place] if way >> place & 1 else build.negation(items[place]) for place in free)
        for way in sorted(wanted)
    ]
    return build.disjunction(ways)


def _possible(items: Sequence[Formula], way: int) -> bool:
    return all(item is bool(way >> place & 1) for place, item in enumerate(items) if isinstance(item, bool))


def _stretches(items: Sequence[Formula], way: int) -> Counter[int]:
    bits = [bool(way >> place & 1) for place in range(len(items))]
    if all(bits):
        return Counter([len(bits)])
    start = bits.index(False)
    return Counter(len(list(run)) for inside, run in groupby(bits[start:] + bits[:start]) if inside)


def _fits(stretches: Counter[int], clue: Sequence[int | Unknown]) -> bool:
    if tuple(clue) == (UNKNOWN,) and not stretches:
        return True
    told = Counter(length for length in clue if isinstance(length, int) and length)
    open_ends = sum(1 for length in clue if length is UNKNOWN)
    more = stretches.total() - told.total() - open_ends
    return told <= stretches and (more >= 0 if SEVERAL in clue else more == 0)
