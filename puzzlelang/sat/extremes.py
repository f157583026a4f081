"""Comparisons of a greatest or least value with a constant, as comparisons of what it is taken from.

"The greatest is at most 3" says so of each value, and "at least 3" of one of them.  A view of the greatest value would
need one of each value first, and all of their literals.
"""

from typing import assert_never

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Term
from puzzlelang.sat import equal_terms
from puzzlelang.sat.clauses import Clauses


def spelled_out(clauses: Clauses, formula: nodes.AtMost | nodes.Equal, term: nodes.Extreme) -> Formula:
    """Return what a comparison of a plain extreme term with a constant says of its items.

    That a distance is 2 says that a difference is 2 or -2, of which few values of the one number need a partner.
    """
    match formula:
        case nodes.Equal(_, value) if term.greatest and _is_distance(clauses, term):
            difference = term.items[0][1]
            if value < 0:
                return False
            return build.disjunction((build.equal(difference, value), build.equal(difference, -value)))
        case nodes.AtMost(_, bound):
            return _all_up_to(term, bound) if term.greatest else build.negation(_all_from(term, bound + 1))
        case nodes.Equal(_, value) if term.greatest:
            return build.conjunction((_all_up_to(term, value), build.negation(_all_up_to(term, value - 1))))
        case nodes.Equal(_, value):
            return build.conjunction((_all_from(term, value), build.negation(_all_from(term, value + 1))))
        case _:
            assert_never(formula)


def _is_distance(clauses: Clauses, term: nodes.Extreme) -> bool:
    """Return whether a term is the greater one of a difference and its opposite."""
    if len(term.items) != 2:
        return False
    one, other = (equal_terms.number_of(clauses, item) for _, item in term.items)
    return one == -other != 0


def _all_up_to(term: nodes.Extreme, bound: int) -> Formula:
    return build.conjunction(build.at_most(item, bound) for _, item in term.items)


def _all_from(term: nodes.Extreme, bound: int) -> Formula:
    return build.conjunction(build.at_most(bound, item) for _, item in term.items)


def is_plain(term: Term) -> bool:
    """Return whether a term is the greatest or least of items that are all present.

    With conditions a view is better: comparisons share the literals of values that are present.
    """
    return isinstance(term, nodes.Extreme) and all(here is True for here, _ in term.items)
