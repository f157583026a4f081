"""Available provers: each is tried on a small contradiction."""

import tempfile
import time
from collections.abc import Callable

import msgspec

from puzzlelang.certificates import prove, provers
from puzzlelang.diagnostics.record import Failed, fail

CONTRADICTION = "p cnf 3 8\n" + "".join(
    f"{first} {second} {third} 0\n" for first in (1, -1) for second in (2, -2) for third in (3, -3)
)
"""All eight clauses of three variables."""


TRIAL_SECONDS = 20.0
"""Seconds for the trial."""


class ProverStatus(msgspec.Struct, frozen=True):
    """A prover; `status` is `works`, or why it does not."""

    name: str
    status: str
    version: str = ""


def discover() -> list[ProverStatus]:
    """Every installed prover with the result of its trial."""
    return [_try_prover(name) for name in provers.prover_names()]


def _try_prover(name: str) -> ProverStatus:
    with tempfile.TemporaryDirectory() as scratch:
        try:
            prove.checked_proof(CONTRADICTION, name, scratch, _deadline(time.monotonic() + TRIAL_SECONDS))
        except (Failed, prove.Satisfiable) as wrong:
            return ProverStatus(name, f"broken: {wrong}")
    return ProverStatus(name, "works", provers.version(name))


def _deadline(until: float) -> Callable[[], None]:
    """Make a function that raises `Failed` (E344) if it is called after the time `until` (monotonic seconds)."""

    def beat() -> None:
        if time.monotonic() > until:
            raise fail("E344", f"it has not answered within {TRIAL_SECONDS:.0f} seconds")

    return beat
