"""The order of passes between a grounded problem and what is lowered: one function for each way to take graphs out.

A problem in which nothing speaks of graphs is lowered as it is; these are for the others.
"""

from collections.abc import Collection, Mapping

import msgspec

from puzzlelang.deductions.apply import PARTS, deduced
from puzzlelang.graphs.abstraction import Abstraction, abstracted
from puzzlelang.problem.record import Problem


class Prepared(msgspec.Struct, frozen=True, eq=False):
    """The Boolean abstraction of a problem, to be asked bit by bit.

    `cores`: constraints may be switched off, as nothing was deduced from several.  `used`: see `deductions.record`.
    """

    found: Abstraction
    cores: bool
    used: Mapping[str, int]


def lazy(stated: Problem, without: Collection[str] = ()) -> Prepared:
    """For a session that obeys all constraints: what follows from them together, then the Boolean abstraction.

    `without`: names of deductions not to be made.
    """
    known = deduced(stated, without)
    return Prepared(abstracted(known.stated, known.sources, known.about), False, known.used)


def cores(stated: Problem) -> Prepared:
    """For a session that switches constraints off: the Boolean abstraction only."""
    return Prepared(abstracted(stated), True, {})


def eager(stated: Problem) -> Problem:
    """For a session that is given graphs at once, with or without cores: every statement by further variables."""
    from puzzlelang.graphs.eager import unfolded

    return unfolded(stated)


def exported(stated: Problem) -> Problem:
    """For solvers outside, which are asked once: what follows, but for who belongs to which part, then as `eager`."""
    return eager(deduced(stated, (PARTS,)).stated)
