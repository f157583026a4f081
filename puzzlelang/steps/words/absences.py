"""Facts that say that there is nothing: the number 0 between two cells, or the value `none`."""

from puzzlelang.geometry.places import Border, Link
from puzzlelang.problem.record import Kind, Problem, Variable
from puzzlelang.steps.record import Fact

NONE = "none"
"""The value by which rule files say that there is nothing."""


def is_amount(variable: Variable) -> bool:
    """Whether a number says how many there are between two cells, such as bridges."""
    return variable.kind is Kind.NUMBER and variable.low == 0 and isinstance(variable.place, Link | Border)


def is_none(problem: Problem, fact: Fact) -> bool:
    """Whether a fact is about the number 0 between two cells, such as of bridges, or about the value `none`."""
    variable = problem.variables[fact.variable]
    return variable.called(fact.value) == NONE if variable.names else fact.value == 0 and is_amount(variable)
