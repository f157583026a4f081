"""Runs of the same boards through several engines, each board with a proof of uniqueness."""

import statistics
from collections.abc import Callable, Iterator, Sequence

import msgspec

from puzzlelang import pipeline
from puzzlelang.deductions import apply  # noqa: F401  # loaded here, so that no worker has to load it
from puzzlelang.diagnostics.record import Failed
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving import (
    cadical,  # noqa: F401  # loaded here, so that no worker has to load it
    dominance,  # noqa: F401  # the same
    lazy_graphs,  # noqa: F401  # the same
    projected_session,  # noqa: F401  # the same
    refinement,  # noqa: F401  # the same
    stats,
)
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


class Sample(msgspec.Struct, frozen=True, eq=False):
    """A board and its rules; `name` says where it is from."""

    name: str
    rules: Ruleset
    puzzle: Puzzle

    @property
    def size(self) -> str:
        """Rows x columns."""
        return f"{self.puzzle.geometry.height}x{self.puzzle.geometry.width}"


class Run(msgspec.Struct):
    """A board solved by an engine.

    `seconds` of wall clock for each time that it was solved: grounding, lowering, answer, proof and check, without
    reading, and without the default engine that confirms what a program denies.  `megabytes`: the most memory needed,
    None if not known.  `trouble`: why it was not solved, or is wrong; empty if it was solved.
    """

    engine: str
    seconds: list[float] = msgspec.field(default_factory=list)
    megabytes: float | None = None
    trouble: str = ""

    @property
    def median(self) -> float | None:
        """Seconds; None if it was not solved."""
        return None if self.trouble else statistics.median(self.seconds)


class BenchRow(msgspec.Struct, frozen=True):
    """A board with the run of each engine; `answers` counts those found, at most two."""

    sample: Sample
    runs: tuple[Run, ...]
    answers: int


class EngineComparison(msgspec.Struct, frozen=True):
    """Ratios of the times of an engine to those of the first one, on the boards that both solved.

    `mean` is the geometric mean and `median` the median of the ratios, None if there are none; `solved` counts all
    boards that the engine solved.
    """

    engine: str
    solved: int
    compared: int
    mean: float | None
    median: float | None


Progress = Callable[[Sample, str], None]
"""Called before a board goes to an engine."""


def bench_rows(
    samples: Sequence[Sample], engines: Sequence[str], repeat: int, within: Limits, say: Progress
) -> Iterator[BenchRow]:
    """A row for each board.  Engines take turns, so that a slower moment of the machine hits all of them alike.

    An engine that fails once is not asked about the board again.
    """
    for sample in samples:
        runs = tuple(Run(engine) for engine in engines)
        results: dict[str, tuple[Solution, ...]] = {}
        for _ in range(repeat):
            for run in runs:
                if not run.trouble:
                    say(sample, run.engine)
                    _once(sample, run, within, results)
        yield BenchRow(sample, runs, max(map(len, results.values()), default=0))


def _once(sample: Sample, run: Run, within: Limits, results: dict[str, tuple[Solution, ...]]) -> None:
    try:
        result = pipeline.solve(sample.rules, sample.puzzle, engine=run.engine, within=within)
    except Failed as failed:
        run.trouble = failed.diagnostics[0].message
        return
    except RuntimeError as error:  # what failed in the process of one search is no reason to lose the others
        run.trouble = str(error)
        return
    if result.stopped:
        run.trouble = result.stopped
        return
    run.seconds.append(sum(spent for stage, spent in result.stats.seconds.items() if stage != stats.CONFIRM))
    if result.stats.megabytes is not None:
        run.megabytes = max(run.megabytes or 0.0, result.stats.megabytes)
    others = [engine for engine, answers in results.items() if not _same(answers, result.answers)]
    if others:
        run.trouble = f"its answers are not those of {others[0]}"
    results.setdefault(run.engine, result.answers)


def _same(first: Sequence[Solution], second: Sequence[Solution]) -> bool:
    return [answer.values for answer in first] == [answer.values for answer in second]


def comparisons(table: Sequence[BenchRow]) -> list[EngineComparison]:
    """Each engine against the first, which comes first itself."""
    if not table:
        return []
    return [_comparison(table, position) for position in range(len(table[0].runs))]


def _comparison(table: Sequence[BenchRow], position: int) -> EngineComparison:
    ratios = [results for row in table if (results := ratio(row, position)) is not None]
    return EngineComparison(
        table[0].runs[position].engine,
        sum(row.runs[position].median is not None for row in table),
        len(ratios),
        statistics.geometric_mean(ratios) if ratios else None,
        statistics.median(ratios) if ratios else None,
    )


def ratio(row: BenchRow, position: int) -> float | None:
    """The ratio of the time of an engine to that of the first one; None unless both solved the board."""
    first, other = row.runs[0].median, row.runs[position].median
    return None if first is None or other is None else other / first
