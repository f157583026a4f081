"""Why there is no answer: a minimal set of constraints that contradict each other."""

from collections.abc import Sequence

from puzzlelang.ground.blame import variables
from puzzlelang.ground.problem import Constraint, Problem
from puzzlelang.solving.engine import Engine, Fixed, Sat, Session, Unknown, Unsat


def contradiction(problem: Problem, engine: Engine, fixed: Fixed = ()) -> tuple[Constraint, ...] | str:
    """Constraints without a common answer, of which none can be left out; a text says why the search gave up.

    Starts from the engine's core and tries to leave out one constraint after another, those with the most places
    first, as rules about few cells are easier to see (deletion-based, Chinneck and Dravnieks 1991; Marques-Silva
    2010).  Raises `ValueError` if there is an answer.
    """
    impossible = next((c for c in problem.constraints if c.formula is False), None)
    if impossible is not None:
        return (impossible,)
    session = engine.open(problem, True)
    try:
        everything = tuple(range(len(problem.constraints)))
        kept = _core(session, fixed, everything)
        if isinstance(kept, str):
            return kept
        for position in sorted(kept, key=lambda index: (-_size(problem.constraints[index]), -index)):
            if position not in kept:
                continue
            without = tuple(index for index in kept if index != position)
            match session.solve(fixed, without):
                case Unsat(core):
                    kept = without if core is None else tuple(index for index in without if index in set(core))
                case Sat():
                    pass
                case Unknown(reason):
                    return reason
        return tuple(problem.constraints[index] for index in sorted(kept))
    finally:
        session.close()


def _core(session: Session, fixed: Fixed, everything: Sequence[int]) -> tuple[int, ...] | str:
    match session.solve(fixed, everything):
        case Unsat(core):
            return tuple(everything if core is None else core)
        case Unknown(reason):
            return reason
        case Sat():
            raise ValueError("there is an answer")


def _size(constraint: Constraint) -> int:
    return len(variables(constraint.formula))
