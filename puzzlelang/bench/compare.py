"""Compares two runs of `bench`: where engines became slower or faster."""

import statistics
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from puzzlelang.bench.runs import BenchRow
from puzzlelang.diagnostics.record import fail
from puzzlelang.source import Source

THRESHOLD = 1.3
"""How many times slower or faster counts as a change.

On a machine that does something else it is passed without any: of the standard boards by CaDiCaL, three times each, 28
of 72 differed by more in two runs of the same code on two cores with a load of six; the geometric mean was 1.05.
"""


class EngineTime(msgspec.Struct, frozen=True):
    """The time of an engine on a board: the median in seconds, None if it was not solved."""

    engine: str
    median: float | None


class BenchEntry(msgspec.Struct, frozen=True):
    """A board in the JSON of `bench`: the title of its rules, its name, rows x columns, each engine."""

    rules: str
    board: str
    size: str
    engines: tuple[EngineTime, ...]


class BenchOutput(msgspec.Struct, frozen=True):
    """The part of the JSON of `bench` that is read again."""

    boards: tuple[BenchEntry, ...]


class Change(msgspec.Struct, frozen=True):
    """A board and an engine in both runs; seconds, None where it was not solved."""

    rules: str
    board: str
    size: str
    engine: str
    before: float | None
    now: float | None

    @property
    def ratio(self) -> float | None:
        """Return how many times the earlier seconds are needed now; None unless it was solved both times."""
        return None if self.before is None or self.now is None else self.now / self.before

    @property
    def is_worse(self) -> bool:
        """Whether it became slower by more than the threshold, or is no longer solved."""
        if self.ratio is None:
            return self.before is not None
        return self.ratio > THRESHOLD

    @property
    def is_better(self) -> bool:
        """Whether it became faster by more than the threshold, or is solved for the first time."""
        if self.ratio is None:
            return self.now is not None
        return self.ratio < 1 / THRESHOLD


class RunComparison(msgspec.Struct, frozen=True):
    """A comparison of two runs, in the order of the run that has a board.

    `only_earlier` and `only_now` are rules, board, size and engine of results in only the earlier or only the later
    run.
    """

    common: tuple[Change, ...]
    only_earlier: tuple[tuple[str, ...], ...]
    only_now: tuple[tuple[str, ...], ...]

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines in both runs."""
        return tuple(dict.fromkeys(change.engine for change in self.common))

    def ratios(self, engine: str) -> list[float]:
        """The ratios of one engine on all boards that it solved both times."""
        return [ratio for change in self.common if change.engine == engine and (ratio := change.ratio) is not None]

    def mean(self, engine: str) -> float | None:
        """The geometric mean of the ratios of one engine; None if there are none."""
        ratios = self.ratios(engine)
        return statistics.geometric_mean(ratios) if ratios else None


def read_output(source: Source) -> BenchOutput:
    """The output of an earlier `bench --json`.  Raises `Failed` if it is something else (`E326`)."""
    try:
        result = msgspec.json.decode(source.text, type=BenchOutput)
    except (msgspec.DecodeError, RecursionError) as error:
        hint = "it is written by `puzzlelang bench --json`"
        raise fail("E326", f"this is no output of `bench`: {error}", source.first(), hint=hint) from None
    for entry in result.boards:
        for timed in entry.engines:
            if timed.median is not None and timed.median <= 0:
                raise fail("E326", f"`{entry.board}` took no time by {timed.engine}", source.first())
    return result


def compare_runs(table: Sequence[BenchRow], earlier: BenchOutput) -> RunComparison:
    """The comparison with an earlier run.  Boards match by rules, name and size; of equal ones by their order."""
    old = dict(_timings(earlier.boards))
    new = dict(_timings(map(_entry, table)))
    return RunComparison(
        tuple(Change(*key[:4], old[key], seconds) for key, seconds in new.items() if key in old),
        tuple(key[:4] for key in old if key not in new),
        tuple(key[:4] for key in new if key not in old),
    )


Key = tuple[str, str, str, str, int]
"""Rules, board, size, engine, and how many equal ones came before."""


def _timings(entries: Iterable[BenchEntry]) -> Iterator[tuple[Key, float | None]]:
    seen: dict[tuple[str, ...], int] = {}
    for entry in entries:
        for timed in entry.engines:
            key = (entry.rules, entry.board, entry.size, timed.engine)
            seen[key] = seen.get(key, -1) + 1
            yield (*key, seen[key]), timed.median


def _entry(row: BenchRow) -> BenchEntry:
    engines = tuple(EngineTime(run.engine, run.median) for run in row.runs)
    return BenchEntry(row.sample.rules.title, row.sample.name, row.sample.size, engines)
