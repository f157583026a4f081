"""Sums of many numbers, of which some differ, as sums of groups of numbers that differ.

The numbers of a full group, such as a row of a Sudoku, have all values, so their sum is known: a multiple of it is
subtracted where that leaves fewer numbers, as in Gaussian elimination.  What is left is split into groups of numbers
that differ.  Each has few sets of values, which bound its sum more tightly than its numbers do one by one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Term, Variable
from puzzlelang.sat import linear, numbers, order_encoding, value_sets
from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, OrderEncoding, add, chain, count_form, fresh_literals
from puzzlelang.sat.differing import Group, groups_among

MOST_SETS = 130
"""A group with more sets of values is summed up in pairs."""


Bounds = tuple[int, int]
"""The least and the greatest value that is possible."""


def split(
    clauses: Clauses, added: Sequence[tuple[int, Term]], within: Bounds | None = None
) -> tuple[list[OrderEncoding], list[tuple[int, Term]]]:
    """Return views of those terms that are numbers, of which some differ, and the other terms.

    `within`: bounds of the sum, if it has them in any case.  Groups whose sum would lie beyond are left out.
    """
    terms = [(factor, one.variable) for factor, one in added if isinstance(one, nodes.Number)]
    if len(terms) < 3 or not (groups := groups_among(clauses.differing, [variable for _, variable in terms])):
        return [], list(added)
    factors: Counter[int] = Counter()
    variables = {one.index: one for group in groups for one in group.variables}
    for factor, variable in terms:
        factors[variable.index] += factor
        variables[variable.index] = variable
    known = _eliminate(factors, [group for group in groups if group.total is not None])
    views = [order_encoding.constant(known)] if known else []
    rest: list[tuple[int, Term]] = [(factor, one) for factor, one in added if not isinstance(one, nodes.Number)]
    parts = [(factor, [variables[index] for index in indexes]) for factor, indexes in _groups(factors, groups)]
    every = [_bounds(clauses, members) for _, members in parts]
    if within is not None:
        others = [(factor * low, factor * high) for factor, one in rest for low, high in [build.bounds(one)]]
        within = within[0] - known - sum(map(max, others)), within[1] - known - sum(map(min, others))
        every = _tighten(every, [factor for factor, _ in parts], within)
    for (factor, members), bounds in zip(parts, every, strict=True):
        views.append(order_encoding.multiple(_sum(clauses, members, bounds), factor))
    if known or len(views) < len(terms):
        count_form(clauses, "group_sums")
    return views, rest


def _bounds(clauses: Clauses, variables: Sequence[Variable]) -> Bounds:
    """Bound the sum of variables that differ."""
    values, size = value_sets.values_of(clauses, variables), len(variables)
    return sum(values[:size]), sum(values[-size:])


def _tighten(every: Sequence[Bounds], factors: Sequence[int], within: Bounds) -> list[Bounds]:
    """Tighten bounds of terms by those of the others, and of the sum of all with these factors."""
    ranges = [sorted((factor * low, factor * high)) for (low, high), factor in zip(every, factors, strict=True)]
    least, most = sum(low for low, _ in ranges), sum(high for _, high in ranges)
    result = []
    for (low, high), factor, (lowest, highest) in zip(every, factors, ranges, strict=True):
        ends = within[0] - (most - highest), within[1] - (least - lowest)
        first, last = ends if factor > 0 else (-ends[1], -ends[0])
        size = abs(factor)
        result.append((max(low, -(-first // size)), min(high, last // size)))
    return result


def _eliminate(factors: Counter[int], full: Sequence[Group]) -> int:
    """Subtract full groups where that leaves fewer numbers; return the sum of what was subtracted."""
    known = 0
    while True:
        best, times, chosen = 0, 0, None
        for group in full:
            here = Counter(factors[index] for index in group.indexes)
            none = here.pop(0, 0)
            factor, most = max(here.items(), key=lambda one: one[1], default=(0, 0))
            if most - none > times:
                best, times, chosen = factor, most - none, group
        if chosen is None or chosen.total is None:
            return known
        known += best * chosen.total
        for index in chosen.indexes:
            factors[index] -= best


def _groups(factors: Counter[int], groups: Sequence[Group]) -> Iterator[tuple[int, Sequence[int]]]:
    """Split the variables into groups that differ and have one factor, the largest first."""
    left = {index: factor for index, factor in factors.items() if factor}
    while left:
        best: tuple[int, Sequence[int]] = (0, ())
        for group in groups:
            here = Counter(left[index] for index in group.indexes if index in left)
            factor, most = max(here.items(), key=lambda one: one[1], default=(0, 0))
            if most > max(1, len(best[1])):
                best = factor, [index for index in left if index in group.indexes and left[index] == factor]
        if not best[1]:
            break
        yield best
        for index in best[1]:
            del left[index]
    for index, factor in left.items():
        yield factor, [index]


def _sum(clauses: Clauses, variables: Sequence[Variable], bounds: Bounds) -> OrderEncoding:
    """Return the view of the sum of variables that differ; the same for the same variables and bounds.

    Sets of values whose sum is beyond the bounds are left out where these are half of them or more, so that more
    statements share the view otherwise.
    """
    if len(variables) == 1:
        return numbers.view(clauses, variables[0])
    members = frozenset(variable.index for variable in variables)
    every = _sets(clauses, variables)
    kept = {value: sets for value, sets in every.items() if bounds[0] <= value <= bounds[1]}
    if 2 * sum(map(len, kept.values())) > sum(map(len, every.values())):
        kept, bounds = every, _bounds(clauses, variables)
    if (members, bounds) not in clauses.group_sums:
        results = _by_sets(clauses, variables, kept) if every else _in_pairs(clauses, variables)
        clauses.group_sums[members, bounds] = results
    return clauses.group_sums[members, bounds]


def _sets(clauses: Clauses, variables: Sequence[Variable]) -> dict[int, value_sets.Sets]:
    """Return the sets of values that variables may have, by their sums; nothing if they are many, or of two numbers."""
    values = value_sets.values_of(clauses, variables)
    if len(variables) < 3 or comb(len(values), len(variables)) > MOST_SETS:
        return {}
    return dict(value_sets.by_measure(clauses, values, len(variables), sum))


def _by_sets(clauses: Clauses, variables: Sequence[Variable], sets: Mapping[int, value_sets.Sets]) -> OrderEncoding:
    """Make the view of a sum by the sets of values, by their sums; the variables have one of these."""
    every = [one for those in sets.values() for one in those]
    chosen = dict(zip(every, fresh_literals(clauses, len(every)), strict=True))
    add(clauses, [*chosen.values()])
    if not sets:
        return order_encoding.constant(0)
    value_sets.require(clauses, chosen, variables, value_sets.values_of(clauses, variables), [])
    sums = sorted(sets)
    least = [TRUE, *fresh_literals(clauses, len(sums) - 1), FALSE]
    chain(clauses, least)
    for place, value in enumerate(sums):
        for one in sets[value]:
            add(clauses, [-chosen[one], least[place]])
            add(clauses, [-chosen[one], -least[place + 1]])
    return OrderEncoding(sums, least)


def _in_pairs(clauses: Clauses, variables: Sequence[Variable]) -> OrderEncoding:
    """Make the view of a sum by partial sums, within the bounds that follow from the numbers being different."""
    return linear.sum_view(clauses, [numbers.view(clauses, one) for one in variables], *_bounds(clauses, variables))
