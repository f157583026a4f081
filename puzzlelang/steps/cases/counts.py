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
    return [one for case in cases if not case.graph and (one := _count(problem, case)) is not None]


def _count(problem: Problem, case: RuleCase) -> Count | None:
    formula = case.formula
    match formula:
        case nodes.Equal(nodes.Sum(counted, (), constant), number):
            least = most = number - constant
        case nodes.AtMost(nodes.Sum(counted, (), constant), bound):
            least, most = 0, bound - constant
        case nodes.Or(parts):
            counted, least, most = tuple((1, part) for part in parts), 1, len(parts)
        case _:
            return None
    things = [(1 if factor > 0 else 0, _literal(problem, item)) for factor, item in counted if abs(factor) == 1]
    if len(things) < len(counted) or len({sign for sign, _ in things}) > 1:
        return None
    literals = tuple(one for _, one in things if one is not None)
    if len(literals) < len(counted) or len({one.variable for one in literals}) < len(literals):
        return None
    if things and not things[0][0]:  # - (a + b) <= -1 says that at least one is there
        least, most = (-most, -least) if isinstance(formula, nodes.Equal) else (-most, len(literals))
    return Count(case, literals, max(least, 0), min(most, len(literals)))


def _literal(problem: Problem, item: Formula) -> Literal | None:
    """A formula about one variable as the values that make it true; None for others, and for what is never true."""
    about = variables(item)
    if len(about) != 1:
        return None
    (variable,) = about
    values: list[bool | int | None] = [None] * len(problem.variables)
    result = 0
    for one in bits(full(variable)):
        values[variable.index] = value(variable, one)
        result |= one if evaluate.truth(item, values) is True else 0
    return Literal(variable.index, result) if result else None
