"""Parts of a sum each of which implies the one before it: together they are an order encoding already.

The distance between two vertices is so: if they are joined, each number of steps that does not suffice adds one.  What
implies what is read from the definitions of a problem, which state that fewer steps suffice only if more do.
"""

from collections.abc import Callable, Iterable, Sequence

from puzzlelang.problem.record import And, Formula, Holds, Not, Or, Variable
from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, OrderEncoding
from puzzlelang.sat.order_encoding import multiple

Counted = Sequence[tuple[int, Formula]]
"""Factors and the formulas that they count, as in a `Sum`."""

Implications = frozenset[tuple[int, int]]
"""Pairs of indices of members: the first is true only if the second is."""


def implications(definitions: Iterable[Formula]) -> Implications:
    """Read which members imply which others from formulas that hold in any case."""
    result: set[tuple[int, int]] = set()
    for one in definitions:
        match one:
            case Or((Not(Holds(first)), Holds(second))) | Or((Holds(second), Not(Holds(first)))):
                result.add((first.index, second.index))
            case _:
                pass
    return frozenset(result)


def split(
    clauses: Clauses, counted: Counted, literal: Callable[[Formula], int]
) -> tuple[list[OrderEncoding], list[tuple[int, Formula]]]:
    """Split counted parts into views of rows, in which each part implies the one before it, and the rest.

    A row begins with a condition x, if that is counted.  Then come parts "x and not y" with equal factors, where each
    y implies the next.
    """
    if sum(1 for _, part in counted if type(part) is And and _exception(part) is not None) < 2:
        return [], list(counted)
    if clauses.implications is None:
        clauses.implications = implications(clauses.definitions)
    if not clauses.implications:
        return [], list(counted)
    views: list[OrderEncoding] = []
    rest: list[tuple[int, Formula]] = []
    start = 0
    while start < len(counted):
        end = _row(clauses.implications, counted, start)
        row = counted[start:end]
        if len(row) > 1:
            views.append(_view(row, [literal(part) for _, part in row]))
        else:
            rest += row
        start = end
    return views, rest


def _row(implied: Implications, counted: Counted, start: int) -> int:
    """Return where the row of parts ends that begins there."""
    factor, part = counted[start]
    before = _exception(part)
    end = start + 1
    if before is None and end < len(counted):
        more, part = counted[end]
        following = _exception(part)
        if following is not None and following[0] is counted[start][1] and (more > 0) == (factor > 0):
            factor, before, end = more, following, end + 1
    while before is not None and end < len(counted):
        following = _exception(counted[end][1])
        if counted[end][0] != factor or following is None or following[0] is not before[0]:
            break
        if (before[1].index, following[1].index) not in implied:
            break
        before, end = following, end + 1
    return end


def _exception(part: Formula) -> tuple[Formula, Variable] | None:
    """Match "x and not y" as x and y, in either order; None for other formulas."""
    match part:
        case And((Not(Holds(variable)), condition)) | And((condition, Not(Holds(variable)))):
            return condition, variable
        case _:
            return None


def _view(row: Counted, literals: Sequence[int]) -> OrderEncoding:
    """The sum of a row; all of its factors have the same sign."""
    values = [0]
    for factor, _ in row:
        values.append(values[-1] + abs(factor))
    result = OrderEncoding(values, [TRUE, *literals, FALSE])
    return result if row[0][0] > 0 else multiple(result, -1)
