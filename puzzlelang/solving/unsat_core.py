"""Minimal unsat cores: constraints that contradict each other, none of them redundant."""

from collections.abc import Sequence

from puzzlelang.problem.record import Constraint, Problem, Values
from puzzlelang.problem.traversal import variables
from puzzlelang.solving import stats
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.engine import Fixed, Sat, Undecided, Unsat

ENGINE = "z3"
"""Contradictions are mostly about sums, which linear arithmetic sees at once and clauses hardly ever do: rows that hold
15 tents in all and columns that hold 16 took z3 a second and CaDiCaL more than ten minutes.
"""


class HasAnswer(Exception):
    """The constraints have an answer, which is `values`."""

    def __init__(self, values: Values) -> None:
        self.values = values
        super().__init__("there is an answer")


def minimal_core(problem: Problem, solver: CheckedSolver, fixed: Fixed = ()) -> tuple[Constraint, ...]:
    """Find a minimal unsat core of the constraints, in the order of the rules.

    QuickXplain (Junker 2004): splits the constraints in halves and keeps of each half what the other needs.  It asks
    only whether there is an answer, so the result does not depend on the engine.  Constraints about many cells are
    preferred, which makes the core short.  The solver has to be one with cores.  Raises `HasAnswer` if there is an
    answer, `Stopped` if the engine gives up.
    """
    impossible = next((c for c in problem.constraints if c.formula is False), None)
    if impossible is not None:
        return (impossible,)
    result = solver.ask(stats.REASONS, fixed)
    if result is not None:
        raise HasAnswer(result)
    sizes = [len(variables(constraint.formula)) for constraint in problem.constraints]
    ordered = sorted(range(len(problem.constraints)), key=lambda index: (-sizes[index], index))
    kept = _quick_xplain(solver, fixed, [], [], ordered)
    return tuple(problem.constraints[index] for index in sorted(kept))


def _contradict(solver: CheckedSolver, fixed: Fixed, active: Sequence[int]) -> bool:
    match solver.outcome(stats.REASONS, fixed, active):
        case Unsat():
            return True
        case Sat():
            return False
        case Undecided(reason):
            raise Stopped(reason)


def _quick_xplain(
    solver: CheckedSolver, fixed: Fixed, background: list[int], added: list[int], candidates: list[int]
) -> list[int]:
    """The candidates needed to contradict the background (QuickXplain); `added` is its growth since the last call."""
    if added and _contradict(solver, fixed, background):
        return []
    if len(candidates) <= 1:
        return candidates
    half = len(candidates) // 2
    first, second = candidates[:half], candidates[half:]
    of_second = _quick_xplain(solver, fixed, background + first, first, second)
    of_first = _quick_xplain(solver, fixed, background + of_second, of_second, first)
    return of_first + of_second
