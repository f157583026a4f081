"""Comparisons of two counts: each set of literals is counted once, whatever it is compared with.

`count(a) != count(b)` over the areas of a board mentions each area as often as it has neighbours.  So the unary counts
of both sets (Bailleux and Boufkhad 2003) are kept by their literals, and each comparison takes a clause for each value.
"""

from collections.abc import Sequence

from puzzlelang.problem import nodes
from puzzlelang.sat import compare, counting, order_encoding
from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, Guard, Literals, OrderEncoding, count_form

FEW = 6
"""Up to so many literals, a difference of counts is stated as one count, whose combinations are few."""


FEWEST, MOST = 3, 30
"""Counts of so many literals that are added to other terms are shared; those of more are cut at what is needed."""


def state(
    clauses: Clauses,
    formula: compare.Comparison,
    term: nodes.Sum,
    literals: Literals,
    guard: Guard,
    *,
    truth: bool,
) -> None:
    """State a comparison of a sum with factors 1 and -1; the literal of a part with factor -1 is of its negation."""
    signed = [(factor, literal) for (factor, _), literal in zip(term.counted, literals, strict=True)]
    more = [literal for factor, literal in signed if factor > 0]
    less = [-literal for factor, literal in signed if factor < 0]
    bound = formula.bound if isinstance(formula, nodes.AtMost) else formula.value
    key = type(formula), truth, bound - term.constant, tuple(sorted(more)), tuple(sorted(less))
    if not guard:
        if key in clauses.stated_differences:
            return
        clauses.stated_differences.add(key)
    count_form(clauses, "shared_counts")
    parts = [counted(clauses, more), order_encoding.multiple(counted(clauses, less), -1)]
    if term.constant:
        parts.append(order_encoding.constant(term.constant))
    compare.total(clauses, formula, parts, guard, truth=truth)


def summands(clauses: Clauses, literals: Sequence[tuple[int, int]]) -> list[OrderEncoding]:
    """Return views that add up to what literals count, each with its factor.

    That is one shared view if these few literals, all with one factor, were counted before.
    """
    if FEWEST <= len(literals) <= MOST and len({factor for _, factor in literals}) == 1:
        key = tuple(sorted(literal for literal, _ in literals))
        if key in clauses.counts or key in clauses.counted:
            return [order_encoding.multiple(counted(clauses, key), literals[0][1])]
        clauses.counted.add(key)
    return [order_encoding.weighted_literal(literal, factor) for literal, factor in literals]


def counted(clauses: Clauses, literals: Literals) -> OrderEncoding:
    """Return the order encoding of a number of true literals; the same for the same literals."""
    key = tuple(sorted(literals))
    if key not in clauses.counts:
        counts = counting.unary(clauses, key, len(key), up=True, down=True)
        clauses.counts[key] = OrderEncoding(range(len(key) + 1), [TRUE, *counts, FALSE])
    return clauses.counts[key]
