"""Changes of random givens: a cell to another region, a member of a set, a value, with their images by the symmetry."""

import random
from collections.abc import Sequence

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Place
from puzzlelang.making.plan import Plan
from puzzlelang.making.random_areas import keeps_sizes, move_cell
from puzzlelang.making.random_givens import places, random_value, redraw
from puzzlelang.making.set_shapes import cell_neighbours, shape_of
from puzzlelang.making.symmetry import orbits
from puzzlelang.making.uniqueness import touches
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.typed import ir


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
            moved = chance.choice([cell, *cell_neighbours(geometry)[cell]])
            result = move_cell(puzzle, geometry, given.name, moved, chance)
            usual = result is not None and keeps_sizes(plan, given.name, puzzle, result)
            return (
                None if result is None or not usual else _redraw_dependents(plan, given.name, result, template, chance)
            )
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
        values = {one: other for one, other in values.items() if one not in there}
    return msgspec.structs.replace(puzzle, givens={**puzzle.givens, name: values})


def _redraw_dependents(plan: Plan, partition: str, puzzle: Puzzle, template: Puzzle, chance: random.Random) -> Puzzle:
    """The puzzle with the random values of the regions of a changed partition drawn anew."""
    for given in plan.any_random_givens:
        if isinstance(given.kind, ir.FunctionKind) and given.kind.partition == partition:
            puzzle = redraw(plan, given, puzzle, template, chance)
    return puzzle
