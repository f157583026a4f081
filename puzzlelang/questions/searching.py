"""Searches that several questions share: among known answers, and for the first two answers."""

from collections.abc import Generator

from puzzlelang.problem.record import Values
from puzzlelang.sessions.replies import Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import stats
from puzzlelang.solving.engine import Fixed


def known_completion(session: Session, fixed: Fixed) -> Values | None:
    """Return an answer known to the session that has these values; None if there is none."""
    return next((values for values in session.known_answers if has_values(values, fixed)), None)


def has_values(values: Values, fixed: Fixed) -> bool:
    """Whether an answer has these values."""
    return all(values[index] == value for index, value in fixed)


def first_two(session: Session, engine: str) -> Generator[Reply, None, list[Values]]:
    """Two answers, or all if there are fewer."""
    if session.all_answers is not None:
        return list(session.all_answers[:2])
    solver = yield from session.checked_solver(engine)
    result: list[Values] = []
    for stage in (stats.FIRST, stats.UNIQUE):
        yield from session.begin(stage)
        values = solver.ask(stage)
        if values is None:
            session.record_all_answers(engine, result)
            break
        result.append(values)
        solver.exclude(values)
    return result
