"""Automata over formulas, shared by every lowering; each passes a `Maker` of its own formulas.

Pesant (2004) reads a line of variables by an automaton.  Here it is unrolled from the end of the line: each state is
one formula over later states.  This needs no auxiliary variables, and the result may be negated.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from puzzlelang.puzzle import SEVERAL, Unknown

F = TypeVar("F")


class Maker(Protocol[F]):
    """Makes the formulas of one lowering, and simplifies what is constant."""

    def constant(self, truth: bool, /) -> F:
        """The formula that is always true, or always false."""

    def negation(self, part: F, /) -> F:
        """The opposite of a formula."""

    def conjunction(self, parts: Sequence[F], /) -> F:
        """All parts."""

    def disjunction(self, parts: Sequence[F], /) -> F:
        """The automaton of a disjunction."""

    def if_then_else(self, condition: F, then: Sequence[F], other: F, /) -> F:
        """All of `then` where the condition holds, and `other` where it does not."""


Entries = Sequence[tuple[F, Sequence[F]]]
"""Per entry its presence, and for each wanted number the formula that the entry equals it."""


def in_order(make: Maker[F], entries: Entries[F], wanted: Sequence[int | Unknown]) -> F:
    """Return the formula that the present entries are the wanted numbers, in order.

    `rest[j]` is the formula that the entries from here on read as `wanted[j:]`.  Without `*` the first p entries read
    at most p numbers, so later states are left out.
    """
    most, several, never = len(wanted), SEVERAL in wanted, make.constant(False)
    rest = [never] * most + [make.constant(True)]
    for at in reversed(range(most)):
        rest[at] = rest[at + 1] if wanted[at] is SEVERAL else never
    for place, (here, equals) in reversed(list(enumerate(entries))):
        before = [never] * most + [make.conjunction((make.negation(here), rest[most]))]
        for at in reversed(range(most if several else min(most, place + 1))):
            if wanted[at] is SEVERAL:
                before[at] = make.disjunction((before[at + 1], rest[at]))
            else:
                before[at] = make.if_then_else(here, (equals[at], rest[at + 1]), rest[at])
        rest = before
    return rest[0]
