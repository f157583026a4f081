"""Distribution of guards over conjunctions, so that each conjunct is a claim of its own."""

import msgspec

from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Problem


def distribute(problem: Problem) -> Problem:
    """Return the problem with a guard before each conjunct of a claim that components are rectangles."""
    constraints = []
    for one in problem.constraints:
        parts = traversal.together(one.formula)
        said = [_distributed(part) for part in parts]
        if any(new is not old for new, old in zip(said, parts, strict=True)):
            constraints.append(msgspec.structs.replace(one, formula=build.conjunction(said)))
        else:
            constraints.append(one)
    if all(new is old for new, old in zip(constraints, problem.constraints, strict=True)):
        return problem
    return msgspec.structs.replace(problem, constraints=tuple(constraints))


def _distributed(claim: Formula) -> Formula:
    """Distribute the other alternatives over the one conjunction with a rectangle; other claims stay."""
    if not isinstance(claim, nodes.Or):
        return claim
    shapes = [part for part in claim.parts if isinstance(part, nodes.And)]
    if len(shapes) != 1 or not any(isinstance(part, nodes.Rectangle) for part in shapes[0].parts):
        return claim
    guards = [part for part in claim.parts if part is not shapes[0]]
    return build.conjunction([build.disjunction((*guards, part)) for part in shapes[0].parts])
