"""Sums of two terms whose values are consecutive, clause by clause from slices of their order literals.

The clauses are those of `order_encoding.monotone`, without a table of all pairs of values.  Most numbers
and counts have such values.  The inner literals of the terms must be neither TRUE nor FALSE.
"""

from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, Literals, OrderEncoding, chain, fresh_literals


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
