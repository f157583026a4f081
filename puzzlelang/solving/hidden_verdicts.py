"""Verdicts of rules about hidden variables, which no drawing holds.

A drawing is right if some values of the hidden finds fit it.  So the constraints that speak of them are asked together:
the drawing is fixed, and an engine looks for the rest.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Constraint, Partial, Problem
from puzzlelang.problem.traversal import variables
from puzzlelang.solving import stats
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.engine import Engine, Undecided, Unsat


def verdicts(problem: Problem, values: Partial, engine: Engine) -> list[evaluate.Truth]:
    """Evaluate each constraint on a drawing; for hidden variables the engine searches values that fit.

    A constraint about hidden finds is judged once all its visible variables are decided; else its verdict is None.  If
    hidden values satisfy all judged constraints, all are true.  Otherwise `_broken_constraints` finds the false ones,
    and the rest is true.  Raises `Stopped` if the engine gives up, and `WrongAnswer`.
    """
    result = [truth for _, truth in evaluate.verdicts(problem, values)]
    if len(problem.board) == len(problem.variables):
        return result
    pairs = zip(problem.variables, values, strict=True)
    fixed = {one.index: value for one, value in pairs if value is not None and one.low <= value <= one.high}
    judged = [index for index, truth in enumerate(result) if truth is None and _is_decided(problem, index, fixed)]
    if not judged:
        return result
    part = msgspec.structs.replace(problem, constraints=tuple(problem.constraints[index] for index in judged))
    with CheckedSolver(part, engine) as solver:
        fits = solver.ask(stats.CHECK, [*fixed.items()]) is not None
    broken = set() if fits else _broken_constraints(part, engine, [*fixed.items()])
    for position, index in enumerate(judged):
        result[index] = position not in broken
    return result


def _is_decided(problem: Problem, index: int, fixed: Collection[int]) -> bool:
    visible = len(problem.board)
    among = [variable.index for variable in variables(problem.constraints[index].formula)]
    return any(one >= visible for one in among) and all(one >= visible or one in fixed for one in among)


def _broken_constraints(part: Problem, engine: Engine, fixed: Sequence[tuple[int, bool | int]]) -> set[int]:
    """Return the positions of the broken constraints: greedily, rule by rule in order.

    A rule is kept if it can be satisfied together with everything kept before.  Otherwise the same is tried for its
    cases, grouped by sentence, and the cases that cannot be satisfied are broken.
    """
    with CheckedSolver(part, engine, cores=True) as solver:

        def fit(chosen: Sequence[int]) -> bool:
            outcome = solver.outcome(stats.CHECK, fixed, chosen)
            if isinstance(outcome, Undecided):
                raise Stopped(outcome.reason)
            return not isinstance(outcome, Unsat)

        everything = range(len(part.constraints))
        kept: list[int] = []
        broken: set[int] = set()
        for rule in _group(part, everything, lambda constraint: constraint.origin.rule.name).values():
            if fit([*kept, *rule]):
                kept += rule
                continue
            for case in _group(part, rule, lambda constraint: constraint.origin.sentence).values():
                if fit([*kept, *case]):
                    kept += case
                else:
                    broken.update(case)
    return broken


def _group(part: Problem, chosen: Sequence[int], key: Callable[[Constraint], str]) -> Mapping[str, list[int]]:
    result: dict[str, list[int]] = {}
    for index in chosen:
        result.setdefault(key(part.constraints[index]), []).append(index)
    return result
