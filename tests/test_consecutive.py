"""Sums of terms with consecutive values have the clauses that `order_encoding.monotone` makes of any."""

import itertools

import pytest

from puzzlelang.sat import consecutive, order_encoding
from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, OrderEncoding, chain, fresh_literals

SIZES = [*itertools.product(range(1, 5), range(1, 5), (-2, 0), (0, 1))]


def terms(size: tuple[int, int, int, int]) -> tuple[Clauses, OrderEncoding, OrderEncoding]:
    """Two terms with so many values, from these on."""
    clauses = Clauses([], [], [])
    views = []
    for number, low in ((size[0], size[2]), (size[1], size[3])):
        views.append(OrderEncoding(range(low, low + number), [TRUE, *fresh_literals(clauses, number - 1), FALSE]))
        chain(clauses, views[-1].least)
    return clauses, views[0], views[1]


def stated(clauses: Clauses) -> list[list[int]]:
    return sorted(map(sorted, clauses.pending))


@pytest.mark.parametrize(("up", "down"), [(True, True), (True, False), (False, True)])
def test_sums_have_the_same_clauses(up: bool, down: bool) -> None:
    for size in SIZES:
        for least, most in itertools.combinations_with_replacement(range(-4, 8), 2):
            one, left, right = terms(size)
            result = consecutive.sum_of(one, left, right, least, most, up=up, down=down)
            other, left, right = terms(size)
            expected = order_encoding.monotone(
                other, left, right, int.__add__, least=least, most=most, up=up, down=down
            )
            assert (list(result.values), result.least) == (expected.values, expected.least)
            assert stated(one) == stated(other)


def test_gaps_and_known_literals_are_told() -> None:
    plain = OrderEncoding([1, 2, 3], [TRUE, 5, 6, FALSE])
    assert consecutive.are_consecutive(plain, plain)
    assert not consecutive.are_consecutive(plain, OrderEncoding([1, 2, 4], [TRUE, 5, 6, FALSE]))
    assert not consecutive.are_consecutive(OrderEncoding([1, 2, 3], [TRUE, 5, FALSE, FALSE]), plain)
