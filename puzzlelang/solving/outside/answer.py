"""Parsed answers of solvers, before they are matched with a board."""

import enum
from collections.abc import Mapping

import msgspec

from puzzlelang.source import Source, Span

LONGEST = 50_000_000
"""Characters of an answer that are read at all."""


class Status(enum.Enum):
    """Verdict of the solver."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class SolverValue(msgspec.Struct, frozen=True):
    """A value and where it stands: a truth, or a number; None if it is written in no form that a board can have."""

    value: bool | int | None
    span: Span


class PrintedAnswer(msgspec.Struct, frozen=True):
    """A status, and values if the solver printed some.

    `symbols` are those of SMT-LIB text by their names, without `|`; `numbers` those of DIMACS text.  `reason` is what
    the solver said about `unknown`.  `listed`: there was a list of values, be it empty.
    """

    source: Source
    status: Status
    reason: str = ""
    symbols: Mapping[str, SolverValue] = msgspec.field(default_factory=dict)
    numbers: Mapping[int, SolverValue] = msgspec.field(default_factory=dict)
    listed: bool = False
