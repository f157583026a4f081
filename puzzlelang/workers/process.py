"""A worker as whoever asks sees it, and its end."""

import contextlib
import os
import signal
import sys
from typing import BinaryIO, Protocol

import msgspec

from puzzlelang.workers import subprocesses

PIECE = 1 << 16
"""Bytes that are read at once."""

held: set[int] = set()
"""Descriptors of this side's ends of pipes: a fork closes those of other workers."""


class Ended(msgspec.Struct, frozen=True):
    """How a worker ended: the signal, if one ended it, and the most megabytes that it held, if that is known."""

    signal: int | None
    megabytes: float | None


class Service(Protocol):
    """What a worker does; `home` is the module whose `main` does it in a Python of its own."""

    @property
    def home(self) -> str:
        """The name of the module."""

    def first(self) -> bytes:
        """What a Python of its own is sent before any message; a fork has it already."""

    def serve(self, questions: BinaryIO, replies: int) -> None:
        """Read messages until there are none left, and answer to a file descriptor."""


class Process(Protocol):
    """A worker as seen from outside."""

    def fileno(self) -> int:
        """What `select` waits for, to tell when `receive` need not wait."""

    def send(self, body: bytes) -> None:
        """Write to it.  Raises `OSError` if it is gone."""

    def receive(self, seconds: float) -> bytes | None:
        """What it wrote; None if it wrote nothing for so long, empty if it is gone."""

    def end(self) -> Ended:
        """Kill it, if it is there, with everything that it started."""


def write(descriptor: int, body: bytes) -> None:
    """Write all of it."""
    left = memoryview(body)
    while left:
        left = left[os.write(descriptor, left) :]


def reaped(child: int) -> Ended:
    """Kill the child's group, and what it started in groups of their own, and wait for it."""
    with contextlib.suppress(ChildProcessError):
        done, status, usage = os.wait4(child, os.WNOHANG)
        if done == 0:
            subprocesses.end(child)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        if done == 0:
            _, status, usage = os.wait4(child, 0)
        scale = 1 if sys.platform == "darwin" else 1024
        ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        return Ended(ended, usage.ru_maxrss * scale / 1_000_000)
    return Ended(None, None)
