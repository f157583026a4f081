"""Limits of a question: time and memory, and how a process keeps the one on memory."""

import contextlib
import sys
from collections.abc import Iterator

import msgspec

TIME_LIMIT, MEMORY_LIMIT = "time limit", "memory limit"
"""The reasons of questions that a limit stopped."""


class Limits(msgspec.Struct, frozen=True):
    """`seconds` of wall-clock time and `megabytes` of memory for one question; None for no limit."""

    seconds: float | None = None
    megabytes: int | None = None


NO_LIMITS = Limits()

REASONS_SHARE = 0.25
"""The part of the time limit that reasons for the absence of an answer may take."""


def reason_limits(within: Limits, spent: float) -> Limits:
    """Derive the limits of reasons after a question with these limits took that many seconds."""
    if within.seconds is None:
        return within
    left = max(0.1, min(within.seconds * REASONS_SHARE, within.seconds - spent))
    return Limits(left, within.megabytes)


def can_limit_memory() -> bool:
    """Return whether the system can limit the memory of a process."""
    return sys.platform != "win32"


class MemoryLimit:
    """A ceiling on the memory of this process beyond what it had when the ceiling was made."""

    def __init__(self) -> None:
        self._address_space = _address_space()

    def set(self, megabytes: int | None) -> None:
        """Set the limit in millions of bytes; None for no limit.  Nothing happens where no system call exists."""
        if sys.platform in ("win32", "emscripten"):
            return
        import resource

        with contextlib.suppress(OSError, ValueError, OverflowError):
            hard = resource.getrlimit(resource.RLIMIT_AS)[1]
            resource.setrlimit(resource.RLIMIT_AS, (self._soft(megabytes, hard, resource.RLIM_INFINITY), hard))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    @contextlib.contextmanager
    def hold(self, megabytes: int) -> Iterator[None]:
        """Lower the limit for a while, never above the one before."""
        if sys.platform in ("win32", "emscripten"):
            yield
            return
        import resource

        before, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = hard if before == resource.RLIM_INFINITY else before
        wanted = self._soft(megabytes, most, resource.RLIM_INFINITY)
        with contextlib.suppress(OSError, ValueError, OverflowError):
            resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
        try:
            yield
        finally:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_AS, (before, hard))

    def _soft(self, megabytes: int | None, hard: int, infinity: int) -> int:
        """Return the limit on address space in bytes: what is in use at the start, and `megabytes` more.

        Libraries that are mapped and never used count as address space, so only the increase is limited.
        """
        if megabytes is None:
            return hard
        wanted = self._address_space + megabytes * 1_000_000
        return wanted if hard == infinity else min(wanted, hard)


def _address_space() -> int:
    """Size of this process's address space in bytes; 0 if the system does not say."""
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/self/statm", encoding="ascii") as statm:
        import resource

        return int(statm.read().split()[0]) * resource.getpagesize()
    return 0
