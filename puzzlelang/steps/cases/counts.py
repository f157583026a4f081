"""Cases that count things, such as the stars in a row: how many of them there are at least and at most."""

from collections.abc import Sequence

import msgspec

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.problem.traversal import variables
from puzzlelang.steps.record import RuleCase, bits, full, value


class Literal(msgspec.Struct, frozen=True):
    """A thing that is counted: the variable has one of the values of a mask."""

    variable: int
    values: int


class Count(msgspec.Struct, frozen=True, eq=False):
    """A case that says of different things that `least` to `most` of them are there."""

    case: RuleCase
    things: tuple[Literal, ...]
    least: int
    most: int


def counts(problem: Problem, cases: Sequence[RuleCase]) -> list[Count]:
    """The cases that are counts of things about one variable each."""
    values: list[bool | int | None] = [None] * len(problem.variables)
    return [one for case in cases if not case.graph and (one := _count(case, values)) is not None]


def counted_range(formula: Formula) -> tuple[tuple[tuple[int, Formula], ...], int, int] | None:
    """What a formula counts, with factors, and the least and the most of the sum; None if it is no plain count."""
    match formula:
        case nodes.Equal(nodes.Sum(counted, (), constant), number):
            return counted, number - constant, number - constant
        case nodes.AtMost(nodes.Sum(counted, (), constant), bound):
            return counted, 0, bound - constant
        case _:
            return None


def _count(case: RuleCase, values: list[bool | int | None]) -> Count | None:
    """The case as a count; `values` has no value for any variable, and neither afterwards."""
    formula = case.formula
    known = counted_range(formula)
    if isinstance(formula, nodes.Or):
        known = tuple((1, part) for part in formula.parts), 1, len(formula.parts)
    if known is None:
        return None
    counted, least, most = known
    factors = {factor for factor, _ in counted}
    literals = [_literal(item, values) for _, item in counted] if factors in ({1}, {-1}) else []
    things = tuple(one for one in literals if one is not None)
    if not things or len({one.variable for one in things}) < len(counted):
        return None
    if factors == {-1}:  # - (a + b) <= -1 says that at least one is there
        least, most = (-most, -least) if isinstance(formula, nodes.Equal) else (-most, len(things))
    return Count(case, things, max(least, 0), min(most, len(things)))


def _literal(item: Formula, values: list[bool | int | None]) -> Literal | None:
    """A formula about one variable as the values that make it true; None for others, and for what is never true."""
    about = variables(item)
    if len(about) != 1:
        return None
    (variable,) = about
    result = 0
    for one in bits(full(variable)):
        values[variable.index] = value(variable, one)
        result |= one if evaluate.truth(item, values) is True else 0
    values[variable.index] = None
    return Literal(variable.index, result) if result else None
