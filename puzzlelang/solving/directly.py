"""A session that looks for answers without detours first, and finds the others from these (`graphs.shorter`)."""

from collections.abc import Callable, Sequence

from puzzlelang.graphs.codes import coded
from puzzlelang.graphs.shorter import Shorter, shorter
from puzzlelang.problem.record import Formula, Problem, Values
from puzzlelang.solving.engine import Counts, Fixed, Outcome, Sat, Session, Unsat


class _Direct:
    """Answers of a problem, by a session for it with a variable that forbids detours.

    `known` are the answers that were excluded, and `waiting` those among them of which there may be an unknown one with
    a detour more.  Where something else was said (`known` is None; for good if it was `more` formulas) answers need not
    follow from those without detours.
    """

    def __init__(self, found: Shorter, inner: Session) -> None:
        self.found = found
        self.inner = inner
        self.size = len(found.problem.variables)
        self.known: set[Values] | None = set()
        self.waiting: list[Values] = []
        self.more = False

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """See `Session.solve`."""
        known = None if fixed else self.known
        outcome = self.inner.solve([*fixed, (self.found.direct, known is not None)], active)
        match outcome:
            case Sat(values):
                return Sat(tuple(values[: self.size]))
            case Unsat() if known is not None:
                return self._with_a_detour(known)
            case _:
                return outcome

    def _with_a_detour(self, known: set[Values]) -> Outcome:
        """Another answer, where all without detours are known: if there is any, then one a detour away from a known."""
        while self.waiting:
            for longer in self.found.before(self.waiting[-1]):
                if longer not in known:
                    return Sat(longer)
            self.waiting.pop()
        return Unsat()

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """See `Session.exclude`."""
        if self.known is not None and len(among) == self.size:
            self.known.add(tuple(values))
            self.waiting.append(tuple(values))
        else:
            self.known = None
        further = len(self.found.stated.variables) - self.size
        self.inner.exclude([*values, *([False] * further)], among)

    def forget(self) -> None:
        """See `Session.forget`."""
        if not self.more:
            self.known = set()
        self.waiting.clear()
        self.inner.forget()

    def watch(self, listen: Callable[[], None]) -> None:
        """See `Session.watch`."""
        self.inner.watch(listen)

    def add(self, formulas: Sequence[Formula]) -> None:
        """See `Session.add`."""
        self.more, self.known = True, None
        self.inner.add(formulas)

    def counts(self) -> Counts:
        """See `Session.counts`."""
        return self.inner.counts()

    def close(self) -> None:
        """See `Session.close`."""
        self.inner.close()


def session(stated: Problem, opened: Callable[[Problem], Session]) -> Session:
    """A session for the problem by one for a problem that says more; that itself where there are no detours."""
    found = shorter(stated)
    return opened(coded(stated)) if found is None else _Direct(found, opened(coded(found.stated)))
