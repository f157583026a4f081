"""Random givens, for what cannot be searched: partitions, sets and values that decide what else there is."""

import random
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Place, Region, region_names
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.making.plan import Plan
from puzzlelang.making.symmetry import orbits
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.typed import ir

DEFAULT_DENSITY = 0.2
"""Density of a set or of values where no example tells."""

DEFAULT_AREAS = (3, 4, 5, 6)
"""Sizes of regions where no example tells, in cells."""

DEFAULT_NUMBERS = (1, 4)
"""Range of numbers where no example tells."""


def draw_givens(plan: Plan, template: Puzzle, chance: random.Random) -> Puzzle:
    """The template with all random givens."""
    holes = plan.rules.missing
    if any(given.name == holes for given in plan.random_givens):
        count = round(plan.statistics.shares[holes] * len(template.geometry.cells) * chance.uniform(0.5, 1.5))
        template = _with_holes(plan, template, count, chance)
    puzzle = template
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
            found = as_regions(name, _random_subset(plan, name, all_, chance) if absent else all_)
            return msgspec.structs.replace(puzzle, partitions={**puzzle.partitions, name: found})
        case ir.GroupsKind():
            return puzzle
        case ir.SetKind(sort):
            there = _random_places(plan, name, geometry.places(sort), geometry, chance)
            values.update(dict.fromkeys(there, True))
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


def _random_places(
    plan: Plan, name: str, everywhere: Sequence[Place], geometry: Geometry, chance: random.Random
) -> Iterable[Place]:
    """Random places in the density of the examples, in order, closed under the symmetry."""
    share = plan.statistics.shares.get(name, DEFAULT_DENSITY) * len(geometry.cells) / max(1, len(everywhere))
    share *= chance.uniform(0.7, 1.3)
    numbers = orbits(geometry, plan.symmetry, everywhere)
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


def area_sizes(plan: Plan, name: str, geometry: Geometry, chance: random.Random) -> list[int]:
    """Random sizes of regions as on the examples, which sum to the cells of the board."""
    cells, seen = len(geometry.cells), plan.statistics.areas.get(name) or DEFAULT_AREAS
    if name in plan.statistics.as_lines:
        count = geometry.height
        cuts = sorted(chance.randint(1, max(1, cells - 1)) for _ in range(2 * count - 1))[1::2]
        return [high - low for low, high in zip([0, *cuts], [*cuts, cells], strict=True)]
    found: list[int] = []
    while sum(found) < cells:
        found.append(chance.choice(seen))
    found[-1] -= sum(found) - cells
    return found


def _random_subset(
    plan: Plan, name: str, found: Sequence[Sequence[Cell]], chance: random.Random
) -> Iterable[Sequence[Cell]]:
    """Yield a random subset of the areas that covers about the same share of the board as on the examples."""
    left = plan.statistics.shares.get(name, DEFAULT_DENSITY) * sum(map(len, found)) * chance.uniform(0.7, 1.3)
    for area in chance.sample(found, len(found)):
        if len(area) <= left:
            left -= len(area)
            yield area


def random_areas(geometry: Geometry, wanted: Sequence[int], chance: random.Random) -> list[list[Cell]]:
    """A random partition into connected areas of about these sizes.

    Each grows from a seed, the one with the largest deficit first.
    """
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


def as_regions(name: str, found: Iterable[Sequence[Cell]]) -> tuple[Region, ...]:
    """The regions of a partition for areas, in the order of their first cells."""
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


def move_cell(puzzle: Puzzle, geometry: Geometry, name: str, cell: Cell, chance: random.Random) -> Puzzle | None:
    """The puzzle with the cell moved to a neighbouring region, both connected; None if that is impossible.

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
    return msgspec.structs.replace(puzzle, partitions={**puzzle.partitions, name: as_regions(name, found)})


def _connected(cells: Sequence[Cell], beside: Mapping[Cell, Sequence[Cell]]) -> bool:
    inside, reached = set(cells), [cells[0]]
    seen = {cells[0]}
    for cell in reached:
        for other in beside[cell]:
            if other in inside and other not in seen:
                seen.add(other)
                reached.append(other)
    return len(reached) == len(cells)
