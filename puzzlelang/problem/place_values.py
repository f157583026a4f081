"""Sums that are written like numerals: a summand whose steps are wider than all others together has one possible value.

`100 * a + 10 * b + c = 357` with digits from 0 to 9 says `a = 3`, `b = 5` and `c = 7`: positional notation, or
superincreasing coefficients (Merkle and Hellman 1978).
"""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem.nodes import Sum, Term


class Numeral(msgspec.Struct, frozen=True):
    """The meaning of `total = value`: the value of each place, and `value` for the sum of the other summands.

    A value that is out of the range of its place means that the sum is never `value`.
    """

    places: Sequence[tuple[Term, int]]
    others: Sequence[tuple[int, Term]]
    value: int


def numeral(total: Sum, value: int) -> Numeral | None:
    """Split `total = value` as long as one summand outweighs all others together; None if none does."""
    if not _has_coefficients(total.counted) and not _has_coefficients(total.added):
        return None
    summands = [*total.added, *((factor, Sum(((1, part),), (), 0, 0, 1)) for factor, part in total.counted)]
    summands.sort(key=lambda summand: abs(summand[0]))
    low, high = total.low - total.constant, total.high - total.constant
    value -= total.constant
    places: list[tuple[Term, int]] = []
    while summands:
        factor, term = summands[-1]
        least, most = (term, term) if isinstance(term, int) else (term.low, term.high)
        rest_low = low - min(factor * least, factor * most)
        rest_high = high - max(factor * least, factor * most)
        if abs(factor) <= rest_high - rest_low:
            break
        digit = (value - rest_low) // abs(factor) * (1 if factor > 0 else -1)
        places.append((term, digit))
        summands.pop()
        value, low, high = value - factor * digit, rest_low, rest_high
    return Numeral(places, summands, value) if places else None


def _has_coefficients(summands: Sequence[tuple[int, object]]) -> bool:
    """Whether a factor is neither 1 nor -1."""
    return not _UNITS.issuperset([factor for factor, _ in summands])


_UNITS = frozenset((1, -1))
