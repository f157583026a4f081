"""Formulas that have a literal without a Tseitin definition, and nodes that were met before."""

from puzzlelang.problem.record import AtMost, Equal, Formula, Holds, Not, Number, Term
from puzzlelang.sat import numbers
from puzzlelang.sat.clauses import Clauses


def simple(clauses: Clauses, formula: Formula) -> int | None:
    """The literal of a member or of a value, or its negation; None for other formulas."""
    if type(formula) is Holds:
        return clauses.members[formula.variable.index]
    if type(formula) is Not:
        known = simple(clauses, formula.part)
        return None if known is None else -known
    if type(formula) is Equal and type(formula.term) is Number:
        return numbers.exact(clauses, formula.term.variable, formula.value)
    return None


def all_simple(clauses: Clauses, parts: tuple[Formula, ...]) -> list[int] | None:
    """The literals of parts that are all members or values, or negations; None if one is another formula.

    Most clauses are made of members, so these are told apart without a call.
    """
    found: list[int] = []
    for part in parts:
        if type(part) is Holds:
            found.append(clauses.members[part.variable.index])
        elif type(part) is Not and type(part.part) is Holds:
            found.append(-clauses.members[part.part.variable.index])
        elif (known := simple(clauses, part)) is not None:
            found.append(known)
        else:
            return None
    return found


def is_literal(clauses: Clauses, formula: Formula) -> bool:
    """Tell whether a formula has a literal already, or gets one without a Tseitin definition."""
    if type(formula) is Not:
        return is_literal(clauses, formula.part)
    if isinstance(formula, (Holds, bool)):
        return True
    if isinstance(formula, (AtMost, Equal)) and type(formula.term) is Number:
        return True
    return id(formula) in clauses.literals


def met(clauses: Clauses, node: Formula | Term) -> bool:
    """Tell whether this node (of a comparison: its term) was passed to this function before, and note it."""
    if type(node) is Not:
        return met(clauses, node.part)
    key = id(node.term if isinstance(node, (AtMost, Equal)) else node)
    known = key in clauses.met
    clauses.met.add(key)
    return known
