"""Runs work in child processes and tells the CPU time, user and system, that each took."""

import contextlib
import gc
import json
import os
import resource
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence

import msgspec

from puzzlelang.workers.limits import MemoryLimit

PATIENCE = 10
"""How many times the limit on CPU time a child may take by the clock, on a machine that others use."""


class Bounds(msgspec.Struct, frozen=True):
    """What one process may use: `seconds` of CPU time, `megabytes` of memory."""

    seconds: int
    megabytes: int


class Child(msgspec.Struct, frozen=True):
    """How a child ended: CPU `seconds` with those of its own children, exit `code`, None if killed, and what it said.

    A child that ends by a signal reached a limit, or broke down; `stopped` tells the first.
    """

    seconds: float
    code: int | None
    output: str
    stopped: bool


def command(words: Sequence[str], bounds: Bounds, *, errors: bool = False) -> Child:
    """Run a program without input and keep what it prints, with `errors` also on standard error.

    Raises `OSError` if it cannot be run.
    """
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output if errors else subprocess.DEVNULL,
            start_new_session=True,
        )
        if hasattr(resource, "prlimit"):  # set from here, as a larger process is slower to fork
            _confine(lambda which, limits: resource.prlimit(process.pid, which, limits), bounds)
        with _clock(process.pid, bounds):
            _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said = output.read().decode(errors="replace")
    spent = used.ru_utime + used.ru_stime
    return Child(spent, *_end(status, spent, bounds, said))


def forked(work: Callable[[], str], bounds: Bounds, before: Callable[[], object] = lambda: None) -> Child:
    """Run `before` and `work` in a copy of this process; the time of `work` counts.

    A page of memory that both processes share is copied when it is first written to, and Python writes to whatever it
    uses.  A search for cycles makes the copy own those of all objects, such as rules and board, and `before`, which
    comes last as a search takes all else out of the caches, those that `work` needs.  An exception ends the copy with
    code 1, and is what it said.
    """
    reading, writing = os.pipe()
    gc.collect()
    gc.freeze()  # no collection in the copy looks at what this process has, but for one
    process = os.fork()
    if process == 0:
        os.close(reading)
        _child(work, writing, bounds, before)
    os.close(writing)
    gc.unfreeze()
    with _clock(process, bounds), os.fdopen(reading) as lines:
        text = lines.read()
        _, status, used = os.wait4(process, 0)
    seconds, said = json.loads(text) if text else (used.ru_utime + used.ru_stime, "")
    return Child(seconds, *_end(status, seconds, bounds, said))


def _child(work: Callable[[], str], writing: int, bounds: Bounds, before: Callable[[], object]) -> None:
    said, status = "", 1
    try:
        os.setsid()
        _confine(resource.setrlimit, bounds, memory=False)
        MemoryLimit().set(bounds.megabytes)  # beyond what this process has, such as libraries
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        before()
        gc.collect()
        start = _spent()
        try:
            said, status = work(), 0
        except MemoryError:
            os.kill(os.getpid(), signal.SIGKILL)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
        with os.fdopen(writing, "w") as pipe:
            json.dump((_spent() - start, said), pipe)
    finally:
        os._exit(status)


def _spent() -> float:
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _confine(limit: Callable[[int, tuple[int, int]], object], bounds: Bounds, *, memory: bool = True) -> None:
    limit(resource.RLIMIT_CPU, (bounds.seconds, bounds.seconds + 2))
    if memory:
        size = bounds.megabytes * 1_000_000
        limit(resource.RLIMIT_AS, (size, size))
    limit(resource.RLIMIT_CORE, (0, 0))


@contextlib.contextmanager
def _clock(process: int, bounds: Bounds) -> Iterator[None]:
    """End a process and its children when it has taken too long by the clock."""
    clock = threading.Timer(PATIENCE * bounds.seconds, _kill, (process,))
    clock.start()
    try:
        yield
    finally:
        clock.cancel()
        clock.join()


def _kill(process: int) -> None:
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:
        return


def _end(status: int, spent: float, bounds: Bounds, said: str) -> tuple[int | None, str, bool]:
    """Exit code, what was said, and whether a limit was reached: on time, or on memory, where programs abort."""
    if not os.WIFSIGNALED(status):
        return os.waitstatus_to_exitcode(status), said, False
    limits = (signal.SIGXCPU, signal.SIGKILL, signal.SIGABRT)
    return None, said, spent >= bounds.seconds or os.WTERMSIG(status) in limits
