"""Limits on work in this process: reading rules and boards, drawing them, writing them in another form.

Questions are limited in workers, which can be killed.  Reading takes no worker, so a signal ends it: by the processor
time that it takes, not by the clock, as a text may come from a person who types it.  Only the main thread gets signals,
and Windows has none; there nothing is limited here.
"""

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from types import FrameType

from puzzlelang.diagnostics.record import Diagnostic, fail
from puzzlelang.workers import limits
from puzzlelang.workers.limits import MEMORY_LIMIT, TIME_LIMIT, Limits

LIMIT_REACHED = "E309"
"""The code of what was not done within its limits."""

REPEAT_SECONDS = 0.25
"""Seconds until the signal comes again: an exception that is raised while Python tidies up is lost."""


class _OverTime(BaseException):
    """The time is up.  No `except Exception` on the way takes it for an error of its own."""


@contextlib.contextmanager
def within_limits(within: Limits, what: str) -> Iterator[None]:
    """Run the body of a `with` statement within limits; `what` names the work in messages.

    Raises `Failed` (E309) if a limit is reached.  Inside of another one it sets no time limit of its own.
    """
    alarm = _Alarm()
    try:
        with _ceiling(within.megabytes):
            try:
                alarm.set(within.seconds)
                yield
            finally:
                alarm.end()
    except _OverTime:
        alarm.end()  # it may have come just before the end
        hint = "`--timeout SECONDS` allows more"
        raise fail(
            LIMIT_REACHED, f"{what} was stopped at the {TIME_LIMIT} of {within.seconds:g} s", hint=hint
        ) from None
    except Exception as error:
        if within.megabytes is None or not _is_out_of_memory(error):
            raise
        hint = "`--memory MB` allows more"
        raise fail(
            LIMIT_REACHED, f"{what} was stopped at the {MEMORY_LIMIT} of {within.megabytes} MB", hint=hint
        ) from None


def limit_reached(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the limit that stopped the work, if all diagnostics are of that limit; else an empty text."""
    if not diagnostics or any(item.code != LIMIT_REACHED for item in diagnostics):
        return ""
    return MEMORY_LIMIT if MEMORY_LIMIT in diagnostics[0].message else TIME_LIMIT


class _Alarm:
    """Raises `_OverTime` after a number of seconds of processor time, and repeats it until the alarm is ended.

    `running`: the alarm that is running, if any.
    """

    running: "_Alarm | None" = None

    def set(self, seconds: float | None) -> None:
        """Set it, unless there is one already or cannot be one."""
        if seconds is None or _Alarm.running is not None or sys.platform == "win32":
            return
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGPROF, self._raise)
            _Alarm.running = self
            signal.setitimer(signal.ITIMER_PROF, seconds, REPEAT_SECONDS)

    def end(self) -> None:
        """End it, if it is set."""
        if _Alarm.running is self and sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, 0)
            _Alarm.running = None
            signal.signal(signal.SIGPROF, signal.SIG_IGN)

    def _raise(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if _Alarm.running is self:
            raise _OverTime


@contextlib.contextmanager
def _ceiling(megabytes: int | None) -> Iterator[None]:
    if megabytes is None:
        yield
        return
    with limits.MemoryLimit().hold(megabytes):
        yield


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Whether memory ran out, or something else failed because it did."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False
