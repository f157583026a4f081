"""Dominance session: searches detour-free answers only, and derives the others (`deductions.dominance`)."""

from collections.abc import Sequence

from puzzlelang.deductions.dominance import DetourFree
from puzzlelang.problem.record import Formula, Problem, Values
from puzzlelang.solving.engine import Fixed, Outcome, Sat, Session, Unsat
from puzzlelang.solving.pipelines import PreparedProblem
from puzzlelang.solving.projected_session import ProjectedSession

FULL_BUDGET = 10
"""Conflicts for each vertex that the search for answers that visit all vertices may take.

A Numberlink of 26x26 or 30x30 takes about one or two.  There may be no such answer, which can be hard to see, so it is
given up then.
"""


class _Direct(ProjectedSession):
    """A session that searches detour-free answers first, and derives answers with detours from them.

    `known` are the excluded answers.  `waiting` are those of them from which an answer with one more detour may still
    be derived.  `known` is None when the derivation is unsound: after a partial exclusion (until `forget`) or after
    `add` (for good, noted in `more`).  Then the search is not restricted to detour-free answers.  Those that visit all
    vertices come first, until `full` is False: there is none left, or its search takes more than `FULL_BUDGET`.
    """

    def __init__(self, detour_free: DetourFree, inner: Session) -> None:
        super().__init__(detour_free.problem, inner)
        self.detour_free = detour_free
        self.known: set[Values] | None = set()
        self.waiting: list[Values] = []
        self.more = False
        self.full = True

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """Search detour-free answers, then derive others; search all answers if any value is fixed."""
        known = None if fixed else self.known
        if known is not None and self.full:
            budget = FULL_BUDGET * len(self.detour_free.at)
            outcome = super().attempt([(self.detour_free.direct, True), (self.detour_free.full, True)], budget)
            if isinstance(outcome, Sat):
                return outcome
            self.full = False
        outcome = super().solve([*fixed, (self.detour_free.direct, known is not None)], active)
        return self._with_a_detour(known) if isinstance(outcome, Unsat) and known is not None else outcome

    def _with_a_detour(self, known: set[Values]) -> Outcome:
        """Derive an answer outside `known` from an excluded answer and one more detour; `Unsat` if there is none."""
        while self.waiting:
            for longer in self.detour_free.before(self.waiting[-1]):
                if longer not in known:
                    return Sat(longer)
            self.waiting.pop()
        return Unsat()

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """Exclude an answer.  If `among` is only a part of the variables, `known` becomes None."""
        if self.known is not None and len(among) == len(self.problem.variables):
            self.known.add(tuple(values))
            self.waiting.append(tuple(values))
        else:
            self.known = None
        super().exclude(values, among)

    def forget(self) -> None:
        """Lift all exclusions.  Detours are derived again, unless formulas were added."""
        if not self.more:
            self.known = set()
        self.waiting.clear()
        super().forget()

    def add(self, formulas: Sequence[Formula]) -> None:
        """Add formulas.  From now on no answer is derived by detours, as it could break them."""
        self.more, self.known = True, None
        super().add(formulas)


def session(problem: Problem, prepared: PreparedProblem, inner: Session) -> Session:
    """Wrap `inner`, a session for the prepared problem, so that it gives answers of the original problem."""
    if prepared.detours is not None:
        return _Direct(prepared.detours, inner)
    same = prepared.decomposed is None and prepared.abstraction.board == len(problem.variables)
    return inner if same else ProjectedSession(problem, inner)
