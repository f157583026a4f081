"""Answers a question in a session of this process, as a stream of replies."""

from collections.abc import Iterator
from typing import Any

from puzzlelang.diagnostics.record import Failed
from puzzlelang.questions import table
from puzzlelang.questions.base import Question
from puzzlelang.sessions import wire
from puzzlelang.sessions.replies import Done, Progress, Refusal, Reply, Stop
from puzzlelang.sessions.session import Session
from puzzlelang.solving import stats
from puzzlelang.solving.checked_solver import Stopped
from puzzlelang.solving.stats import Stats


def answer(session: Session, question: Question[Any]) -> Iterator[Reply]:
    """All replies to a question, in the order that `sessions.replies` and the slice tell.

    Raises nothing but errors of this package.
    """
    slice_ = table.of(question)
    session.stats = Stats()
    last: Reply = Done()
    try:
        if slice_.grounds and not session.is_grounded:
            yield Progress(stats.GROUND)
            yield session.ground()
        yield from slice_.answer(session, question)
    except Stopped as stopped:
        last = Stop(str(stopped))
    except Failed as failed:
        last = Refusal(wire.diagnostics(failed.diagnostics, session.sources))
    if session.is_grounded or not slice_.grounds:
        yield session.cost()
    yield last
