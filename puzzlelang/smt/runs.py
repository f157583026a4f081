"""Runs of given lengths, as the automaton that reads a line from the left (Pesant 2004, `regular`).

Its states between two runs, unrolled over the line from the right, are the nodes of one shared formula, so there are no
auxiliary symbols and both polarities are right.
"""

from collections.abc import Sequence

from puzzlelang.puzzle import Unknown
from puzzlelang.smt.lowering import FNode, Lowering, both, either, negation

Lengths = Sequence[int | Unknown]


def runs(lowering: Lowering, items: Sequence[FNode], lengths: Lengths) -> FNode:
    """The maximal stretches of true items have these lengths; `?` is any from 1.

    `rest[i]`: what follows from item i on is the runs from number `run` on, where no run is open before i.
    """
    size, none = len(items), lowering.make.FALSE()
    free = [negation(lowering, item) for item in items]
    rest = _all_from(lowering, free)
    for length in reversed(lengths):
        after, rest = rest, [none] * (size + 2)
        ends = _open_ends(lowering, items, free, after) if isinstance(length, Unknown) else None
        for start in reversed(range(size)):
            if ends is not None:
                begun = both(lowering, [items[start], ends[start + 1]])
            elif isinstance(length, int) and start + length <= size:
                stretch = [*items[start : start + length], *free[start + length : start + length + 1]]
                begun = both(lowering, [*stretch, after[start + length + 1]])
            else:
                begun = none
            rest[start] = either(lowering, [begun, both(lowering, [free[start], rest[start + 1]])])
    return rest[0]


def _all_from(lowering: Lowering, free: Sequence[FNode]) -> list[FNode]:
    """For each place, and two beyond the end: nothing is true from there on."""
    found = [lowering.make.TRUE(), lowering.make.TRUE()]
    for item in reversed(free):
        found.insert(0, both(lowering, [item, found[0]]))
    return found


def _open_ends(
    lowering: Lowering, items: Sequence[FNode], free: Sequence[FNode], after: Sequence[FNode]
) -> list[FNode]:
    """For each place: a run that is open before it goes on or ends there, and then `after` holds."""
    size = len(items)
    found = [after[size]]
    for place in reversed(range(size)):
        more = both(lowering, [items[place], found[0]])
        found.insert(0, either(lowering, [more, both(lowering, [free[place], after[place + 1]])]))
    return found
