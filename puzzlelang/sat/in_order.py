"""The entries that are there, one after another, as wanted numbers."""

from collections.abc import Sequence

from puzzlelang.puzzle import SEVERAL, Unknown
from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, Literals, all_of, any_of, either

Entries = Sequence[tuple[int, Literals]]
"""Of each entry whether it is there, and whether it is each wanted number."""


def read(clauses: Clauses, entries: Entries, wanted: Sequence[int | Unknown]) -> int:
    """A literal that is true exactly if the entries that are there are the wanted numbers.

    `rest[j]` says that the entries from here on are the wanted numbers from j on: the automaton that reads a line
    (Pesant 2004), unrolled from its end.  Without `*` no more than p numbers can be behind the first p entries.
    """
    most, several = len(wanted), SEVERAL in wanted
    rest = [FALSE] * most + [TRUE]
    for at in reversed(range(most)):
        rest[at] = rest[at + 1] if wanted[at] is SEVERAL else FALSE
    for place, (here, equals) in reversed(list(enumerate(entries))):
        before = [FALSE] * most + [all_of(clauses, (-here, rest[most]))]
        for at in reversed(range(most if several else min(most, place + 1))):
            if wanted[at] is SEVERAL:
                before[at] = any_of(clauses, (before[at + 1], rest[at]))
            else:
                taken = all_of(clauses, (equals[at], rest[at + 1]))
                before[at] = either(clauses, here, taken, rest[at])
        rest = before
    return rest[0]
