"""Programs that this process starts, and their end.

On Linux a program dies with the process that started it, even if that one is killed.  What a program started in turn
(`timeout 9 z3 -in` puts its z3 into a process group of its own) is found and killed by `end`; outside of Linux it only
sees the end of its input.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

LINUX = sys.platform.startswith("linux")
_PR_SET_PDEATHSIG = 1


class Command(msgspec.Struct, frozen=True):
    """A command line: as it was written, and its words, the first of which is the path of a program."""

    text: str
    words: tuple[str, ...]


def dying_with_parent() -> Callable[[], None] | None:
    """What a new process runs first, so that the system kills it when this process is gone; None where nobody can.

    Only for a process of a single thread: the system takes the end of the thread that asks for the end of the process,
    and nothing may be run between fork and exec where another thread holds a lock.
    """
    if not LINUX or threading.active_count() > 1:
        return None
    import ctypes

    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def first() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return first


def end(process: int) -> None:
    """Kill a process, not waited for yet, and what it and its children started.  It is left to be waited for."""
    if os.name == "nt":
        _signalled(process, signal.SIGTERM)
        return
    # A process that is stopped starts no others while they are looked for.
    family = [process]
    for one in family:
        _signalled(one, signal.SIGSTOP)
        family += [child for child in _children().get(one, ()) if child not in family]
    for one in family:
        _signalled(one, signal.SIGKILL)


def _signalled(process: int, which: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, which)


def _children() -> dict[int, list[int]]:
    """Which processes each one has started; empty where the system does not tell."""
    found: dict[int, list[int]] = {}
    if not LINUX:
        return found
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                # The name of the program, in parentheses, may hold anything: the last one ends it.
                stat = Path(entry.path, "stat").read_text(encoding="utf-8", errors="replace")
                found.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    return found
