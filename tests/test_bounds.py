"""Bounds of numbers that sums and greatest values leave, and the answers with them."""

import random
from collections.abc import Sequence

import pytest

from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Holds, Kind, Term, Variable
from puzzlelang.sat import bounds
from puzzlelang.sat.bounds import narrow_bounds
from puzzlelang.sat.from_problem import lower
from tests import library
from tests.test_equal_terms import difference, distance
from tests.test_sat import as_term, brute, check, member, number, stated


def narrowed(variables: Sequence[Variable], *parts: Formula) -> list[Sequence[int]]:
    domains: list[Sequence[int]] = [
        () if one.kind is Kind.MEMBER else range(one.low, one.high + 1) for one in variables
    ]
    narrow_bounds(parts, domains)
    return domains


def test_a_distance_from_a_known_number_leaves_few_values() -> None:
    known, far, near = number(0, 4, 4), number(1, 1, 30), number(2, 1, 30)
    a, b, c = map(as_term, (known, far, near))
    parts = [build.equal(distance(a, b), 2), build.at_most(distance(c, a), 1)]
    assert narrowed([known, far, near], *parts) == [range(4, 5), range(2, 7), range(3, 6)]


def test_bounds_pass_from_number_to_number() -> None:
    variables = [number(index, 1, 30) for index in range(4)]
    a, b, c, d = map(as_term, variables)
    parts = [
        build.at_most(build.total((), ((1, a), (2, b))), 6),
        build.equal(distance(b, c), 2),
        build.negation(build.at_most(build.total((), ((1, c), (-1, d))), 1)),
    ]
    assert narrowed(variables, *parts) == [range(1, 5), range(1, 3), range(3, 5), range(1, 3)]


def test_few_values_and_what_is_not_demanded_stay() -> None:
    few, many = [number(index, 1, 5) for index in range(2)], [number(index, 1, 30) for index in range(2)]
    for variables in (few, many):
        a, b = map(as_term, variables)
        total = build.at_most(build.total((), ((1, a), (1, b))), 3)
        either = build.disjunction([total, Holds(member(2))])
        whole = [range(one.low, one.high + 1) for one in variables]
        assert narrowed(variables, either) == whole
        assert (narrowed(variables, total) == whole) == (variables is few)


def test_a_contradiction_leaves_values_and_no_answer() -> None:
    variables = [number(index, 1, 20) for index in range(2)]
    a, b = map(as_term, variables)
    parts = [build.at_most(build.total((), ((1, a), (1, b))), 8), build.at_most(difference(a, b), -8)]
    assert all(narrowed(variables, *parts))
    check(stated(variables, *parts))
    assert not brute(stated(variables, *parts))


def test_bounds_that_creep_are_left() -> None:
    variables = [number(index, 0, 1_000_000) for index in range(2)]
    a, b = map(as_term, variables)
    domains = narrowed(variables, build.at_most(difference(a, b), -1), build.at_most(difference(b, a), -1))
    assert all(len(values) > 999_000 for values in domains)


def _term(chance: random.Random, numbers: list[Term], members: list[Holds]) -> Term:
    match chance.randrange(4):
        case 0:
            return distance(*chance.sample(numbers, 2))
        case 1:
            items: list[tuple[Formula, Term]] = [
                (chance.choice((True, True, *members)), one) for one in chance.sample(numbers, 2)
            ]
            return build.extreme(chance.random() < 0.5, items, chance.choice((0, 7)))
        case 2:
            return build.choice(chance.choice(members), *chance.sample(numbers, 2))
        case _:
            return chance.choice(numbers)


@pytest.mark.library
@pytest.mark.parametrize("seed", library.amount(30, 120))
def test_no_value_of_an_answer_is_left_out(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of numbers, distances, and values with conditions, with and against their sign, at least and at most."""
    monkeypatch.setattr(bounds, "LARGE", 1)
    chance = random.Random(f"bounds {seed}")
    variables = [number(index, chance.choice((-3, 0, 1)), chance.choice((4, 6))) for index in range(3)]
    variables += [member(index) for index in (3, 4)]
    numbers, members = [as_term(one) for one in variables[:3]], [Holds(one) for one in variables[3:]]
    formulas: list[Formula] = []
    for _ in range(3):
        added = [
            (chance.choice((1, 1, -1, 2, -3)), _term(chance, numbers, members)) for _ in range(chance.choice((1, 2, 3)))
        ]
        term = build.total(
            [(chance.choice((2, -2)), members[0])] if chance.random() < 0.3 else [], added, chance.choice((0, 3))
        )
        low, high = build.bounds(term)
        value = chance.randint(low + (high - low) // 4, high - (high - low) // 4)
        compare = build.equal if chance.random() < 0.3 else build.at_most
        formula = compare(term, value)
        formulas.append(build.negation(formula) if compare is build.at_most and chance.random() < 0.5 else formula)
    problem = stated(variables, *formulas)
    left = narrowed(variables, *formulas)
    for values in brute(problem):
        assert all(value in domain for value, domain in zip(values, left, strict=True) if domain)
    check(problem)


def test_few_values_make_few_clauses() -> None:
    """Clauses about two numbers grow with the product of their values."""
    variables = [number(index, 1, 60) for index in range(3)]
    a, b, c = map(as_term, variables)
    parts = [build.equal(distance(a, b), c)]
    whole = len(lower(stated(variables, *parts), False)[0].pending)
    small = len(
        lower(stated(variables, *parts, build.at_most(build.total((), ((1, a), (1, b))), 12)), False)[0].pending
    )
    assert small < whole / 10
