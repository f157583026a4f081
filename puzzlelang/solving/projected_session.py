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
        """Search, and cut the answer to the board's variables: see `Session.solve`."""
        outcome = self.inner.solve(fixed, active)
        return self._cut(outcome)

    def attempt(self, fixed: Fixed, conflicts: int) -> Outcome:
        """Search within a budget, and cut the answer: see `Session.attempt`."""
        return self._cut(self.inner.attempt(fixed, conflicts))

    def _cut(self, outcome: Outcome) -> Outcome:
        return Sat(outcome.values[: len(self.problem.variables)]) if isinstance(outcome, Sat) else outcome

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """Exclude an answer in the inner session."""
        self.inner.exclude(values, among)

    def forget(self) -> None:
        """Lift all exclusions of the inner session."""
        self.inner.forget()

    def watch(self, listen: Callable[[], None]) -> None:
        """Pass the listener to the inner session."""
        self.inner.watch(listen)

    def add(self, formulas: Sequence[Formula]) -> None:
        """See `Session.add`; the formulas must not be about graphs."""
        self.inner.add(formulas)

    def counts(self) -> Counts:
        """Return the counts of the inner session."""
        return self.inner.counts()

    def close(self) -> None:
        """Close the inner session."""
        self.inner.close()


def projected(problem: Problem, wide: Problem, inner: Session) -> Session:
    """Project a session of a problem that may have further variables."""
    return inner if len(wide.variables) == len(problem.variables) else ProjectedSession(problem, inner)


def eager_engine(plain: Engine) -> Engine:
    """Wrap an engine so that it gets graphs encoded eagerly: see `graphs.eager`."""

    def opened(problem: Problem, cores: bool) -> Session:
        return ProjectedSession(problem, plain.open(pipelines.eager(problem), cores))

    return Engine(f"{plain.name}, eagerly", opened, plain.own)
