"""The ids of boards that were asked, on disk: there may be more of them than memory is to be spent on."""

import contextlib
import enum
import hashlib
import sqlite3
from collections.abc import Iterator

from puzzlelang.diagnostics.record import fail

MEMORY_KB = 1024
"""What of the table is held in memory."""


class Met(enum.Enum):
    """What is known of a board that comes: nothing, its record, a record of another board, or it came before."""

    NEW = enum.auto()
    RECORDED = enum.auto()
    CHANGED = enum.auto()
    TWICE = enum.auto()


class Known:
    """Ids with the digests of their boards; the file has no name, so nothing of it is left behind.

    Raises `Failed` (E301) when it cannot be written.
    """

    def __init__(self) -> None:
        self._base = sqlite3.connect("", isolation_level=None)
        for setting in ("journal_mode = OFF", "synchronous = OFF", f"cache_size = -{MEMORY_KB}"):
            self._base.execute(f"PRAGMA {setting}")
        self._base.execute("CREATE TABLE board (id BLOB PRIMARY KEY, digest TEXT, met INTEGER) WITHOUT ROWID")

    def recorded(self, name: str, digest: str) -> bool:
        """A record is there already; False if the name has one more."""
        row = (_key(name), digest, False)
        with _room():
            return self._base.execute("INSERT OR IGNORE INTO board VALUES (?, ?, ?)", row).rowcount == 1

    def meet(self, name: str, digest: str) -> Met:
        """A board comes."""
        with _room():
            return self._met(_key(name), digest)

    def _met(self, key: bytes, digest: str) -> Met:
        row = self._base.execute("SELECT digest, met FROM board WHERE id = ?", (key,)).fetchone()
        if row is None:
            self._base.execute("INSERT INTO board VALUES (?, ?, ?)", (key, digest, True))
            return Met.NEW
        if row[1]:
            return Met.TWICE
        self._base.execute("UPDATE board SET met = 1 WHERE id = ?", (key,))
        return Met.RECORDED if row[0] == digest else Met.CHANGED

    def left(self) -> int:
        """How many records there are of boards that did not come."""
        found: int = self._base.execute("SELECT count(*) FROM board WHERE met = 0").fetchone()[0]
        return found

    def close(self) -> None:
        """Forget all."""
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
