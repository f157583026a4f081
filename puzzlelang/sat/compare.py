"""Comparisons `AtMost` and `Equal` of a sum over literals or views, stated as true or as false."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Kind, Variable
from puzzlelang.sat import counting, linear, numbers
from puzzlelang.sat.clauses import Clauses, Guard, Literals, OrderEncoding, add

Comparison = nodes.AtMost | nodes.Equal


def count(clauses: Clauses, formula: Comparison, literals: Literals, offset: int, guard: Guard, *, truth: bool) -> None:
    """State a comparison of the number of true literals plus `offset`."""
    match formula:
        case nodes.AtMost(_, bound) if truth:
            counting.at_most(clauses, literals, bound - offset, guard)
        case nodes.AtMost(_, bound):
            counting.at_least(clauses, literals, bound + 1 - offset, guard)
        case nodes.Equal(_, value) if truth:
            counting.exactly(clauses, literals, value - offset, guard)
        case nodes.Equal(_, value):
            counting.not_exactly(clauses, literals, value - offset, guard)
        case _:
            assert_never(formula)


def total(clauses: Clauses, formula: Comparison, parts: Sequence[OrderEncoding], guard: Guard, *, truth: bool) -> None:
    """State a comparison of the sum of views."""
    match formula:
        case nodes.AtMost(_, bound) if truth:
            linear.at_most(clauses, parts, bound, guard)
        case nodes.AtMost(_, bound):
            linear.at_least(clauses, parts, bound + 1, guard)
        case nodes.Equal(_, value) if truth:
            linear.exactly(clauses, parts, value, guard)
        case nodes.Equal(_, value):
            linear.not_exactly(clauses, parts, value, guard)
        case _:
            assert_never(formula)


def bounds(formula: Comparison) -> tuple[int, int]:
    """Return the bounds that a comparison gives to its term."""
    if isinstance(formula, nodes.Equal):
        return formula.value, formula.value
    return (formula.term if isinstance(formula.term, int) else formula.term.low), formula.bound


def offset_of_variables(clauses: Clauses, formula: Comparison, truth: bool) -> tuple[Variable, Variable, int] | None:
    """Match x = y + d as (x, y, d) where exact literals encode it better than order literals; else None.

    That is so for few values, if x = y + d is to be false, both are names, or both have exact literals already.
    """
    pair = difference(formula)
    if pair is None:
        return None
    x, y, _ = pair
    if max(len(clauses.domains[x.index]), len(clauses.domains[y.index])) > numbers.FEW:
        return None
    named = x.kind is Kind.NAME and y.kind is Kind.NAME
    known = clauses.exacts[x.index] is not None and clauses.exacts[y.index] is not None
    return pair if named or known or not truth else None


def difference(formula: nodes.Formula) -> tuple[Variable, Variable, int] | None:
    """Match x = y + d of two variables as (x, y, d)."""
    if type(formula) is not nodes.Equal or type(formula.term) is not nodes.Sum:
        return None
    term = formula.term
    if term.counted or len(term.added) != 2:
        return None
    (factor, first), (opposite, second) = term.added
    if factor == -1:
        factor, first, opposite, second = opposite, second, factor, first
    if factor != 1 or opposite != -1 or type(first) is not nodes.Number or type(second) is not nodes.Number:
        return None
    return first.variable, second.variable, formula.value - term.constant


def offset_by(clauses: Clauses, pair: tuple[Variable, Variable, int], guard: Guard, truth: bool) -> None:
    """State x = y + d, or that it is not so, by exact literals."""
    x, y, difference = pair
    for value in sorted({*clauses.domains[x.index], *(one + difference for one in clauses.domains[y.index])}):
        first = numbers.exact(clauses, x, value)
        second = numbers.exact(clauses, y, value - difference)
        if truth:
            add(clauses, [*guard, -first, second])
            add(clauses, [*guard, first, -second])
        else:
            add(clauses, [*guard, -first, -second])


def shared_variable(parts: Sequence[nodes.Formula]) -> tuple[Variable, Mapping[int, tuple[Variable, int]]] | None:
    """Find a y that two or more parts x = y + d share, with x and d of each part by its position."""
    result: dict[int, tuple[Variable, dict[int, tuple[Variable, int]]]] = {}
    for position, part in enumerate(parts):
        pair = difference(part) if type(part) is nodes.Equal else None
        if pair is not None and pair[0] is not pair[1]:
            x, y, d = pair
            result.setdefault(y.index, (y, {}))[1][position] = x, d
            result.setdefault(x.index, (x, {}))[1][position] = y, -d
    best = max(result.values(), key=lambda one: len(one[1]), default=None)
    return None if best is None or len(best[1]) < 2 else best


def one_of(clauses: Clauses, y: Variable, others: Iterable[tuple[Variable, int]], guard: Guard) -> None:
    """State that x = y + d for one of the others (x, d): each value of y needs a support among these.

    (Support clauses, Gent 2002.)  A Hidato of 10x10 has 83,000 clauses this way and 410,000 with a literal for each
    x = y + d.  Its search takes a fifth to a ninth of the time.
    """
    supports: dict[int, list[int]] = {value: [] for value in clauses.domains[y.index]}
    for x, d in others:
        for value in clauses.domains[x.index]:
            literals = supports.get(value - d)
            if literals is not None:
                literals.append(numbers.exact(clauses, x, value))
    for value, literals in supports.items():
        add(clauses, [*guard, -numbers.exact(clauses, y, value), *literals])
