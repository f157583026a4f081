"""Refinement of size domains: few values at first, more where an answer uses the greatest."""

from collections.abc import Callable, Sequence

from puzzlelang.graphs.domain_refinement import NarrowProblem, SizeVariables, narrow_problem, size_variables
from puzzlelang.problem.record import Formula, Problem, Values
from puzzlelang.solving.engine import Fixed, Outcome, Sat, Session
from puzzlelang.solving.projected_session import ProjectedSession


class _RefinementSession(ProjectedSession):
    """A session over a narrow problem, in which one value of a size stands for "this or more".

    An answer without this value is final; any other answer makes the domains wider and the search starts again.  Fixed
    or excluded values outside the domains make them wider, too.  If the narrow problem has no answer, the problem has
    none.
    """

    def __init__(self, size_variables: SizeVariables, opened: Callable[[Problem], Session]) -> None:
        self.size_variables = size_variables
        self.opened = opened
        self.sizes = {variable.index for variable in size_variables.variables}
        self.excluded: list[tuple[Values, Sequence[int]]] = []
        self.added: list[Formula] = []
        self.listen: Callable[[], None] | None = None
        self.narrow: NarrowProblem | None = None
        super().__init__(size_variables.problem, self._open(size_variables.compared))

    def _open(self, limit: int) -> Session:
        """Open a session for sizes up to the limit; repeat exclusions, added formulas and the listener in it."""
        self.narrow = narrow_problem(self.size_variables, limit)
        inner = self.opened(self.size_variables.problem if self.narrow is None else self.narrow.problem)
        for values, among in self.excluded:
            inner.exclude(self._pad(values), among)
        if self.added:
            inner.add(self.added)
        if self.listen is not None:
            inner.watch(self.listen)
        return inner

    def _pad(self, values: Values) -> Values:
        further = 0 if self.narrow is None else len(self.narrow.problem.variables) - len(values)
        return [*values, *([False] * further)]

    def _widen(self, limit: int) -> None:
        """Open a wider session if the limit is outside the domains; else do nothing."""
        if self.narrow is not None and limit >= self.narrow.beyond:
            self.close()
            self.inner = self._open(limit)

    def close(self) -> None:
        """Close the inner session, and forget its problem, which nobody else has."""
        super().close()
        if self.narrow is not None:
            self.narrow.problem.forget()

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """Search, and widen the domains until an answer is final: see `Session.solve`."""
        self._widen(max((int(value) for index, value in fixed if index in self.sizes), default=0))
        while True:
            outcome = super().solve(fixed, active)
            narrow = self.narrow
            if narrow is None or not isinstance(outcome, Sat):
                return outcome
            if all(outcome.values[index] != narrow.beyond for index in narrow.open):
                return outcome
            self._widen(2 * narrow.beyond)

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """Exclude an answer; the exclusion is kept for wider sessions."""
        self._widen(max((int(values[index]) for index in among if index in self.sizes), default=0))
        self.excluded.append((values, among))
        super().exclude(self._pad(values), among)

    def forget(self) -> None:
        """Lift all exclusions."""
        self.excluded.clear()
        super().forget()

    def watch(self, listen: Callable[[], None]) -> None:
        """Pass the listener to the inner session, and to wider ones later."""
        self.listen = listen
        super().watch(listen)

    def add(self, formulas: Sequence[Formula]) -> None:
        """Widen the domains to all sizes, as a formula may name any value; then add the formulas."""
        self._widen(max(variable.high for variable in self.size_variables.variables))
        self.added.extend(formulas)
        super().add(formulas)


def session(problem: Problem, opened: Callable[[Problem], Session]) -> Session:
    """Open a session for the problem, or a refining one where sizes may be large."""
    result = size_variables(problem)
    return opened(problem) if result is None else _RefinementSession(result, opened)
