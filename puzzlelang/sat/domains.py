"""Domains: the values that each number and name can still have.

A given, or a rule that makes a number nothing or one certain number, leaves few values of many, and so do numbers that
follow each other (`chains`).  What is made of a variable grows with its values, and what is said of two with their
product.
"""

from collections.abc import Iterable, Sequence

import msgspec

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Kind, Problem, Variable
from puzzlelang.problem.traversal import together
from puzzlelang.sat import tables
from puzzlelang.sat.bounds import narrow_bounds
from puzzlelang.sat.chains import Chain, chains_of, may_be_chain, steps_of, values_left
from puzzlelang.sat.scopes import only_variable

Values = Sequence[int]


def whole(variables: Iterable[Variable]) -> list[Values]:
    """Return all values of each variable, by its index; nothing for members."""
    return [() if one.kind is Kind.MEMBER else range(one.low, one.high + 1) for one in variables]


class RemainingValues(msgspec.Struct, frozen=True):
    """Values that are left of each variable; `known`: identities of the formulas that say no more than these."""

    domains: Sequence[Values]
    known: frozenset[int] = frozenset()
    chains: Sequence[Chain] = ()


def narrow(problem: Problem) -> RemainingValues:
    """Return the values that constraints on single variables leave, constraints that values differ, and chains.

    Only for problems all of whose constraints hold.  A variable to which nothing would be left keeps all its values, so
    its constraints contradict each other.
    """
    allowed: dict[int, set[int]] = {}
    groups: list[list[nodes.Number | int]] = []
    alone: list[tuple[int, int]] = []
    stated = (*(one.formula for one in problem.constraints), *problem.definitions)
    for part in (part for formula in stated for part in together(formula)):
        if type(part) is nodes.Distinct:
            groups.append([one for one in part.terms if isinstance(one, nodes.Number | int)])
        elif (result := _alone(part)) is not None:
            variable, values = result
            alone.append((id(part), variable.index))
            allowed[variable.index] = allowed[variable.index] & values if variable.index in allowed else values
    left = whole(problem.variables)
    for index, values in allowed.items():
        if values:
            left[index] = _ascending(values)
    _differ(left, groups)
    narrow_bounds((part for formula in stated for part in together(formula)), left)
    differing = [[one.variable.index for one in group if not isinstance(one, int)] for group in groups]
    ordered = [group for group in differing if may_be_chain(group, left)]
    chains = list(chains_of(ordered, steps_of(stated), left)) if ordered else []
    for chain in chains:
        for index, kept in values_left(chain, left).items():
            left[index] = _ascending(kept)
    return RemainingValues(left, frozenset(formula for formula, index in alone if allowed[index]), chains)


def _alone(part: Formula) -> tuple[Variable, set[int]] | None:
    """Match a formula about a single variable, as the variable and the values that fulfil it."""
    variable = only_variable(part)
    if variable is None:
        return None
    values = range(variable.low, variable.high + 1)
    if type(part) is nodes.Equal and type(part.term) is nodes.Number:
        return variable, {part.value}
    fulfilled = tables.truth(part, tables.space((variable,), (values,)))
    return variable, {value for index, value in enumerate(values) if fulfilled >> index & 1}


def _ascending(values: Iterable[int]) -> Values:
    result = tuple(sorted(values))
    return range(result[0], result[-1] + 1) if result[-1] - result[0] == len(result) - 1 else result


def _differ(left: list[Values], groups: Sequence[Sequence[nodes.Number | int]]) -> None:
    """Take each value that is certain from the others of its groups, until nothing changes.

    Values are sets of bits, from the least of all values on.
    """
    variables = {one.variable.index for group in groups for one in group if not isinstance(one, int)}
    base = min((left[index][0] for index in variables), default=0)
    masks = {index: _mask(left[index], base) for index in variables}
    member_of: dict[int, list[Sequence[nodes.Number | int]]] = {}
    for group in groups:
        for one in group:
            if not isinstance(one, int):
                member_of.setdefault(one.variable.index, []).append(group)
    waiting = list(groups)
    while waiting:
        group = waiting.pop()
        indexes = [one.variable.index for one in group if not isinstance(one, int)]
        taken = sum(1 << value - base for value in {one for one in group if isinstance(one, int)} if value >= base)
        for index in indexes:
            if masks[index] & masks[index] - 1 == 0:
                taken |= masks[index]
        for index in indexes:
            kept = masks[index] & ~taken
            if kept and kept != masks[index]:
                masks[index] = kept
                if kept & kept - 1 == 0:
                    waiting += member_of[index]
    values: dict[int, Values] = {}  # many variables have the same values, so they share them
    for index, mask in masks.items():
        if mask.bit_count() < len(left[index]):
            if mask not in values:
                values[mask] = _ascending(base + place for place, bit in enumerate(bin(mask)[:1:-1]) if bit == "1")
            left[index] = values[mask]


def _mask(values: Values, base: int) -> int:
    if type(values) is range:
        return (1 << len(values)) - 1 << values[0] - base
    return sum(1 << value - base for value in values)
