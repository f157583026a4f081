"""Lowering of terms to their views in order encoding."""

from collections.abc import Callable, Sequence
from typing import assert_never

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Term
from puzzlelang.sat import counting_differences, equal_terms, group_sums, linear, nested_sums, numbers, order_encoding
from puzzlelang.sat.clauses import Clauses, OrderEncoding
from puzzlelang.sat.directions import BOTH

Composed = (
    nodes.Sum | nodes.Product | nodes.Quotient | nodes.Remainder | nodes.Choice | nodes.Extreme | nodes.ComponentSize
)

Literal = Callable[[Clauses, Formula, int], int]
"""Makes the literal of a formula, defined in the directions needed: see `formulas.literal`."""


def parts(
    clauses: Clauses, term: nodes.Sum, literal: Literal, within: tuple[int, int] | None = None
) -> list[OrderEncoding]:
    """Return views whose sum the term is; `within`: its bounds, if it has them in any case."""
    result: list[OrderEncoding] = []
    others: Sequence[tuple[int, Term]] = term.added
    if term.counted or len(others) > 2:  # one or two terms are in no group
        result, others = _groups(clauses, term, literal, within)
    result += [order_encoding.multiple(view(clauses, inner, literal), factor) for factor, inner in others]
    return [*result, order_encoding.constant(term.constant)] if term.constant or not result else result


def _groups(
    clauses: Clauses, term: nodes.Sum, literal: Literal, within: tuple[int, int] | None
) -> tuple[list[OrderEncoding], Sequence[tuple[int, Term]]]:
    """Return views of formulas that are counted and of terms that form groups, and the other terms."""
    rows, rest = nested_sums.split(clauses, term.counted, lambda part: literal(clauses, part, BOTH))
    counted = [(literal(clauses, part, BOTH), factor) for factor, part in rest]
    result = [*rows, *counting_differences.summands(clauses, counted)]
    if within is not None:
        low, high = (sum(pick(0, factor) for factor, _ in term.counted) + term.constant for pick in (min, max))
        within = within[0] - high, within[1] - low
    sums, others = group_sums.split(clauses, term.added, within)
    return [*result, *sums], others


def view(clauses: Clauses, term: Term, literal: Literal) -> OrderEncoding:
    """Return the order encoding of a term."""
    match term:
        case int():
            return order_encoding.constant(term)
        case nodes.Number(variable):
            return numbers.view(clauses, variable)
        case _:
            known = clauses.views.get(id(term))
            if known is None:
                known = clauses.views[id(term)] = equal_terms.shared_view(
                    clauses, term, lambda: _view(clauses, term, literal)
                )
            return known


def _view(clauses: Clauses, term: Composed, literal: Literal) -> OrderEncoding:
    match term:
        case nodes.Sum():
            return linear.sum_view(clauses, parts(clauses, term, literal))
        case nodes.Product(left, right):
            return order_encoding.product(clauses, view(clauses, left, literal), view(clauses, right, literal))
        case nodes.Quotient(left, right):
            return order_encoding.quotient(clauses, view(clauses, left, literal), view(clauses, right, literal))
        case nodes.Remainder(left, right):
            return order_encoding.remainder(clauses, view(clauses, left, literal), view(clauses, right, literal))
        case nodes.Choice(condition, then, other):
            known = literal(clauses, condition, BOTH)
            return order_encoding.choice(clauses, known, view(clauses, then, literal), view(clauses, other, literal))
        case nodes.Extreme(most, items, empty):
            seen = [(literal(clauses, presence, BOTH), view(clauses, item, literal)) for presence, item in items]
            return (order_encoding.greatest if most else order_encoding.smallest)(clauses, seen, empty)
        case nodes.ComponentSize():
            raise ValueError("graphs are unfolded before")
        case _:
            assert_never(term)
