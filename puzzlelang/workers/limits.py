"""How much a question may use."""

import msgspec

TIME_LIMIT, MEMORY_LIMIT = "time limit", "memory limit"
"""The reasons of questions that were stopped by a limit."""


class Limits(msgspec.Struct, frozen=True):
    """`seconds` of wall clock and `megabytes` of memory for one question; None for no limit."""

    seconds: float | None = None
    megabytes: int | None = None


NO_LIMITS = Limits()

SHARE = 0.25
"""The part of the time limit that may be spent on the reasons why there is no answer."""


def for_reasons(within: Limits, spent: float) -> Limits:
    """What reasons may use after a question that had these limits and spent so many seconds."""
    if within.seconds is None:
        return within
    left = max(0.1, min(within.seconds * SHARE, within.seconds - spent))
    return Limits(left, within.megabytes)
