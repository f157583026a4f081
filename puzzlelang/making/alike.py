"""Clues and sets that are looked for lie by the symmetry: at all images of a place, or at none of them."""

import msgspec

from puzzlelang.ground.turned import presence
from puzzlelang.making.plan import Plan
from puzzlelang.making.symmetry import Symmetry, orbits
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Holds, Kind, Problem
from puzzlelang.puzzle import Puzzle


def tied(plan: Plan, stated: Problem, template: Puzzle) -> Problem:
    """The problem of a board, for which givens are looked for, with the symmetry of the plan.

    Images of places of which the template says something are free.
    """
    if plan.symmetry is Symmetry.NONE:
        return stated
    ties: list[Formula] = []
    for given in (*plan.freed, *plan.placed, *plan.listed):
        variables = stated.finds.get(presence(given.name)) or stated.finds.get(given.name, {})
        numbers = orbits(stated.geometry, plan.symmetry, variables)
        told = {numbers[place] for place in template.givens.get(given.name, {}) if place in numbers}
        first: dict[int, Formula] = {}
        for place, variable in variables.items():
            number, here = numbers[place], Holds(variable)
            if variable.kind is Kind.MEMBER and number not in told:
                ties.append(build.same(first.setdefault(number, here), here))
    return msgspec.structs.replace(stated, definitions=(*stated.definitions, *(one for one in ties if one is not True)))
