"""Workers by fork: copies of this process."""

import contextlib
import gc
import os
import select
import signal
import sys
from typing import NoReturn

from puzzlelang.workers import inside
from puzzlelang.workers.process import PIECE_BYTES, Exit, Service, pipe_ends, reap, write


class Fork:
    """A worker that is a copy of this process."""

    def __init__(self, service: Service) -> None:
        incoming, outgoing, lifeline = os.pipe(), os.pipe(), os.pipe()
        self.writing, self.reading, self.life = incoming[1], outgoing[0], lifeline[1]
        own = {self.writing, self.reading, self.life}
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(AttributeError, OSError, ValueError):
                stream.flush()
        # An interrupt while it forks would be raised where nobody sees it, and be lost.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.pid = os.fork()
            if self.pid == 0:
                _work(service, incoming[0], outgoing[1], lifeline[0], own | pipe_ends, before)
            for descriptor in (incoming[0], outgoing[1], lifeline[0]):
                os.close(descriptor)
            pipe_ends.update(own)
            _lead(self.pid)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def fileno(self) -> int:
        """Return the descriptor that `select` waits for."""
        return self.reading

    def send(self, body: bytes) -> None:
        """Write bytes to the worker.  Raises `OSError` if it has ended."""
        write(self.writing, body)

    def receive(self, seconds: float) -> bytes | None:
        """Read output of the worker; None if there is none for that many seconds, empty if it has ended."""
        if not select.select([self.reading], [], [], seconds)[0]:
            return None
        return os.read(self.reading, PIECE_BYTES)

    def end(self) -> Exit:
        """Kill the worker with everything that it started, and return how it ended."""
        for descriptor in (self.writing, self.reading, self.life):
            with contextlib.suppress(OSError):
                os.close(descriptor)
            pipe_ends.discard(descriptor)
        return reap(self.pid)


def _work(
    service: Service, reading: int, writing: int, life: int, others: set[int], signals: set[signal.Signals | int]
) -> NoReturn:
    """Serve in the child, which ends here whatever happens."""
    try:
        _lead(0)
        for descriptor in others:
            with contextlib.suppress(OSError):
                os.close(descriptor)
        inside.detach(life)
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        gc.freeze()  # objects of the parent need no search for cycles
        with os.fdopen(reading, "rb") as stream:
            inside.serve(service.handler(), stream, writing)
    finally:
        os._exit(0)


def _lead(child: int) -> None:
    """Make the child the leader of its group; both sides do it, whichever comes first."""
    with contextlib.suppress(OSError):
        os.setpgid(child, child)
