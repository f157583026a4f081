"""Comparisons of a greatest or least value with a constant, as comparisons of what it is taken from.

"The greatest is at most 3" says so of each value, and "at least 3" of one of them.  A view of the greatest value would
need one of each value first, and all of their literals.
"""

from typing import assert_never

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula
from puzzlelang.sat import equal_terms
from puzzlelang.sat.clauses import Clauses


def spelled_out(clauses: Clauses, formula: nodes.AtMost | nodes.Equal, term: nodes.Extreme) -> Formula:
    """Return what a comparison of an extreme term with a constant says of its items.

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
    """Tell whether a term is the greater one of a difference and its opposite."""
    if len(term.items) != 2 or any(here is not True for here, _ in term.items):
        return False
    one, other = (equal_terms.number_of(clauses, item) for _, item in term.items)
    return one == -other != 0


def _all_up_to(term: nodes.Extreme, bound: int) -> Formula:
    """Every item that is present is at most this; so is the value of none."""
    each = [build.disjunction((build.negation(here), build.at_most(item, bound))) for here, item in term.items]
    return build.conjunction(each if term.empty <= bound else [*each, _some(term)])


def _all_from(term: nodes.Extreme, bound: int) -> Formula:
    """Every item that is present is at least this; so is the value of none."""
    each = [build.disjunction((build.negation(here), build.at_most(bound, item))) for here, item in term.items]
    return build.conjunction(each if term.empty >= bound else [*each, _some(term)])


def _some(term: nodes.Extreme) -> Formula:
    return build.disjunction(here for here, _ in term.items)
