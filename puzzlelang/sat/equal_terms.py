"""Terms and comparisons that are equal by their form: each is encoded once, whatever nodes it has.

A rule that looks at each two cells from both sides makes `a - b` and `b - a`.  Each term gets a number, and its
opposite the negative one, so that both have one encoding (hash consing with signs).
"""

from collections.abc import Callable, Hashable
from typing import assert_never

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Term
from puzzlelang.sat import order_encoding
from puzzlelang.sat.clauses import Clauses, OrderEncoding

MOST_PARTS = 8
"""Longer sums are not looked up: hardly any of them occurs twice."""


def number_of(clauses: Clauses, term: Term) -> int:
    """Return the number of a term: equal terms have the same, a term and its opposite n and -n; 0 for other terms.

    Terms with conditions have none.
    """
    if type(term) is nodes.Number:
        return _form_number(clauses, ("number", term.variable.index))
    known = clauses.numbered.get(id(term))
    if known is None:
        known = clauses.numbered[id(term)] = (term, _number(clauses, term))
    return known[1]


def _form_number(clauses: Clauses, form: Hashable) -> int:
    return clauses.numbers_of_forms.setdefault(form, len(clauses.numbers_of_forms) + 1)


def _number(clauses: Clauses, term: Term) -> int:
    match term:
        case nodes.Sum((), added, constant) if len(added) <= MOST_PARTS:
            return _sum(clauses, added, constant)
        case nodes.Extreme(greatest, items, _) if len(items) <= MOST_PARTS:
            if any(presence is not True for presence, _ in items):
                return 0
            sign = 1 if greatest else -1  # the least is the opposite of the greatest opposite
            parts = {sign * number_of(clauses, item) for _, item in items}
            return 0 if 0 in parts else sign * _form_number(clauses, ("greatest", *sorted(parts)))
        case _:
            return 0


def _sum(clauses: Clauses, added: tuple[tuple[int, Term], ...], constant: int) -> int:
    factors: dict[int, int] = {}
    for factor, part in added:
        number = number_of(clauses, part)
        if number == 0:
            return 0
        factors[abs(number)] = factors.get(abs(number), 0) + (factor if number > 0 else -factor)
    parts = sorted((number, factor) for number, factor in factors.items() if factor)
    if not parts:
        return 0
    sign = 1 if parts[0][1] > 0 else -1
    return sign * _form_number(
        clauses, ("sum", sign * constant, *((number, sign * factor) for number, factor in parts))
    )


def shared_view(clauses: Clauses, term: Term, make: Callable[[], OrderEncoding]) -> OrderEncoding:
    """Return the view of an equal term, or of the opposite one, if there is any; else a new one."""
    number = number_of(clauses, term)
    if number == 0:
        return make()
    sign = 1 if number > 0 else -1
    known = clauses.equal_views.get(abs(number))
    if known is None:
        known = clauses.equal_views[abs(number)] = order_encoding.multiple(make(), sign)
    return order_encoding.multiple(known, sign)


def representative(clauses: Clauses, formula: nodes.Equal | nodes.AtMost) -> nodes.Equal | nodes.AtMost:
    """Return the comparison that was met first of those with the same form."""
    if type(formula.term) is not nodes.Sum:
        return formula
    number = number_of(clauses, formula.term)
    if number == 0:
        return formula
    match formula:
        case nodes.Equal(_, value):
            key = ("equal", abs(number), value if number > 0 else -value)
        case nodes.AtMost(_, bound):
            key = ("at most", number, bound)
        case _:
            assert_never(formula)
    result: nodes.Equal | nodes.AtMost = clauses.comparisons.setdefault(key, formula)
    return result


def met_in_table(clauses: Clauses, formula: Formula) -> bool:
    """Return whether a comparison of two numbers has a literal, or was stated before: then a literal takes less.

    Notes that it was met.
    """
    if type(formula) is not nodes.Equal or type(formula.term) is not nodes.Sum:
        return False
    key = id(representative(clauses, formula))
    if key in clauses.literals or key in clauses.compared:
        return True
    clauses.compared.add(key)
    return False
