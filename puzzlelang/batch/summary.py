"""Summaries of a file of results: by genre, the slowest boards, those without an answer; also as a table."""

import csv
import heapq
import importlib.util
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from puzzlelang import files
from puzzlelang.batch.record import Record
from puzzlelang.diagnostics.record import fail

MOST_BOARDS = 20
"""Boards of which each is named: the slowest, and those without a result."""


ValueCounts = Counter[float]
"""How often each value occurs, to three digits: however many values there are, there are few hundreds of these."""


class GenreSummary(msgspec.Struct):
    """The boards of one rules file; `rules` is empty for boards whose rules are not known.

    `seconds`: how often each time occurs.  `slowest`: the longest time in seconds.  `scores`: for each rating by name,
    how often each score occurs.
    """

    rules: str
    statuses: Counter[str] = msgspec.field(default_factory=Counter)
    seconds: ValueCounts = msgspec.field(default_factory=Counter)
    slowest: float = 0.0
    scores: dict[str, ValueCounts] = msgspec.field(default_factory=dict)

    @property
    def boards(self) -> int:
        """Return how many there are."""
        return self.seconds.total()

    @property
    def median(self) -> float:
        """Seconds, to three digits."""
        return median(self.seconds)


class BoardSummary(msgspec.Struct, frozen=True, order=True):
    """A board that is named: its seconds, id, rules, size, status and trouble, and what may help."""

    seconds: float
    id: str
    rules: str
    size: str
    status: str
    trouble: str
    help: str


class Summary(msgspec.Struct):
    """A summary of all boards of a file.

    `genres` by their rules, those with most boards first.  `slowest`: the slowest boards, longest time first.
    `unsolved`: the first boards without a result.  `kinds`: how often each kind of trouble occurs.
    `question`, `versions`: of the last record.
    """

    genres: dict[str, GenreSummary] = msgspec.field(default_factory=dict)
    slowest: list[BoardSummary] = msgspec.field(default_factory=list)
    unsolved: list[BoardSummary] = msgspec.field(default_factory=list)
    kinds: Counter[str] = msgspec.field(default_factory=Counter)
    question: str = ""
    versions: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def boards(self) -> int:
        """Return how many there are."""
        return sum(genre.boards for genre in self.genres.values())

    @property
    def failed(self) -> int:
        """Return how many have no result."""
        return self.kinds.total()

    @property
    def statuses(self) -> Counter[str]:
        """Return how many boards have each status."""
        return sum((genre.statuses for genre in self.genres.values()), Counter())


def summary(records: Iterable[Record]) -> Summary:
    """Summarise records.  Only a few boards are kept one by one; of the others only times and statuses are counted."""
    results = Summary()
    for record in records:
        genre = results.genres.get(record.rules)
        if genre is None:
            genre = results.genres[record.rules] = GenreSummary(record.rules)
        genre.statuses[record.status] += 1
        genre.seconds[_round(record.seconds)] += 1
        genre.slowest = max(genre.slowest, record.seconds)
        _rate(genre, record)
        trouble = (record.trouble, record.help) if record.failed else ("", "")
        brief = BoardSummary(record.seconds, record.id, record.rules, record.size, record.status, *trouble)
        heapq.heappush(results.slowest, brief)
        if len(results.slowest) > MOST_BOARDS:
            heapq.heappop(results.slowest)
        if record.failed:
            results.kinds[record.kind] += 1
            if len(results.unsolved) < MOST_BOARDS:
                results.unsolved.append(brief)
        results.question, results.versions = record.question, dict(record.versions)
    results.slowest.sort(reverse=True)
    results.genres = dict(sorted(results.genres.items(), key=lambda item: (-item[1].boards, item[0])))
    return results


def _rate(genre: GenreSummary, record: Record) -> None:
    name = (record.result or {}).get("name")
    if name and record.result is not None:
        genre.scores.setdefault(str(name), Counter())[_round(record.result["score"])] += 1


def _round(value: float) -> float:
    return float(f"{value:.3g}")


def median(values: Mapping[float, int]) -> float:
    """Return the median of values; the mapping says how often each occurs."""
    count = sum(values.values())
    middle = [_at(values, place) for place in ((count - 1) // 2, count // 2)]
    return sum(middle) / len(middle)


def _at(values: Mapping[float, int], place: int) -> float:
    """The value at a place in their order."""
    before = 0
    for value in sorted(values):
        before += values[value]
        if place < before:
            return value
    raise IndexError(place)


COLUMNS = {
    "id": str, "rules": str, "size": str, "question": str, "status": str, "answers": int, "seconds": float,
    "engine": str, "rating": str, "score": float, "stopped": str, "code": str, "message": str,
}  # fmt: skip
"""The columns with the types of their values; any value may be missing."""

ROWS = 10_000
"""Rows that are held in memory."""

PARQUET = ".parquet"


def check_target(path: Path) -> None:
    """Check that a table can be written to a path.

    Raises `Failed` for an unknown suffix or a missing package (`E356`), or a path that cannot be written (`E301`).
    Raises it also for an existing file that is no table of `batch` (`E304`).
    """
    if path.suffix not in (".csv", PARQUET):
        raise fail("E356", f"`{path}` is no kind of table", hint="a table ends in `.csv` or `.parquet`")
    if path.suffix == PARQUET and importlib.util.find_spec("pyarrow") is None:
        hint = "`pip install 'puzzlelang[parquet]'`, or write a `.csv`"
        raise fail("E356", "Parquet files need the package pyarrow, which is not installed", hint=hint)
    files.check_new(path, force=True)
    if files.is_file(path, stream=False):
        own = b"PAR1" if path.suffix == PARQUET else ",".join(COLUMNS).encode()
        with path.open("rb") as there:
            if there.read(len(own)) not in (own, b""):
                raise fail("E304", f"`{path}` exists, and is no table that `batch` wrote", hint="choose another name")


def write(path: Path, records: Iterable[Record]) -> None:
    """Write a table, in the place of another one, as a whole or not at all.  Raises `Failed`."""
    check_target(path)
    with files.replacement_stream(path) as stream:
        if path.suffix == PARQUET:
            _parquet(stream, records)
        else:
            text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")
            writer = csv.DictWriter(text, list(COLUMNS))
            writer.writeheader()
            writer.writerows(map(_row, records))
            text.detach()


def _parquet(stream: Any, records: Iterable[Record]) -> None:
    import pyarrow
    from pyarrow import parquet

    kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    with parquet.ParquetWriter(stream, schema) as writer:
        for rows in _batches(map(_row, records)):
            writer.write_table(pyarrow.Table.from_pylist(rows, schema))


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    left = iter(rows)
    while some := list(islice(left, ROWS)):
        yield some


def _row(record: Record) -> dict[str, Any]:
    result = record.result or {}
    code, _, message = record.trouble.partition(" ") if record.status == "error" else ("", "", record.trouble)
    return {
        "id": record.id,
        "rules": record.rules,
        "size": record.size,
        "question": record.question,
        "status": record.status,
        "answers": record.answers,
        "seconds": record.seconds,
        "engine": record.engine,
        "rating": result.get("name"),
        "score": result.get("score"),
        "stopped": record.stopped,
        "code": code,
        "message": message,
    }
