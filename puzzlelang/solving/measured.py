"""What it costs to solve a board: seconds for each stage, sizes, work, memory."""

import contextlib
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from puzzlelang.problem.record import Formula, Problem, Values
from puzzlelang.solving.engine import Counts, Engine, Fixed, Outcome, Session

Item = TypeVar("Item")

GROUND, WARNINGS, LOWER, FIRST, UNIQUE, ORDER, CHECK, STOPPED = (
    "ground",
    "warnings",
    "lower",
    "first_answer",
    "uniqueness",
    "in_order",
    "check",
    "stopped",
)
"""Stages of a search.

`uniqueness` is the proof that there is no second answer, or the search for it; `in_order` all that is needed to list
several answers in canonical order; `check` the answers held against the reference semantics; `stopped` is what a killed
search did after the stages that are listed.
"""


class Stats(msgspec.Struct):
    """What a search cost.

    `seconds` are of wall clock, by stage, in order.  `sizes` are of the
    board, of the problem and of what the engine makes of it.  `work` and `cuts` are as `engine.Counts` says, over all
    sessions, with `questions` that the engine was asked.  `megabytes`: the most memory that the process held; None if
    the search was stopped, or the system does not tell.
    """

    engine: str
    seconds: dict[str, float] = msgspec.field(default_factory=dict)
    sizes: dict[str, int] = msgspec.field(default_factory=dict)
    work: dict[str, int] = msgspec.field(default_factory=dict)
    cuts: dict[str, int] = msgspec.field(default_factory=dict)
    megabytes: float | None = None


@contextlib.contextmanager
def timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    """Add the time that the block takes to that of the stage."""
    start = time.perf_counter()
    try:
        yield
    finally:
        seconds[stage] = seconds.get(stage, 0.0) + time.perf_counter() - start


def describe(stats: Stats, problem: Problem) -> None:
    """Put down how large a problem is."""
    stats.sizes["cells"] = len(problem.geometry.cells)
    stats.sizes["variables"] = len(problem.variables)
    stats.sizes["constraints"] = len(problem.constraints) + len(problem.definitions)


def searched(stats: Stats, answers: Iterator[Item]) -> Iterator[Item]:
    """The answers of a search by a measured engine; what it spends besides asking the engine is checking."""
    start, before = time.perf_counter(), sum(stats.seconds.values())
    yield from answers
    asked = sum(stats.seconds.values()) - before
    stats.seconds[CHECK] = max(0.0, time.perf_counter() - start - asked)
    stats.megabytes = _megabytes()


def measured(engine: Engine, stats: Stats) -> Engine:
    """The engine, which puts down what it does."""

    def opened(stated: Problem, cores: bool) -> Session:
        again = FIRST in stats.seconds
        with timed(stats.seconds, ORDER if again else LOWER):
            session = engine.open(stated, cores)
        return _Measured(session, stats, (ORDER,) if again else (FIRST, UNIQUE, ORDER))

    return Engine(engine.name, opened)


class _Measured:
    """A session that notes how long each search takes; `stages` are those of the searches, the last of the rest."""

    def __init__(self, inner: Session, stats: Stats, stages: Sequence[str]) -> None:
        self.inner = inner
        self.stats = stats
        self.stages = list(stages)

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """See `Session.solve`."""
        stage = self.stages.pop(0) if len(self.stages) > 1 else self.stages[0]
        _add(self.stats.work, {"questions": 1})
        with timed(self.stats.seconds, stage):
            return self.inner.solve(fixed, active)

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """See `Session.exclude`."""
        self.inner.exclude(values, among)

    def add(self, formulas: Sequence[Formula]) -> None:
        """See `Session.add`."""
        self.inner.add(formulas)

    def counts(self) -> Counts:
        """See `Session.counts`."""
        return self.inner.counts()

    def close(self) -> None:
        """Put down what the session did, then close it."""
        found = self.inner.counts()
        self.stats.sizes.update(found.sizes)
        _add(self.stats.work, found.work)
        _add(self.stats.cuts, found.cuts)
        self.inner.close()


def _add(sums: dict[str, int], more: dict[str, int]) -> None:
    for name, count in more.items():
        sums[name] = sums.get(name, 0) + count


def _megabytes() -> float | None:
    """The most memory that this process held so far, in millions of bytes."""
    if sys.platform == "win32":
        return None
    import resource

    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale / 1_000_000
