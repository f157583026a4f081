"""Projected sessions: answers for the board over a session with further variables."""

from collections.abc import Callable, Sequence

from puzzlelang.problem.record import Formula, Problem, Values
from puzzlelang.solving import pipelines
from puzzlelang.solving.engine import Counts, Engine, Fixed, Outcome, Sat, Session


class ProjectedSession:
    """A session that projects answers to the board's variables, which come first."""

    def __init__(self, problem: Problem, inner: Session) -> None:
        self.problem = problem
        self.inner = inner

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """See `Session.solve`."""
        outcome = self.inner.solve(fixed, active)
        return Sat(outcome.values[: len(self.problem.variables)]) if isinstance(outcome, Sat) else outcome

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """See `Session.exclude`."""
        self.inner.exclude(values, among)

    def forget(self) -> None:
        """See `Session.forget`."""
        self.inner.forget()

    def watch(self, listen: Callable[[], None]) -> None:
        """See `Session.watch`."""
        self.inner.watch(listen)

    def add(self, formulas: Sequence[Formula]) -> None:
        """See `Session.add`; the formulas must not be about graphs."""
        self.inner.add(formulas)

    def counts(self) -> Counts:
        """See `Session.counts`."""
        return self.inner.counts()

    def close(self) -> None:
        """See `Session.close`."""
        self.inner.close()


def eager_engine(plain: Engine) -> Engine:
    """Wrap an engine so that it gets graphs encoded eagerly: see `graphs.eager`."""

    def opened(problem: Problem, cores: bool) -> Session:
        return ProjectedSession(problem, plain.open(pipelines.eager(problem), cores))

    return Engine(f"{plain.name}, eagerly", opened, plain.own)
