"""The fast engine against brute force over the reference semantics, on small random problems."""

import itertools
import random
from collections.abc import Callable, Iterator

import pytest

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_rows, evaluate, nodes
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Term, Variable
from puzzlelang.puzzle import SEVERAL, UNKNOWN
from puzzlelang.sat.from_problem import lower
from puzzlelang.solving.cadical import ENGINE
from puzzlelang.solving.engine import Sat, Session, Unsat
from puzzlelang.source import NOWHERE
from tests.library import amount
from tests.random_puzzles import right_values

BOARD = SquareGrid(2, 6)
ORIGIN = Origin(Rule("rule", "A sentence.", NOWHERE), "A sentence.", ())
Values = tuple[bool | int, ...]


def member(index: int) -> Variable:
    return Variable(index, f"v{index}", BOARD.cells[index], Kind.MEMBER, 0, 1)


def number(index: int, low: int, high: int) -> Variable:
    return Variable(index, f"v{index}", BOARD.cells[index], Kind.NUMBER, low, high)


def name(index: int, size: int) -> Variable:
    return Variable(index, f"v{index}", BOARD.cells[index], Kind.NAME, 0, size - 1, tuple("abcdefgh"[:size]))


def stated(variables: list[Variable], *formulas: Formula) -> Problem:
    finds = {variable.name: {variable.place: variable} for variable in variables}
    kept = tuple(Constraint(formula, ORIGIN) for formula in formulas if formula is not True)
    return Problem(BOARD, finds, tuple(variables), kept, (ORIGIN.rule,))


def as_term(variable: Variable) -> Term:
    return nodes.Number(variable, variable.low, variable.high)


def brute(of: Problem) -> set[Values]:
    return set(right_values(of))


def answers(session: Session, among: list[int]) -> Iterator[Values]:
    while isinstance(outcome := session.solve(), Sat):
        yield tuple(outcome.values)
        session.exclude(outcome.values, among)
    assert isinstance(outcome, Unsat)


def check(of: Problem) -> None:
    session = ENGINE.open(of, False)
    result = list(answers(session, list(range(len(of.variables)))))
    session.close()
    assert len(result) == len(set(result))
    assert set(result) == brute(of)
    for values in result:
        for variable, value in zip(of.variables, values, strict=True):
            assert isinstance(value, bool) == (variable.kind is Kind.MEMBER)


class Maker:
    """Random formulas and terms over a few variables, through the makers of `problem.build`."""

    def __init__(self, seed: int, depth: int) -> None:
        self.random = random.Random(seed)
        self.members = self.random.randint(2, 5)
        sizes = [self.random.randint(1, 4) for _ in range(self.random.randint(1, 2))]
        self.variables = [member(index) for index in range(self.members)]
        for size in sizes:
            low = self.random.randint(-2, 2)
            index = len(self.variables)
            named = self.random.random() < 0.3
            self.variables.append(name(index, size) if named else number(index, low, low + size - 1))
        self.depth = depth
        self.nodes: list[Formula] = []
        self.terms: list[Term] = []

    def formula(self, depth: int) -> Formula:
        if self.nodes and self.random.random() < 0.15:
            return self.random.choice(self.nodes)
        if depth == 0 or self.random.random() < 0.15:
            return self.leaf()
        result = self.random.choice(FORMULAS)(self, depth - 1)
        self.nodes.append(result)
        return result

    def leaf(self) -> Formula:
        variable = self.random.choice(self.variables)
        if variable.kind is not Kind.MEMBER:
            value = self.random.randint(variable.low, variable.high)
            term = as_term(variable)
            return build.equal(term, value) if self.random.random() < 0.5 else build.at_most(term, value)
        result = nodes.Holds(variable)
        return build.negation(result) if self.random.random() < 0.4 else result

    def leaves(self, depth: int, least: int, most: int) -> list[Formula]:
        return [self.formula(depth) for _ in range(self.random.randint(least, most))]

    def term(self, depth: int) -> Term:
        if self.terms and self.random.random() < 0.2:
            return self.random.choice(self.terms)
        if depth == 0 or self.random.random() < 0.3:
            numbers = self.variables[self.members :]
            return as_term(self.random.choice(numbers)) if self.random.random() < 0.8 else self.random.randint(-2, 3)
        result = self.random.choice(TERMS)(self, depth - 1)
        self.terms.append(result)
        return result

    def sum(self, depth: int) -> Term:
        counted = [(self.random.choice((1, 1, 1, -1, 2, -3)), part) for part in self.leaves(depth, 0, 5)]
        added = [(self.random.choice((1, 1, -1, 2)), self.term(depth)) for _ in range(self.random.randint(0, 3))]
        return build.total(counted, added, self.random.choice((0, 0, 1, -2)))

    def count(self, depth: int) -> Term:
        return build.count(self.leaves(depth, 2, 7))

    def remainder(self, depth: int) -> Term:
        left, right = self.term(depth), self.term(depth)
        if build.bounds(right)[0] < 0:
            right = build.extreme(True, [(True, right), (True, 0)], 0)
        return build.remainder(left, right)

    def extreme(self, depth: int) -> Term:
        sure = self.random.random() < 0.3
        items = [(sure or self.formula(depth), self.term(depth)) for _ in range(self.random.randint(1, 3))]
        return build.extreme(self.random.random() < 0.5, items, self.random.randint(-2, 3))

    def compared(self, depth: int) -> Formula:
        term = self.count(depth) if self.random.random() < 0.4 else self.term(depth + 1)
        low, high = build.bounds(term)
        value = self.random.randint(low - 1, high + 1)
        if self.random.random() < 0.3:
            return build.equal(term, self.term(depth))
        return build.equal(term, value) if self.random.random() < 0.5 else build.at_most(term, value)

    def distinct(self, depth: int) -> Formula:
        return build.distinct([self.term(depth) for _ in range(self.random.randint(2, 4))])

    def paired(self, depth: int) -> Formula:
        left = [(BOARD.cells[i], part) for i, part in enumerate(self.presences(depth))]
        right = [(BOARD.cells[i], part) for i, part in enumerate(self.presences(depth))]
        edges = [(a, b) for a in range(len(left)) for b in range(len(right)) if self.random.random() < 0.6]
        return build_rows.paired(left, right, edges)

    def presences(self, depth: int) -> list[Formula]:
        parts = self.leaves(depth, 1, 4)
        return [True if self.random.random() < 0.2 else part for part in parts]

    def runs(self, depth: int) -> Formula:
        items = self.leaves(depth, 2, 7)
        lengths = [self.random.choice((1, 1, 2, 3, UNKNOWN)) for _ in range(self.random.randint(1, 3))]
        return build_rows.runs(items, lengths)

    def in_order(self, depth: int) -> Formula:
        wanted = [self.random.choice((0, 1, 2, UNKNOWN, SEVERAL)) for _ in range(self.random.randint(1, 3))]
        entries = []
        for here in self.presences(depth):
            term = self.term(depth)
            equals = [build.equal(term, number) if isinstance(number, int) else True for number in wanted]
            entries.append((here, equals))
        return build_rows.in_order(entries, wanted)


FORMULAS: list[Callable[[Maker, int], Formula]] = [
    lambda make, depth: build.negation(make.formula(depth)),
    lambda make, depth: build.conjunction(make.leaves(depth, 2, 3)),
    lambda make, depth: build.disjunction(make.leaves(depth, 2, 4)),
    lambda make, depth: build.same(make.formula(depth), make.formula(depth)),
    Maker.compared,
    Maker.compared,
    Maker.distinct,
    Maker.paired,
    Maker.runs,
    Maker.in_order,
]

TERMS: list[Callable[[Maker, int], Term]] = [
    Maker.sum,
    Maker.sum,
    Maker.count,
    lambda make, depth: build.product(make.term(depth), make.term(depth)),
    lambda make, depth: build.quotient(make.term(depth), make.term(depth)),
    Maker.remainder,
    lambda make, depth: build.choice(make.formula(depth), make.term(depth), make.term(depth)),
    Maker.extreme,
]


@pytest.mark.library
@pytest.mark.parametrize("seed", amount(100, 600))
def test_random_problems_have_the_answers_of_brute_force(seed: int) -> None:
    make = Maker(seed, 3)
    formulas = [make.formula(make.random.randint(1, 3)) for _ in range(make.random.randint(1, 3))]
    check(stated(make.variables, *formulas))


FAMILIES: dict[str, Callable[[Maker, int], Formula]] = {
    "compared": Maker.compared,
    "distinct": Maker.distinct,
    "paired": Maker.paired,
    "runs": Maker.runs,
    "in order": Maker.in_order,
}


@pytest.mark.parametrize("place", ["plain", "not", "or", "implies", "same", "twice"])
@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_in_each_place(family: str, place: str) -> None:
    for seed in range(12):
        make = Maker(seed, 1)
        formula = FAMILIES[family](make, seed % 2)
        switch, other = nodes.Holds(make.variables[0]), make.formula(1)
        placed: dict[str, Formula] = {
            "plain": formula,
            "not": build.negation(formula),
            "or": build.disjunction((formula, switch, other)),
            "implies": build.disjunction((build.negation(formula), build.conjunction((switch, other)))),
            "same": build.same(switch, formula),
            "twice": build.same(other, build.disjunction((build.same(formula, switch), build.negation(formula)))),
        }
        check(stated(make.variables, placed[place]))


@pytest.mark.parametrize("seed", range(30))
def test_fixed_values_hold_for_one_call_only(seed: int) -> None:
    make = Maker(1000 + seed, 2)
    of = stated(make.variables, make.formula(2))
    expected = brute(of)
    session = ENGINE.open(of, False)
    for variable in of.variables:
        values = (False, True) if variable.kind is Kind.MEMBER else range(variable.low - 1, variable.high + 2)
        for value in values:
            outcome = session.solve(((variable.index, value),))
            wanted = {answer for answer in expected if answer[variable.index] == value}
            assert isinstance(outcome, Sat) == bool(wanted)
            if isinstance(outcome, Sat):
                assert tuple(outcome.values) in wanted
    assert isinstance(session.solve(), Sat) == bool(expected)
    session.close()


@pytest.mark.parametrize("seed", range(40))
def test_cores_contradict_each_other_and_constraints_can_be_switched_off(seed: int) -> None:
    make = Maker(2000 + seed, 2)
    of = stated(make.variables, *(make.formula(make.random.randint(1, 2)) for _ in range(7)))
    session = ENGINE.open(of, True)
    everything = tuple(range(len(of.constraints)))
    chosen = tuple(index for index in everything if make.random.random() < 0.6)
    first = make.variables[0].index
    for active in (None, chosen, ()):
        for fixed in ((), ((first, True),)):
            obeyed = everything if active is None else active
            outcome = session.solve(fixed, active)
            if isinstance(outcome, Sat):
                part = stated(make.variables, *(of.constraints[index].formula for index in obeyed))
                assert evaluate.satisfies(part, outcome.values)
                assert not fixed or outcome.values[first] is True
                continue
            assert isinstance(outcome, Unsat)
            assert outcome.core is not None
            assert set(outcome.core) <= set(obeyed)
            part = stated(make.variables, *(of.constraints[index].formula for index in outcome.core))
            assert not any(not fixed or answer[first] is True for answer in brute(part))
    session.close()


def test_variables_that_no_constraint_mentions_take_all_their_values() -> None:
    check(stated([member(0), number(1, -1, 2), name(2, 3), number(3, 5, 5), number(4, 0, 20)]))


@pytest.mark.parametrize("low", [-3, 0])
@pytest.mark.parametrize("high", [2, 11, 12, 15])
def test_both_views_of_one_variable_agree(low: int, high: int) -> None:
    x, y = number(0, low, high), number(1, 0, 2)
    of_x, of_y = as_term(x), as_term(y)
    far = build.at_most(build.total((), ((1, of_x), (-1, of_y))), 0)
    for order in (1, -1):
        check(
            stated(
                [x, y], *[far, build.negation(build.equal(of_x, 1)), build.negation(build.equal(of_x, of_y))][::order]
            )
        )
    check(stated([x, y], build.equal(of_x, build.total((), ((3, of_y),), -1))))


@pytest.mark.parametrize("size", [1, 2, 3, 6, 7, 8, 10, 11])
def test_counts_of_every_size_against_every_number(size: int) -> None:
    variables = [member(index) for index in range(size)]
    parts: list[Formula] = [nodes.Holds(variable) for variable in variables]
    for value in range(size + 1):
        for make in (build.equal, build.at_most):
            formula = make(build.count(parts), value)
            for placed in (formula, build.negation(formula)):
                of = stated(variables, placed)
                session = ENGINE.open(of, False)
                for step, held in itertools.product((1, 3), range(size + 1)):
                    places = {index * step % (size if size % 3 else size + 1) for index in range(held)}
                    fixed = [(index, index in places) for index in range(size)]
                    wanted = evaluate.satisfies(of, [one for _, one in fixed])
                    assert isinstance(session.solve(fixed), Sat) == wanted
                session.close()


@pytest.mark.parametrize("factors", [(1, -1, 1), (-1, -1), (1, 1, -1, -1, 1), (1, -1) * 4, (2, 3, -5, 1), (-4, -2, 7)])
@pytest.mark.parametrize("constant", [0, 2])
def test_signed_and_weighted_counts(factors: tuple[int, ...], constant: int) -> None:
    variables = [member(index) for index in range(len(factors))]
    counted = [(factor, nodes.Holds(variable)) for factor, variable in zip(factors, variables, strict=True)]
    total = build.total(counted, (), constant)
    low, high = build.bounds(total)
    for value in range(low, high + 1):
        for formula in (build.equal(total, value), build.at_most(total, value)):
            check(stated(variables, formula))
            check(stated(variables, build.negation(formula)))


@pytest.mark.parametrize("kinds", ["nn", "NN", "nN", "N-"])
@pytest.mark.parametrize("shift", [-2, 0, 1])
@pytest.mark.parametrize("known", [False, True])
def test_two_variables_at_a_distance(kinds: str, shift: int, known: bool) -> None:
    x, y = (name(i, 3 + i) if kind == "n" else number(i, -1 - i, 3) for i, kind in enumerate(kinds))
    first = [build.negation(build.equal(as_term(variable), 1)) for variable in (x, y)] if known else []
    difference = build.total((), ((-1, as_term(x)), (1, as_term(y))), shift)
    for value in (-1, 0, 2):
        for formula in (build.equal(difference, value), build.at_most(difference, value)):
            check(stated([x, y], *first, formula))
            check(stated([x, y], *first, build.negation(formula)))


@pytest.mark.parametrize("seed", range(60))
def test_one_of_several_variables_at_a_distance_of_another(seed: int) -> None:
    """In every place where such a formula can stand: stated, under another, refused, in both truths."""
    chance = random.Random(seed)
    variables = [
        number(index, low, low + chance.randint(1, 5)) for index, low in enumerate(chance.choices((0, 1), k=3))
    ]
    y, *others = map(as_term, variables)
    parts = [build.equal(x, build.total([], [(1, y)], chance.randint(-2, 2))) for x in others]
    parts += [build.equal(others[0], build.total([], [(1, others[1])], 1))] * (seed % 2)
    free = nodes.Holds(member(3))
    some = build.disjunction([*parts, *([build.at_most(y, 1)] * (seed % 3 == 0))])
    whole = [some, build.disjunction([free, some]), build.negation(some), build.same(free, some)][seed % 4]
    check(stated([*variables, free.variable], whole))


def test_the_same_problem_gives_the_same_clauses_in_the_same_order() -> None:
    first, second = (Maker(5, 3) for _ in range(2))
    one, other = (stated(make.variables, *(make.formula(3) for _ in range(4))) for make in (first, second))
    assert lower(one, True)[0].pending == lower(other, True)[0].pending


def test_less_than_takes_a_linear_number_of_clauses() -> None:
    x, y = number(0, 0, 99), number(1, 0, 99)
    of = stated([x, y], build.at_most(build.total((), ((1, as_term(x)), (-1, as_term(y)))), -1))
    assert len(lower(of, False)[0].pending) < 3 * 100 + 5


@pytest.mark.parametrize("seed", range(12))
def test_counts_that_numbers_are_compared_with_are_shared(seed: int) -> None:
    """The same members are counted for several numbers, from either side and under guards."""
    rng = random.Random(seed)
    members = [member(index) for index in range(5)]
    numbers_ = [number(5 + index, rng.randint(0, 1), rng.randint(2, 4)) for index in range(3)]
    counted = [(1, nodes.Holds(one)) for one in members[: rng.randint(3, 5)]]
    formulas = []
    for one in numbers_:
        factor = rng.choice((1, -1))
        term = build.total([(factor * -1, part) for _, part in counted], [(factor, as_term(one))], rng.randint(-1, 1))
        compared = rng.choice((build.equal, build.at_most))(term, rng.randint(-1, 1))
        stated_so = build.negation(compared) if rng.random() < 0.3 else compared
        formulas.append(build.disjunction((nodes.Holds(rng.choice(members)), stated_so)))
    problem = stated([*members, *numbers_], *formulas)
    assert lower(problem, False)[0].counts
    check(problem)
