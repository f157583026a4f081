"""Starting a worker: by forking where that is safe, else as a Python of its own; and ending it.

A fork has rules and puzzle already and costs two milliseconds.  It is safe in a process of a single thread; macOS has
libraries that do not survive it, and Windows has none.
"""

import contextlib
import os
import select
import signal
import sys
import threading
from typing import NoReturn, Protocol

import msgspec

from puzzlelang.asking.wire import Board
from puzzlelang.solving import offspring

PIECE = 1 << 16
"""Bytes that are read at once."""

held: set[int] = set()
"""Descriptors of this side's ends of pipes: a fork closes those of other workers."""


class Ended(msgspec.Struct, frozen=True):
    """How a worker ended: the signal, if one ended it, and the most megabytes that it held, if that is known."""

    signal: int | None
    megabytes: float | None


class Process(Protocol):
    """A worker as seen from outside."""

    def send(self, body: bytes) -> None:
        """Write to it.  Raises `OSError` if it is gone."""

    def receive(self, seconds: float) -> bytes | None:
        """What it wrote; None if it wrote nothing for so long, empty if it is gone."""

    def end(self) -> Ended:
        """Kill it, if it is there, with everything that it started."""


def can_fork() -> bool:
    """Whether forking is safe here and now."""
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


def start(board: Board) -> Process:
    """A worker for a board."""
    if can_fork():
        return Fork(board)
    from puzzlelang.asking.spawning import Spawn

    return Spawn(board)


class Fork:
    """A worker that is a copy of this process."""

    def __init__(self, board: Board) -> None:
        asking, replying, living = os.pipe(), os.pipe(), os.pipe()
        self.writing, self.reading, self.life = asking[1], replying[0], living[1]
        own = {self.writing, self.reading, self.life}
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(AttributeError, OSError, ValueError):
                stream.flush()
        self.pid = os.fork()
        if self.pid == 0:
            _work(board, asking[0], replying[1], living[0], own | held)
        for descriptor in (asking[0], replying[1], living[0]):
            os.close(descriptor)
        held.update(own)
        _lead(self.pid)

    def send(self, body: bytes) -> None:
        """See `Process.send`."""
        write(self.writing, body)

    def receive(self, seconds: float) -> bytes | None:
        """See `Process.receive`."""
        if not select.select([self.reading], [], [], seconds)[0]:
            return None
        return os.read(self.reading, PIECE)

    def end(self) -> Ended:
        """See `Process.end`."""
        for descriptor in (self.writing, self.reading, self.life):
            with contextlib.suppress(OSError):
                os.close(descriptor)
            held.discard(descriptor)
        return reaped(self.pid)


def _work(board: Board, questions: int, replies: int, life: int, others: set[int]) -> NoReturn:
    """The child: serve; whatever happens, it ends here."""
    try:
        _lead(0)
        for descriptor in others:
            with contextlib.suppress(OSError):
                os.close(descriptor)
        from puzzlelang.asking import worker

        worker.settle(life)
        worker.calm()
        with os.fdopen(questions, "rb") as reading:
            worker.serve(board, reading, replies)
    finally:
        os._exit(0)


def write(descriptor: int, body: bytes) -> None:
    """Write all of it."""
    left = memoryview(body)
    while left:
        left = left[os.write(descriptor, left) :]


def _lead(child: int) -> None:
    """Both sides make the child the leader of its group, whichever comes first."""
    with contextlib.suppress(OSError):
        os.setpgid(child, child)


def reaped(child: int) -> Ended:
    """Kill the child's group, and what it started in groups of their own, and wait for it."""
    with contextlib.suppress(ChildProcessError):
        done, status, usage = os.wait4(child, os.WNOHANG)
        if done == 0:
            offspring.end(child)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        if done == 0:
            _, status, usage = os.wait4(child, 0)
        scale = 1 if sys.platform == "darwin" else 1024
        ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        return Ended(ended, usage.ru_maxrss * scale / 1_000_000)
    return Ended(None, None)
