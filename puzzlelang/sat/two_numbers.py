"""Comparisons of two numbers with consecutive values: a clause for each two order literals that meet.

The clauses are those of `linear`, which adds up any terms, without views of the opposite or a search for values.
Most sums in rules are of this form: that a number follows another, differs from it, or is less.
"""

from collections.abc import Sequence

from puzzlelang.problem import nodes
from puzzlelang.sat import numbers
from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, Guard, Literals

Comparison = nodes.AtMost | nodes.Equal


def state(clauses: Clauses, formula: Comparison, guard: Guard, *, truth: bool) -> bool:
    """State a comparison of the sum or difference of two numbers with a constant; tell whether it is one."""
    term = formula.term
    if type(term) is not nodes.Sum or term.counted or len(term.added) != 2:
        return False
    (one, first), (other, second) = term.added
    if type(first) is not nodes.Number or type(second) is not nodes.Number or abs(one) + abs(other) != 2:
        return False
    variables = first.variable, second.variable
    domains = [clauses.domains[variable.index] for variable in variables]
    if any(type(values) is not range or len(values) < 2 for values in domains):
        return False
    views = [numbers.view(clauses, variable) for variable in variables]
    if TRUE in guard:
        return True
    signed = list(zip(views, (one, other), strict=True))
    left, right = (
        view.least if factor > 0 else [-literal for literal in reversed(view.least)] for view, factor in signed
    )
    low = sum(view.values[0] if factor > 0 else -view.values[-1] for view, factor in signed)
    known = [literal for literal in guard if literal != FALSE]
    number = (formula.bound if isinstance(formula, nodes.AtMost) else formula.value) - term.constant - low
    if isinstance(formula, nodes.AtMost):
        clauses.pending += _at_most(left, right, number, known) if truth else _at_least(left, right, number + 1, known)
    elif truth:
        clauses.pending += _at_most(left, right, number, known)
        clauses.pending += _at_least(left, right, number, known)
    else:
        clauses.pending += _not_exactly(left, right, number, known)
    return True


def _at_most(left: Literals, right: Literals, bound: int, guard: Sequence[int]) -> list[list[int]]:
    """Say that the positions of both values have at most this sum: `left[i]` means "at least at position i"."""
    size, most = bound + 1, len(right) - 1
    result = [
        [*guard, -left[at], -right[size - at]] if at else [*guard, -right[size]]
        for at in range(max(0, size - most + 1), min(len(left) - 1, size))
    ]
    if size < len(left) - 1:
        result.append([*guard, -left[size]] if size > 0 else [*guard])
    return result


def _at_least(left: Literals, right: Literals, bound: int, guard: Sequence[int]) -> list[list[int]]:
    """Say that the positions of both values have at least this sum."""
    last, most = len(left) - 2, len(right) - 1
    result = [
        [*guard, left[at + 1], right[bound - at]] if at < last else [*guard, right[bound - at]]
        for at in range(min(last, bound - 1), max(0, bound - most + 1) - 1, -1)
    ]
    if bound >= most:
        result.append([*guard, left[bound - most + 1]] if bound - most < last else [*guard])
    return result


def _not_exactly(left: Literals, right: Literals, number: int, guard: Sequence[int]) -> list[list[int]]:
    """Say that the positions of both values have another sum."""
    first, last = max(0, number - len(right) + 2), min(len(left) - 2, number)
    inner = range(1, len(left) - 2), range(1, len(right) - 2)
    result: list[list[int]] = []
    for at in range(first, last + 1):
        clause = [*guard, -left[at], left[at + 1], -right[number - at], right[number - at + 1]]
        known = at in inner[0] and number - at in inner[1]
        result.append(clause if known else [literal for literal in clause if literal != FALSE])
    return result
