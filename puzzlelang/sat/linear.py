"""Linear constraints: sums of views, compared with a constant or as a view of their own.

Partial sums are built like a totalizer whose counts are any reachable values (generalized totalizer: Joshi, Martins and
Manquinho 2015), the two shortest first.  The last addition is not built: a comparison is stated on the two parts, so
that of two terms `x < y` takes a linear number of clauses and no literal of its own.
"""

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from puzzlelang.sat import consecutive, order_encoding
from puzzlelang.sat.clauses import Clauses, Guard, OrderEncoding, add


def sum_view(
    clauses: Clauses, parts: Sequence[OrderEncoding], least: int | None = None, most: int | None = None
) -> OrderEncoding:
    """Make the view of a sum, of which other clauses state that it is at least `least` and at most `most`."""
    low, high = _bounds(parts)
    low, high = low - 1 if least is None else least, high + 1 if most is None else most - 1
    left, right = _halves(clauses, parts, low, high, up=True, down=True)
    return _sum(clauses, left, right, low, high, up=True, down=True)


def at_most(clauses: Clauses, parts: Sequence[OrderEncoding], bound: int, guard: Guard) -> None:
    """State that the sum is at most `bound`, where no literal of the guard is true."""
    left, right = _halves(clauses, parts, bound, bound, up=True, down=False)
    _upper(clauses, left, right, bound, guard)


def at_least(clauses: Clauses, parts: Sequence[OrderEncoding], bound: int, guard: Guard) -> None:
    """State that the sum is at least `bound`."""
    left, right = _halves(clauses, parts, bound - 1, bound - 1, up=False, down=True)
    _lower(clauses, left, right, bound, guard)


def exactly(clauses: Clauses, parts: Sequence[OrderEncoding], number: int, guard: Guard) -> None:
    """State that the sum is this number."""
    left, right = _halves(clauses, parts, number - 1, number, up=True, down=True)
    _upper(clauses, left, right, number, guard)
    _lower(clauses, left, right, number, guard)


def not_exactly(clauses: Clauses, parts: Sequence[OrderEncoding], number: int, guard: Guard) -> None:
    """State that the sum is another number."""
    left, right = _halves(clauses, parts, number - 1, number, up=True, down=True)
    places = {value: index for index, value in enumerate(right.values)}
    for i, value in enumerate(left.values):
        if (j := places.get(number - value)) is not None:
            clause = [-left.least[i], left.least[i + 1], -right.least[j], right.least[j + 1]]
            add(clauses, [*guard, *clause])


def _sum(
    clauses: Clauses, left: OrderEncoding, right: OrderEncoding, least: int, most: int, *, up: bool, down: bool
) -> OrderEncoding:
    """Add two views up; see `order_encoding.monotone`."""
    if consecutive.are_consecutive(left, right):
        return consecutive.sum_of(clauses, left, right, least, most, up=up, down=down)
    return order_encoding.monotone(clauses, left, right, int.__add__, least=least, most=most, up=up, down=down)


def _bounds(parts: Sequence[OrderEncoding]) -> tuple[int, int]:
    return sum(part.values[0] for part in parts), sum(part.values[-1] for part in parts)


def _upper(clauses: Clauses, left: OrderEncoding, right: OrderEncoding, bound: int, guard: Guard) -> None:
    before = -1
    for i, value in enumerate(left.values):
        j = bisect_right(right.values, bound - value)
        if j != before:
            add(clauses, [*guard, -left.least[i], -right.least[j]])
        before = j


def _lower(clauses: Clauses, left: OrderEncoding, right: OrderEncoding, bound: int, guard: Guard) -> None:
    before = -1
    for i in range(len(left.values) - 1, -1, -1):
        j = bisect_left(right.values, bound - left.values[i])
        if j != before:
            add(clauses, [*guard, left.least[i + 1], right.least[j]])
        before = j


def _halves(
    clauses: Clauses, parts: Sequence[OrderEncoding], least: int, most: int, *, up: bool, down: bool
) -> tuple[OrderEncoding, OrderEncoding]:
    """Add up the parts to two views.  Sums up to `least` count as one value, sums beyond `most` as another."""
    parts = _fold_constants(parts)
    if len(parts) <= 2:
        return parts[0], parts[1] if len(parts) > 1 else order_encoding.constant(0)
    low, high = _bounds(parts)
    queue = [(len(part.values), order, part) for order, part in enumerate(parts)]
    heapq.heapify(queue)
    order = len(queue)
    while len(queue) > 2:
        first, second = heapq.heappop(queue)[2], heapq.heappop(queue)[2]
        lower, upper = _bounds((first, second))
        rest_low, rest_high = low - lower, high - upper
        sums = _sum(clauses, first, second, least - rest_high, most - rest_low, up=up, down=down)
        low, high = rest_low + sums.values[0], rest_high + sums.values[-1]
        heapq.heappush(queue, (len(sums.values), order, sums))
        order += 1
    ready = [view for _, _, view in sorted(queue, key=lambda entry: entry[1])]
    return ready[0], ready[1]


def _fold_constants(parts: Sequence[OrderEncoding]) -> Sequence[OrderEncoding]:
    """Add the parts with a single value to another part: its values are shifted, its literals stay."""
    first, *others = [part for part in parts if len(part.values) > 1] or parts[:1]
    shift = sum(part.values[0] for part in parts if len(part.values) == 1 and part is not first)
    return parts if not shift else [OrderEncoding([value + shift for value in first.values], first.least), *others]
