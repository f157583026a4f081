"""Terms and comparisons of one form are encoded once, and have the answers of brute force."""

import random

import pytest

from puzzlelang import pipeline
from puzzlelang.ground import from_typed
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Holds, Kind, Term, Variable
from puzzlelang.sat import from_problem
from puzzlelang.sat.clauses import Clauses
from puzzlelang.sat.equal_terms import number_of, representative
from puzzlelang.sat.from_problem import lower
from puzzlelang.source import Source
from tests import library
from tests.test_sat import as_term, check, member, number, stated


def difference(one: Term, other: Term, shift: int = 0) -> Term:
    return build.total((), ((1, one), (-1, other)), shift)


def distance(one: Term, other: Term) -> Term:
    """The absolute difference, made anew each time."""
    return build.extreme(True, [(True, difference(one, other)), (True, difference(other, one))], 0)


def _unlinked() -> Clauses:
    return Clauses([], [], [])


def test_a_term_and_its_opposite_have_opposite_numbers() -> None:
    x, y, z = (as_term(number(index, 0, 3)) for index in range(3))
    clauses = _unlinked()
    assert number_of(clauses, difference(x, y)) == -number_of(clauses, difference(y, x))
    assert number_of(clauses, difference(x, y, 2)) == -number_of(clauses, difference(y, x, -2))
    assert number_of(clauses, distance(x, y)) == number_of(clauses, distance(y, x)) > 0
    least = build.extreme(False, [(True, difference(x, y)), (True, difference(y, x))], 0)
    assert number_of(clauses, least) == -number_of(clauses, distance(x, y))
    different = [
        difference(x, y),
        difference(x, z),
        difference(x, y, 1),
        distance(x, y),
        build.total((), ((1, x), (1, y))),
    ]
    assert len({abs(number_of(clauses, one)) for one in different}) == len(different)
    with_condition = build.extreme(True, [(Holds(member(3)), x), (True, y)], 0)
    assert number_of(clauses, with_condition) == 0
    assert number_of(clauses, build.total((), ((1, with_condition), (1, x)))) == 0


def test_comparisons_of_one_form_have_one_representative() -> None:
    x, y = (as_term(number(index, 0, 5)) for index in range(2))
    clauses = _unlinked()

    def same(one: Formula, other: Formula) -> bool:
        assert isinstance(one, nodes.Equal | nodes.AtMost)
        assert isinstance(other, nodes.Equal | nodes.AtMost)
        return representative(clauses, one) is representative(clauses, other)

    assert same(build.equal(difference(x, y), 1), build.equal(difference(y, x), -1))
    assert not same(build.equal(difference(x, y), 1), build.equal(difference(y, x), 1))
    assert same(build.at_most(difference(x, y), 1), build.at_most(difference(x, y), 1))
    assert not same(build.at_most(difference(x, y), 1), build.at_most(difference(y, x), 1))
    assert not same(build.at_most(difference(x, y), 1), build.equal(difference(x, y), 1))


def _comparison(chance: random.Random, terms: list[Term]) -> Formula:
    one, other = chance.sample(terms, 2)
    term = chance.choice((distance, difference))(one, other)
    compare = chance.choice((build.equal, build.at_most))
    return compare(term, chance.choice((-1, 0, 1, 2))) if chance.random() < 0.6 else compare(term, chance.choice(terms))


@pytest.mark.parametrize("plain", [0, 10_000])
@pytest.mark.library
@pytest.mark.parametrize("seed", library.amount(15, 60))
def test_differences_that_occur_again_and_again(seed: int, plain: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under guards, as true and as false, in both directions; with tables and without."""
    monkeypatch.setattr(from_problem, "PLAIN", plain)
    chance = random.Random(f"differences {seed}")
    sizes = [chance.choice((2, 3, 4, 13)) for _ in range(3)]
    variables: list[Variable] = [number(index, 0, size - 1) for index, size in enumerate(sizes)]
    variables += [member(index) for index in (3, 4)]
    terms = [as_term(one) for one in variables if one.kind is Kind.NUMBER]
    members = [Holds(one) for one in variables if one.kind is Kind.MEMBER]
    formulas: list[Formula] = []
    for _ in range(3):
        one, other = _comparison(chance, terms), _comparison(chance, terms)
        either = build.disjunction(
            [chance.choice(members), build.negation(one) if chance.random() < 0.5 else one, other]
        )
        both = build.conjunction([build.negation(build.equal(terms[0], 0)), _comparison(chance, terms)])
        formulas.append(chance.choice((either, build.same(members[0], one), build.disjunction([both, members[1]]))))
    count = build.count([build.conjunction([members[0], _comparison(chance, terms)]), _comparison(chance, terms)])
    formulas.append(build.equal(count, 1))
    check(stated(variables, *formulas))


def test_a_distance_looked_at_from_both_sides_is_stated_once() -> None:
    """Of two equal rules about the same two numbers the second one needs few clauses."""
    x, y, z = (number(index, 1, 20) for index in range(3))
    a, b, c = map(as_term, (x, y, z))
    once = len(lower(stated([x, y, z], build.equal(distance(a, b), c)), False)[0].pending)
    twice = stated(
        [x, y, z], build.equal(distance(a, b), c), build.at_most(distance(b, a), build.total((), ((1, c),), 3))
    )
    assert len(lower(twice, False)[0].pending) < 1.2 * once


@pytest.mark.parametrize("seed", range(12))
def test_one_equality_of_two_numbers_stands_in_many_formulas(seed: int) -> None:
    """Under guards and as a literal, as true and as false."""
    chance = random.Random(f"equality {seed}")
    variables: list[Variable] = [number(index, 0, chance.choice((1, 2, 4))) for index in range(2)]
    variables += [member(index) for index in (2, 3)]
    same = build.equal(as_term(variables[0]), as_term(variables[1]))
    members = [Holds(one) for one in variables[2:]]
    formulas: list[Formula] = []
    for _ in range(3):
        one = same if chance.random() < 0.5 else build.negation(same)
        formulas.append(
            chance.choice(
                (
                    build.disjunction([members[0], one]),
                    build.disjunction([*members, one]),
                    build.same(members[1], one),
                    build.disjunction([build.conjunction([members[0], one]), members[1]]),
                    build.equal(build.count([*members, one]), 2),
                )
            )
        )
    check(stated(variables, *formulas))


def test_neighbours_are_equal_by_one_formula_in_either_order() -> None:
    """The edges of a graph of equal neighbours are such formulas, not two of them each."""
    rules = pipeline.load("fillomino")
    problem = from_typed.ground(rules, pipeline.board(rules, Source("board", "...\n...\n")))
    graph = next(iter(problem.held))
    assert all(isinstance(when, nodes.Equal) for _, _, when in graph.edges)
