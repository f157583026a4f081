"""The choice between a table and views: both are estimated by the literals in their clauses."""

from collections.abc import Collection, Sequence

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Kind, Term, Variable
from puzzlelang.sat import equal_terms, scopes
from puzzlelang.sat.clauses import Clauses
from puzzlelang.sat.table_clauses import Form, Plan, cheapest, plan

Stated = tuple[Plan, Form, Sequence[Variable]]
"""A table with the form that was chosen for it."""

_WITHOUT_TABLE = (bool, nodes.Holds, nodes.Not)
"""Single formulas that are stated otherwise: what is known, members, and what is stated as the opposite."""


def table(clauses: Clauses, parts: Sequence[Formula], truth: bool) -> Stated | None:
    """Return the table of "one of the parts has this truth", if it has fewer literals than the views of their terms."""
    if not clauses.tabled or (len(parts) == 1 and type(parts[0]) in _WITHOUT_TABLE):
        return None
    result = scopes.joined(scopes.scope(part, clauses.scopes) for part in parts)
    if result is None or not result.arithmetic:
        return None
    inner = parts[0] if len(parts) == 1 else None
    if isinstance(inner, nodes.And | nodes.Or) and any(equal_terms.met_in_table(clauses, one) for one in inner.parts):
        return None
    return _table(clauses, parts, result, truth)


def table_of_some(clauses: Clauses, parts: Sequence[Formula], truth: bool) -> tuple[Stated, Collection[int]] | None:
    """Return the table of those parts that are about the same two variables, with their positions.

    None if one of them was stated before, and so is worth a literal.
    """
    variables, positions = scopes.best_pair(parts, clauses.scopes)
    if not variables or any(equal_terms.met_in_table(clauses, parts[position]) for position in positions):
        return None
    result = table(clauses, [parts[position] for position in positions], truth)
    return None if result is None else (result, frozenset(positions))


def _table(clauses: Clauses, parts: Sequence[Formula], scope: scopes.Scope, truth: bool) -> Stated | None:
    """Return the table of "one of the parts has this truth", unless views of terms or single literals do with less."""
    if all(_plain(part) for part in parts):
        return None
    if (result := plan(clauses, parts, scope, truth=truth)) is None:
        return None
    known = (id(result), *(kind for one in scope.variables for kind in _known(clauses, one)))
    if known not in clauses.chosen_forms:
        form, cost = cheapest(clauses, result, scope.variables)
        worth = cost <= sum(cost_of_views(clauses, part) for part in parts)
        clauses.chosen_forms[known] = form if worth else None
    chosen: Form | None = clauses.chosen_forms[known]
    return None if chosen is None else (result, chosen, scope.variables)


def _known(clauses: Clauses, variable: Variable) -> tuple[bool, bool, bool]:
    """Return what the choice depends on beside the table: a variable's literals, and whether it is a name."""
    index = variable.index
    return clauses.exacts[index] is not None, clauses.orders[index] is not None, variable.kind is Kind.NAME


def _plain(formula: Formula) -> bool:
    """Return whether a formula is a comparison of a single variable with a constant."""
    if isinstance(formula, nodes.Not):
        return _plain(formula.part)
    return isinstance(formula, bool | nodes.Holds) or (
        isinstance(formula, nodes.AtMost | nodes.Equal) and isinstance(formula.term, nodes.Number)
    )


def cost_of_views(clauses: Clauses, formula: Formula) -> int:
    """Estimate the literals in the clauses of a formula that is stated by views of its terms."""
    match formula:
        case nodes.AtMost(nodes.Sum(_, added)):
            sizes, cost = _parts(clauses, added)
            return cost + 2 * min(sizes[-2:], default=1)
        case nodes.Equal(nodes.Sum(_, added)):
            sizes, cost = _parts(clauses, added)
            return cost + 4 * sum(sizes[-2:])
        case nodes.AtMost(term) | nodes.Equal(term):
            return 4 + _view(clauses, term)[1]
        case nodes.Not(part):
            return cost_of_views(clauses, part)
        case nodes.And(parts) | nodes.Or(parts):
            return 2 + sum(cost_of_views(clauses, part) for part in parts)
        case nodes.Same(left, right):
            return 8 + 2 * cost_of_views(clauses, left) + 2 * cost_of_views(clauses, right)
        case nodes.Distinct(terms):
            return 4 * sum(_view(clauses, term)[0] for term in terms)
        case _:
            return 1


def _view(clauses: Clauses, term: Term) -> tuple[int, int]:
    """Estimate how many values a term has, and the literals in the clauses of its view."""
    match term:
        case nodes.Number(variable):
            return len(clauses.domains[variable.index]), 0
        case nodes.Sum(_, added):
            sizes, cost = _parts(clauses, added)
            whole = min(term.high - term.low + 1, sizes[0] * (sizes[1] if len(sizes) > 1 else 1)) if sizes else 1
            return whole, cost + (6 * sizes[0] * sizes[1] if len(sizes) > 1 else 0)
        case nodes.Product(left, right) | nodes.Quotient(left, right) | nodes.Remainder(left, right):
            (one, first), (two, second) = _view(clauses, left), _view(clauses, right)
            return min(term.high - term.low + 1, one * two), first + second + 8 * one * two
        case nodes.Choice(condition, then, other):
            (one, first), (two, second) = _view(clauses, then), _view(clauses, other)
            return one + two, first + second + 15 * (one + two) + cost_of_views(clauses, condition)
        case nodes.Extreme(_, items):
            result = [_view(clauses, inner) for _, inner in items]
            size = max(size for size, _ in result)
            return size, sum(cost for _, cost in result) + 6 * size * len(result)
        case _:
            return 1, 0


def _parts(clauses: Clauses, added: Sequence[tuple[int, Term]]) -> tuple[list[int], int]:
    """Estimate the views of the summands, and of their sums but for the last one."""
    result = [_view(clauses, inner) for _, inner in added]
    sizes, cost = [size for size, _ in result], sum(cost for _, cost in result)
    while len(sizes) > 2:
        sizes.sort()
        one, two, *rest = sizes
        sizes, cost = [*rest, one + two], cost + 6 * one * two
    return sizes, cost
