"""Domains: the values that each number and name can still have, by what is said of it alone.

A given, or a rule that makes a number nothing or one certain number, leaves few values of many.  What is made of a
variable grows with its values, and what is said of two with their product.
"""

from collections.abc import Iterable, Sequence

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Kind, Problem, Variable
from puzzlelang.problem.traversal import together
from puzzlelang.sat import tables
from puzzlelang.sat.scopes import Scopes, scope

Values = Sequence[int]


def whole(variables: Iterable[Variable]) -> list[Values]:
    """Return all values of each variable, by its index; nothing for members."""
    return [() if one.kind is Kind.MEMBER else range(one.low, one.high + 1) for one in variables]


def narrow(problem: Problem, known: Scopes) -> tuple[list[Values], frozenset[int]]:
    """Return the values that constraints on single variables leave, and constraints that values differ.

    Also returns the identities of the formulas that say no more than this.  Only for problems all of whose constraints
    hold.  A variable to which nothing would be left keeps all its values, so its constraints contradict each other.
    """
    allowed: dict[int, set[int]] = {}
    groups: list[list[nodes.Number | int]] = []
    alone: list[tuple[int, int]] = []
    stated = (*(one.formula for one in problem.constraints), *problem.definitions)
    for part in (part for formula in stated for part in together(formula)):
        if type(part) is nodes.Distinct:
            groups.append([one for one in part.terms if isinstance(one, nodes.Number | int)])
        elif (found := _alone(part, known)) is not None:
            variable, values = found
            alone.append((id(part), variable.index))
            allowed[variable.index] = allowed[variable.index] & values if variable.index in allowed else values
    left = whole(problem.variables)
    for index, values in allowed.items():
        if values:
            left[index] = _ascending(values)
    _differ(left, groups)
    return left, frozenset(formula for formula, index in alone if allowed[index])


def _alone(part: Formula, known: Scopes) -> tuple[Variable, set[int]] | None:
    """Match a formula about a single variable, as the variable and the values that fulfil it."""
    found = scope(part, known)
    if found is None or len(found.variables) != 1:
        return None
    (variable,) = found.variables
    values = range(variable.low, variable.high + 1)
    if type(part) is nodes.Equal and type(part.term) is nodes.Number:
        return variable, {part.value}
    fulfilled = tables.truth(part, tables.space((variable,), (values,)))
    return variable, {value for index, value in enumerate(values) if fulfilled >> index & 1}


def _ascending(values: Iterable[int]) -> Values:
    found = tuple(sorted(values))
    return range(found[0], found[-1] + 1) if found[-1] - found[0] == len(found) - 1 else found


def _differ(left: list[Values], groups: Sequence[Sequence[nodes.Number | int]]) -> None:
    """Take each value that is certain from the others of its groups, until nothing changes."""
    member_of: dict[int, list[Sequence[nodes.Number | int]]] = {}
    waiting: list[tuple[int, int, Sequence[nodes.Number | int]]] = []
    for group in groups:
        for one in group:
            if isinstance(one, int):
                waiting.append((-1, one, group))
            else:
                member_of.setdefault(one.variable.index, []).append(group)
    certain = (index for index in member_of if len(left[index]) == 1)
    waiting += [(index, left[index][0], group) for index in certain for group in member_of[index]]
    while waiting:
        source, value, group = waiting.pop()
        for one in group:
            if isinstance(one, int) or one.variable.index == source:
                continue
            index = one.variable.index
            if value in left[index] and len(left[index]) > 1:
                left[index] = _ascending(kept for kept in left[index] if kept != value)
                if len(left[index]) == 1:
                    waiting += [(index, left[index][0], other) for other in member_of[index]]
