"""Formulas that have a literal without a Tseitin definition, and nodes that were met before."""

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Term
from puzzlelang.sat import numbers
from puzzlelang.sat.clauses import Clauses


def simple(clauses: Clauses, formula: Formula) -> int | None:
    """The literal of a member or of a value, or its negation; None for other formulas."""
    part, sign = (formula.part, -1) if type(formula) is nodes.Not else (formula, 1)
    if type(part) is nodes.Holds:
        return sign * clauses.members[part.variable.index]
    if type(part) is nodes.Equal and type(part.term) is nodes.Number:
        return sign * numbers.exact(clauses, part.term.variable, part.value)
    return None


def is_literal(clauses: Clauses, formula: Formula) -> bool:
    """Tell whether a formula has a literal already, or gets one without a Tseitin definition."""
    match formula:
        case nodes.Not(part):
            return is_literal(clauses, part)
        case nodes.AtMost(nodes.Number()) | nodes.Equal(nodes.Number()):
            return True
        case _:
            return isinstance(formula, nodes.Holds | bool) or id(formula) in clauses.literals


def met(clauses: Clauses, node: Formula | Term) -> bool:
    """Tell whether this node (of a comparison: its term) was passed to this function before, and note it."""
    if isinstance(node, nodes.Not):
        return met(clauses, node.part)
    key = id(node.term if isinstance(node, nodes.AtMost | nodes.Equal) else node)
    known = key in clauses.met
    clauses.met.add(key)
    return known
