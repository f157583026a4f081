"""Clients of a board: questions answered in this process or in a worker."""

import time
import weakref
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from puzzlelang.asking import worker
from puzzlelang.asking.worker import OneBoard
from puzzlelang.questions import dispatch
from puzzlelang.questions.base import Question
from puzzlelang.sessions.replies import LAST, Cost, Progress, Reply, Stop
from puzzlelang.sessions.session import Session
from puzzlelang.sessions.wire import Subject
from puzzlelang.solving import stats
from puzzlelang.solving.stats import Stats
from puzzlelang.workers.client import Client
from puzzlelang.workers.frames import encode_frame
from puzzlelang.workers.inside import collect_often, collect_rarely
from puzzlelang.workers.limits import MEMORY_LIMIT, NO_LIMITS, Limits

TICK_SECONDS = 0.5
"""Seconds after which a reader hears again which stage is under way."""


class BoardClient(Protocol):
    """A board that answers questions."""

    def ask(self, question: Question[Any], limits: Limits = NO_LIMITS) -> Iterator[Reply]:
        """The replies to a question, as they come; see `replies` for their order."""

    def close(self) -> None:
        """Release the session or the process of the board."""


class LocalBoard:
    """A board that is asked in this process, where nothing can be limited.

    From the first question until `close` Python searches for reference cycles rarely: a search while the problem is
    there would look through all of it.
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._session: Session | None = None
        self._rare: weakref.finalize[..., LocalBoard] | None = None

    @property
    def session(self) -> Session:
        """The session, which is new after `close`."""
        if self._session is None:
            subject = self.subject
            self._session = Session(subject.rules, subject.puzzle, watch=subject.watch, limited=False)
        return self._session

    def ask(self, question: Question[Any], limits: Limits = NO_LIMITS) -> Iterator[Reply]:
        """Yield the replies to a question.  Raises `ValueError` if there are limits."""
        if limits != NO_LIMITS:
            raise ValueError("only a worker can be limited")
        if self._rare is None:
            collect_rarely()
            self._rare = weakref.finalize(self, collect_often)
        yield from dispatch.answer(self.session, question)

    def close(self) -> None:
        """Close the session, and forget the problem."""
        if self._session is not None:
            self._session.end()
            self._session = None
        if self._rare is not None:
            self._rare()
            self._rare = None


class WorkerBoard:
    """A board in a process of its own, which starts at the first question, and again after it was killed.

    Solvers do not stop when they are asked to (a z3 time limit of 60 s was seen to take 99 s).  So the only limit that
    holds is the end of a process.
    """

    def __init__(self, subject: Subject) -> None:
        self.client = Client[Reply](OneBoard(subject), lambda reply: isinstance(reply, LAST))
        self._busy = False

    def ask(self, question: Question[Any], limits: Limits = NO_LIMITS) -> Iterator[Reply]:
        """Yield the replies of the worker; it is killed if the iterator is closed before the last reply.

        Raises `RuntimeError` if an earlier question is not answered yet.
        """
        if self._busy:
            raise RuntimeError("a worker answers one question at a time")
        self._busy = True
        ended = False
        try:
            for reply in self._replies(question, limits):
                ended = isinstance(reply, LAST)
                yield reply
        finally:
            self._busy = False
            if not ended:
                self.close()

    def close(self) -> None:
        """End the process of the worker."""
        self.client.close()

    def _replies(self, question: Question[Any], limits: Limits) -> Iterator[Reply]:
        clock = _Clock()
        self.client.decode = worker.reply_reader(question)
        self.client.request(encode_frame(worker.request(question, limits)), limits)
        while True:
            received = self.client.receive(TICK_SECONDS)
            for reply in received.messages:
                clock.note(reply)
                if isinstance(reply, Stop) and reply.reason == MEMORY_LIMIT:
                    self.close()
                    yield from clock.stopped(MEMORY_LIMIT)
                    return
                yield reply
                if isinstance(reply, LAST):
                    return
            if received.stopped:
                yield from clock.stopped(received.stopped)
                return
            if not received.messages:
                yield clock.progress()


class _Clock:
    """The duration of a question, and its costs as far as they are known."""

    def __init__(self) -> None:
        self.start = self.since = time.monotonic()
        self.stage = stats.GROUND
        self.cost = Stats()

    def note(self, reply: Reply) -> None:
        """Note the costs in a reply."""
        if isinstance(reply, Progress):
            now = time.monotonic()
            self.cost.seconds[self.stage] = self.cost.seconds.get(self.stage, 0.0) + now - self.since
            self.stage, self.since = reply.stage, now
        elif isinstance(reply, Cost):
            self.cost = msgspec.structs.replace(reply.stats, seconds=dict(reply.stats.seconds))
            self.since = time.monotonic()

    def progress(self) -> Progress:
        """The stage under way."""
        return Progress(self.stage, time.monotonic() - self.start)

    def stopped(self, reason: str) -> Iterator[Reply]:
        """The last replies to a question that was stopped."""
        spent = time.monotonic() - self.since
        self.cost.seconds[self.stage] = self.cost.seconds.get(self.stage, 0.0) + spent
        self.cost.stopped = self.stage
        yield Cost(self.cost)
        yield Stop(reason)
