"""Work in a child process that can be killed: at a time limit, at a memory limit, at Ctrl-C.

Solvers do not stop when they are asked to (a z3 time limit of 60 s was seen to take 99 s), so the only limit that
holds is the end of a process.  The child leads a process group of its own, in which every program that it starts
lives as well, and the whole group is killed.  What the child sent before its end is kept.
"""

import contextlib
import gc
import os
import pickle
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.solving import offspring

Job = Callable[[], Iterator[Any]]
"""What is worked on; the items it yields must pickle."""

Progress = Callable[[float, int], None]
"""Called about twice a second with the seconds gone by and the number of items so far."""

TIME_LIMIT, MEMORY_LIMIT = "time limit", "memory limit"

_HEADER = struct.Struct("!Q")
_PR_SET_PDEATHSIG = 1


class Limits(msgspec.Struct, frozen=True):
    """How much a search may use: `seconds` of wall clock, `megabytes` of memory; None for no limit.

    With any limit, or with `progress` (called about twice a second with seconds and answers so far), the board is
    grounded and solved in a process of its own, which can be killed.
    """

    seconds: float | None = None
    megabytes: int | None = None
    progress: Progress | None = None


NO_LIMITS = Limits()


def worked(job: Job, within: Limits) -> tuple[list[Any], str]:
    """The items of a job, done here or within limits in a process of its own, and why it was stopped."""
    if within == NO_LIMITS:
        return _here(job), ""
    return limited(job, seconds=within.seconds, megabytes=within.megabytes, progress=within.progress)


def _here(job: Job) -> list[Any]:
    with _seldom_collecting():
        return list(job())


@contextlib.contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Look for cycles in memory a hundred times less often.

    A problem is hundreds of thousands of objects without cycles, made at once; looking through them again and again
    took a quarter of the time for a Slitherlink of 30x30.
    """
    before = gc.get_threshold()
    gc.set_threshold(100 * before[0], *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def can_limit() -> bool:
    """Whether the system can fork; where it cannot (Windows), jobs run here and without limits."""
    return hasattr(os, "fork")


def limited(
    job: Job, *, seconds: float | None = None, megabytes: int | None = None, progress: Progress | None = None
) -> tuple[list[Any], str]:
    """All items of a job, and why it was stopped early (empty if it was not).

    `seconds` are of wall clock, `megabytes` what the child may need beyond what this process holds already.  Raises the
    `Failed` that the job raised, `RuntimeError` for any other exception in it, and `KeyboardInterrupt` after the
    child is gone.
    """
    if not can_limit():
        return _here(job), ""
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _work(job, writing, megabytes, parent)
    os.close(writing)
    _lead(child)
    stopped: str | None = None
    try:
        items, stopped = _collect(reading, seconds, progress)
    finally:
        os.close(reading)
        status, needed = _end(child, finished=stopped == "")
    return items, _cause(status, needed, megabytes) if stopped is None else stopped


def _lead(child: int) -> None:
    """Both sides make the child the leader of its group, whichever comes first."""
    with contextlib.suppress(OSError):
        os.setpgid(child, child)


def _work(job: Job, writing: int, megabytes: int | None, parent: int) -> NoReturn:
    """The child: work and send; whatever happens, it ends here."""
    try:
        _lead(0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _die_with(parent)
        _confine(megabytes)
        # Solvers that run out of memory say so on their way down; the parent says it better.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        gc.freeze()
        with _seldom_collecting():
            for item in job():
                _send(writing, ("item", item))
        _send(writing, ("done", ""))
    except MemoryError:
        _send(writing, ("stopped", MEMORY_LIMIT))
    except Failed as failed:
        _send(writing, ("failed", failed.diagnostics))
    except BaseException as error:
        if megabytes is not None and ("memory" in str(error).lower() or "bad_alloc" in str(error)):
            _send(writing, ("stopped", MEMORY_LIMIT))
        else:
            _send(writing, ("error", f"{type(error).__name__}: {error}"))
    finally:
        os._exit(0)


def _die_with(parent: int) -> None:
    """Ask the system to end this process when the one that started it is gone (Linux; elsewhere nobody can)."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def _confine(megabytes: int | None) -> None:
    if megabytes is None:
        return
    import resource

    mapped = 0
    with contextlib.suppress(OSError), open("/proc/self/statm", encoding="ascii") as statm:
        mapped = int(statm.read().split()[0]) * resource.getpagesize()
    # Address space counts libraries that are mapped and never used, so the limit is on what is added to it.
    ceiling = mapped + megabytes * 1_000_000
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (ceiling, ceiling))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _send(writing: int, message: tuple[str, Any]) -> None:
    body = pickle.dumps(message)
    body = _HEADER.pack(len(body)) + body
    while body:
        body = body[os.write(writing, body) :]


def _collect(reading: int, seconds: float | None, progress: Progress | None) -> tuple[list[Any], str | None]:
    """Items until the job is done; None instead of a reason if the child ended without a word."""
    start = time.monotonic()
    items: list[Any] = []
    buffer = b""
    while True:
        gone = time.monotonic() - start
        if seconds is not None and gone >= seconds:
            return items, TIME_LIMIT
        wait = 0.5 if seconds is None else min(0.5, seconds - gone)
        if not select.select([reading], [], [], wait)[0]:
            if progress is not None:
                progress(time.monotonic() - start, len(items))
            continue
        piece = os.read(reading, 1 << 16)
        if not piece:
            return items, None
        buffer += piece
        while len(buffer) >= _HEADER.size and len(buffer) >= _HEADER.size + (size := _HEADER.unpack_from(buffer)[0]):
            kind, content = pickle.loads(buffer[_HEADER.size : _HEADER.size + size])
            buffer = buffer[_HEADER.size + size :]
            match kind:
                case "item":
                    items.append(content)
                case "done" | "stopped":
                    return items, content
                case "failed":
                    raise Failed(content)
                case _:
                    raise RuntimeError(f"in the solver's process: {content}")


def _end(child: int, *, finished: bool) -> tuple[int, float]:
    """Kill the child's group and wait for it; how it ended, and the megabytes it needed at most.

    Unless it had finished, what it started in groups of their own is killed as well.
    """
    with contextlib.suppress(ChildProcessError):
        done, status, usage = os.wait4(child, os.WNOHANG)
        if done == 0 and not finished:
            offspring.end(child)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        if done == 0:
            _, status, usage = os.wait4(child, 0)
        scale = 1 if sys.platform == "darwin" else 1024
        return status, usage.ru_maxrss * scale / 1_000_000
    return 0, 0.0


def _cause(status: int, needed: float, megabytes: int | None) -> str:
    """Why a child ended without a word: a solver that cannot get memory aborts."""
    if megabytes is not None and needed > 0.4 * megabytes:
        return MEMORY_LIMIT
    if os.WIFSIGNALED(status):
        return f"the solver died ({signal.Signals(os.WTERMSIG(status)).name})"
    return "the solver died"
