"""The entries that are there, one after another, as wanted numbers: the automaton of `sat.in_order` as one formula."""

from collections.abc import Sequence

from puzzlelang.puzzle import SEVERAL, Unknown
from puzzlelang.smt.lowering import FNode, Lowering, both, either, negation

Entries = Sequence[tuple[FNode, Sequence[FNode]]]
"""Of each entry whether it is there, and whether it is each wanted number."""


def read(lowering: Lowering, entries: Entries, wanted: Sequence[int | Unknown]) -> FNode:
    """The entries that are there are the wanted numbers, one after another.

    `rest[j]`: the entries from here on are the wanted numbers from j on.  So there are no auxiliary symbols, and both
    polarities are right.
    """
    make, most, several = lowering.make, len(wanted), SEVERAL in wanted
    rest = [make.FALSE()] * most + [make.TRUE()]
    for at in reversed(range(most)):
        rest[at] = rest[at + 1] if wanted[at] is SEVERAL else make.FALSE()
    for place, (here, equals) in reversed(list(enumerate(entries))):
        absent = negation(lowering, here)
        before = [make.FALSE()] * most + [both(lowering, [absent, rest[most]])]
        for at in reversed(range(most if several else min(most, place + 1))):
            if wanted[at] is SEVERAL:
                before[at] = either(lowering, [before[at + 1], rest[at]])
            else:
                taken = both(lowering, [here, equals[at], rest[at + 1]])
                before[at] = either(lowering, [taken, both(lowering, [absent, rest[at]])])
        rest = before
    return rest[0]
