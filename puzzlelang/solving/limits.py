"""A search in a child process that can be killed: at a time limit, at a memory limit, at Ctrl-C.

Solvers do not stop when they are asked to (a z3 time limit of 60 s was seen to take 99 s), so the only limit that
holds is the end of a process.  The child sends each answer as it is found; what arrived before the end is kept.
"""

import os
import pickle
import select
import signal
import struct
import sys
import time
from collections.abc import Callable
from typing import Any

from puzzlelang.ground.problem import Problem, Values
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Fixed, Unknown
from puzzlelang.solving.search import Answers, WrongAnswer, search, stream

Progress = Callable[[float, int], None]
"""Called about twice a second with the seconds gone by and the answers found."""

_HEADER = struct.Struct("!Q")


def limited(
    problem: Problem,
    engine: str,
    limit: int | None = 2,
    fixed: Fixed = (),
    *,
    seconds: float | None = None,
    megabytes: int | None = None,
    progress: Progress | None = None,
) -> Answers:
    """The same as `search.search`, within `seconds` of wall clock and `megabytes` of memory for the child.

    Where the system cannot fork (Windows) the search runs here, without limits.  Raises `WrongAnswer`, `Failed` for an
    engine that is not there, and `KeyboardInterrupt` after the child is gone.
    """
    chosen = engines.engine(engine).name
    if not hasattr(os, "fork"):
        return search(problem, engines.engine(chosen), limit, fixed)
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(writing, problem, chosen, limit, fixed, megabytes)
    os.close(writing)
    try:
        return _collect(reading, limit, seconds, progress)
    finally:
        os.close(reading)
        _end(child)


def _child(writing: int, problem: Problem, engine: str, limit: int | None, fixed: Fixed, megabytes: int | None) -> None:
    """Search and send; never returns, whatever happens."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _confine(megabytes)
        for item in stream(problem, engines.engine(engine), limit, fixed):
            _send(writing, ("unknown", item.reason) if isinstance(item, Unknown) else ("answer", item))
        _send(writing, ("done", None))
        code = 0
    except MemoryError:
        _send(writing, ("unknown", "memory limit"))
    except WrongAnswer as wrong:
        _send(writing, ("wrong", str(wrong)))
    except BaseException as error:
        if megabytes is not None and "memory" in str(error).lower():
            _send(writing, ("unknown", "memory limit"))
        else:
            _send(writing, ("error", f"{type(error).__name__}: {error}"))
    finally:
        os._exit(code)


def _confine(megabytes: int | None) -> None:
    if megabytes is None:
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    ceiling = max(megabytes * 1_000_000, used)
    with open("/proc/self/statm", encoding="ascii") as statm:
        mapped = int(statm.read().split()[0]) * resource.getpagesize()
    # Address space holds shared libraries as well, so the limit is on what is added to it.
    resource.setrlimit(resource.RLIMIT_AS, (mapped + ceiling, mapped + ceiling))


def _send(writing: int, message: tuple[str, Any]) -> None:
    body = pickle.dumps(message)
    body = _HEADER.pack(len(body)) + body
    while body:
        body = body[os.write(writing, body) :]


def _collect(reading: int, limit: int | None, seconds: float | None, progress: Progress | None) -> Answers:
    start = time.monotonic()
    found: list[Values] = []
    buffer = b""
    while True:
        gone = time.monotonic() - start
        if seconds is not None and gone >= seconds:
            return Answers(tuple(found), False, "time limit")
        wait = 0.5 if seconds is None else min(0.5, seconds - gone)
        ready, _, _ = select.select([reading], [], [], wait)
        if not ready:
            if progress is not None:
                progress(time.monotonic() - start, len(found))
            continue
        piece = os.read(reading, 1 << 16)
        if not piece:
            return Answers(tuple(found), False, "the solver died")
        buffer += piece
        while len(buffer) >= _HEADER.size and len(buffer) >= _HEADER.size + (size := _HEADER.unpack_from(buffer)[0]):
            kind, content = pickle.loads(buffer[_HEADER.size : _HEADER.size + size])
            buffer = buffer[_HEADER.size + size :]
            match kind:
                case "answer":
                    found.append(content)
                case "done":
                    return Answers(tuple(found), limit is None or len(found) < limit)
                case "unknown":
                    return Answers(tuple(found), False, content)
                case "wrong":
                    raise WrongAnswer(content)
                case _:
                    raise RuntimeError(f"the solver's process failed: {content}")


def _end(child: int) -> None:
    try:
        done, _ = os.waitpid(child, os.WNOHANG)
        if done == 0:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    except (ChildProcessError, ProcessLookupError):
        pass
