"""Repair of random givens without an answer by focused local search.

Random givens seldom suit every region at once.  So a conflict set, constraints without a common answer, is chosen, and
a random given is changed at its cells (Selman, Kautz and Cohen 1994).  A change stays if that leaves no
more disjoint conflict sets than before.
"""

import random
from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Place
from puzzlelang.making.joint_search import JointSearch
from puzzlelang.making.plan import Plan
from puzzlelang.making.preferences import Preference
from puzzlelang.making.random_areas import move_cell
from puzzlelang.making.random_givens import places, random_value, redraw
from puzzlelang.making.set_shapes import cell_neighbours, shape_of
from puzzlelang.making.symmetry import orbits
from puzzlelang.making.uniqueness import cells_of, touches
from puzzlelang.problem.record import Constraint, Problem, Values
from puzzlelang.problem.traversal import variables
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.solving import engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.engine import Unsat
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

ConflictSet = tuple[Constraint, ...]
"""Constraints without a common answer."""

MOST_CONFLICT_SETS = 20
"""Conflict sets that are counted."""

MOST_CHANGES = 120
"""Changes since the last that left fewer conflicts before another board is drawn."""

MOST_CONFLICTS = 500
"""Budget of a search for a conflict set, in conflicts; beyond it there counts as none."""


def disjoint_conflict_sets(problem: Problem, fixed: Sequence[Preference], costs: Stats) -> list[ConflictSet]:
    """Up to `MOST_CONFLICT_SETS` conflict sets without common constraints, found greedily."""
    broken = [one for one in problem.constraints if one.formula is False]
    conflict_sets: list[ConflictSet] = [(one,) for one in broken[:MOST_CONFLICT_SETS]]
    active = [index for index, one in enumerate(problem.constraints) if one.formula is not False]
    bias = SearchBias(MOST_CONFLICTS)
    with CheckedSolver(problem, engines.biased_engine(bias), cores=True) as solver:
        solver.stats = costs
        while len(conflict_sets) < MOST_CONFLICT_SETS:
            bias.conflicts = MOST_CONFLICTS
            outcome = solver.outcome(stats.REASONS, fixed, active)
            if not isinstance(outcome, Unsat) or not outcome.core:
                break
            conflict_sets.append(tuple(problem.constraints[index] for index in outcome.core))
            active = [index for index in active if index not in outcome.core]
    return conflict_sets


def repair(search: JointSearch, chance: random.Random) -> tuple[JointSearch, Values] | None:
    """A board with an answer after a few changes; None if the budget is spent.  Closes the given search."""
    conflicts = disjoint_conflict_sets(search.problem, search.fixed, search.costs)
    changes = 0
    while conflicts and changes < MOST_CHANGES:
        changes += 1
        cells = _cells_of_conflict(chance.choice(conflicts), search.problem.geometry)
        puzzle = change(search.plan, search.base, search.template, cells, chance)
        other = None if puzzle is None else _search_on(search, puzzle)
        now = [] if other is None else disjoint_conflict_sets(other.problem, other.fixed, other.costs)
        if other is not None and _badness(now) <= _badness(conflicts):
            search.close()
            changes = 0 if _badness(now) < _badness(conflicts) else changes
            search, conflicts = other, now
    try:
        values = None if conflicts else search.random_answer(chance)
    except Stopped:
        values = None
    if values is None:
        search.close()
    return None if values is None else (search, values)


def _badness(conflicts: Sequence[ConflictSet]) -> int:
    """The number of conflict sets; a constraint that nothing meets, such as of a region that is too small, is two."""
    return len(conflicts) + sum(len(one) == 1 for one in conflicts)


def _search_on(search: JointSearch, puzzle: Puzzle) -> JointSearch | None:
    try:
        return search.rebased(puzzle)
    except Failed:
        return None


def change(
    plan: Plan, puzzle: Puzzle, template: Puzzle, cells: Sequence[Cell], chance: random.Random, *, more: bool = False
) -> Puzzle | None:
    """The puzzle with a random given changed at one of the cells; None if that is impossible.

    `more`: only changeable givens, and no value is removed, so that an answer still has enough values.
    """
    geometry = puzzle.board_without(plan.rules.missing)
    given = chance.choice(plan.changeable if more else plan.any_random_givens)
    match given.kind:
        case ir.PartitionKind():
            cell = chance.choice(cells)
            result = move_cell(
                puzzle, geometry, given.name, chance.choice([cell, *cell_neighbours(geometry)[cell]]), chance
            )
            return None if result is None else _redraw_dependents(plan, given.name, result, template, chance)
        case ir.SetKind(sort) if given in plan.changeable:
            members = geometry.places(sort)
            near = [place for place in members if touches(place, cells)]
            there = _orbit_nearby(plan, puzzle, near, members, chance)
            toggled = _toggle(puzzle, given.name, there, True, chance, stay=more)
            return toggled if toggled is None or _keeps_shape(plan, given.name, toggled, geometry) else None
        case ir.FunctionKind(sort, partition, _, value):
            template_values = template.givens.get(given.name, {})
            everywhere = [place for place in places(puzzle, geometry, sort, partition) if place not in template_values]
            near = [place for place in everywhere if touches(place, cells)]
            new = random_value(plan, given.name, value, chance)
            there = _orbit_nearby(plan, puzzle, near, everywhere, chance)
            return _toggle(puzzle, given.name, there, new, chance, stay=more or not value.absent)
        case ir.SingleKind():
            return redraw(plan, given, puzzle, template, chance)
        case _:
            return None


def _keeps_shape(plan: Plan, name: str, puzzle: Puzzle, geometry: Geometry) -> bool:
    """Whether a set is as those of the examples are."""
    shape = plan.statistics.shapes.get(name)
    members = {place for place in puzzle.givens.get(name, {}) if isinstance(place, Cell)}
    return shape is None or shape.allows(shape_of(geometry, members))


def _orbit_nearby(
    plan: Plan, puzzle: Puzzle, near: Sequence[Place], everywhere: Sequence[Place], chance: random.Random
) -> Sequence[Place]:
    """A random place near the cells with its images after it; none if nothing is near."""
    if not near:
        return ()
    place = chance.choice(near)
    numbers = orbits(puzzle.geometry, plan.symmetry, everywhere)
    return [place, *(one for one in everywhere if one is not place and numbers[one] == numbers[place])]


def _toggle(
    puzzle: Puzzle, name: str, there: Sequence[Place], value: Value, chance: random.Random, *, stay: bool
) -> Puzzle | None:
    """Set, change or remove a value at an orbit of places; return the puzzle, None if there are no places.

    The first place gets the value; its images get it where they have none.  Unless the value must `stay`, the orbit may
    lose all its values instead.
    """
    if not there:
        return None
    values, place = dict(puzzle.givens.get(name, {})), there[0]
    if place not in values or stay or (values[place] != value and chance.random() < 0.5):
        values[place] = value
        values = {**dict.fromkeys(there, value), **values}
    else:
        values = {one: said for one, said in values.items() if one not in there}
    return msgspec.structs.replace(puzzle, givens={**puzzle.givens, name: values})


def _redraw_dependents(plan: Plan, partition: str, puzzle: Puzzle, template: Puzzle, chance: random.Random) -> Puzzle:
    """The puzzle with the random values of the regions of a changed partition drawn anew."""
    for given in plan.any_random_givens:
        if isinstance(given.kind, ir.FunctionKind) and given.kind.partition == partition:
            puzzle = redraw(plan, given, puzzle, template, chance)
    return puzzle


def _cells_of_conflict(where: ConflictSet, geometry: Geometry) -> list[Cell]:
    """The cells that constraints are bound to, else those of their variables, else all."""
    result: dict[Cell, None] = {}
    for constraint in where:
        bound = [cell for _, place in constraint.origin.bindings for cell in cells_of(place)]
        result.update(dict.fromkeys(bound))
        if not bound:
            for variable in variables(constraint.formula):
                result.update(dict.fromkeys(cells_of(variable.place)))
    return [cell for cell in geometry.cells if cell in result] or list(geometry.cells)
