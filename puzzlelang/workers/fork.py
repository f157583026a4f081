"""A worker that is a copy of this process."""

import contextlib
import os
import select
import sys
from typing import NoReturn

from puzzlelang.workers.process import PIECE, Ended, Service, held, reaped, write


class Fork:
    """A worker that is a copy of this process."""

    def __init__(self, service: Service) -> None:
        asking, replying, living = os.pipe(), os.pipe(), os.pipe()
        self.writing, self.reading, self.life = asking[1], replying[0], living[1]
        own = {self.writing, self.reading, self.life}
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(AttributeError, OSError, ValueError):
                stream.flush()
        self.pid = os.fork()
        if self.pid == 0:
            _work(service, asking[0], replying[1], living[0], own | held)
        for descriptor in (asking[0], replying[1], living[0]):
            os.close(descriptor)
        held.update(own)
        _lead(self.pid)

    def fileno(self) -> int:
        """See `Process.fileno`."""
        return self.reading

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


def _work(service: Service, questions: int, replies: int, life: int, others: set[int]) -> NoReturn:
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
            service.serve(reading, replies)
    finally:
        os._exit(0)


def _lead(child: int) -> None:
    """Both sides make the child the leader of its group, whichever comes first."""
    with contextlib.suppress(OSError):
        os.setpgid(child, child)
