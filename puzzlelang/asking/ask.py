"""A board that can be asked, here or in a worker."""

import signal
import time
from collections.abc import Iterator
from typing import Protocol

import msgspec

from puzzlelang.asking.questions import Question
from puzzlelang.asking.replies import LAST, Cost, GaveUp, Progress, Reply
from puzzlelang.asking.stage import asked
from puzzlelang.asking.warm import Warm
from puzzlelang.asking.wire import Subject
from puzzlelang.asking.worker import OneBoard, seldom_collecting
from puzzlelang.solving import stats
from puzzlelang.solving.stats import Stats
from puzzlelang.workers import frames, starting
from puzzlelang.workers.limits import MEMORY_LIMIT, NO_LIMITS, TIME_LIMIT, Limits
from puzzlelang.workers.process import Ended, Process

TICK = 0.5
"""Seconds after which a reader hears again which stage is under way."""

MEMORY_SHARE = 0.4
"""A worker that died while it held more than this part of its memory limit ran out of memory: an allocation that fails
may be as large as all that was there before (tables double), and address space counts more than what is resident.
"""


class Asked(Protocol):
    """A board that answers questions."""

    def ask(self, question: Question, limits: Limits = NO_LIMITS) -> Iterator[Reply]:
        """The replies to a question, as they come; see `replies` for their order."""

    def close(self) -> None:
        """Give up what is held for it."""


class Here:
    """A board that is asked in this process, where nothing can be limited."""

    def __init__(self, subject: Subject) -> None:
        self.warm = Warm(subject.rules, subject.puzzle, watch=subject.watch)

    def ask(self, question: Question, limits: Limits = NO_LIMITS) -> Iterator[Reply]:
        """See `Asked.ask`.  Raises `ValueError` if there are limits."""
        if limits != NO_LIMITS:
            raise ValueError("only a worker can be limited")
        with seldom_collecting():
            yield from asked(self.warm, question)

    def close(self) -> None:
        """See `Asked.close`."""
        self.warm.close()


class Worker:
    """A board in a process of its own, which is started when first asked, and again after it had to be killed.

    Solvers do not stop when they are asked to (a z3 time limit of 60 s was seen to take 99 s), so the only limit that
    holds is the end of a process.
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._process: Process | None = None
        self._frames = frames.Frames()
        self._busy = False

    def ask(self, question: Question, limits: Limits = NO_LIMITS) -> Iterator[Reply]:
        """See `Asked.ask`; a stream that is left early costs the worker its life.

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
        """See `Asked.close`."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _replies(self, question: Question, limits: Limits) -> Iterator[Reply]:
        waiting = _Waiting(limits)
        process = self._sent(frames.framed(frames.Asked(question, limits)))
        while True:
            piece = process.receive(waiting.seconds())
            if waiting.is_over:
                self.close()
                yield from waiting.stopped(TIME_LIMIT)
                return
            if piece is None:
                yield waiting.progress()
                continue
            if not piece:
                self._process = None
                yield from waiting.stopped(cause(process.end(), limits))
                return
            for body in self._frames.take(piece):
                reply = frames.reply(body)
                waiting.note(reply)
                if isinstance(reply, LAST):
                    if not isinstance(reply, GaveUp) or reply.reason != MEMORY_LIMIT:
                        yield reply
                        return
                    self.close()
                    yield from waiting.stopped(MEMORY_LIMIT)
                    return
                yield reply

    def _sent(self, body: bytes) -> Process:
        """The process that has the question; one that died in the meantime is replaced."""
        if self._process is not None:
            try:
                self._process.send(body)
            except OSError:
                self.close()
            else:
                return self._process
        self._frames = frames.Frames()
        self._process = starting.start(OneBoard(self.subject))
        self._process.send(body)
        return self._process


class _Waiting:
    """How long a question goes on, and what is known of its costs."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.start = self.since = time.monotonic()
        self.stage = stats.GROUND
        self.cost = Stats()

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.limits.seconds is not None and time.monotonic() - self.start >= self.limits.seconds

    def seconds(self) -> float:
        """How long to wait for a reply."""
        if self.limits.seconds is None:
            return TICK
        return max(0.0, min(TICK, self.start + self.limits.seconds - time.monotonic()))

    def note(self, reply: Reply) -> None:
        """What a reply tells of costs."""
        if isinstance(reply, Progress):
            now = time.monotonic()
            self.cost.seconds[self.stage] = self.cost.seconds.get(self.stage, 0.0) + now - self.since
            self.stage, self.since = reply.stage, now
        elif isinstance(reply, Cost):
            self.cost = msgspec.structs.replace(reply.stats, seconds=dict(reply.stats.seconds))
            self.since = time.monotonic()

    def progress(self) -> Progress:
        """The stage that is under way."""
        return Progress(self.stage, time.monotonic() - self.start)

    def stopped(self, reason: str) -> Iterator[Reply]:
        """What is known of a question that was stopped."""
        spent = time.monotonic() - self.since
        self.cost.seconds[self.stage] = self.cost.seconds.get(self.stage, 0.0) + spent
        self.cost.stopped = self.stage
        yield Cost(self.cost)
        yield GaveUp(reason)


def cause(ended: Ended, limits: Limits) -> str:
    """Why a worker ended without a word: a solver that cannot get memory aborts."""
    if limits.megabytes is not None and (ended.megabytes or 0.0) > MEMORY_SHARE * limits.megabytes:
        return MEMORY_LIMIT
    if ended.signal is not None:
        return f"the solver died ({signal.Signals(ended.signal).name})"
    return "the solver died"
