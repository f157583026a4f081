"""A board while pieces of a `read` statement read it, and which of its marks they have read."""

from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.fpuzzles.record import Board, Mark, Point, name_of
from puzzlelang.typed.ir import PieceEntry, Reading


class Sheet(msgspec.Struct, eq=False, dict=True):
    """The marks of a board; `consumed` are those that some piece has read, or that are left out."""

    board: Board
    consumed: set[int] = msgspec.field(default_factory=set)

    @cached_property
    def _by_key(self) -> Mapping[str, list[Mark]]:
        """The marks of each field, and those of each field and value."""
        result: dict[str, list[Mark]] = {}
        for mark in self.board.marks:
            result.setdefault(mark.field, []).append(mark)
            if mark.value is not None:
                result.setdefault(f"{mark.field} {mark.value}", []).append(mark)
        return result

    def take(self, entry: PieceEntry) -> Iterator[Mark]:
        """Consumes and yields the marks that the key of an entry names: a field, perhaps with a value behind it."""
        for mark in self._by_key.get(str(entry.key), ()):
            self.consumed.add(id(mark))
            yield mark

    def check_all_read(self, reading: Reading) -> None:
        """Raises `Failed` for the first mark that no piece has read.

        A mark that only draws what others say is read with them: all its cells are theirs.
        """
        covered: set[Point] = set()
        for mark in self.board.marks:
            if not mark.cosmetic:
                covered.update(mark.cells, *mark.lines)
        for mark in self.board.marks:
            if id(mark) not in self.consumed and not (mark.draws and covered.issuperset(mark.cells)):
                raise _unread(mark, reading, self.board.words)


_MOST_WORDS = 400
"""How much of a setter's rules is shown."""


def _unread(mark: Mark, reading: Reading, words: str) -> Failed:
    point = next(iter([*mark.cells, *(point for line in mark.lines for point in line)]), None)
    value = f" (`{str(mark.value)[:20]}`)" if mark.value is not None and (mark.cosmetic or point is None) else ""
    where = f" at {name_of(point)}" if point else ""
    statement = f'`besides("{mark.field[:40]}": nothing)`'
    hint = f"if it says nothing, the `read` statement has {statement}; else a piece that reads it"
    if mark.cosmetic:
        hint = (
            f"`--leave-out {mark.field}` of `convert` and `solve` leaves it out, and {statement} of a `read` statement"
        )
        shown = " ".join(words.split())
        shown = shown if len(shown) <= _MOST_WORDS else f"{shown[:_MOST_WORDS]}…"
        hint += f"; its setter writes: {shown}" if shown else ""
    problem = f"`{mark.field[:40]}`{value}{where} is read by no piece of `{reading.type}`"
    return fail("E204", problem, mark.span, hint=hint)
