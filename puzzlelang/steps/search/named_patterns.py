"""The named techniques that end in patterns, in the order in which they are looked for."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from puzzlelang.steps.record import Masks
from puzzlelang.steps.search.overlapping_counts import MOST_SETS, overlaps
from puzzlelang.steps.search.patterns import Pattern, kept_to_lines, locked
from puzzlelang.steps.solvers.case_solvers import CaseSolvers

FindPatterns = Callable[[CaseSolvers, Masks], Iterable[Pattern]]

BEFORE_SETS: Sequence[FindPatterns] = (locked, overlaps)
"""Those that are looked for before sets of numbers that differ."""

AFTER_GROUPS: Sequence[FindPatterns] = (
    kept_to_lines,
    *(partial(overlaps, sets=sets) for sets in range(2, MOST_SETS + 1)),
)
"""Those that are looked for where single groups say nothing more."""
