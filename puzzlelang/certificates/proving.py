"""Which provers work here: each is given a small contradiction."""

import tempfile
import time
from collections.abc import Callable

import msgspec

from puzzlelang.certificates import prove, provers
from puzzlelang.diagnostics.record import Failed, fail

CONTRADICTION = "p cnf 3 8\n" + "".join(
    f"{first} {second} {third} 0\n" for first in (1, -1) for second in (2, -2) for third in (3, -3)
)
"""Three variables, of which no values are allowed."""


LONGEST = 20.0
"""Seconds that a prover has for it."""


class Found(msgspec.Struct, frozen=True):
    """A prover; `status` is `works`, or why it does not."""

    name: str
    status: str
    version: str = ""


def discover() -> list[Found]:
    """Every prover that is there, with what came of its trial."""
    return [_tried(name) for name in provers.names()]


def _tried(name: str) -> Found:
    with tempfile.TemporaryDirectory() as scratch:
        try:
            prove.proof(CONTRADICTION, name, scratch, _within(time.monotonic() + LONGEST))
        except (Failed, prove.Satisfiable) as wrong:
            return Found(name, f"broken: {wrong}")
    return Found(name, "works", provers.version(name))


def _within(until: float) -> Callable[[], None]:
    """Raises `Failed` (E344) once that time is over."""

    def beat() -> None:
        if time.monotonic() > until:
            raise fail("E344", f"it has not answered within {LONGEST:.0f} seconds")

    return beat
