"""Random givens, for what cannot be searched: partitions, sets and values that decide what else there is."""

import random
from collections.abc import Iterable, Sequence

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Place
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.making.derived_lists import any_lists
from puzzlelang.making.plan import Plan
from puzzlelang.making.random_areas import area_sizes, as_regions, random_areas
from puzzlelang.making.set_shapes import cell_neighbours, connected, random_set
from puzzlelang.making.symmetry import orbits
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.typed import ir

DEFAULT_DENSITY = 0.2
"""Density of a set or of values where no example tells."""

DEFAULT_NUMBERS = (1, 4)
"""Range of numbers where no example tells."""


def draw_givens(plan: Plan, template: Puzzle, chance: random.Random) -> Puzzle:
    """The template with all random givens."""
    holes = plan.rules.missing
    if any(given.name == holes for given in plan.random_givens):
        count = round(plan.statistics.shares[holes] * len(template.geometry.cells) * chance.uniform(0.5, 1.5))
        template = _with_holes(plan, template, count, chance)
    puzzle = any_lists(template, plan.derived)
    for given in plan.any_random_givens:
        if given.name != holes:
            puzzle = redraw(plan, given, puzzle, template, chance)
    return puzzle


def redraw(plan: Plan, given: ir.Given, puzzle: Puzzle, template: Puzzle, chance: random.Random) -> Puzzle:
    """The puzzle with this given drawn anew, except for what the template fixes."""
    geometry, name = puzzle.board_without(plan.rules.missing), given.name
    values: dict[Key, Value] = {}
    match given.kind:
        case ir.PartitionKind(absent):
            all_ = random_areas(geometry, area_sizes(plan, name, geometry, chance), chance)
            result = as_regions(name, _random_subset(plan, name, all_, chance) if absent else all_)
            return msgspec.structs.replace(puzzle, partitions={**puzzle.partitions, name: result})
        case ir.GroupsKind():
            return puzzle
        case ir.SetKind(sort):
            there = _random_places(plan, name, geometry.places(sort), geometry, chance)
            values.update(dict.fromkeys(there, True))
        case ir.SingleKind(value) if value.base is ir.Base.NUMBERS:
            lists = [(abs(cells - len(geometry.cells)), numbers) for cells, numbers in plan.statistics.singles[name]]
            nearest = min(apart for apart, _ in lists)
            values = {None: chance.choice([numbers for apart, numbers in lists if apart == nearest])}
        case ir.SingleKind(value):
            values = {None: random_value(plan, name, value, chance)}
        case ir.FunctionKind(sort, partition, _, value):
            everywhere = places(puzzle, geometry, sort, partition)
            there = _random_places(plan, name, everywhere, geometry, chance) if value.absent else everywhere
            values.update((place, random_value(plan, name, value, chance)) for place in there)
            values.update(template.givens.get(name, {}))
    return msgspec.structs.replace(puzzle, givens={**puzzle.givens, name: values})


def places(puzzle: Puzzle, geometry: Geometry, sort: Sort, partition: str | None) -> Sequence[Place]:
    """The places of a sort on the board; of regions, groups and paths those that the puzzle has of the declaration."""
    if sort in GATHERED:
        return puzzle.groups.get(partition or "", ())
    return puzzle.partitions.get(partition or "", ()) if sort is Sort.REGION else geometry.places(sort)


def _with_holes(plan: Plan, template: Puzzle, count: int, chance: random.Random) -> Puzzle:
    """The template without so many cells and their images, as long as the rest stays connected."""
    cells, beside = list(template.geometry.cells), cell_neighbours(template.geometry)
    numbers = orbits(template.geometry, plan.symmetry, cells)
    chance.shuffle(cells)
    gone: dict[Cell, bool] = {}
    for cell in cells:
        more = {other: True for other in template.geometry.cells if numbers[other] == numbers[cell]}
        left = [other for other in template.geometry.cells if other not in gone and other not in more]
        if len(gone) < count and left and connected(left, beside):
            gone |= more
    there = {cell: True for cell in template.geometry.cells if cell in gone}
    return msgspec.structs.replace(template, givens={**template.givens, plan.rules.missing: there})


def _random_places(
    plan: Plan, name: str, everywhere: Sequence[Place], geometry: Geometry, chance: random.Random
) -> Iterable[Place]:
    """Random places in the density of the examples, in order, closed under the symmetry."""
    numbers = orbits(geometry, plan.symmetry, everywhere)
    shape = plan.statistics.shapes.get(name)
    if shape is not None:
        cells: dict[int, list[Cell]] = {}
        for place in everywhere:
            if isinstance(place, Cell):
                cells.setdefault(numbers[place], []).append(place)
        count = round(shape.inner * chance.uniform(0.85, 1.15) * len(geometry.cells))
        chosen = random_set(geometry, shape, list(cells.values()), count, chance)
        return [place for place in everywhere if place in chosen]
    share = plan.statistics.shares.get(name, DEFAULT_DENSITY) * len(geometry.cells) / max(1, len(everywhere))
    share *= chance.uniform(0.7, 1.3)
    there = {number for number in dict.fromkeys(numbers.values()) if chance.random() < share}
    return [place for place in everywhere if numbers[place] in there]


def random_value(plan: Plan, name: str, kind: ir.ValueKind, chance: random.Random) -> Value:
    """A random value, one of the examples if they have any."""
    seen = [value for value in plan.statistics.values.get(name, ()) if isinstance(value, int | str)]
    if seen:
        return chance.choice(seen)
    if kind.base is ir.Base.NAME:
        return chance.choice(kind.members)
    return chance.choice(plan.ways) if kind.base is ir.Base.DIRECTION else chance.randint(*DEFAULT_NUMBERS)


def _random_subset(
    plan: Plan, name: str, result: Sequence[Sequence[Cell]], chance: random.Random
) -> Iterable[Sequence[Cell]]:
    """Yield a random subset of the areas that covers about the same share of the board as on the examples."""
    left = plan.statistics.shares.get(name, DEFAULT_DENSITY) * sum(map(len, result)) * chance.uniform(0.7, 1.3)
    for area in chance.sample(result, len(result)):
        if len(area) <= left:
            left -= len(area)
            yield area
