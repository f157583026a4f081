"""A sum is equal to a number: with coefficients like those of numerals, this says values of single summands."""

import itertools
import random

import pytest

from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Formula, Holds, Term, Variable
from tests.test_sat import as_term, member, number


def _sums(chance: random.Random) -> tuple[list[Variable], nodes.Sum]:
    """A sum of two numbers and two members, with coefficients of either sign."""
    variables = [number(0, *chance.choice(((0, 3), (1, 3), (-1, 1)))), number(1, 0, 2), member(2), member(3)]
    factors = [chance.choice((1, -1)) * chance.choice((1, 2, 4, 10, 30)) for _ in variables]
    added: list[tuple[int, Term]] = list(zip(factors, map(as_term, variables[:2]), strict=False))
    counted: list[tuple[int, Formula]] = list(zip(factors[2:], map(Holds, variables[2:]), strict=True))
    total = build.total(counted, added, chance.choice((0, 0, 7)))
    assert isinstance(total, nodes.Sum)
    return variables, total


@pytest.mark.parametrize("seed", range(40))
def test_equality_says_what_the_sum_says(seed: int) -> None:
    """For every number within the bounds of the sum, and every assignment of its variables."""
    variables, total = _sums(random.Random(f"place values {seed}"))
    ranges = [range(one.low, one.high + 1) for one in variables]
    for value in range(total.low - 1, total.high + 2):
        formula = build.equal(total, value)
        for numbers in itertools.product(*ranges):
            wanted = evaluate.truth(nodes.Equal(total, value), numbers)
            assert evaluate.truth(formula, numbers) is wanted, (value, numbers)


def test_a_numeral_says_its_digits() -> None:
    """Three digits are three values; a number without such digits is impossible."""
    digits = [as_term(number(index, 0, 9)) for index in range(3)]
    numeral = build.total((), zip((100, 10, 1), digits, strict=True))
    formula = build.equal(numeral, 357)
    assert isinstance(formula, nodes.And)
    assert [(part.term, part.value) for part in formula.parts if isinstance(part, nodes.Equal)] == list(
        zip(digits, (3, 5, 7), strict=True)
    )
    narrow = build.total((), zip((10, 1), [digits[0], as_term(number(3, 0, 4))], strict=True))
    assert build.equal(narrow, 37) is False
