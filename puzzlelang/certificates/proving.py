"""Which provers work here: each is given a small contradiction."""

import tempfile

import msgspec

from puzzlelang.certificates import prove, provers
from puzzlelang.diagnostics.record import Failed

CONTRADICTION = "p cnf 3 8\n" + "".join(
    f"{first} {second} {third} 0\n" for first in (1, -1) for second in (2, -2) for third in (3, -3)
)
"""Three variables, of which no values are allowed."""


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
            prove.proof(CONTRADICTION, name, scratch, _nothing)
        except (Failed, prove.Satisfiable) as wrong:
            return Found(name, f"broken: {wrong}")
    return Found(name, "works", provers.version(name))


def _nothing() -> None:
    pass
