"""Sums of numbers that differ: one literal for each set of values with that sum.

The digits of a killer cage are one of few sets.  So each value gets a literal "one of the numbers has it", and each set
a literal that decides all of these.  Values in all sets must occur, values in none must not, which partial sums in
order encoding do not propagate.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Problem, Variable
from puzzlelang.problem.traversal import together
from puzzlelang.sat import numbers
from puzzlelang.sat.clauses import Clauses, Guard, add, any_of, count_form, fresh
from puzzlelang.sat.compare import Comparison

MOST_SUBSETS = 20_000
"""No sums are looked through whose numbers can have more sets of values."""

MOST_SETS = 60
"""Sums with more sets are stated by partial sums."""


def differing(problem: Problem) -> dict[int, list[frozenset[int]]]:
    """Map variables to the groups of variables whose values certainly differ."""
    found: dict[int, list[frozenset[int]]] = {}
    stated = (*(one.formula for one in problem.constraints), *problem.definitions)
    for part in (part for formula in stated for part in together(formula)):
        if type(part) is nodes.Distinct:
            group = frozenset(one.variable.index for one in part.terms if isinstance(one, nodes.Number))
            for index in group:
                found.setdefault(index, []).append(group)
    return found


def state(clauses: Clauses, formula: Comparison, guard: Guard) -> bool:
    """State that a sum of three or more numbers that differ has a value, by sets; tell whether that was possible."""
    match formula:
        case nodes.Equal(nodes.Sum((), added, constant), value) if len(added) > 2:
            wanted = value - constant
        case _:
            return False
    variables = [one.variable for factor, one in added if factor == 1 and isinstance(one, nodes.Number)]
    if len(variables) < len(added) or not _differ(clauses.differing, variables):
        return False
    values = sorted({value for variable in variables for value in clauses.domains[variable.index]})
    if comb(len(values), len(variables)) > MOST_SUBSETS:
        return False
    sets = [frozenset(one) for one in combinations(values, len(variables)) if sum(one) == wanted]
    if len(sets) > MOST_SETS:
        return False
    count_form(clauses, "value_sets")
    _require(clauses, sets, variables, values, guard)
    return True


def _differ(groups: Mapping[int, Sequence[frozenset[int]]], variables: Sequence[Variable]) -> bool:
    indexes = {variable.index for variable in variables}
    return len(indexes) == len(variables) and any(indexes <= group for group in groups.get(variables[0].index, ()))


def _require(
    clauses: Clauses,
    sets: Sequence[frozenset[int]],
    variables: Sequence[Variable],
    values: Sequence[int],
    guard: Guard,
) -> None:
    chosen = [fresh(clauses) for _ in sets]
    add(clauses, [*guard, *chosen])
    for value in values:
        holders = [numbers.exact(clauses, variable, value) for variable in variables]
        times = sum(value in one for one in sets)
        if times == len(sets):
            add(clauses, [*guard, *holders])
        elif times == 0:
            for literal in holders:
                add(clauses, [*guard, -literal])
        else:
            occurs = any_of(clauses, holders)
            for literal, one in zip(chosen, sets, strict=True):
                add(clauses, [-literal, occurs if value in one else -occurs])
