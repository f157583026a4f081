"""The ids of boards that are already answered, kept on disk: a batch may have more than memory should hold."""

import contextlib
import enum
import hashlib
import sqlite3
from collections.abc import Iterator

from puzzlelang.diagnostics.record import fail

MEMORY_KB = 1024
"""What of the table is held in memory."""


class IdStatus(enum.Enum):
    """The relation of a board of the inputs to the records.

    `NEW`: no record has its id.  `RECORDED`: it has a record.  `CHANGED`: the record with its id is of another board.
    `DUPLICATE`: a board with this id came before.
    """

    NEW = enum.auto()
    RECORDED = enum.auto()
    CHANGED = enum.auto()
    DUPLICATE = enum.auto()


class IdTable:
    """A table of ids with the digests of their boards, in a temporary file without a name.

    Raises `Failed` (E301) when the file cannot be written.
    """

    def __init__(self) -> None:
        self._base = sqlite3.connect("", isolation_level=None)
        for setting in ("journal_mode = OFF", "synchronous = OFF", f"cache_size = -{MEMORY_KB}"):
            self._base.execute(f"PRAGMA {setting}")
        self._base.execute("CREATE TABLE board (id BLOB PRIMARY KEY, digest TEXT, met INTEGER) WITHOUT ROWID")

    def add_record(self, name: str, digest: str) -> bool:
        """Add the id and digest of a record; return False if the id is in the table already."""
        row = (_key(name), digest, False)
        with _room():
            return self._base.execute("INSERT OR IGNORE INTO board VALUES (?, ?, ?)", row).rowcount == 1

    def add_board(self, name: str, digest: str) -> IdStatus:
        """Note that a board of the inputs has come, and return how it relates to the records."""
        with _room():
            return self._status(_key(name), digest)

    def _status(self, key: bytes, digest: str) -> IdStatus:
        row = self._base.execute("SELECT digest, met FROM board WHERE id = ?", (key,)).fetchone()
        if row is None:
            self._base.execute("INSERT INTO board VALUES (?, ?, ?)", (key, digest, True))
            return IdStatus.NEW
        if row[1]:
            return IdStatus.DUPLICATE
        self._base.execute("UPDATE board SET met = 1 WHERE id = ?", (key,))
        return IdStatus.RECORDED if row[0] == digest else IdStatus.CHANGED

    def count_unmatched(self) -> int:
        """Return the number of records whose boards have not come."""
        number: int = self._base.execute("SELECT count(*) FROM board WHERE met = 0").fetchone()[0]
        return number

    def close(self) -> None:
        """Close the table and discard its content."""
        self._base.close()


@contextlib.contextmanager
def _room() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        hint = "they take about 60 bytes each where temporary files are; `TMPDIR` names another folder for these"
        raise fail("E301", f"the ids of boards cannot be written down: {error}", hint=hint) from None


def _key(name: str) -> bytes:
    return hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).digest()
