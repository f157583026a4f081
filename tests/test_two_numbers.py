"""Comparisons of two numbers with consecutive values mean what they say, and have the clauses of any sum."""

import itertools

import pytest

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Kind, Variable
from puzzlelang.sat import compare, numbers, two_numbers
from puzzlelang.sat.clauses import FALSE, TRUE, Clauses
from puzzlelang.sat.formulas import literal
from puzzlelang.sat.terms import parts

DOMAINS = ((range(1, 4), range(1, 4)), (range(4), range(2, 4)), (range(5, 7), range(1, 6)), (range(2), range(2)))
SHIFTS = range(-13, 14)


def _formulas(first: Variable, second: Variable) -> list[Formula]:
    one, other = (nodes.Number(variable, variable.low, variable.high) for variable in (first, second))
    terms = [build.total((), [(factor, one), (-factor, other)], constant) for factor in (1, -1) for constant in (0, 2)]
    return [make(term, shift) for make in (_equal, _at_most) for term in terms for shift in SHIFTS]


def _equal(term: object, shift: int) -> Formula:
    assert isinstance(term, nodes.Sum)
    return nodes.Equal(term, shift)


def _at_most(term: object, shift: int) -> Formula:
    assert isinstance(term, nodes.Sum)
    return nodes.AtMost(term, shift)


def _clauses(domains: tuple[range, range]) -> tuple[Clauses, list[Variable]]:
    variables = [Variable(at, "x", None, Kind.NUMBER, min(one), max(one)) for at, one in enumerate(domains)]
    clauses = Clauses([0, 0], [None, None], [None, None])
    clauses.domains = domains
    for variable in variables:
        numbers.view(clauses, variable)
    return clauses, variables


def _truth(formula: Formula, values: tuple[int, int]) -> bool:
    assert isinstance(formula, nodes.Equal | nodes.AtMost)
    assert isinstance(formula.term, nodes.Sum)
    total = formula.term.constant
    for factor, part in formula.term.added:
        assert isinstance(part, nodes.Number)
        total += factor * values[part.variable.index]
    return total == formula.value if isinstance(formula, nodes.Equal) else total <= formula.bound


@pytest.mark.parametrize("domains", DOMAINS)
@pytest.mark.parametrize("truth", [True, False])
def test_the_clauses_say_what_the_comparison_says(domains: tuple[range, range], truth: bool) -> None:
    clauses, variables = _clauses(domains)
    guard = clauses.top + 1
    for formula in _formulas(*variables):
        assert isinstance(formula, nodes.Equal | nodes.AtMost)
        clauses.pending.clear()
        assert two_numbers.state(clauses, formula, [guard, FALSE], truth=truth)
        own = list(clauses.pending)
        for values in itertools.product(*domains):
            true = {TRUE, -guard}
            for order, value in zip(clauses.orders, values, strict=True):
                assert order is not None
                true |= {one if value >= least else -one for least, one in zip(order.values, order.least, strict=False)}
            assert all(not true.isdisjoint(clause) for clause in own) == (_truth(formula, values) == truth), formula
        clauses.pending.clear()
        assert isinstance(formula.term, nodes.Sum)
        compare.total(clauses, formula, parts(clauses, formula.term, literal), [guard, FALSE], truth=truth)
        assert own == clauses.pending


def test_nothing_is_stated_where_the_guard_is_true() -> None:
    clauses, variables = _clauses(DOMAINS[0])
    clauses.pending.clear()
    for formula in _formulas(*variables):
        assert isinstance(formula, nodes.Equal | nodes.AtMost)
        assert two_numbers.state(clauses, formula, [TRUE], truth=True)
    assert not clauses.pending


def test_other_terms_are_left_to_sums() -> None:
    clauses, (first, second) = _clauses(DOMAINS[0])
    one, other = (nodes.Number(variable, variable.low, variable.high) for variable in (first, second))
    for factors in ((1, 2), (2, -1), (2, -2)):
        formula = _equal(build.total((), [*zip(factors, (one, other), strict=True)]), 1)
        assert isinstance(formula, nodes.Equal)
        assert not two_numbers.state(clauses, formula, [], truth=True)
    for gap in ((1, 3), (2,)):
        clauses.domains, clauses.orders = (gap, range(1, 4)), [None, None]
        formula = _equal(build.total((), [(1, one), (-1, other)]), 1)
        assert isinstance(formula, nodes.Equal)
        assert not two_numbers.state(clauses, formula, [], truth=True)
