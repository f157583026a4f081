"""How much a question may use."""

import msgspec

TIME_LIMIT, MEMORY_LIMIT = "time limit", "memory limit"
"""The reasons of questions that were stopped by a limit."""


class Limits(msgspec.Struct, frozen=True):
    """`seconds` of wall clock and `megabytes` of memory for one question; None for no limit."""

    seconds: float | None = None
    megabytes: int | None = None


NO_LIMITS = Limits()
