"""Ratios of CPU times on boards that two programs solved, and tables of them."""

import statistics
from collections.abc import Iterator, Sequence

import msgspec

from tests.bench.contestants import COUNTS, OPEN, REFUSED, Trial

OURS, OTHERS = ("command", "inside"), ("peer", "clingo", "noqx")
SLOW = 0.1
"""Where the other program takes so many seconds or more, its time is not that of its start."""


LEAST = 0.0005
"""Less CPU time than this is not told apart."""


class Row(msgspec.Struct, frozen=True):
    """A board, with the runs of each program on it."""

    genre: str
    board: str
    size: str
    url: str
    runs: dict[str, list[Trial]]

    def verdict(self, name: str) -> str:
        """What a program said at last; empty if it was not asked."""
        return self.runs[name][-1].verdict if self.runs.get(name) else ""

    def seconds(self, name: str) -> float:
        """The median over the runs."""
        return statistics.median(trial.seconds for trial in self.runs[name])

    def is_solved(self, name: str) -> bool:
        """Whether a program said how many answers there are."""
        return self.verdict(name) in COUNTS

    def ratio(self, mine: str, other: str) -> float | None:
        """The time of one program in times of the other; None unless both say the same of the board."""
        if not self.is_solved(mine) or self.verdict(mine) != self.verdict(other):
            return None
        return max(self.seconds(mine), LEAST) / max(self.seconds(other), LEAST)


def differ(rows: Sequence[Row]) -> list[Row]:
    """The boards on which two programs say different counts of answers."""
    return [row for row in rows if len({row.verdict(name) for name in row.runs} & set(COUNTS)) > 1]


def unsolved(rows: Sequence[Row], name: str) -> list[Row]:
    """The boards that a program did not solve and another one did."""
    return [
        row
        for row in rows
        if row.verdict(name) not in ("", REFUSED, *COUNTS) and any(row.is_solved(one) for one in row.runs)
    ]


def worst(rows: Sequence[Row], mine: str, other: str) -> list[tuple[float, Row]]:
    """The boards by ratio, the largest first."""
    result = [(ratio, row) for row in rows if (ratio := row.ratio(mine, other)) is not None]
    return sorted(result, key=lambda pair: (-pair[0], pair[1].url))


def lines(rows: Sequence[Row], count: int) -> Iterator[str]:
    """The whole report: ratios by genre, over all, then the `count` worst boards, those unsolved, and who disagrees."""
    names = {name for row in rows for name in row.runs}
    others = [name for name in OTHERS if name in names]
    pairs = [(mine, other) for other in others for mine in OURS]
    if pairs:
        yield from _by_genre(rows, pairs)
    for mine, other in pairs:
        yield from _overall(rows, mine, other)
    for other in others:
        yield f"\nworst ratios of inside / {other}"
        for ratio, row in worst(rows, "inside", other)[:count]:
            times = f"{row.seconds('inside'):9.3f} {row.seconds(other):9.3f}"
            yield f"{ratio:9.2f} {times}  {row.genre} {row.size} {row.url}"
    for name in (*OURS, *others):
        for row in unsolved(rows, name):
            result = ", ".join(f"{one} {row.seconds(one):.3f}" for one in row.runs if row.is_solved(one))
            yield f"{row.verdict(name)} by {name}: {row.genre} {row.size} {row.url} (solved by {result})"
    for row in differ(rows):
        result = ", ".join(f"{name}: {row.verdict(name)}" for name in row.runs)
        yield f"verdicts differ: {row.genre} {row.size} {row.url} ({result})"


def _by_genre(rows: Sequence[Row], pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield f"{'median ratio':28}{'boards':>7}" + "".join(f"{f'{mine}/{other}':>16}" for mine, other in pairs)
    for genre in sorted({row.genre for row in rows}):
        own = [row for row in rows if row.genre == genre]
        cells = []
        for mine, other in pairs:
            result = [ratio for ratio, _ in worst(own, mine, other)]
            cells.append(f"{statistics.median(result):16.2f}" if result else f"{'-':>16}")
        yield f"{genre:28}{len(own):7}" + "".join(cells)


def _overall(rows: Sequence[Row], mine: str, other: str) -> Iterator[str]:
    result = worst(rows, mine, other)
    slow = [ratio for ratio, row in result if row.seconds(other) >= SLOW]
    left = [sum(row.verdict(name) == OPEN for row in rows) for name in (mine, other)]
    parts = [f"{len(result)} boards: {mean([ratio for ratio, _ in result])}"]
    parts.append(f"{other} takes {SLOW} s or more on {len(slow)}: {mean(slow)}")
    yield f"\n{mine} / {other}, geometric mean of the ratios of CPU time over {'; '.join(parts)}"
    yield f"open: {mine} {left[0]}, {other} {left[1]}"


def mean(ratios: Sequence[float]) -> str:
    """The geometric mean as text."""
    return f"{statistics.geometric_mean(ratios):.2f}" if ratios else "-"
