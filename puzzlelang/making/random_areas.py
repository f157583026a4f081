"""Random areas: partitions of a board into connected parts, with sizes as on the examples."""

import random
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Region, region_names
from puzzlelang.making.plan import Plan
from puzzlelang.making.set_shapes import cell_neighbours, connected
from puzzlelang.puzzle import Puzzle

DEFAULT_AREAS = (3, 4, 5, 6)
"""Sizes of regions where no example tells, in cells."""

SIZE_SLACK = 1
"""Cells that a changed area may have more or fewer than any on the examples."""

MOVES_PER_CELL = 30
"""Moves of single cells by which areas come nearer to their sizes."""


def area_sizes(plan: Plan, name: str, geometry: Geometry, chance: random.Random) -> list[int]:
    """Random sizes of regions as on the examples, which sum to the cells of the board."""
    cells, seen = len(geometry.cells), plan.statistics.areas.get(name) or DEFAULT_AREAS
    if name in plan.statistics.as_lines:
        scale = _line_scale(seen, geometry)
        return _with_sum([max(1, round(chance.choice(seen) * scale)) for _ in range(geometry.height)], cells, chance)
    numbers: list[int] = []
    while sum(numbers) < cells:
        numbers.append(chance.choice(seen))
    numbers[-1] -= sum(numbers) - cells
    if len(numbers) > 1 and numbers[-1] < min(seen):
        rest = numbers.pop()
        for _ in range(rest):
            numbers[numbers.index(min(numbers))] += 1
    return numbers


def _line_scale(seen: Sequence[int], geometry: Geometry) -> float:
    """How much larger areas are than on the examples where there are as many as rows."""
    return len(geometry.cells) / geometry.height / fmean(seen)


def _with_sum(numbers: list[int], total: int, chance: random.Random) -> list[int]:
    """The numbers changed by ones until they have this sum; the largest get smaller, the smallest larger."""
    result = list(numbers)
    chance.shuffle(result)
    while sum(result) != total and not (sum(result) > total and max(result) == 1):
        result[result.index(max(result) if sum(result) > total else min(result))] += 1 if sum(result) < total else -1
    return result


def random_areas(geometry: Geometry, wanted: Sequence[int], chance: random.Random) -> list[list[Cell]]:
    """A random partition into connected areas of about these sizes.

    Each grows from a seed, the one with the largest deficit first.  Then single cells move to areas beside them as long
    as no area gets farther from its size (a local search with plateaus).
    """
    beside = cell_neighbours(geometry)
    wanted = sorted((size for size in wanted if size > 0), reverse=True)[: len(geometry.cells)]
    seeds = chance.sample(geometry.cells, len(wanted))
    owner = {cell: number for number, cell in enumerate(seeds)}
    result = [[cell] for cell in seeds]
    while len(owner) < len(geometry.cells):
        growing = [
            (wanted[number] - len(area), number)
            for number, area in enumerate(result)
            if any(other not in owner for cell in area for other in beside[cell])
        ]
        if not growing:  # cells that nothing leads to
            cell = next(cell for cell in geometry.cells if cell not in owner)
            owner[cell] = len(result)
            result.append([cell])
            wanted.append(1)
            continue
        number = max(growing)[1]
        free = dict.fromkeys(other for cell in result[number] for other in beside[cell] if other not in owner)
        cell = chance.choice(list(free))
        owner[cell] = number
        result[number].append(cell)
    return balanced(result, wanted, beside, chance)


def balanced(
    areas: Sequence[Sequence[Cell]],
    wanted: Sequence[int],
    beside: Mapping[Cell, Sequence[Cell]],
    chance: random.Random,
) -> list[list[Cell]]:
    """The areas with cells moved between neighbours until each has its wanted size, as far as the budget goes."""
    result = [list(area) for area in areas]
    owner = {cell: number for number, area in enumerate(result) for cell in area}
    excess = [len(area) - size for area, size in zip(result, wanted, strict=True)]
    for _ in range(MOVES_PER_CELL * len(owner)):
        if not any(excess):
            break
        number = chance.choice([index for index, more in enumerate(excess) if more])
        inwards = excess[number] < 0
        rim = [(cell, other) for cell in result[number] for other in beside[cell] if owner.get(other, number) != number]
        if not rim:
            break
        cell, other = chance.choice(rim)
        moved, source, target = (other, owner[other], number) if inwards else (cell, number, owner[other])
        left = [one for one in result[source] if one is not moved]
        # An area of the right size may pass a cell on, so that what is missing wanders to where there is too much.
        if (
            left
            and connected(left, beside)
            and abs(excess[source] - 1) + abs(excess[target] + 1) <= max(abs(excess[source]) + abs(excess[target]), 1)
        ):
            result[source] = left
            result[target].append(moved)
            owner[moved] = target
            excess[source] -= 1
            excess[target] += 1
    return result


def as_regions(name: str, result: Iterable[Sequence[Cell]]) -> tuple[Region, ...]:
    """The regions of a partition for areas, in the order of their first cells."""
    ordered = sorted((sorted(area, key=lambda cell: cell.index) for area in result), key=lambda area: area[0].index)
    return tuple(
        Region(number, name, label, tuple(area))
        for number, (label, area) in enumerate(zip(region_names(), ordered, strict=False))
    )


def move_cell(puzzle: Puzzle, geometry: Geometry, name: str, cell: Cell, chance: random.Random) -> Puzzle | None:
    """The puzzle with the cell moved to a neighbouring region, both connected; None if that is impossible.

    Where cells may lie in no region, a cell may also leave its region or join one.
    """
    beside = cell_neighbours(geometry)
    result = [list(region.cells) for region in puzzle.partitions[name]]
    owner = {one: number for number, area in enumerate(result) for one in area}
    mine = owner.get(cell)
    others = list(dict.fromkeys(owner.get(other) for other in beside[cell] if owner.get(other) != mine))
    rest = [] if mine is None else [one for one in result[mine] if one is not cell]
    if not others or (mine is not None and not (rest and connected(rest, beside))):
        return None
    if mine is not None:
        result[mine] = rest
    new = chance.choice(others)
    if new is not None:
        result[new].append(cell)
    return msgspec.structs.replace(puzzle, partitions={**puzzle.partitions, name: as_regions(name, result)})


def keeps_sizes(plan: Plan, name: str, before: Puzzle, after: Puzzle) -> bool:
    """Whether no area of a partition has a less usual size than before: its sizes are within those of the examples."""
    seen = plan.statistics.areas.get(name)
    if not seen:
        return True
    scale = _line_scale(seen, before.geometry) if name in plan.statistics.as_lines else 1
    least, most = min(seen) * scale - SIZE_SLACK, max(seen) * scale + SIZE_SLACK
    far = [
        sum(max(0.0, least - len(area.cells), len(area.cells) - most) for area in puzzle.partitions[name])
        for puzzle in (before, after)
    ]
    return far[1] <= far[0]
