"""Claims about graphs that a session states once an answer breaks them.

An answer is held against all claims about graphs in any case.  Where a rule speaks of each two places, most of its
claims are never broken, and their clauses take longer to make than a few more answers to find.  (Lazy decomposition,
Abío and Stuckey 2012; lazy grounding, Dal Palù, Dovier, Pontelli and Rossi 2009.)
"""

from collections.abc import Mapping

import msgspec

from puzzlelang.graphs.abstraction import Abstraction
from puzzlelang.graphs.atom_formulas import AtomFormula
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Constraint, Formula, Problem, Term

WORTH = 4_000
"""Claims are left for later if all together weigh more: about so many clauses.

Of 440 boards of the examples five weigh more.  Two that weigh 2,100 and 2,800 take as long with their claims stated.
"""

_OTHER = 5
"""The weight of a formula or a number of another kind than the common ones."""


def claims_on_demand(abstraction: Abstraction) -> Mapping[int, AtomFormula]:
    """Return claims that can wait, by identity: none if it takes no time to state them.

    What is a single clause is stated at once.
    """
    known: set[int] = set()
    result: dict[int, AtomFormula] = {}
    total = 0
    for claims in abstraction.about:
        for claim in claims:
            weight = _weight(claim.formula, known)
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


def _weight(formula: Formula, known: set[int]) -> int:
    """Estimate the clauses of a formula; what is known has been weighed before."""
    if isinstance(formula, nodes.Holds | bool):
        return 0
    if isinstance(formula, nodes.Not):
        return _weight(formula.part, known)
    if id(formula) in known:
        return 0
    known.add(id(formula))
    match formula:
        case nodes.And(parts) | nodes.Or(parts):
            return 1 + sum(_weight(part, known) for part in parts)
        case nodes.Same(left, right):
            return 2 + _weight(left, known) + _weight(right, known)
        case nodes.Equal(term) | nodes.AtMost(term):
            return _weight_of_term(term, known)
        case _:
            return _OTHER


def _weight_of_term(term: Term, known: set[int]) -> int:
    match term:
        case nodes.Number():
            return 1
        case nodes.Sum(counted, added):
            counts = 2 * len(counted) + sum(_weight(part, known) for _, part in counted)
            return counts + sum(_values(inner) for _, inner in added)
        case _:
            return _OTHER


def _values(term: Term) -> int:
    return term.variable.high - term.variable.low + 1 if isinstance(term, nodes.Number) else _OTHER
