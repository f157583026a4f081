"""Comparisons of greatest and least values, and of distances, with constants: without a view of the value."""

import random

import pytest

from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Holds, Kind, Term, Variable
from puzzlelang.sat.from_problem import lower
from tests import library
from tests.test_equal_terms import difference, distance
from tests.test_sat import as_term, check, member, number, stated


def _extreme(chance: random.Random, numbers: list[Term], members: list[Holds]) -> Term:
    if chance.random() < 0.4:
        return distance(*chance.sample(numbers, 2))
    items: list[tuple[Formula, Term]] = []
    for _ in range(chance.choice((1, 2, 3))):
        presence: Formula = chance.choice((True, *members, build.negation(chance.choice(members))))
        items.append((presence, chance.choice((*numbers, difference(*chance.sample(numbers, 2)), 2))))
    return build.extreme(chance.random() < 0.5, items, chance.choice((-2, 0, 3, 9)))


@pytest.mark.library
@pytest.mark.parametrize("seed", library.amount(60, 150))
def test_comparisons_of_extremes(seed: int) -> None:
    """At the top, under others, as parts of counts, both as true and as false, and some again with another constant."""
    chance = random.Random(f"extremes {seed}")
    variables: list[Variable] = [
        number(index, chance.choice((-1, 0, 1)), chance.choice((2, 3, 5))) for index in range(2)
    ]
    variables += [member(index) for index in (2, 3, 4)]
    numbers = [as_term(one) for one in variables if one.kind is Kind.NUMBER]
    members = [Holds(one) for one in variables if one.kind is Kind.MEMBER]
    terms = [_extreme(chance, numbers, members) for _ in range(2)]

    def comparison() -> Formula:
        formula = chance.choice((build.equal, build.at_most))(chance.choice(terms), chance.randint(-2, 5))
        return build.negation(formula) if chance.random() < 0.5 else formula

    formulas: list[Formula] = [build.disjunction([comparison(), comparison(), members[0]])]
    formulas.append(
        chance.choice(
            (
                comparison(),
                build.same(members[1], comparison()),
                build.disjunction([members[1], build.conjunction([comparison(), comparison()])]),
                build.equal(build.count([comparison(), comparison(), members[2]]), 1),
            )
        )
    )
    check(stated(variables, *formulas))


def test_a_distance_of_one_needs_a_few_short_clauses() -> None:
    """One for each value of either number that it needs a neighbour, beside those that a number has one value."""
    x, y = number(0, 1, 9), number(1, 1, 9)
    whole, values = (
        lower(stated([x, y], formula), False)[0].pending
        for formula in (
            build.equal(distance(as_term(x), as_term(y)), 1),
            build.disjunction([build.equal(as_term(x), 1), build.equal(as_term(y), 1)]),
        )
    )
    assert len(whole) < len(values) + 18


def test_a_bound_of_a_greatest_value_makes_no_view() -> None:
    """Each of six numbers has a clause for its bound, and five for the order of its values."""
    variables = [number(index, 0, 5) for index in range(6)]
    greatest = build.extreme(True, [(True, as_term(one)) for one in variables], 0)
    assert len(lower(stated(variables, build.at_most(greatest, 3)), False)[0].pending) <= 6 * 6
