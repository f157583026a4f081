"""Limits of a question: time and memory."""

import msgspec

TIME_LIMIT, MEMORY_LIMIT = "time limit", "memory limit"
"""The reasons of questions that a limit stopped."""


class Limits(msgspec.Struct, frozen=True):
    """`seconds` of wall-clock time and `megabytes` of memory for one question; None for no limit."""

    seconds: float | None = None
    megabytes: int | None = None


NO_LIMITS = Limits()

SHARE = 0.25
"""The part of the time limit that reasons for the absence of an answer may take."""


def for_reasons(within: Limits, spent: float) -> Limits:
    """Derive the limits of reasons after a question with these limits took that many seconds."""
    if within.seconds is None:
        return within
    left = max(0.1, min(within.seconds * SHARE, within.seconds - spent))
    return Limits(left, within.megabytes)
