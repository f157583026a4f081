"""Why there is no answer: a minimal set of constraints that contradict each other."""

from collections.abc import Sequence

from puzzlelang.problem.record import Constraint, Problem
from puzzlelang.problem.traversal import variables
from puzzlelang.solving.engine import Engine, Fixed, Sat, Session, Unknown, Unsat
from puzzlelang.solving.search import Stopped

ENGINE = "z3"
"""Contradictions are mostly about sums, which linear arithmetic sees at once and clauses hardly ever do: rows that hold
15 tents in all and columns that hold 16 took z3 a second and CaDiCaL more than ten minutes.
"""


def contradiction(problem: Problem, engine: Engine, fixed: Fixed = ()) -> tuple[Constraint, ...]:
    """Constraints without a common answer, of which none can be left out; in the order of the rules.

    QuickXplain (Junker 2004): splits the constraints in halves and keeps of each half what the other needs.  It asks
    only whether there is an answer, so the result does not depend on the engine; constraints about many cells are
    preferred, as fewer of them say it.  Raises `ValueError` if there is an answer, `Stopped` if the engine gives up.
    """
    impossible = next((c for c in problem.constraints if c.formula is False), None)
    if impossible is not None:
        return (impossible,)
    session = engine.open(problem, True)
    try:
        sizes = [len(variables(constraint.formula)) for constraint in problem.constraints]
        ordered = sorted(range(len(problem.constraints)), key=lambda index: (-sizes[index], index))
        if not _contradict(session, fixed, ordered):
            raise ValueError("there is an answer")
        kept = _needed(session, fixed, [], [], ordered)
        return tuple(problem.constraints[index] for index in sorted(kept))
    finally:
        session.close()


def _contradict(session: Session, fixed: Fixed, active: Sequence[int]) -> bool:
    match session.solve(fixed, active):
        case Unsat():
            return True
        case Sat():
            return False
        case Unknown(reason):
            raise Stopped(reason)


def _needed(
    session: Session, fixed: Fixed, background: list[int], added: list[int], candidates: list[int]
) -> list[int]:
    """The candidates that are needed to contradict the background; `added` is what it grew by since last asked."""
    if added and _contradict(session, fixed, background):
        return []
    if len(candidates) == 1:
        return candidates
    half = len(candidates) // 2
    first, second = candidates[:half], candidates[half:]
    of_second = _needed(session, fixed, background + first, first, second)
    of_first = _needed(session, fixed, background + of_second, of_second, first)
    return of_first + of_second
