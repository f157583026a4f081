"""Distribution of guards over conjunctions, so that each conjunct is a claim of its own."""

import msgspec

from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Problem


def distribute(problem: Problem) -> Problem:
    """Return the problem with a guard before each conjunct of a claim that components are rectangles."""
    changed: dict[int, Formula] = {}
    for number, one in enumerate(problem.constraints):
        if type(one.formula) is nodes.Or or type(one.formula) is nodes.And:
            parts = traversal.together(one.formula)
            said = [_distributed(part) if type(part) is nodes.Or else part for part in parts]
            if any(new is not old for new, old in zip(said, parts, strict=True)):
                changed[number] = build.conjunction(said)
    if not changed:
        return problem
    constraints = [
        msgspec.structs.replace(one, formula=changed[number]) if number in changed else one
        for number, one in enumerate(problem.constraints)
    ]
    return msgspec.structs.replace(problem, constraints=tuple(constraints))


def _distributed(claim: nodes.Or) -> Formula:
    """Distribute the other alternatives over the one conjunction with a rectangle; other claims stay."""
    shapes = [part for part in claim.parts if isinstance(part, nodes.And)]
    if len(shapes) != 1 or not any(isinstance(part, nodes.Rectangle) for part in shapes[0].parts):
        return claim
    guards = [part for part in claim.parts if part is not shapes[0]]
    return build.conjunction([build.disjunction((*guards, part)) for part in shapes[0].parts])
