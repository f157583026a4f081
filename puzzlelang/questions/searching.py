"""Searches that several questions share: among the answers known to the session, and for the first two answers."""

from collections.abc import Generator

from puzzlelang.problem.record import Values
from puzzlelang.sessions.replies import Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import stats
from puzzlelang.solving.engine import Fixed


def completion_in_hand(session: Session, fixed: Fixed) -> Values | None:
    """Return an answer known to the session that has these values; None if there is none."""
    return next((values for values in session.in_hand if fits(values, fixed)), None)


def fits(values: Values, fixed: Fixed) -> bool:
    """Whether an answer has these values."""
    return all(values[index] == value for index, value in fixed)


def first_two(session: Session, engine: str) -> Generator[Reply, None, list[Values]]:
    """Two answers, or all if there are fewer."""
    if session.every is not None:
        return list(session.every[:2])
    asker = yield from session.asker(engine)
    found: list[Values] = []
    for stage in (stats.FIRST, stats.UNIQUE):
        yield from session.begin(stage)
        values = asker.ask(stage)
        if values is None:
            session.all_known(engine, found)
            break
        found.append(values)
        asker.exclude(values)
    return found
