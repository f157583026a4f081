"""Parts of a count each of which implies the one before it, such as what is seen along a line, cell by cell.

Where a count is compared with a small number, the parts far along a line add nothing: with one of them true, the parts
before it are more than that number already.
"""

from collections.abc import Iterable, Sequence

from puzzlelang.problem.record import And, Formula


def first_in_rows(parts: Iterable[Formula], most: int) -> Sequence[Formula]:
    """Leave out parts behind `most` others in a row, each of which implies the one before it.

    The number of true parts stays the same, or it was and is `most` or more.
    """
    kept: list[Formula] = []
    length = 0
    before: Formula | None = None
    for part in parts:
        length = length + 1 if before is not None and _continues(part, before) else 1
        if length <= most:
            kept.append(part)
        before = part
    return kept


def _continues(part: Formula, before: Formula) -> bool:
    """Return whether a part is a conjunction that begins with another one, or with the parts of that."""
    if type(part) is not And:
        return False
    if part.parts[0] is before:
        return True
    begin = before.parts if type(before) is And else ()
    return 0 < len(begin) < len(part.parts) and all(one is other for one, other in zip(part.parts, begin, strict=False))
