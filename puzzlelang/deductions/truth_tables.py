"""Truth tables of formulas over few members, as integers: bit r tells whether the formula is true in row r.

In row r the member at position i is true if r has bit i.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Holds


@cache
def _columns(number: int) -> Sequence[int]:
    """The tables of so many members."""
    rows = range(1 << number)
    return tuple(sum(1 << row for row in rows if row >> position & 1) for position in range(number))


class TruthTables:
    """Tables over the members with these indices of variables.

    `every`: the table of what is always true.  `columns`: the tables of the members, by their indices.
    """

    def __init__(self, members: Sequence[int]) -> None:
        self.size = 1 << len(members)
        self.every = (1 << self.size) - 1
        self.columns = dict(zip(members, _columns(len(members)), strict=True))

    def rows(self, table: int) -> Iterator[int]:
        """Yield the rows in which a formula is true."""
        return (row for row in range(self.size) if table >> row & 1)

    def table(self, formula: Formula) -> int | None:
        """Return the table of a formula; None if it is about anything else, or is no count of members."""
        match formula:
            case bool():
                return self.every if formula else 0
            case Holds(variable):
                return self.columns.get(variable.index)
            case nodes.Not(part):
                inner = self.table(part)
                return None if inner is None else self.every ^ inner
            case nodes.And(parts):
                return self.all_of(parts)
            case nodes.Or(parts):
                result = self._tables(parts)
                return (
                    None if result is None else self.every ^ _common(self.every, (self.every ^ one for one in result))
                )
            case nodes.Same(left, right):
                result = self._tables((left, right))
                return None if result is None else self.every ^ result[0] ^ result[1]
            case nodes.Equal(nodes.Sum() as term, value):
                return self._where(term, [value])
            case nodes.AtMost(nodes.Sum() as term, bound):
                return self._where(term, range(term.low, bound + 1))
            case _:
                return None

    def all_of(self, parts: Sequence[Formula]) -> int | None:
        """Return the table of a conjunction; None as in `table`."""
        result = self._tables(parts)
        return None if result is None else _common(self.every, result)

    def _tables(self, parts: Sequence[Formula]) -> list[int] | None:
        numbers: list[int] = []
        for part in parts:
            table = self.table(part)
            if table is None:
                return None
            numbers.append(table)
        return numbers

    def _where(self, term: nodes.Sum, values: Iterable[int]) -> int | None:
        """The rows in which a sum has one of these values."""
        tables = self._tables([part for _, part in term.counted])
        if tables is None or term.added:
            return None
        reached = {term.constant: self.every}  # by total, the rows that have it so far
        for (factor, _), table in zip(term.counted, tables, strict=True):
            further: dict[int, int] = {}
            for total, rows in reached.items():
                further[total] = further.get(total, 0) | rows & ~table
                further[total + factor] = further.get(total + factor, 0) | rows & table
            reached = further
        result = 0
        for value in values:
            result |= reached.get(value, 0)
        return result


def _common(every: int, tables: Iterable[int]) -> int:
    for table in tables:
        every &= table
    return every
