"""Drawn givens that leave no answer are changed where the rules collide, step by step.

What is drawn at random seldom suits every region at once.  So it goes on as a focused local search does (Selman, Kautz
and Cohen 1994): of constraints without a common answer one is chosen, and what was drawn is changed at its cells.  A
change stays if there are no more collisions than before; constraints of one collision are in no other.
"""

import random
from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Cell, Place
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.making.answers import Search
from puzzlelang.making.around import cells_of, touches
from puzzlelang.making.draw import moved, neighbours, places, redrawn, value_of
from puzzlelang.making.plan import Plan
from puzzlelang.making.symmetry import orbits
from puzzlelang.making.wishing import Wish
from puzzlelang.problem.record import Constraint, Problem, Values
from puzzlelang.problem.traversal import variables
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.solving import engines, stats
from puzzlelang.solving.asker import Asker, Stopped
from puzzlelang.solving.cadical import Lean
from puzzlelang.solving.engine import Unsat
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

Collision = tuple[Constraint, ...]
"""Constraints that have no common answer."""

MOST = 20
"""Collisions that are counted."""

CHANGES = 100
"""Changes before another board is drawn."""

CONFLICTS = 500
"""A search for a collision that needs more conflicts is given up: then there is none."""


def collisions(stated: Problem, fixed: Sequence[Wish], costs: Stats) -> list[Collision]:
    """Some collisions, at most `MOST`; none of them shares a constraint with another."""
    broken = [one for one in stated.constraints if one.formula is False]
    found: list[Collision] = [(one,) for one in broken[:MOST]]
    active = [index for index, one in enumerate(stated.constraints) if one.formula is not False]
    lean = Lean(CONFLICTS)
    with Asker(stated, engines.leaning(lean), cores=True) as asker:
        asker.stats = costs
        while len(found) < MOST:
            lean.conflicts = CONFLICTS
            outcome = asker.outcome(stats.REASONS, fixed, active)
            if not isinstance(outcome, Unsat) or not outcome.core:
                break
            found.append(tuple(stated.constraints[index] for index in outcome.core))
            active = [index for index in active if index not in outcome.core]
    return found


def mended(search: Search, chance: random.Random) -> tuple[Search, Values] | None:
    """A board with an answer that a few changes lead to; None if they do not.  The search given is closed."""
    hurt = collisions(search.problem, search.fixed, search.costs)
    for _ in range(CHANGES):
        if not hurt:
            break
        cells = _about(chance.choice(hurt), search.problem.geometry)
        puzzle = changed(search.plan, search.base, search.template, cells, chance)
        other = None if puzzle is None else _on(search, puzzle)
        now = [] if other is None else collisions(other.problem, other.fixed, other.costs)
        if other is not None and len(now) <= len(hurt):
            search.close()
            search, hurt = other, now
    try:
        values = None if hurt else search.any(chance)
    except Stopped:
        values = None
    if values is None:
        search.close()
    return None if values is None else (search, values)


def _on(search: Search, puzzle: Puzzle) -> Search | None:
    try:
        return search.on(puzzle)
    except Failed:
        return None


def changed(
    plan: Plan, puzzle: Puzzle, template: Puzzle, cells: Sequence[Cell], chance: random.Random, *, more: bool = False
) -> Puzzle | None:
    """The puzzle with something that was drawn changed at one of the cells; None if that cannot be.

    `more`: of what is changeable, and nothing goes, so that an answer still has values enough.
    """
    geometry = puzzle.board_without(plan.rules.missing)
    given = chance.choice(plan.changeable if more else plan.at_random)
    match given.kind:
        case ir.PartitionKind():
            cell = chance.choice(cells)
            found = moved(puzzle, geometry, given.name, chance.choice([cell, *neighbours(geometry)[cell]]), chance)
            return None if found is None else _fitting(plan, given.name, found, template, chance)
        case ir.SetKind(sort) if given in plan.changeable:
            members = geometry.places(sort)
            near = [place for place in members if touches(place, cells)]
            there = _there(plan, puzzle, near, members, chance)
            return _toggled(puzzle, given.name, there, True, chance, stay=more)
        case ir.FunctionKind(sort, partition, _, value):
            told = template.givens.get(given.name, {})
            everywhere = [place for place in places(puzzle, geometry, sort, partition) if place not in told]
            near = [place for place in everywhere if touches(place, cells)]
            new = value_of(plan, given.name, value, chance)
            there = _there(plan, puzzle, near, everywhere, chance)
            return _toggled(puzzle, given.name, there, new, chance, stay=more or not value.absent)
        case ir.SingleKind():
            return redrawn(plan, given, puzzle, template, chance)
        case _:
            return None


def _there(
    plan: Plan, puzzle: Puzzle, near: Sequence[Place], everywhere: Sequence[Place], chance: random.Random
) -> Sequence[Place]:
    """One of the places that are near, first, with its images; none if nothing is near."""
    if not near:
        return ()
    place = chance.choice(near)
    numbers = orbits(puzzle.geometry, plan.symmetry, everywhere)
    return [place, *(one for one in everywhere if one is not place and numbers[one] == numbers[place])]


def _toggled(
    puzzle: Puzzle, name: str, there: Sequence[Place], value: Value, chance: random.Random, *, stay: bool
) -> Puzzle | None:
    """The puzzle with another value at the first place, or the first values at all, or none unless they `stay`."""
    if not there:
        return None
    told, place = dict(puzzle.givens.get(name, {})), there[0]
    if place not in told or stay or (told[place] != value and chance.random() < 0.5):
        told[place] = value
        told = {**dict.fromkeys(there, value), **told}
    else:
        told = {one: said for one, said in told.items() if one not in there}
    return msgspec.structs.replace(puzzle, givens={**puzzle.givens, name: told})


def _fitting(plan: Plan, partition: str, puzzle: Puzzle, template: Puzzle, chance: random.Random) -> Puzzle:
    """The puzzle with what was drawn for the regions of a partition drawn anew, as these are others now."""
    for given in plan.at_random:
        if isinstance(given.kind, ir.FunctionKind) and given.kind.partition == partition:
            puzzle = redrawn(plan, given, puzzle, template, chance)
    return puzzle


def _about(where: Collision, geometry: Geometry) -> list[Cell]:
    """The cells that constraints are bound to, or those of which they speak; all if these are none."""
    found: dict[Cell, None] = {}
    for constraint in where:
        bound = [cell for _, place in constraint.origin.bindings for cell in cells_of(place)]
        found.update(dict.fromkeys(bound))
        if not bound:
            for variable in variables(constraint.formula):
                found.update(dict.fromkeys(cells_of(variable.place)))
    return [cell for cell in geometry.cells if cell in found] or list(geometry.cells)
