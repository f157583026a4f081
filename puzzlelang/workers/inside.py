"""A worker process from inside: signals, end, garbage collection, and the loop that serves messages.

It ends when there are no more messages, and when its client is gone.  The client holds the other end of a pipe on which
nothing is ever written.  The closing of that end is a signal, which ends this process even in the middle of a search.
"""

import gc
import importlib
import os
import signal
import sys
from typing import BinaryIO

import msgspec

from puzzlelang.workers import frames
from puzzlelang.workers.limits import MEMORY_LIMIT
from puzzlelang.workers.process import Handler, write

COLLECT_AFTER = 200_000
"""New objects until the next search for reference cycles: three hundred times Python's own threshold."""


def serve(handler: Handler, reading: BinaryIO, writing: int) -> None:
    """Announce readiness by an empty frame, then handle messages until none are left or the handler gives up."""

    def send(message: msgspec.Struct) -> None:
        write(writing, frames.encode_frame(message))

    collect_rarely()
    write(writing, frames.frame(b""))
    while body := frames.read(reading):
        if not handler.handle(body, send):
            return


def main(home: str) -> None:
    """Serve in a new Python, from standard input to standard output; `home` is the module that makes the handler."""
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (0, 1):
            msvcrt.setmode(descriptor, os.O_BINARY)
    writing = os.dup(1)
    life = int(sys.argv[1])
    reading = os.fdopen(os.dup(0), "rb")
    if life >= 0:
        detach(life)
    serve(importlib.import_module(home).handler_from(reading), reading, writing)


def detach(life: int) -> None:
    """Tie this process to its client's life, silence it, and restore the system's signal handlers."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _end_with(life)
    # Solvers that run out of memory print that as they abort; the client words it better.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    os.dup2(2, 1)


def _end_with(life: int) -> None:
    """End by a signal when the other end of the pipe closes, so that no search has to return first."""
    if sys.platform == "win32":
        return
    import fcntl
    import select

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([life], [], [], 0)[0]:  # it was closed before
        os._exit(0)


class _Rarity:
    """The number of holders that keep collections rare, and the thresholds from before the first of them."""

    holders = 0
    before = gc.get_threshold()


def collect_rarely() -> None:
    """Make Python search for reference cycles rarely, until `collect_often` was called as many times.

    A problem is hundreds of thousands of objects without cycles, made at once; searching them again and again took a
    quarter of the time for a Slitherlink of 30x30.
    """
    if not _Rarity.holders:
        _Rarity.before = gc.get_threshold()
        gc.set_threshold(max(COLLECT_AFTER, _Rarity.before[0]), *_Rarity.before[1:])
    _Rarity.holders += 1


def collect_often() -> None:
    """Take one call of `collect_rarely` back."""
    _Rarity.holders -= 1
    if not _Rarity.holders:
        gc.set_threshold(*_Rarity.before)


class Failure(msgspec.Struct, frozen=True):
    """An exception that ended a message: the limit that it ran into, else the whole traceback."""

    limit: str = ""
    traceback: str = ""


def failure(error: BaseException, *, limited: bool) -> Failure:
    """Classify an exception that is no diagnostic; `limited`: memory was limited, so solvers may say so in words."""
    text = str(error).lower()
    if isinstance(error, MemoryError) or (limited and ("memory" in text or "bad_alloc" in text)):
        return Failure(limit=MEMORY_LIMIT)
    import traceback

    return Failure(traceback="".join(traceback.format_exception(error)))
