"""A worker process from outside: its messages, and how it ended."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable
from typing import Protocol

import msgspec

from puzzlelang.workers import supervisor
from puzzlelang.workers.limits import MEMORY_LIMIT, Limits

PIECE_BYTES = 1 << 16
"""Bytes read at once: the capacity of a pipe on Linux."""

MEMORY_SHARE = 0.4
"""The part of its memory limit above which a dead worker is taken to have run out of memory.

An allocation that fails may be as large as all memory before it (tables double), and address space counts more than
resident memory.
"""

pipe_ends: set[int] = set()
"""Descriptors of this side's ends of pipes: a fork closes those of other workers."""

Send = Callable[[msgspec.Struct], None]
"""Sends a message to the client."""


class Handler(Protocol):
    """Handler of messages in a worker."""

    def handle(self, body: bytes, send: Send) -> bool:
        """Answer a message; False if the worker is not to be trusted with another one."""


class Service(Protocol):
    """A kind of worker.

    `home` is the module whose `handler_from(stream)` makes the handler where a worker is a new Python; a fork calls
    `handler`.
    """

    @property
    def home(self) -> str:
        """The dotted name of the module."""

    def first(self) -> bytes:
        """The bytes that a new Python reads before any message; a fork has them already."""

    def handler(self) -> Handler:
        """The handler of messages."""


class Exit(msgspec.Struct, frozen=True):
    """End of a worker: the signal that ended it, if any, and its peak memory in MB, if known."""

    signal: int | None
    megabytes: float | None

    def reason(self, limits: Limits) -> str:
        """The cause of death in words: a solver without memory aborts, so peak memory decides."""
        if limits.megabytes is not None and (self.megabytes or 0.0) > MEMORY_SHARE * limits.megabytes:
            return MEMORY_LIMIT
        if self.signal is not None:
            return f"the solver died ({signal.Signals(self.signal).name})"
        return "the solver died"


class Process(Protocol):
    """A worker process from outside."""

    def fileno(self) -> int:
        """The descriptor that `select` waits for; readable if `receive` need not wait."""

    def send(self, body: bytes) -> None:
        """Write to it.  Raises `OSError` if it has ended."""

    def receive(self, seconds: float) -> bytes | None:
        """Read its output; None if there is none for that many seconds, empty if it has ended."""

    def end(self) -> Exit:
        """Kill it, if it still runs, with everything that it started."""


def write(descriptor: int, body: bytes) -> None:
    """Write all bytes to a descriptor."""
    left = memoryview(body)
    while left:
        left = left[os.write(descriptor, left) :]


def reap(child: int) -> Exit:
    """Kill the group of a child, with what it started in other groups, and wait for it."""
    with contextlib.suppress(ChildProcessError):
        done, status, usage = os.wait4(child, os.WNOHANG)
        if done == 0:
            supervisor.end(child)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        if done == 0:
            _, status, usage = os.wait4(child, 0)
        scale = 1 if sys.platform == "darwin" else 1024
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        return Exit(number, usage.ru_maxrss * scale / 1_000_000)
    return Exit(None, None)
