"""What cannot be looked for is drawn at random: partitions, sets and values that decide what else there is."""

import random
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Cell, Place, Region, region_names
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.geometry.sorts import DIRECTION_NAMES, Sort
from puzzlelang.making.plan import Plan
from puzzlelang.making.symmetry import orbits
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.typed import ir

SHARE = 0.2
"""The part of the places that are in a set or have a value, where no example tells."""

AREA = (3, 6)
"""Cells of a region, where no example tells."""

NUMBERS = (1, 4)
"""Numbers, where no example tells."""


def drawn(plan: Plan, template: Puzzle, chance: random.Random) -> Puzzle:
    """The template with all that has to be drawn."""
    holes = plan.rules.missing
    if any(given.name == holes for given in plan.drawn):
        count = round(plan.habits.shares[holes] * len(template.geometry.cells) * chance.uniform(0.5, 1.5))
        template = _without(plan, template, count, chance)
    puzzle = template
    for given in plan.at_random:
        if given.name != holes:
            puzzle = redrawn(plan, given, puzzle, template, chance)
    return puzzle


def redrawn(plan: Plan, given: ir.Given, puzzle: Puzzle, template: Puzzle, chance: random.Random) -> Puzzle:
    """The puzzle with this given drawn anew, but for what the template says of it."""
    geometry, name = puzzle.board_without(plan.rules.missing), given.name
    values: dict[Key, Value] = {}
    match given.kind:
        case ir.PartitionKind(absent):
            all_ = areas(geometry, sizes(plan, name, geometry, chance), chance)
            found = regions(name, _part(plan, name, all_, chance) if absent else all_)
            return msgspec.structs.replace(puzzle, partitions={**puzzle.partitions, name: found})
        case ir.SetKind(sort):
            there = _some(plan, name, geometry.places(sort), geometry, chance)
            values.update(dict.fromkeys(there, True))
        case ir.SingleKind(value):
            values = {None: value_of(plan, name, value, chance)}
        case ir.FunctionKind(sort, partition, _, value):
            everywhere = places(puzzle, geometry, sort, partition)
            there = _some(plan, name, everywhere, geometry, chance) if value.absent else everywhere
            values.update((place, value_of(plan, name, value, chance)) for place in there)
            values.update(template.givens.get(name, {}))
    return msgspec.structs.replace(puzzle, givens={**puzzle.givens, name: values})


def places(puzzle: Puzzle, geometry: Geometry, sort: Sort, partition: str | None) -> Sequence[Place]:
    """The places of a sort on the board; of regions those that the puzzle has of the partition."""
    return puzzle.partitions.get(partition or "", ()) if sort is Sort.REGION else geometry.places(sort)


def _without(plan: Plan, template: Puzzle, count: int, chance: random.Random) -> Puzzle:
    """The template without so many cells and their images, as far as the others stay connected."""
    cells, beside = list(template.geometry.cells), neighbours(template.geometry)
    numbers = orbits(template.geometry, plan.symmetry, cells)
    chance.shuffle(cells)
    gone: dict[Cell, bool] = {}
    for cell in cells:
        more = {other: True for other in template.geometry.cells if numbers[other] == numbers[cell]}
        left = [other for other in template.geometry.cells if other not in gone and other not in more]
        if len(gone) < count and left and _connected(left, beside):
            gone |= more
    there = {cell: True for cell in template.geometry.cells if cell in gone}
    return msgspec.structs.replace(template, givens={**template.givens, plan.rules.missing: there})


def _some(
    plan: Plan, name: str, everywhere: Sequence[Place], geometry: Geometry, chance: random.Random
) -> Iterable[Place]:
    """About as many places as on the examples, in order, with their images."""
    share = plan.habits.shares.get(name, SHARE) * len(geometry.cells) / max(1, len(everywhere))
    share *= chance.uniform(0.7, 1.3)
    numbers = orbits(geometry, plan.symmetry, everywhere)
    there = {number for number in dict.fromkeys(numbers.values()) if chance.random() < share}
    return [place for place in everywhere if numbers[place] in there]


def value_of(plan: Plan, name: str, kind: ir.ValueKind, chance: random.Random) -> Value:
    """A value at random, one of the examples if they have any."""
    seen = [value for value in plan.habits.values.get(name, ()) if isinstance(value, int | str)]
    if seen:
        return chance.choice(seen)
    if kind.base is ir.Base.NAME:
        return chance.choice(kind.members)
    return chance.choice(DIRECTION_NAMES) if kind.base is ir.Base.DIRECTION else chance.randint(*NUMBERS)


def sizes(plan: Plan, name: str, geometry: Geometry, chance: random.Random) -> list[int]:
    """How many cells the regions are to have, as on the examples; together those of the board."""
    cells, seen = len(geometry.cells), plan.habits.areas.get(name) or list(range(AREA[0], AREA[1] + 1))
    if name in plan.habits.as_lines:
        count = geometry.height
        cuts = sorted(chance.randint(1, max(1, cells - 1)) for _ in range(2 * count - 1))[1::2]
        return [high - low for low, high in zip([0, *cuts], [*cuts, cells], strict=True)]
    found: list[int] = []
    while sum(found) < cells:
        found.append(chance.choice(seen))
    found[-1] -= sum(found) - cells
    return found


def _part(plan: Plan, name: str, found: Sequence[Sequence[Cell]], chance: random.Random) -> Iterable[Sequence[Cell]]:
    """Some of the areas, which cover about as much of the board as on the examples."""
    left = plan.habits.shares.get(name, SHARE) * sum(map(len, found)) * chance.uniform(0.7, 1.3)
    for area in chance.sample(found, len(found)):
        if len(area) <= left:
            left -= len(area)
            yield area


def areas(geometry: Geometry, wanted: Sequence[int], chance: random.Random) -> list[list[Cell]]:
    """All cells in connected areas, about so large; each grows from a cell of its own, that which lacks most first."""
    beside = neighbours(geometry)
    wanted = sorted((size for size in wanted if size > 0), reverse=True)[: len(geometry.cells)]
    seeds = chance.sample(geometry.cells, len(wanted))
    owner = {cell: number for number, cell in enumerate(seeds)}
    found = [[cell] for cell in seeds]
    while len(owner) < len(geometry.cells):
        growing = [
            (wanted[number] - len(area), number)
            for number, area in enumerate(found)
            if any(other not in owner for cell in area for other in beside[cell])
        ]
        if not growing:  # cells that nothing leads to
            cell = next(cell for cell in geometry.cells if cell not in owner)
            owner[cell] = len(found)
            found.append([cell])
            wanted.append(1)
            continue
        number = max(growing)[1]
        free = dict.fromkeys(other for cell in found[number] for other in beside[cell] if other not in owner)
        cell = chance.choice(list(free))
        owner[cell] = number
        found[number].append(cell)
    return found


def regions(name: str, found: Iterable[Sequence[Cell]]) -> tuple[Region, ...]:
    """Areas as the regions of a partition, in the order of their first cells."""
    ordered = sorted((sorted(area, key=lambda cell: cell.index) for area in found), key=lambda area: area[0].index)
    return tuple(
        Region(number, name, label, tuple(area))
        for number, (label, area) in enumerate(zip(region_names(), ordered, strict=False))
    )


def neighbours(geometry: Geometry) -> dict[Cell, list[Cell]]:
    """The cells beside each cell."""
    found: dict[Cell, list[Cell]] = {cell: [] for cell in geometry.cells}
    for link in geometry.links:
        found[link.first].append(link.second)
        found[link.second].append(link.first)
    return found


def moved(puzzle: Puzzle, geometry: Geometry, name: str, cell: Cell, chance: random.Random) -> Puzzle | None:
    """The puzzle with the cell in another region beside it, both still connected; None if that cannot be.

    Where cells may lie in no region, a cell may also leave its region or join one.
    """
    beside = neighbours(geometry)
    found = [list(region.cells) for region in puzzle.partitions[name]]
    owner = {one: number for number, area in enumerate(found) for one in area}
    mine = owner.get(cell)
    others = list(dict.fromkeys(owner.get(other) for other in beside[cell] if owner.get(other) != mine))
    rest = [] if mine is None else [one for one in found[mine] if one is not cell]
    if not others or (mine is not None and not (rest and _connected(rest, beside))):
        return None
    if mine is not None:
        found[mine] = rest
    new = chance.choice(others)
    if new is not None:
        found[new].append(cell)
    return msgspec.structs.replace(puzzle, partitions={**puzzle.partitions, name: regions(name, found)})


def _connected(cells: Sequence[Cell], beside: Mapping[Cell, Sequence[Cell]]) -> bool:
    inside, reached = set(cells), [cells[0]]
    seen = {cells[0]}
    for cell in reached:
        for other in beside[cell]:
            if other in inside and other not in seen:
                seen.add(other)
                reached.append(other)
    return len(reached) == len(cells)
