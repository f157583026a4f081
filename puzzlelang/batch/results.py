"""The file of results: it grows by whole lines, even if the writing process is killed."""

import contextlib
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

import msgspec

from puzzlelang import files
from puzzlelang.batch.identifiers import IdTable
from puzzlelang.batch.record import RECORD_FORM, Order, Record, versions_text
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.workers.process import pipe_ends, write

RECORD_START = f'{{"batch":{RECORD_FORM},'.encode()
"""How every record begins."""

LOCK_SECONDS = 2.0
"""Seconds in which workers of a run that was killed let go of its file."""

_decoder = msgspec.json.Decoder(Record)
_encoder = msgspec.json.Encoder()


def records(path: Path) -> Iterator[Record]:
    """The records of a file, one by one.  A torn last line does not count, whatever a power cut left of it.

    Raises `Failed` if it cannot be read (`E301`) or holds something else (`E353`).
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n"):
                    yield _read(path, number, line)
                elif not _is_torn(line):
                    raise _other(path, number, "it ends within a line")
    except OSError as error:
        raise _unreadable(path, error) from None


def _read(path: Path, number: int, line: bytes) -> Record:
    try:
        result = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _other(path, number, str(error)) from None
    if result.batch != RECORD_FORM:
        raise _other(path, number, f"its records have form {result.batch}, not {RECORD_FORM}")
    return result


def _is_torn(line: bytes) -> bool:
    """Return whether a last line may be the beginning of a record; a power cut can leave zeros at its end."""
    written = line.rstrip(b"\0")
    return b"\0" not in written and (written.startswith(RECORD_START) or RECORD_START.startswith(written))


def _other(path: Path, number: int, why: str) -> Failed:
    hint = "nothing was changed; name another file with `-o`"
    return fail("E353", f"`{path}` holds something else than results of `batch`: line {number}: {why}", hint=hint)


def _unreadable(path: Path, error: OSError) -> Failed:
    return fail("E301", f"`{path}` cannot be used: {error.strerror}")


def lines(new: Iterable[Record]) -> bytes:
    """Encode records as lines of a results file."""
    return b"".join(_encoder.encode(one) + b"\n" for one in new)


class Results:
    """A file of records that is open for more, by nobody else at the same time; use it as a context manager.

    `count`: how many it had.
    """

    def __init__(self, path: Path, order: Order, known: IdTable) -> None:
        """Open the file, add its records to `known`, and cut off a torn last line.

        Raises `Failed` if it cannot be used, is no results file, or has records of another question or other versions.
        """
        self.path = path
        self.count = 0
        if path.exists() and not files.is_file(path, stream=False):
            raise fail("E301", f"`{path}` cannot be used: results need a file that can be read again")
        try:
            self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise _unreadable(path, error) from None
        pipe_ends.add(self.file)
        try:
            _lock(self.file, path)
            for result in records(path):
                self._check(result, order)
                if not known.add_record(result.id, result.digest):
                    raise fail("E353", f"`{path}` has two records of `{result.id}`")
                self.count += 1
            self.size = _whole(path)
            os.ftruncate(self.file, self.size)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        pipe_ends.discard(self.file)
        os.close(self.file)

    def append(self, new: Iterable[Record]) -> None:
        """Write records behind the others, at once.  Raises `Failed` if there is no room; none is written in part."""
        self.check()
        body = lines(new)
        try:
            write(self.file, body)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self.file, self.size)
            hint = "what was written stays; run it again when this is mended, and it goes on"
            raise fail("E301", f"`{self.path}` cannot be written: {error.strerror}", hint=hint) from None
        self.size += len(body)

    def check(self) -> None:
        """Check that the file exists and has the expected size.  Raises `Failed` (`E360`) if somebody changed it."""
        own = os.fstat(self.file)
        try:
            there: os.stat_result | None = os.stat(self.path)
        except OSError:
            there = None
        if there is None:
            happened = "was removed"
        elif not os.path.samestat(own, there):
            happened = "was replaced"
        elif own.st_size != self.size:
            happened = "was cut off" if own.st_size < self.size else "was written to"
        else:
            return
        hint = "run it again: boards without a record there are asked again"
        raise fail("E360", f"`{self.path}` {happened} by somebody else while this run wrote to it", hint=hint)

    def _check(self, record: Record, order: Order) -> None:
        if record.question != order.words:
            problem = f"`{self.path}` answers another question: {record.question}, not {order.words}"
        elif dict(record.versions) != dict(order.versions):
            then, now = versions_text(record.versions), versions_text(order.versions)
            problem = f"`{self.path}` was written by other versions: {then}, not {now}"
        else:
            return
        raise fail("E354", problem, hint="name another file with `-o`, or go on as it was begun")


def _whole(path: Path) -> int:
    """The bytes of whole lines."""
    with path.open("rb") as file:
        place = file.seek(0, os.SEEK_END)
        while place > 0:
            start = max(0, place - (1 << 16))
            file.seek(start)
            at = file.read(place - start).rfind(b"\n")
            if at >= 0:
                return start + at + 1
            place = start
    return 0


def _lock(file: int, path: Path) -> None:
    """Nobody else may write to the file meanwhile.  Raises `Failed` if somebody does; not on Windows."""
    if sys.platform == "win32":
        return  # there two runs at once are found by the next one only, which sees boards with two records
    import fcntl

    until = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise fail("E355", f"another run is writing to `{path}`") from None
            time.sleep(0.05)
        except OSError:
            return  # some file systems have no locks
        else:
            return
