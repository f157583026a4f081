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
    """All replies to a question, in the order that `sessions.replies` and the kind define.

    Raises nothing but errors of this package.
    """
    kind = table.kind_of(question)
    session.stats = Stats()
    last: Reply = Done()
    try:
        if kind.grounds and not session.is_grounded:
            yield Progress(stats.GROUND)
            yield session.ground()
        yield from kind.answer(session, question)
    except Stopped as stopped:
        last = Stop(str(stopped))
    except Failed as failed:
        last = Refusal(wire.diagnostics(failed.diagnostics, session.sources))
    if session.is_grounded or not kind.grounds:
        yield session.cost()
    yield last
