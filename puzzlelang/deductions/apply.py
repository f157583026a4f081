"""Apply all deductions to a problem: problem → `Deduced`."""

from collections.abc import Collection, Sequence

import msgspec

from puzzlelang.deductions.claims import claims, one_mark_components
from puzzlelang.deductions.distribution import distribute
from puzzlelang.deductions.presolve import presolve
from puzzlelang.deductions.record import Deduced, Implied
from puzzlelang.deductions.table import TABLE
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.problem.traversal import About, together

PARTS = "parts"
"""What the pass is called that says who belongs to the parts of few vertices: see `deductions.presolve`."""

NAMES = (*(one.name for one in TABLE), PARTS)


def deduce(
    problem: Problem, without: Collection[str] = (), about: About | None = None, *, marks_as_roots: bool = False
) -> Deduced:
    """Apply all deductions but those named in `without`, then `deductions.presolve`.

    `about` keeps which formulas are about graphs.  `marks_as_roots`: see `presolve`.
    """
    about = {} if about is None else about
    implied: dict[str, Sequence[Implied]] = {}
    if any(name not in without for name in NAMES):
        problem = distribute(problem)
    known = claims(problem, about)
    for deduction in TABLE:
        if deduction.name not in without:
            found = list(deduction.found(known))
            if found:
                implied[deduction.name] = found
                problem = _with_implied(problem, found)
                known = claims(problem, about)
    marked = list(one_mark_components(known, about))
    plain, roots = (problem, ()) if PARTS in without else presolve(problem, about, marked if marks_as_roots else ())
    return Deduced(plain, roots, implied, marked)


def _with_implied(problem: Problem, found: Sequence[Implied]) -> Problem:
    """Add implied formulas to the definitions, and drop the claims that these settle."""
    settled = {id(claim) for one in found for claim in one.settled}
    constraints = []
    for one in problem.constraints:
        formula = _unsettled(one.formula, settled)
        if formula is one.formula:
            constraints.append(one)
        elif formula is not True:
            constraints.append(msgspec.structs.replace(one, formula=formula))
    definitions = [left for one in problem.definitions if (left := _unsettled(one, settled)) is not True]
    more = [formula for one in found for formula in one.formulas]
    return msgspec.structs.replace(problem, constraints=tuple(constraints), definitions=(*definitions, *more))


def _unsettled(formula: Formula, settled: Collection[int]) -> Formula:
    """The conjuncts of a claim that are not settled."""
    parts = together(formula)
    left = [part for part in parts if id(part) not in settled]
    return formula if len(left) == len(parts) else build.conjunction(left)
