"""Dominance session: searches detour-free answers only, and derives the others (`deductions.dominance`)."""

from collections.abc import Sequence

from puzzlelang.deductions.dominance import DetourFree
from puzzlelang.problem.record import Formula, Problem, Values
from puzzlelang.solving.engine import Fixed, Outcome, Sat, Session, Unsat
from puzzlelang.solving.pipelines import Prepared
from puzzlelang.solving.projected_session import ProjectedSession


class _Direct(ProjectedSession):
    """Answers of a problem by a session for its detour-free restriction.

    `known` are the answers that were excluded, and `waiting` those among them of which there may be an unknown one with
    a detour more.  Where something else was said (`known` is None; for good if it was `more` formulas) answers need not
    follow from those without detours.
    """

    def __init__(self, found: DetourFree, inner: Session) -> None:
        super().__init__(found.problem, inner)
        self.found = found
        self.known: set[Values] | None = set()
        self.waiting: list[Values] = []
        self.more = False

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """See `Session.solve`."""
        known = None if fixed else self.known
        outcome = super().solve([*fixed, (self.found.direct, known is not None)], active)
        return self._with_a_detour(known) if isinstance(outcome, Unsat) and known is not None else outcome

    def _with_a_detour(self, known: set[Values]) -> Outcome:
        """Find another answer when all detour-free ones are known: it is one detour away from a known one."""
        while self.waiting:
            for longer in self.found.before(self.waiting[-1]):
                if longer not in known:
                    return Sat(longer)
            self.waiting.pop()
        return Unsat()

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """See `Session.exclude`."""
        if self.known is not None and len(among) == len(self.problem.variables):
            self.known.add(tuple(values))
            self.waiting.append(tuple(values))
        else:
            self.known = None
        super().exclude(values, among)

    def forget(self) -> None:
        """See `Session.forget`."""
        if not self.more:
            self.known = set()
        self.waiting.clear()
        super().forget()

    def add(self, formulas: Sequence[Formula]) -> None:
        """See `Session.add`."""
        self.more, self.known = True, None
        super().add(formulas)


def session(problem: Problem, prepared: Prepared, inner: Session) -> Session:
    """Open a session for a problem over one for its preparation, which may have further variables."""
    if prepared.detours is not None:
        return _Direct(prepared.detours, inner)
    return inner if prepared.found.board == len(problem.variables) else ProjectedSession(problem, inner)
