"""Formulas over one or two numbers as tables, and domains with gaps, against the reference semantics."""

import functools
import random

import pytest

from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Formula, Term, Variable
from puzzlelang.sat import from_problem, tables
from puzzlelang.sat.domains import narrow
from puzzlelang.sat.from_problem import lower
from puzzlelang.sat.table_clauses import Form
from puzzlelang.solving.cadical import ENGINE
from tests import library
from tests.test_sat import as_term, check, member, name, number, stated


@pytest.fixture(autouse=True)
def tables_on_small_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards get no tables by default."""
    monkeypatch.setattr(from_problem, "PLAIN", 0)


class Numbers:
    """Random formulas over a few numbers and names."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.variables: list[Variable] = []
        for index in range(self.random.randint(1, 3)):
            low, size = self.random.randint(-3, 2), self.random.choice((1, 2, 3, 5, 9, 14))
            result = name(index, min(size, 5)) if self.random.random() < 0.2 else number(index, low, low + size - 1)
            self.variables.append(result)

    def term(self, depth: int) -> Term:
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.2:
            return as_term(pick(self.variables)) if self.random.random() < 0.8 else self.random.randint(-3, 3)
        one, other = self.term(depth - 1), self.term(depth - 1)
        match self.random.randrange(7):
            case 0:
                return build.product(one, other)
            case 1:
                return build.quotient(one, other)
            case 2:
                return build.remainder(one, build.total((), ((1, build.product(other, other)),), 1))
            case 3:
                return build.choice(self.formula(depth - 1), one, other)
            case 4:
                items = [(self.formula(depth - 1), one), (True, other), (self.formula(depth - 1), self.term(0))]
                return build.extreme(pick((True, False)), items[: pick((1, 2, 3))], self.random.randint(-2, 2))
            case 5:
                return build.total([(2, self.formula(depth - 1))], [(1, one), (-1, other)], self.random.randint(-2, 2))
            case _:
                return build.total((), ((pick((1, -1, 2)), one), (pick((1, -1)), other)))

    def formula(self, depth: int) -> Formula:
        choice = self.random.randrange(8 if depth else 3)
        one, other = self.term(depth), self.term(max(0, depth - 1))
        match choice:
            case 0:
                return build.equal(one, other)
            case 1:
                return build.at_most(one, other)
            case 2:
                return build.negation(build.equal(one, self.random.randint(-2, 4)))
            case 3:
                return build.distinct([one, other, self.term(0)])
            case 4:
                return build.same(self.formula(depth - 1), self.formula(depth - 1))
            case 5:
                return build.negation(self.formula(depth - 1))
            case _:
                parts = [self.formula(depth - 1) for _ in range(3)]
                return build.disjunction(parts) if choice == 6 else build.conjunction(parts)


@pytest.mark.parametrize("seed", range(150))
def test_problems_of_numbers_have_the_answers_of_brute_force(seed: int) -> None:
    make = Numbers(seed)
    check(stated(make.variables, *(make.formula(2) for _ in range(make.random.randint(1, 3)))))


@pytest.mark.library
@pytest.mark.parametrize("seed", library.few(range(60), 10))
def test_tables_under_other_literals(seed: int) -> None:
    """A table within formulas of members is stated under their literals, as true and as false."""
    make = Numbers(seed)
    first = len(make.variables)
    members = [member(first + index) for index in range(3)]
    a, b, c = (nodes.Holds(one) for one in members)
    parts = [make.formula(2) for _ in range(4)]
    check(
        stated(
            [*make.variables, *members],
            build.disjunction((a, b, parts[0], parts[1])),
            build.same(c, parts[2]),
            build.negation(build.conjunction((a, parts[3], parts[0], build.negation(b)))),
        )
    )


@pytest.mark.parametrize("seed", range(100))
def test_a_table_is_what_evaluation_says(seed: int) -> None:
    make = Numbers(seed)
    variables = make.variables[:2]
    make.variables = variables
    formula = make.formula(3)
    domains = [range(one.low, one.high + 1) for one in variables]
    space = tables.space(variables, domains)
    mask = tables.truth(formula, space)
    for i, left in enumerate(domains[0]):
        for j, right in enumerate(domains[1] if len(domains) > 1 else [0]):
            values = [left, right][: len(variables)]
            assert bool(mask >> (i * len(space.right) + j) & 1) == evaluate.truth(formula, values)


@pytest.mark.parametrize("seed", range(60))
def test_values_outside_of_a_domain_occur_in_no_answer(seed: int) -> None:
    make = Numbers(seed)
    problem = stated(make.variables, *(make.formula(2) for _ in range(3)), build.distinct(map(as_term, make.variables)))
    left = narrow(problem).domains
    session = ENGINE.open(problem, True)  # constraints that may be switched off narrow nothing
    for variable in problem.variables:
        for value in range(variable.low, variable.high + 1):
            if value not in left[variable.index]:
                assert type(session.solve([(variable.index, value)])).__name__ == "Unsat"
    session.close()


def distance(x: Variable, y: Variable) -> Term:
    turned = [build.total((), ((sign, as_term(x)), (-sign, as_term(y)))) for sign in (1, -1)]
    return build.extreme(True, [(True, one) for one in turned], 0)


def test_each_form_is_chosen_where_it_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """With tables at once: a distance takes few clauses without."""
    monkeypatch.setattr(from_problem, "_lower", functools.partial(from_problem._lower, tabled=True))
    monkeypatch.setattr(from_problem, "PLAIN", None)
    wide, small = [number(index, 1, 40) for index in range(2)], [number(index, 1, 7) for index in range(3)]
    for form, variables, formula in (
        (Form.RECTANGLES, wide, build.at_most(10, distance(*wide))),
        (Form.CONFLICTS, small, build.negation(build.equal(distance(*small[:2]), 1))),
        (Form.SUPPORTS, small, build.equal(distance(*small[:2]), 1)),
    ):
        problem = stated(variables, build.distinct(map(as_term, variables[:3])), formula)
        clauses, _ = lower(problem, False)
        assert list(clauses.forms) == [form.value]
        check(problem)


def test_a_board_is_lowered_once_where_tables_save_few_clauses() -> None:
    """Tables make no difference to what is said of members alone, and little to that of two small numbers."""
    x, y, u, v = number(0, 1, 12), number(1, 1, 12), number(2, 1, 4), number(3, 1, 4)
    marks = [nodes.Holds(member(index)) for index in range(4, 12)]
    beside = build.equal(distance(x, y), 1)
    near = build.at_most(distance(u, v), 2)
    pairs = [(one, other) for one in marks for other in marks if one is not other]
    plain = [build.disjunction((one, result)) for one, other in pairs for result in (other, build.negation(other))]
    cases = (plain, False), ([beside], True), ([near], False), (plain * 9 + [beside], False)
    for formulas, tabled in cases:
        problem = stated([x, y, u, v, *(one.variable for one in marks)], *formulas)
        assert lower(problem, False)[0].tabled == tabled


def test_what_a_rule_says_of_one_number_is_its_domain() -> None:
    """A number that is 0 or its clue has one literal, so that a relation of two such numbers has one clause."""
    x, y = number(0, 0, 50), number(1, 0, 50)
    zero_or = [build.disjunction((build.equal(as_term(one), 0), build.equal(as_term(one), 7))) for one in (x, y)]
    apart = build.disjunction(
        (
            build.equal(as_term(x), 0),
            build.equal(as_term(y), 0),
            build.equal(build.product(as_term(x), as_term(y)), 50),
        )
    )
    problem = stated([x, y], *zero_or, apart)
    clauses, _ = lower(problem, False)
    assert len(clauses.pending) == 2
    check(problem)


@pytest.mark.library
@pytest.mark.parametrize("seed", library.few(range(40), 14))
def test_counts_that_are_compared_with_each_other(seed: int) -> None:
    """Sets overlap, are compared more than once, under other literals, as true and as false."""
    rng = random.Random(seed)
    members = [member(index) for index in range(10)]
    held: list[Formula] = [nodes.Holds(one) for one in members]
    held[3] = build.negation(held[3])
    held[4] = build.conjunction((held[4], held[5]))
    groups = [build.count(rng.sample(held, rng.randint(4, 5))) for _ in range(3)]

    def compared() -> Formula:
        one, other = rng.sample(groups, 2)
        make = rng.choice((build.equal, build.at_most))
        formula = make(build.total((), ((1, one),), rng.randint(-1, 1)), other)
        formula = build.negation(formula) if rng.random() < 0.6 else formula
        return build.disjunction((formula, held[rng.randrange(3)])) if rng.random() < 0.4 else formula

    stem = [compared() for _ in range(2)]
    problem = stated(members, *stem, *stem, compared(), build.same(compared(), held[9]))
    check(problem)
    assert lower(problem, False)[0].forms.get("shared_counts", 0) > 0


@pytest.mark.parametrize("seed", range(60))
def test_sums_of_numbers_that_differ(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(3, 4)
    variables = [number(index, low := rng.randint(-1, 1), low + rng.randint(4, 5)) for index in range(size)]
    flag = member(size)
    terms = list(map(as_term, variables))
    total = build.total((), [(1, term) for term in terms[: rng.randint(3, size)]], rng.randint(-1, 1))
    sums = build.equal(total, rng.randint(2, 14))
    if rng.random() < 0.3:
        sums = build.negation(sums)
    elif rng.random() < 0.5:
        sums = build.disjunction((sums, nodes.Holds(flag)))
    alone = build.at_most(terms[0], variables[0].high - 1)
    problem = stated([*variables, flag], build.distinct(terms), *([alone] if rng.random() < 0.5 else []), sums)
    check(problem)
    if not isinstance(sums, nodes.Not | bool):
        assert lower(problem, False)[0].forms.get("value_sets", 0) == 1
