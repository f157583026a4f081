"""Sums of numbers among which some differ, and sets of values, against the reference semantics."""

import random

import pytest

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Term
from puzzlelang.sat import group_sums, value_sets
from puzzlelang.sat.from_problem import lower
from tests import library
from tests.test_sat import as_term, check, member, number, stated


def _compared(rng: random.Random, term: Term) -> Formula:
    """A comparison of a term with a number within its bounds, as true or as false."""
    low, high = build.bounds(term)
    middle = rng.randint((2 * low + high) // 3, (low + 2 * high) // 3)
    formula = rng.choice((build.equal, build.equal, build.at_most))(term, middle)
    return build.negation(formula) if rng.random() < 0.3 else formula


@pytest.mark.library
@pytest.mark.parametrize("seed", library.amount(12, 30))
@pytest.mark.parametrize("most", [0, group_sums.MOST_SETS])
def test_sums_over_groups_that_overlap(seed: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups are full or not, numbers occur more than once, with any factors, under other literals."""
    monkeypatch.setattr(group_sums, "MOST_SETS", most)
    rng = random.Random(seed)
    flag = member(7)
    variables = [number(index, 1, 3 + (rng.random() < 0.2)) for index in range(7)]
    terms = list(map(as_term, variables))
    groups = [build.distinct(terms[:3]), build.distinct(terms[3:6])]
    groups += [build.distinct([terms[0], terms[4], terms[6]])] if rng.random() < 0.5 else []
    groups += [build.distinct([terms[2], terms[3], terms[6]])] if rng.random() < 0.5 else []
    factors = rng.choice(((1,), (1, 1, 1, -1), (1, 1, 10), (-1, 2)))
    chosen = rng.choices(terms, k=rng.randint(4, 7)) if rng.random() < 0.2 else rng.sample(terms, rng.randint(4, 7))
    added = [(rng.choice(factors), term) for term in chosen]
    held = nodes.Holds(flag)
    sums = _compared(rng, build.total([(2, held)] if rng.random() < 0.3 else [], added, rng.randint(-2, 2)))
    if rng.random() < 0.4:
        sums = rng.choice((build.disjunction((sums, held)), build.same(sums, held)))
    check(stated([*variables, flag], *groups, sums))


@pytest.mark.library
@pytest.mark.parametrize("seed", library.amount(10, 25))
def test_sums_of_four_numbers_of_more_values(seed: int) -> None:
    rng = random.Random(seed)
    variables = [number(index, rng.randint(0, 1), rng.randint(4, 5)) for index in range(4)]
    other = number(4, 0, 9)
    terms = list(map(as_term, variables))
    size = rng.randint(3, 4)
    sums = build.total((), [(1, term) for term in terms[:size]] + [(-1, as_term(other))], rng.randint(-3, 0))
    problem = stated([*variables, other], build.distinct(terms), _compared(rng, sums))
    check(problem)


def test_a_sum_of_all_but_few_numbers_is_one_of_these() -> None:
    """Of a 3x3 Latin square all cells but one are summed up."""
    variables = [number(index, 1, 3) for index in range(9)]
    terms = list(map(as_term, variables))
    lines = [build.distinct(terms[start : start + 3]) for start in (0, 3, 6)]
    lines += [build.distinct(terms[start::3]) for start in range(3)]
    total = build.total((), [(1, term) for term in terms[:-1]])
    problem = stated(variables, *lines, build.equal(total, 16))
    check(problem)
    clauses, _ = lower(problem, False)
    assert clauses.forms == {"group_sums": 1}
    alone, _ = lower(stated(variables, *lines), False)
    assert len(clauses.pending) < len(alone.pending) + 15


@pytest.mark.parametrize("seed", range(25))
def test_differences_between_the_greatest_and_the_least(seed: int) -> None:
    rng = random.Random(seed)
    variables = [number(index, low := rng.randint(-1, 1), low + rng.randint(3, 5)) for index in range(4)]
    flag = member(4)
    terms = list(map(as_term, variables))
    held = nodes.Holds(flag)
    items: list[tuple[Formula, Term]] = [(True, term) for term in terms[: rng.randint(3, 4)]]
    if rng.random() < 0.2:
        items[0] = held, items[0][1]
    other = items if rng.random() < 0.8 else items[1:]
    both = [(1, build.extreme(True, items, 0)), (-1, build.extreme(False, other, 0))]
    spread = build.total((), both if rng.random() < 0.8 else both[::-1], rng.randint(-1, 1))
    formula = rng.choice((build.equal, build.at_most))(spread, len(items) - 1 + (rng.random() < 0.3))
    formula = build.disjunction((formula, held)) if rng.random() < 0.3 else formula
    check(stated([*variables, flag], build.distinct(terms), formula))


def test_consecutive_numbers_are_one_of_few_sets() -> None:
    variables = [number(index, 1, 6) for index in range(4)]
    terms = list(map(as_term, variables))
    items: list[tuple[Formula, Term]] = [(True, term) for term in terms]
    spread = build.total((), [(1, build.extreme(True, items, 0)), (-1, build.extreme(False, items, 0))])
    problem = stated(variables, build.conjunction((build.distinct(terms), build.equal(spread, 3))))
    check(problem)
    assert lower(problem, False)[0].forms == {"value_sets": 1}


@pytest.mark.parametrize("seed", range(25))
def test_numbers_that_differ_in_pairs(seed: int) -> None:
    rng = random.Random(seed)
    variables = [number(index, 1, rng.randint(4, 5)) for index in range(5)]
    terms = list(map(as_term, variables))
    chosen = rng.sample(range(5), 4)
    pairs = [(a, b) for place, a in enumerate(chosen) for b in chosen[:place] if rng.random() < 0.9]
    apart = [build.distinct([terms[a], terms[b]]) for a, b in pairs]
    added = [(rng.choice((1, 1, 1, 1, -1)), terms[index]) for index in rng.sample(range(5), rng.randint(3, 5))]
    check(stated(variables, *apart, _compared(rng, build.total((), added))))


@pytest.mark.parametrize("kept", [0, value_sets.MOST_KEPT])
def test_runs_that_are_stated_in_pairs_have_sets_of_values(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_sets, "MOST_KEPT", kept)
    variables = [number(index, 1, 6) for index in range(4)]
    terms = list(map(as_term, variables))
    apart = [build.distinct([a, b]) for place, a in enumerate(terms) for b in terms[:place]]
    problem = stated(variables, *apart, build.equal(build.total((), [(1, term) for term in terms]), 11))
    check(problem)
    assert lower(problem, False)[0].forms == {"value_sets": 1}
