"""The process that holds a board, as seen from inside: read a question, stream the replies, and again.

It ends when there are no more questions, and when the process that asks is gone: that one holds the other end of a pipe
on which nothing is ever written, and its closing is a signal that ends this process even in the middle of a search.
"""

import contextlib
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import BinaryIO

from puzzlelang.asking import wire
from puzzlelang.asking.replies import Cost, Crashed, GaveUp, Progress, Reply
from puzzlelang.asking.warm import Warm
from puzzlelang.asking.wire import Subject
from puzzlelang.workers import frames
from puzzlelang.workers.limits import MEMORY_LIMIT
from puzzlelang.workers.rlimits import Ceiling

SELDOM = 70_000
"""New objects until the next look for cycles in memory, a hundred times as many as Python waits for."""

BEAT = 0.2
"""Seconds between two reports of costs in the middle of a search: a person sees them, and they cost nothing."""


class OneBoard:
    """The service of a worker that holds a board."""

    home = __name__

    def __init__(self, subject: Subject) -> None:
        self.subject = subject

    def first(self) -> bytes:
        """See `Service.first`."""
        return wire.pickled(self.subject)

    def serve(self, questions: BinaryIO, replies: int) -> None:
        """See `Service.serve`."""
        serve(self.subject, questions, replies)


def serve(subject: Subject, questions: BinaryIO, replies: int) -> None:
    """Answer questions about a board until there are none left; replies go to a file descriptor."""
    warm, ceiling = Warm(subject.rules, subject.puzzle, watch=subject.watch), Ceiling()
    send = _Sending(replies)
    warm.tell = send.now_and_then
    while body := frames.read(questions):
        asked = frames.question(body)
        ceiling.set(asked.limits.megabytes)
        try:
            _answer(warm, asked, send)
        except BaseException as error:
            send(ended(error, confined=asked.limits.megabytes is not None))
            return  # whatever failed, the sessions are not to be trusted any more


def _answer(warm: Warm, asked: frames.Asked, send: "_Sending") -> None:
    from puzzlelang.asking.stage import asked as stage

    with seldom_collecting():
        for reply in stage(warm, asked.question):
            send(reply)


Ended = GaveUp | Crashed


def ended(error: BaseException, *, confined: bool) -> Ended:
    """What an exception that is no `Failed` says about its question; `confined`: its memory was limited."""
    text = str(error).lower()
    if isinstance(error, MemoryError) or (confined and ("memory" in text or "bad_alloc" in text)):
        return GaveUp(MEMORY_LIMIT)
    import traceback

    return Crashed("".join(traceback.format_exception(error)))


class _Sending:
    """Replies on their way out."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.last = time.monotonic()

    def __call__(self, reply: Reply) -> None:
        body = memoryview(frames.framed(reply))
        while body:
            body = body[os.write(self.descriptor, body) :]
        if isinstance(reply, Progress | Cost):
            self.last = time.monotonic()

    def now_and_then(self, make: Callable[[], Reply]) -> None:
        """Send what `make` makes, unless something of the kind was sent just now."""
        if time.monotonic() - self.last >= BEAT:
            self(make())


@contextlib.contextmanager
def seldom_collecting() -> Iterator[None]:
    """Look for cycles in memory seldom.

    A problem is hundreds of thousands of objects without cycles, made at once; looking through them again and again
    took a quarter of the time for a Slitherlink of 30x30.
    """
    before = gc.get_threshold()
    gc.set_threshold(max(SELDOM, before[0]), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def calm() -> None:
    """What was there before this process began is left alone when memory is searched for cycles."""
    gc.freeze()


def settle(life: int) -> None:
    """What every worker does first: die with whoever asks, be silent, leave signals as the system has them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _end_with(life)
    # Solvers that run out of memory say so on their way down; the other side says it better.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    os.dup2(2, 1)


def _end_with(life: int) -> None:
    """End when the other end of the pipe is closed: a signal does it, so that no search has to come back first."""
    if sys.platform == "win32":
        return
    import fcntl
    import select

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([life], [], [], 0)[0]:  # it was closed before
        os._exit(0)


def main() -> None:
    """A worker in a Python of its own: rules and puzzle come first on standard input, replies go to standard output."""
    alone(lambda questions, replies: serve(wire.unpickled(questions), questions, replies))


def alone(work: Callable[[BinaryIO, int], None]) -> None:
    """Do the work of a service in a Python of its own, from standard input to standard output."""
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (0, 1):
            msvcrt.setmode(descriptor, os.O_BINARY)
    replies = os.dup(1)
    life = int(sys.argv[1])
    questions = os.fdopen(os.dup(0), "rb")
    if life >= 0:
        settle(life)
    work(questions, replies)
