"""What a deduction is, and a problem that has what follows from it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.deductions.claims import Claims
from puzzlelang.deductions.reachability import Root
from puzzlelang.graphs.one_mark_components import OneMarkComponents
from puzzlelang.problem.record import Formula, Problem


class Implied(msgspec.Struct, frozen=True, eq=False):
    """Formulas that are true in every answer because of some claims, as `Claims.problem` has them.

    `settled` are those of the claims that follow from the formulas in turn: they need no longer be stated.
    """

    formulas: Sequence[Formula]
    because: Sequence[Formula]
    settled: Sequence[Formula] = ()


class Deduction(msgspec.Struct, frozen=True):
    """A name and what finds the shape of claims from which something follows, as often as it is there."""

    name: str
    found: Callable[[Claims], Iterator[Implied]]


class Deduced(msgspec.Struct, frozen=True, eq=False):
    """An equivalent problem that says more, or the same in another way, because all constraints hold together.

    It is no `Problem`, so that no session that switches constraints off, and no search for a minimal contradiction, can
    be given one.  `problem` has the variables of the problem that it was made from, and further formulas among its
    definitions; constraints that follow from these are gone.  `roots`: see `deductions.presolve`.  `implied` says by
    the name of each deduction that was used what it found; `used` how many formulas that are.  `marked` are the graphs
    each of whose parts holds a mark.
    """

    problem: Problem
    roots: Sequence[Root]
    implied: Mapping[str, Sequence[Implied]]
    marked: Sequence[OneMarkComponents]

    @property
    def used(self) -> dict[str, int]:
        """How many formulas each deduction added."""
        return {name: sum(len(one.formulas) for one in found) for name, found in self.implied.items()}
