"""Lists of values: equality with a list of numbers, in order or as bags, and membership.

In a list of numbers `?` matches any number, and `*` any sequence of numbers, perhaps empty.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.ground.curves import ring_equals
from puzzlelang.ground.values import BagOf, FamilyValue, Listed, NumbersValue, RingOf, RunsOf, Unordered
from puzzlelang.problem import build, build_rows
from puzzlelang.problem.record import Formula, Term
from puzzlelang.puzzle import SEVERAL, UNKNOWN, Unknown
from puzzlelang.source import Span


class ListEntry(msgspec.Struct, frozen=True):
    """A possible entry of a list: when it is present, and if so when it is a number."""

    presence: Formula
    equals: Callable[[int], Formula]


def entries(result: FamilyValue | RunsOf) -> list[ListEntry]:
    """Return the possible entries of a list in order; for runs one for each item, where a run may start."""
    if isinstance(result, RunsOf):
        starts = enumerate(zip((False, *result.items), result.items, strict=False))
        return [
            ListEntry(build.conjunction((here, build.negation(before))), partial(_stretch_length, result.items, start))
            for start, (before, here) in starts
        ]
    return [ListEntry(presence, partial(build.equal, term)) for presence, term in result]


def _stretch_length(items: Sequence[Formula], start: int, length: int) -> Formula:
    """The formula that the run from there on has this length."""
    end = start + length
    if end > len(items):
        return False
    return build.conjunction((*items[start:end], *(build.negation(item) for item in items[end : end + 1])))


def equal(left: Listed, right: Listed, span: Span) -> Formula:
    """The formula that both lists are equal: in order, or as bags if one of them is unordered.

    Raises `Failed` (E082) if the comparison is not supported.
    """
    ordered = not isinstance(left, BagOf | RingOf) and not isinstance(right, BagOf | RingOf)
    first, second = _inner(left), _inner(right)
    if isinstance(first, tuple) and (not isinstance(second, tuple) or not _open(second)):
        first, second = second, first
    if isinstance(second, tuple):
        return _matches_clue(first, second, ordered, span)
    if isinstance(first, RunsOf | RingOf) or isinstance(second, RunsOf | RingOf):
        raise fail("E082", "runs can be compared with clues only", span)
    assert not isinstance(first, tuple), "what is known stands on the right now"
    return _equal_in_order(first, second, span) if ordered else _equal_counts(first, second)


def _inner(listing: Listed) -> Unordered:
    """The values; numbers if the board decides all of them."""
    inside = listing.values if isinstance(listing, BagOf) else listing
    if isinstance(inside, list) and all(here is True and isinstance(term, int) for here, term in inside):
        return tuple(term for _, term in inside if isinstance(term, int))
    return inside


def _open(numbers: NumbersValue) -> bool:
    return any(isinstance(number, Unknown) for number in numbers)


def _matches_clue(pairs: Unordered, numbers: NumbersValue, ordered: bool, span: Span) -> Formula:
    """The formula that a list matches a known list with `?` and `*`."""
    if numbers == (SEVERAL,) and not isinstance(pairs, tuple):
        return True
    match pairs:
        case RingOf(items):
            return ring_equals(items, numbers)
        case RunsOf(items) if ordered and SEVERAL not in numbers:
            return build_rows.runs(items, numbers)
        case tuple():
            if _open(pairs):
                raise fail("E082", "both lists leave open what is in them", span, hint="one may have `?` or `*` in it")
            values: FamilyValue | RunsOf = known_values(pairs, span)
        case _:
            values = pairs
    if not ordered:
        return _in_any_order(entries(values), numbers)
    fitting = [
        (one.presence, [True if isinstance(number, Unknown) else one.equals(number) for number in numbers])
        for one in entries(values)
    ]
    return build_rows.in_order(fitting, numbers)


def _in_any_order(list_entries: Sequence[ListEntry], numbers: NumbersValue) -> Formula:
    """The formula of equal bags: as many entries, and each number as often as the clue has it.

    `?` alone means one entry or none, as the clue `0` alone stands for no entry.
    """
    least, total = sum(number is not SEVERAL for number in numbers), build.count(one.presence for one in list_entries)
    if numbers == (UNKNOWN,):
        return build.at_most(total, 1)
    parts = [build.at_most(least, total) if SEVERAL in numbers else build.equal(total, least)]
    for number, times in Counter(number for number in numbers if isinstance(number, int)).items():
        there = build.count(build.conjunction((one.presence, one.equals(number))) for one in list_entries)
        parts.append(build.at_most(times, there) if _open(numbers) else build.equal(there, times))
    return build.conjunction(parts)


def _equal_in_order(left: FamilyValue, right: FamilyValue, span: Span) -> Formula:
    """The formula that entries are equal one by one."""
    first, second = _certain(left, span), _certain(right, span)
    if len(first) != len(second):
        return False
    return build.conjunction(build.equal(a, b) for a, b in zip(first, second, strict=True))


def _certain(family_value: FamilyValue, span: Span) -> list[Term]:
    if any(not isinstance(presence, bool) for presence, _ in family_value):
        hint = "in any order it can be said: `bag(…) = bag(…)`"
        raise fail("E082", "which values are compared must be known from the board", span, hint=hint)
    return [value for presence, value in family_value if presence]


FEW = 2
"""Up to so many values all orders are compared, beyond that counts of numbers."""


def _equal_counts(left: FamilyValue, right: FamilyValue) -> Formula:
    """The formula that every number is in both equally often."""
    if max(len(left), len(right)) <= FEW and all(presence is True for presence, _ in (*left, *right)):
        orders = permutations(right) if len(left) == len(right) else ()
        return build.disjunction(
            build.conjunction(build.equal(a, b) for (_, a), (_, b) in zip(left, order, strict=True)) for order in orders
        )
    ranges = [build.bounds(term) for _, term in (*left, *right)]
    numbers = sorted({number for low, high in ranges for number in range(low, high + 1)})
    sides = [
        [
            build.count(build.conjunction((one.presence, one.equals(number))) for one in entries(side))
            for side in (left, right)
        ]
        for number in numbers
    ]
    return build.conjunction(build.equal(one, other) for one, other in sides)


def member(number: Term, listing: Listed) -> Formula:
    """The formula that the number is in the list; True for a clue that contains `?` or `*`."""
    inside = _inner(listing)
    match inside:
        case tuple():
            return _open(inside) or build.disjunction(
                build.equal(number, one) for one in inside if isinstance(one, int)
            )
        case RingOf(items):
            lengths = range(1, len(items) + 1)
            return build.disjunction(
                build.conjunction((build.equal(number, length), ring_equals(items, (length, SEVERAL))))
                for length in lengths
            )
        case RunsOf(items):
            starts, lengths = entries(inside), range(1, len(items) + 1)
            return build.disjunction(
                build.conjunction((one.presence, one.equals(length), build.equal(number, length)))
                for one in starts
                for length in lengths
            )
        case _:
            return build.disjunction(build.conjunction((here, build.equal(term, number))) for here, term in inside)


def family(listing: Listed, span: Span) -> FamilyValue:
    """The values of a list for an aggregate.  Raises `Failed` (E082) if they are not known."""
    inside = _inner(listing)
    if isinstance(inside, RunsOf | RingOf):
        raise fail("E082", "runs can be compared with clues only", span)
    return known_values(inside, span) if isinstance(inside, tuple) else inside


def known_values(numbers: NumbersValue, span: Span) -> FamilyValue:
    """Numbers as values.  Raises `Failed` (E082) where `?` or `*` is among them."""
    if _open(numbers):
        sign = SEVERAL if UNKNOWN not in numbers else UNKNOWN
        raise fail("E082", f"a list with `{sign}` in it has no sum", span)
    return [(True, number) for number in numbers if isinstance(number, int)]
