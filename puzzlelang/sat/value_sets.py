"""Statements about numbers that differ, by the sets of values that fulfil them: one literal for each set.

The digits of a killer cage are one of few sets, and consecutive digits are one of fewer.  So each value gets a literal
"one of the numbers has it", and each set a literal that decides all of these.  Values in all sets must occur, values in
none must not, which partial sums in order encoding do not propagate.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import comb

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Term, Variable
from puzzlelang.sat import numbers
from puzzlelang.sat.clauses import Clauses, Guard, add, any_of, count_form, fresh_literals
from puzzlelang.sat.compare import Comparison
from puzzlelang.sat.differing import differ

MOST_SUBSETS = 20_000
"""No statement is looked through whose numbers can have more sets of values."""

MOST_KEPT = 2_000
"""More sets are looked through for each equation: keeping them makes a Magic Square 1.4 times as slow."""

MOST_SETS = 60
"""Statements that more sets fulfil are stated by arithmetic."""

Measure = Callable[[Sequence[int]], int]
"""What a term without its constant is for numbers with these values, which ascend."""

Sets = Sequence[tuple[int, ...]]
"""Sets of values, each in ascending order."""


def state(clauses: Clauses, formula: Comparison, guard: Guard) -> bool:
    """State a comparison of three or more numbers that differ by sets of their values; tell whether that was possible.

    The term is their sum, or the difference between the greatest and the least.
    """
    if not clauses.differing.others or (result := _measure_of(formula.term)) is None:
        return False
    variables, measure, constant = result
    if len(variables) < 3 or not differ(clauses.differing, variables):
        return False
    values = values_of(clauses, variables)
    if comb(len(values), len(variables)) > MOST_SUBSETS:
        return False
    sets: Sets
    if isinstance(formula, nodes.Equal) and comb(len(values), len(variables)) > MOST_KEPT:
        sets = [one for one in combinations(values, len(variables)) if measure(one) == formula.value - constant]
    elif isinstance(formula, nodes.Equal):
        sets = by_measure(clauses, values, len(variables), measure).get(formula.value - constant, ())
    else:
        every = by_measure(clauses, values, len(variables), measure)
        sets = [one for value, those in every.items() if value + constant <= formula.bound for one in those]
    if len(sets) > MOST_SETS:
        return False
    count_form(clauses, "value_sets")
    chosen = fresh_literals(clauses, len(sets))
    add(clauses, [*guard, *chosen])
    require(clauses, dict(zip(sets, chosen, strict=True)), variables, values, guard)
    return True


def values_of(clauses: Clauses, variables: Sequence[Variable]) -> tuple[int, ...]:
    """Return all values that one of the variables may have, in ascending order."""
    return tuple(sorted({value for variable in variables for value in clauses.domains[variable.index]}))


def by_measure(clauses: Clauses, values: tuple[int, ...], size: int, measure: Measure) -> Mapping[int, Sets]:
    """Return the sets of so many of these values, by what they measure."""
    key = "sets", values, size, measure
    if key not in clauses.plans:
        results: dict[int, list[tuple[int, ...]]] = {}
        for one in combinations(values, size):
            results.setdefault(measure(one), []).append(one)
        clauses.plans[key] = results
    result: Mapping[int, Sets] = clauses.plans[key]
    return result


def spread(values: Sequence[int]) -> int:
    """Return the difference between the greatest and the least of these values, which ascend."""
    return values[-1] - values[0]


def _measure_of(term: Term) -> tuple[Sequence[Variable], Measure, int] | None:
    match term:
        case nodes.Sum((), ((factor, nodes.Extreme() as one), (other, nodes.Extreme() as two)), constant):
            most, least = (one, two) if factor > 0 else (two, one)
            items = _always(most)
            if {factor, other} == {1, -1} and most.greatest and not least.greatest and items == _always(least):
                return items, spread, constant
        case nodes.Sum((), added, constant) if len(added) > 2 and all(factor == 1 for factor, _ in added):
            result = [one.variable for _, one in added if isinstance(one, nodes.Number)]
            if len(result) == len(added):
                return result, sum, constant
        case _:
            pass
    return None


def _always(term: nodes.Extreme) -> list[Variable]:
    """Return the variables of a term whose items are numbers that are always present; nothing for others."""
    result = [one.variable for presence, one in term.items if presence is True and isinstance(one, nodes.Number)]
    return result if len(result) == len(term.items) else []


def require(
    clauses: Clauses,
    chosen: dict[tuple[int, ...], int],
    variables: Sequence[Variable],
    values: Sequence[int],
    guard: Guard,
) -> None:
    """State that the variables, of these values, have exactly the values of a set whose literal is true."""
    sets = [frozenset(one) for one in chosen]
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
            for literal, one in zip(chosen.values(), sets, strict=True):
                add(clauses, [-literal, occurs if value in one else -occurs])
