"""Parts of a count each of which implies the one before it, such as what is seen along a line, cell by cell.

Where a count is compared with a small number, the parts far along a line add nothing: with one of them true, the parts
before it are more than that number already.  And the parts along a line are their count in unary, so that only the
counts of lines are to be added up.
"""

from collections.abc import Iterable, Sequence

from puzzlelang.problem.record import And, Formula
from puzzlelang.sat.clauses import FALSE, TRUE, OrderEncoding

FEW = 8
"""A count of fewer parts is stated part by part, as that takes few clauses."""


def rows_of(parts: Iterable[Formula], most: int) -> list[list[Formula]]:
    """Split parts into rows, each part of which implies the one before it, without those behind `most` others.

    The number of true parts stays the same, or it was and is `most` or more.
    """
    result: list[list[Formula]] = []
    length = 0
    before: Formula | None = None
    for part in parts:
        length = length + 1 if before is not None and _continues(part, before) else 1
        if length == 1:
            result.append([part])
        elif length <= most:
            result[-1].append(part)
        before = part
    return result


def views(rows: Iterable[Sequence[int]]) -> list[OrderEncoding]:
    """Return the counts of rows by their literals: "at least n" is what the n-th part says."""
    return [OrderEncoding(range(len(row) + 1), [TRUE, *row, FALSE]) for row in rows]


def _continues(part: Formula, before: Formula) -> bool:
    """Return whether a part is a conjunction that begins with another one, or with the parts of that."""
    if type(part) is not And:
        return False
    if part.parts[0] is before:
        return True
    begin = before.parts if type(before) is And else ()
    return 0 < len(begin) < len(part.parts) and all(one is other for one, other in zip(part.parts, begin, strict=False))
