"""The interface of every engine: sessions, outcomes, counts."""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from puzzlelang.problem.record import Formula, Problem, Values


class Sat(msgspec.Struct, frozen=True):
    """An answer: a value for every variable of the problem, in index order."""

    values: Values


class Unsat(msgspec.Struct, frozen=True):
    """No answer exists.

    `core` are positions of constraints that contradict each other together with what was fixed, or None if the session
    was not opened for cores.  It need not be minimal.
    """

    core: tuple[int, ...] | None = None


CONFLICTS = "conflict limit"
"""The reason of a search that needed more conflicts than it had."""


class Undecided(msgspec.Struct, frozen=True):
    """The search gave up, for this reason ("time limit", "memory limit", what the solver said)."""

    reason: str


Outcome = Sat | Unsat | Undecided


class Counts(msgspec.Struct):
    """Counts of a session, by name; empty where an engine has none.

    `sizes`: the size of the encoded problem.  `work`: steps of the solver so far.  `cuts`: clauses added because an
    answer violated a graph statement, by the statement's word in the language.  `deduced`: formulas that each deduction
    added before the search.  `clauses`: clauses that the constraints of each rule were lowered to, by rule name.
    `forms`: comparisons and sums by the encoding that an estimate chose for them, where that is not the plain one.
    """

    sizes: dict[str, int] = msgspec.field(default_factory=dict)
    work: dict[str, int] = msgspec.field(default_factory=dict)
    cuts: dict[str, int] = msgspec.field(default_factory=dict)
    deduced: dict[str, int] = msgspec.field(default_factory=dict)
    clauses: dict[str, int] = msgspec.field(default_factory=dict)
    forms: dict[str, int] = msgspec.field(default_factory=dict)


Fixed = Sequence[tuple[int, bool | int]]
"""Variables by index with the value they are to have."""


class Session(Protocol):
    """A problem loaded into a solver, which keeps what it learns from one call to the next."""

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """Search for an answer in which the `fixed` variables have those values, for this call only.

        `active`: positions of the constraints to obey, all by default; allowed only if opened with `cores`.
        """

    def attempt(self, fixed: Fixed, conflicts: int) -> Outcome:
        """Search as `solve` does, and give up (`Undecided`) after about so many conflicts.

        An engine that cannot count them gives up at once.
        """

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """Exclude an answer: from now on a variable in `among` differs from its value in `values`.

        With nothing in `among` there is no further answer.
        """

    def forget(self) -> None:
        """Lift all exclusions; learnt clauses stay."""

    def watch(self, listen: Callable[[], None]) -> None:
        """Register a callback for long searches; it is called each time control returns from the solver."""

    def add(self, formulas: Sequence[Formula]) -> None:
        """Add formulas over the problem's variables.  All later searches obey them, whatever constraints are active."""

    def counts(self) -> Counts:
        """Return the problem's sizes and the work so far, as far as known."""

    def close(self) -> None:
        """Close the session and free its solver."""


class Engine(msgspec.Struct, frozen=True):
    """A way to open sessions.

    `open(problem, cores)` may be slow, as it lowers the whole problem.  With `cores` each constraint can be switched
    off and `Unsat` names those that contradict each other.  `own`: it is an engine of this package, no program.
    """

    name: str
    open: Callable[[Problem, bool], Session]
    own: bool = True
