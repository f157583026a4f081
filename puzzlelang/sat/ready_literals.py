"""Formulas that have a literal without a Tseitin definition, and nodes that were met before."""

from puzzlelang.problem.nodes import And, Or, Sum
from puzzlelang.problem.record import AtMost, Equal, Formula, Holds, Not, Number, Term
from puzzlelang.sat import numbers
from puzzlelang.sat.clauses import Clauses, Guard, add_each
from puzzlelang.sat.directions import CONVERSE, IMPLIED, IMPLIES

_DEFINED = frozenset((And, Or, Equal, AtMost))


def simple(clauses: Clauses, formula: Formula) -> int | None:
    """The literal of a member or of a value, of a bound that has one, or its negation; None for other formulas."""
    kind = type(formula)
    if kind is Holds:
        return clauses.members[formula.variable.index]  # type: ignore[union-attr]
    if kind is Not:
        known = simple(clauses, formula.part)  # type: ignore[union-attr]
        return None if known is None else -known
    if kind is Equal and type(formula.term) is Number:  # type: ignore[union-attr]
        return numbers.exact(clauses, formula.term.variable, formula.value)  # type: ignore[union-attr]
    if kind is AtMost and type(formula.term) is Number:  # type: ignore[union-attr]
        return clauses.literals.get(id(formula))
    return None


def all_simple(clauses: Clauses, parts: tuple[Formula, ...], need: int = 0) -> list[int] | None:
    """The literals of parts that are all members or values, or negations; None if one is another formula.

    Most clauses are made of members, so these are told apart without a call.  With `need` other formulas count, too, if
    they are defined in this direction: those of edges and vertices, of which most cuts consist.
    """
    result: list[int] = []
    members = clauses.members
    for part in parts:
        kind = type(part)
        if kind is Holds:
            result.append(members[part.variable.index])  # type: ignore[union-attr]
        elif kind is Not and type(part.part) is Holds:  # type: ignore[union-attr]
            result.append(-members[part.part.variable.index])  # type: ignore[union-attr]
        elif kind is And or kind is Or:
            if not clauses.stated.get(id(part), 0) & need:
                return None
            result.append(clauses.literals[id(part)])
        elif (known := simple(clauses, part)) is not None or (need and (known := defined(clauses, part, need))):
            result.append(known)
        else:
            return None
    return result


def defined(clauses: Clauses, part: Formula, need: int) -> int | None:
    """The literal of a junction or comparison, or its negation, if it is defined in the direction needed."""
    if type(part) is Not:
        known = defined(clauses, part.part, CONVERSE[need])
        return None if known is None else -known
    if type(part) in _DEFINED and clauses.stated.get(id(part), 0) & need:
        return clauses.literals[id(part)]
    return None


def state_each(clauses: Clauses, parts: tuple[Formula, ...], truth: bool, guard: Guard) -> bool:
    """State that all parts have this truth, if they have literals that are defined so far; tell whether they have."""
    literals = all_simple(clauses, parts, IMPLIES if truth else IMPLIED)
    if literals is not None:
        add_each(clauses, guard, literals if truth else [-known for known in literals])
    return literals is not None


def is_literal(clauses: Clauses, formula: Formula) -> bool:
    """Return whether a formula has a literal already, or gets one without a Tseitin definition."""
    if type(formula) is Not:
        return is_literal(clauses, formula.part)
    if isinstance(formula, (Holds, bool)):
        return True
    if isinstance(formula, (AtMost, Equal)) and type(formula.term) is Number:
        return True
    return id(formula) in clauses.literals


def is_equality(formula: Formula) -> bool:
    """Return whether a formula says that two variables are equal: few clauses say so, wherever it stands."""
    if type(formula) is not Equal or type(formula.term) is not Sum or formula.value != formula.term.constant:
        return False
    match formula.term:
        case Sum((), ((1, Number()), (-1, Number()))):
            return True
        case _:
            return False


def met(clauses: Clauses, node: Formula | Term) -> bool:
    """Return whether this node (of a comparison: its term) was passed to this function before, and note it.

    That two variables are equal is never met: it is as well stated again.
    """
    if type(node) is Not:
        return met(clauses, node.part)
    if isinstance(node, Equal) and is_equality(node):
        return False
    key = id(node.term if isinstance(node, (AtMost, Equal)) else node)
    known = key in clauses.met
    clauses.met.add(key)
    return known
