"""Claims about graphs that a session states once an answer breaks them.

An answer is held against all claims about graphs in any case.  Where a rule speaks of each two places, most of its
claims are never broken, and their clauses take longer to make than a few more answers to find.  (Lazy decomposition,
Abío and Stuckey 2012; lazy grounding, Dal Palù, Dovier, Pontelli and Rossi 2009.)
"""

from collections.abc import Iterable, Mapping

import msgspec

from puzzlelang.graphs.abstraction import Abstraction
from puzzlelang.graphs.atom_formulas import AtomFormula
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Constraint, Formula, Problem, Term

WORTH = 4_000
"""Claims are left for later if all together weigh more: about so many clauses.

Of 440 boards of the examples five weigh more.  Two that weigh 2,100 and 2,800 take as long with their claims stated.
"""

FEW = 100
"""Fewer claims are stated without being weighed, which takes 1 % of the time of a small board."""

_OTHER = 5
"""The weight of a formula or a number of another kind than the common ones."""


def claims_on_demand(abstraction: Abstraction) -> Mapping[int, AtomFormula]:
    """Return claims that can wait, by identity: none if it takes no time to state them.

    What is a single clause is stated at once.
    """
    if sum(map(len, abstraction.about)) < FEW:
        return {}
    known: set[int] = set()
    result: dict[int, AtomFormula] = {}
    total = 0
    for claims in abstraction.about:
        for claim in claims:
            weight = _weight((claim.formula,), known)
            total += weight
            if weight > 1:
                result[id(claim)] = claim
    return result if total > WORTH else {}


def without_claims(abstraction: Abstraction, waiting: Mapping[int, AtomFormula]) -> Problem:
    """Return the problem whose constraints do not demand these claims."""
    problem = abstraction.problem
    if not waiting:
        return problem
    formulas = {id(claim.formula) for claim in waiting.values()}
    constraints = tuple(_without(one, formulas) for one in problem.constraints)
    return msgspec.structs.replace(problem, constraints=constraints)


def _without(constraint: Constraint, formulas: set[int]) -> Constraint:
    formula = constraint.formula
    parts = formula.parts if isinstance(formula, nodes.And) else (formula,)
    kept = [part for part in parts if id(part) not in formulas]
    if len(kept) == len(parts):
        return constraint
    return msgspec.structs.replace(constraint, formula=build.conjunction(kept))


def _weight(formulas: Iterable[Formula], known: set[int]) -> int:
    """Estimate the clauses of formulas; what is known has been weighed before.  Most parts are literals: no call."""
    result = 0
    for formula in formulas:
        bare = formula.part if type(formula) is nodes.Not else formula
        kind = type(bare)
        if kind is nodes.Holds or kind is bool or id(bare) in known:
            continue
        known.add(id(bare))
        match bare:
            case nodes.And(parts) | nodes.Or(parts):
                result += 1 + _weight(parts, known)
            case nodes.Equal(term) | nodes.AtMost(term):
                result += 1 if type(term) is nodes.Number else _weight_of_term(term, known)
            case nodes.Same(left, right):
                result += 2 + _weight((left, right), known)
            case _:
                result += _OTHER
    return result


def _weight_of_term(term: Term, known: set[int]) -> int:
    match term:
        case nodes.Sum(counted, added):
            counts = 2 * len(counted) + _weight((part for _, part in counted), known)
            return counts + sum(_values(inner) for _, inner in added)
        case _:
            return _OTHER


def _values(term: Term) -> int:
    return term.variable.high - term.variable.low + 1 if isinstance(term, nodes.Number) else _OTHER
