"""Sums of two terms whose values are consecutive, clause by clause from slices of their order literals.

The clauses are those of `order_encoding.monotone` and `linear`, without a table of all pairs of values.  Most numbers
and counts have such values.  The inner literals of the terms must be neither TRUE nor FALSE.
"""

from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, Guard, Literals, OrderEncoding, add, chain, fresh_literals


def are_consecutive(left: OrderEncoding, right: OrderEncoding) -> bool:
    """Whether the values of both terms have no gap, and their order literals no known one."""
    return _is_consecutive(left) and _is_consecutive(right)


def _is_consecutive(view: OrderEncoding) -> bool:
    values, inner = view.values, view.least[1:-1]
    return values[-1] - values[0] == len(inner) and TRUE not in inner and FALSE not in inner


def sum_of(
    clauses: Clauses, left: OrderEncoding, right: OrderEncoding, least: int, most: int, *, up: bool, down: bool
) -> OrderEncoding:
    """Add two terms up, as `order_encoding.monotone` does."""
    low, high = left.values[0] + right.values[0], left.values[-1] + right.values[-1]
    first, last = min(max(low, least), high), max(min(high, most + 1), low)
    result = OrderEncoding(range(first, last + 1), [TRUE, *fresh_literals(clauses, last - first), FALSE])
    chain(clauses, result.least)
    shift = first - low
    if up:
        opposite = [-literal for literal in left.least[:-1]], [-literal for literal in right.least[:-1]]
        _add_rows(clauses.pending, *opposite, result.least[:-1], shift)
    if down:
        # The same of what is missing to the greatest values.
        missing = left.least[:0:-1], right.least[:0:-1]
        _add_rows(clauses.pending, *missing, [-literal for literal in result.least[:0:-1]], high - last)
    return result


def _add_rows(pending: list[list[int]], left: Literals, right: Literals, result: Literals, shift: int) -> None:
    """Add the clauses "`left[i]` or `right[j]` or `result[i + j - shift]`".

    What comes first in `left` and `right` is FALSE, and what comes first in `result` is true.
    """
    end = len(result) - 1
    for i, head in enumerate(left):
        low, high = max(0, shift + 1 - i), min(len(right), shift + end + 1 - i)
        if low >= high:
            continue
        if low == 0:
            pending.append([head, result[i - shift]])
            low = 1
        seconds, results = right[low:high], result[low + i - shift : high + i - shift]
        if i:
            pending += [[head, second, third] for second, third in zip(seconds, results, strict=True)]
        else:
            pending += [[second, third] for second, third in zip(seconds, results, strict=True)]


def at_most(clauses: Clauses, left: OrderEncoding, right: OrderEncoding, bound: int, guard: Guard) -> None:
    """State that the sum is at most `bound`."""
    firsts, seconds = ([-literal for literal in view.least] for view in (left, right))
    _exclude_greater(clauses, firsts, seconds, bound - left.values[0] - right.values[0], guard)


def at_least(clauses: Clauses, left: OrderEncoding, right: OrderEncoding, bound: int, guard: Guard) -> None:
    """State that the sum is at least `bound`."""
    room = left.values[-1] + right.values[-1] - bound
    _exclude_greater(clauses, left.least[::-1], right.least[::-1], room, guard)


def _exclude_greater(clauses: Clauses, left: Literals, right: Literals, room: int, guard: Guard) -> None:
    """State that i + j is at most `room`, where `left[i]` and `right[j]` say that these are less.

    Both begin with FALSE and end with TRUE.
    """
    most, last = len(left) - 2, len(right) - 2
    if room < 0:
        add(clauses, list(guard))
        return
    low, high = max(0, room + 1 - last), min(most, room + 1)
    if low > high:
        return
    firsts, seconds = left[low : high + 1], right[room + 1 - high : room + 2 - low][::-1]
    _add_pairs(clauses, firsts, seconds, guard)


def _add_pairs(clauses: Clauses, firsts: Literals, seconds: Literals, guard: Guard) -> None:
    """Add a clause for each two; of the firsts only the first may be FALSE, of the seconds only the last."""
    if TRUE in guard:
        return
    kept = [literal for literal in guard if literal != FALSE]
    start, end = int(firsts[0] == FALSE), len(firsts) - int(seconds[-1] == FALSE)
    if start:
        clauses.pending.append([*kept, seconds[0]])
    clauses.pending += [[*kept, one, two] for one, two in zip(firsts[start:end], seconds[start:end], strict=True)]
    if start <= end < len(firsts):
        clauses.pending.append([*kept, firsts[-1]])
