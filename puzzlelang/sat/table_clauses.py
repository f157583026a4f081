"""Clauses of a table of two number variables, in the form with the fewest literals.

Forms: conflicts (no such pair of values), supports (a value needs one of those values: Gent 2002), rectangles of
forbidden pairs in order literals.  Conflicts and supports propagate all that follows from a table.
"""

from collections.abc import Sequence
from enum import Enum

import msgspec

from puzzlelang.problem.record import Formula, Kind, Variable
from puzzlelang.sat import numbers, tables
from puzzlelang.sat.clauses import Clauses, Guard, add, count_form
from puzzlelang.sat.scopes import Scope


class Form(Enum):
    """Forms of a table; the name counts it in `--stats`."""

    CONFLICTS = "conflict_tables"
    SUPPORTS = "support_tables"
    RECTANGLES = "rectangle_tables"


class Plan(msgspec.Struct, frozen=True, eq=False):
    """The clauses of a table, by positions of values.

    `conflicts`: forbidden pairs.  `supports`: per value of each side those of the other that it may stand with.
    `rectangles`: forbidden (first, last, first on the right, last on the right).
    """

    conflicts: Sequence[tuple[int, int]]
    supports: tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]
    rectangles: Sequence[tuple[int, int, int, int]]
    sizes: tuple[int, int]


SHARE = 4
"""Literals of a variable that a table would be the first to use count as one part of so many: others share them."""


def plan(clauses: Clauses, parts: Sequence[Formula], scope: Scope, *, truth: bool, every: bool = False) -> Plan | None:
    """Return the plan of "one of the parts has this truth", or each, if `every`; None if the table would be too large.

    Parts of the same shape share it.
    """
    domains = tuple(clauses.domains[variable.index] for variable in scope.variables)
    if not domains or len(domains[0]) * (len(domains[1]) if len(domains) > 1 else 1) > tables.MOST_PAIRS:
        return None
    shapes = tuple(tables.shape(part, scope.variables) for part in parts)
    key = shapes, domains, truth, every
    if key not in clauses.plans:
        of = tables.space(scope.variables, domains)
        result = [tables.truth(part, of) if truth else of.full & ~tables.truth(part, of) for part in parts]
        allowed = result[0]
        for mask in result[1:]:
            allowed = allowed & mask if every else allowed | mask
        clauses.plans[key] = _plan(allowed, len(of.left), len(of.right))
    found_plan: Plan = clauses.plans[key]
    return found_plan


def _plan(allowed: int, height: int, width: int) -> Plan:
    rows = [[bool(allowed >> (i * width + j) & 1) for j in range(width)] for i in range(height)]
    conflicts = [(i, j) for i, row in enumerate(rows) for j, fine in enumerate(row) if not fine]
    right = [[i for i in range(height) if rows[i][j]] for j in range(width)]
    left = [[j for j, fine in enumerate(row) if fine] for row in rows]
    return Plan(conflicts, (left, right), _rectangles(rows), (height, width))


def _rectangles(rows: Sequence[Sequence[bool]]) -> list[tuple[int, int, int, int]]:
    """Cover forbidden pairs: each stretch of a row, together with the same stretch of the rows below."""
    result: list[tuple[int, int, int, int]] = []
    going: dict[tuple[int, int], int] = {}
    for i, row in enumerate([*rows, [True] * len(rows[0])]):
        here = _stretches(row)
        result += [(start, i - 1, *one) for one, start in going.items() if one not in here]
        going = {one: going.get(one, i) for one in here}
    return result


def _stretches(row: Sequence[bool]) -> dict[tuple[int, int], None]:
    result: dict[tuple[int, int], None] = {}
    start = None
    for j, fine in enumerate([*row, True]):
        if not fine and start is None:
            start = j
        elif fine and start is not None:
            result[start, j - 1] = None
            start = None
    return result


def cheapest(clauses: Clauses, of: Plan, variables: Sequence[Variable]) -> tuple[Form, int]:
    """Return the form with the fewest literals, and how many."""
    height, width = of.sizes
    exacts = sum(_cost_of_exacts(clauses, variable) for variable in variables)
    costs = {
        Form.CONFLICTS: 2 * len(of.conflicts) + exacts,
        Form.SUPPORTS: height + width + 2 * sum(map(len, of.supports[0])) + exacts,
    }
    if all(variable.kind is Kind.NUMBER for variable in variables):  # names have no order
        orders = sum(_cost_of_orders(clauses, variable) for variable in variables)
        costs[Form.RECTANGLES] = sum(_literals(one, of.sizes) for one in of.rectangles) + orders
    return min(costs.items(), key=lambda one: one[1])


def _literals(rectangle: tuple[int, int, int, int], sizes: tuple[int, int]) -> int:
    top, bottom, first, last = rectangle
    return (top > 0) + (bottom + 1 < sizes[0]) + (first > 0) + (last + 1 < sizes[1])


def _cost_of_exacts(clauses: Clauses, variable: Variable) -> int:
    size = len(clauses.domains[variable.index])
    if clauses.exacts[variable.index] is not None or size < 3:
        return 0
    if clauses.orders[variable.index] is not None or size > numbers.FEW:
        return 7 * size // SHARE
    return size * size // SHARE


def _cost_of_orders(clauses: Clauses, variable: Variable) -> int:
    size = len(clauses.domains[variable.index])
    if clauses.orders[variable.index] is not None or size < 3:
        return 0
    return (9 if clauses.exacts[variable.index] is not None else 2) * size // SHARE


def require(clauses: Clauses, of: Plan, form: Form, variables: Sequence[Variable], guard: Guard) -> None:
    """State a table, where no literal of the guard is true."""
    count_form(clauses, form.value)
    if form is Form.RECTANGLES:
        _state_rectangles(clauses, of, variables, guard)
        return
    exacts = [
        [numbers.exact(clauses, variable, value) for value in clauses.domains[variable.index]] for variable in variables
    ]
    left, right = exacts[0], exacts[1] if len(exacts) > 1 else None
    if form is Form.CONFLICTS:
        for i, j in of.conflicts:
            add(clauses, [*guard, -left[i], -right[j]] if right else [*guard, -left[i]])
        return
    if right is None:
        add(clauses, [*guard, *(literal for i, literal in enumerate(left) if of.supports[0][i])])
        return
    for own, other, supports in ((left, right, of.supports[0]), (right, left, of.supports[1])):
        for literal, those in zip(own, supports, strict=True):
            if len(those) < len(other):
                add(clauses, [*guard, -literal, *(other[j] for j in those)])


def _state_rectangles(clauses: Clauses, of: Plan, variables: Sequence[Variable], guard: Guard) -> None:
    least = [numbers.view(clauses, variable).least for variable in variables]
    for top, bottom, first, last in of.rectangles:
        clause = [*guard, -least[0][top], least[0][bottom + 1]]
        if len(least) > 1:
            clause += [-least[1][first], least[1][last + 1]]
        add(clauses, clause)
