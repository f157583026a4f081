"""Terms in order encoding, made from the views and literals of their parts; always equivalent, never just implied."""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from puzzlelang.sat.clauses import (
    FALSE,
    TRUE,
    Clauses,
    OrderEncoding,
    add,
    all_of,
    any_of,
    chain,
    fresh_literals,
    if_then_else,
)

Operation = Callable[[int, int], int]


def constant(value: int) -> OrderEncoding:
    """Encode a constant."""
    return OrderEncoding((value,), (TRUE, FALSE))


def weighted_literal(literal: int, factor: int) -> OrderEncoding:
    """Encode `factor` where the literal is true, else 0."""
    return (
        OrderEncoding((0, factor), (TRUE, literal, FALSE))
        if factor > 0
        else OrderEncoding((factor, 0), (TRUE, -literal, FALSE))
    )


def multiple(view: OrderEncoding, factor: int) -> OrderEncoding:
    """Multiply by a constant other than 0; a negative one reverses the order."""
    if factor == 1:
        return view
    if factor > 0:
        return OrderEncoding([factor * value for value in view.values], view.least)
    return OrderEncoding(
        [factor * value for value in reversed(view.values)], [-literal for literal in reversed(view.least)]
    )


def at_least(view: OrderEncoding, value: int) -> int:
    """Return the literal "the term is at least `value`"."""
    return view.least[bisect_left(view.values, value)]


def exact(clauses: Clauses, view: OrderEncoding, value: int) -> int:
    """Make the literal "the term is `value`"."""
    index = bisect_left(view.values, value)
    if index == len(view.values) or view.values[index] != value:
        return FALSE
    return all_of(clauses, (view.least[index], -view.least[index + 1]))


def _fresh(clauses: Clauses, values: Sequence[int]) -> OrderEncoding:
    result = OrderEncoding(values, [TRUE, *fresh_literals(clauses, len(values) - 1), FALSE])
    chain(clauses, result.least)
    return result


def monotone(
    clauses: Clauses,
    left: OrderEncoding,
    right: OrderEncoding,
    operation: Operation,
    *,
    least: int | None = None,
    most: int | None = None,
    up: bool = True,
    down: bool = True,
) -> OrderEncoding:
    """Combine two terms by an operation that is monotone in both.

    Values up to `least` become the greatest of these, values beyond `most` the smallest of those.  `up`: the result is
    never too small; `down`: never too great.
    """
    table = [[operation(a, b) for b in right.values] for a in left.values]
    reached = {value for row in table for value in row}
    first = max((value for value in reached if least is not None and value <= least), default=min(reached))
    last = min((value for value in reached if most is not None and value > most), default=max(reached))
    result = _fresh(clauses, sorted(value for value in reached if first <= value <= last))
    places = {value: index for index, value in enumerate(result.values)}
    places |= {value: places[first if value < first else last] for value in reached - places.keys()}
    rows = [[places[value] for value in row] for row in table]
    plain = not {TRUE, FALSE}.intersection((*left.least[1:-1], *right.least[1:-1]))
    width, end = len(right.values), len(result.values) - 1
    pending = clauses.pending if plain else []
    before = [-1] * width
    for i, row in enumerate(rows):
        after = rows[i + 1] if i + 1 < len(rows) else [-1] * width
        # The first literal is always true and the last one false, so neither needs to be said.
        over, under = [-left.least[i]] if i else [], [left.least[i + 1]] if i + 1 < len(rows) else []
        for j, place in enumerate(row):
            # A clause is left out where that of a smaller value, or of a greater one, says as much.
            if up and place and place != before[j] and (j == 0 or place != row[j - 1]):
                pending.append([*over, -right.least[j], result.least[place]] if j else [*over, result.least[place]])
            if down and place < end and place != after[j]:
                if j + 1 == width:
                    pending.append([*under, -result.least[place + 1]])
                elif place != row[j + 1]:
                    pending.append([*under, right.least[j + 1], -result.least[place + 1]])
        before = row
    if not plain:
        for clause in pending:
            add(clauses, clause)
    return result


def by_table(clauses: Clauses, left: OrderEncoding, right: OrderEncoding, operation: Operation) -> OrderEncoding:
    """Combine two terms by any operation: a row of a table for each pair of values."""
    result = _fresh(clauses, sorted({operation(a, b) for a in left.values for b in right.values}))
    places = {value: index for index, value in enumerate(result.values)}
    for i, a in enumerate(left.values):
        for j, b in enumerate(right.values):
            place = places[operation(a, b)]
            pair = [-left.least[i], left.least[i + 1], -right.least[j], right.least[j + 1]]
            add(clauses, [*pair, result.least[place]])
            add(clauses, [*pair, -result.least[place + 1]])
    return result


def product(clauses: Clauses, left: OrderEncoding, right: OrderEncoding) -> OrderEncoding:
    """Multiply two terms; negative ones by table."""
    if left.values[0] >= 0 and right.values[0] >= 0:
        return monotone(clauses, left, right, int.__mul__)
    return by_table(clauses, left, right, int.__mul__)


def quotient(clauses: Clauses, left: OrderEncoding, right: OrderEncoding) -> OrderEncoding:
    """Divide, rounded down, 0 where right is 0; the quotient falls as a positive divisor grows."""
    if left.values[0] >= 0 and right.values[0] > 0:
        return monotone(clauses, left, multiple(right, -1), lambda a, b: a // -b)
    return by_table(clauses, left, right, lambda a, b: a // b if b else 0)


def remainder(clauses: Clauses, left: OrderEncoding, right: OrderEncoding) -> OrderEncoding:
    """Take the remainder of left by right; left itself where right is 0."""
    return by_table(clauses, left, right, lambda a, b: a % b if b else a)


def choice(clauses: Clauses, condition: int, then: OrderEncoding, other: OrderEncoding) -> OrderEncoding:
    """Choose `then` where the condition is true, else `other`."""
    values = sorted({*then.values, *other.values})
    inner = [if_then_else(clauses, condition, at_least(then, value), at_least(other, value)) for value in values[1:]]
    chain(clauses, inner)
    return OrderEncoding(values, [TRUE, *inner, FALSE])


def greatest(clauses: Clauses, items: Sequence[tuple[int, OrderEncoding]], empty: int) -> OrderEncoding:
    """Take the greatest of the present items, `empty` if none is."""
    none = all_of(clauses, [-presence for presence, _ in items])
    reachable = {value for _, view in items for value in view.values} | ({empty} if none != FALSE else set())
    low = max((view.values[0] for presence, view in items if presence == TRUE), default=min(reachable))
    values = sorted(value for value in reachable if value >= low)
    inner = []
    for value in values[1:]:
        reaching = [all_of(clauses, (presence, at_least(view, value))) for presence, view in items]
        inner.append(any_of(clauses, [*reaching, none if empty >= value else FALSE]))
    chain(clauses, inner)
    return OrderEncoding(values, [TRUE, *inner, FALSE])


def smallest(clauses: Clauses, items: Sequence[tuple[int, OrderEncoding]], empty: int) -> OrderEncoding:
    """Take the least of the present items, `empty` if none is."""
    return multiple(greatest(clauses, [(presence, multiple(view, -1)) for presence, view in items], -empty), -1)
