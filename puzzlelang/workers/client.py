"""The one supervisor of worker processes: start, framing, deadline, cause of death, restart."""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from puzzlelang.workers import start
from puzzlelang.workers.frames import FrameReader
from puzzlelang.workers.limits import NO_LIMITS, TIME_LIMIT, Limits
from puzzlelang.workers.process import Exit, Process, Service

START_SECONDS = 60.0
"""Seconds for a worker to announce readiness: on a machine that never ran it, tables of the grammar are made first."""

Message = TypeVar("Message")


class ReceivedMessages(msgspec.Struct, Generic[Message], frozen=True):
    """Messages of a worker in their order; `stopped`: why it was ended, or ended by itself, empty if it still runs."""

    messages: list[Message]
    stopped: str = ""


class Client(Generic[Message]):
    """A worker from outside, started when it is first needed and again after its end.

    `decode` reads a message, and may change between requests; `is_final` is true of the last message of a request.
    `working`: a request is not answered yet.  `ready`: the worker has announced that it reads messages; the clock of a
    request starts no earlier.  A thread may close it while another one waits for messages.
    """

    def __init__(
        self, service: Service, is_final: Callable[[Message], bool], decode: Callable[[bytes], Message] | None = None
    ) -> None:
        self.service = service
        self.decode = decode
        self.working = False
        self.ready = False
        self._is_final = is_final
        self._process: Process | None = None
        self._frames = FrameReader()
        self._limits = NO_LIMITS
        self._deadline: float | None = None
        self._lock = threading.RLock()  # a descriptor that is read must not be closed and used again

    @property
    def is_running(self) -> bool:
        """Return whether there is a process."""
        return self._process is not None

    @property
    def process(self) -> Process:
        """The process.  There has to be one."""
        assert self._process is not None
        return self._process

    def fileno(self) -> int:
        """The descriptor that `select` waits for."""
        return self.process.fileno()

    def start(self) -> None:
        """Start a process in place of any there is."""
        self.close()
        self._frames = FrameReader()
        self._process = start.start(self.service)
        self._deadline = time.monotonic() + START_SECONDS

    def request(self, body: bytes, limits: Limits) -> None:
        """Send a request to an idle worker; one that has ended in the meantime is replaced."""
        if self._process is None or not self._send(body):
            self.start()
            self._send(body)
        self.working = True
        self.limit(limits)

    def push(self, body: bytes) -> None:
        """Send to a worker, busy or not; that it has ended shows when its output is read."""
        if self._process is None:
            self.start()
        self.working = True
        self._send(body)

    def _send(self, body: bytes) -> bool:
        try:
            self.process.send(body)
        except OSError:
            return False
        return True

    def limit(self, limits: Limits) -> None:
        """Start the clock of a request: now, or when the worker is ready."""
        self._limits = limits
        if self.ready:
            self._deadline = None if limits.seconds is None else time.monotonic() + limits.seconds

    @property
    def is_late(self) -> bool:
        """Return whether the deadline has passed."""
        return self._deadline is not None and time.monotonic() >= self._deadline

    def remaining_seconds(self, most: float) -> float:
        """Limit a number of seconds to wait for output by the deadline."""
        return most if self._deadline is None else max(0.0, min(most, self._deadline - time.monotonic()))

    def receive(self, seconds: float) -> ReceivedMessages[Message]:
        """The messages that arrive within so many seconds.  A worker past its deadline is ended."""
        with self._lock:
            return self._receive(seconds)

    def _receive(self, seconds: float) -> ReceivedMessages[Message]:
        piece = b"" if self._process is None else self._process.receive(self.remaining_seconds(seconds))
        if piece == b"":
            return ReceivedMessages([], self.close().reason(self._limits))
        messages = []
        for body in self._frames.take(piece or b""):
            if body:
                assert self.decode is not None
                messages.append(self.decode(body))
            else:
                self.ready = True
                self.limit(self._limits)
        if any(map(self._is_final, messages)):
            self.working = False
        elif self.is_late:
            self.close()
            return ReceivedMessages(messages, TIME_LIMIT)
        return ReceivedMessages(messages)

    def close(self) -> Exit:
        """End the worker, if there is one."""
        with self._lock:
            self.working = self.ready = False
            process, self._process = self._process, None
            with contextlib.suppress(OSError):
                return Exit(None, None) if process is None else process.end()
            return Exit(None, None)
