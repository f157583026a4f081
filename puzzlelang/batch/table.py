"""Records as a table, a row for each board: CSV, or Parquet by pyarrow."""

import csv
import importlib.util
import io
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from puzzlelang import files
from puzzlelang.batch.record import Record
from puzzlelang.diagnostics.record import fail

COLUMNS = {
    "id": str, "rules": str, "size": str, "asked": str, "status": str, "answers": int, "seconds": float, "engine": str,
    "rating": str, "score": float, "stopped": str, "code": str, "message": str,
}  # fmt: skip
"""The columns with the types of their values; any value may be missing."""

ROWS = 10_000
"""Rows that are held in memory."""

PARQUET = ".parquet"


def check(path: Path) -> None:
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
    check(path)
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
        for rows in _batched(map(_row, records)):
            writer.write_table(pyarrow.Table.from_pylist(rows, schema))


def _batched(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
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
        "asked": record.asked,
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
