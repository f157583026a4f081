"""What cannot be looked for is drawn at random: partitions, sets and values that decide what else there is."""

import random
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang import missing
from puzzlelang.geometry import Cell, Geometry, Place, Region, region_names
from puzzlelang.ground.board import places
from puzzlelang.making.plan import Plan
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
    geometry = missing.board(template, plan.rules.missing)
    givens, partitions = dict(template.givens), dict(template.partitions)
    for given in plan.rules.givens:
        if given not in plan.drawn and given not in plan.placed:
            continue
        name, kind = given.name, given.kind
        match kind:
            case ir.PartitionKind():
                partitions[name] = regions(name, areas(geometry, _sizes(plan, name, geometry, chance), chance))
            case ir.SetKind(sort):
                there = _some(plan, name, list(places(geometry, sort)), geometry, chance)
                givens[name] = dict.fromkeys(there, True)
            case ir.SingleKind(value):
                givens[name] = {None: _value(plan, name, value, chance)}
            case ir.FunctionKind(sort, partition, _, value):
                everywhere = list(places(geometry, sort, partitions.get(partition or "", ())))
                there = _some(plan, name, everywhere, geometry, chance) if value.absent else everywhere
                told: Mapping[Key, Value] = template.givens.get(name, {})
                givens[name] = {**{place: _value(plan, name, value, chance) for place in there}, **told}
    return msgspec.structs.replace(template, givens=givens, partitions=partitions)


def _some(
    plan: Plan, name: str, everywhere: Sequence[Place], geometry: Geometry, chance: random.Random
) -> Iterable[Place]:
    """About as many places as on the examples, in order."""
    share = plan.habits.shares.get(name, SHARE) * len(geometry.cells) / max(1, len(everywhere))
    share *= chance.uniform(0.7, 1.3)
    return [place for place in everywhere if chance.random() < share]


def _value(plan: Plan, name: str, kind: ir.ValueKind, chance: random.Random) -> Value:
    seen = [value for value in plan.habits.values.get(name, ()) if isinstance(value, int | str)]
    if seen:
        return chance.choice(seen)
    if kind.base is ir.Base.NAME:
        return chance.choice(kind.members)
    return (
        chance.choice(("up", "right", "down", "left")) if kind.base is ir.Base.DIRECTION else chance.randint(*NUMBERS)
    )


def _sizes(plan: Plan, name: str, geometry: Geometry, chance: random.Random) -> list[int]:
    """How many cells the regions are to have, as on the examples; together those of the board."""
    cells, seen = len(geometry.cells), plan.habits.areas.get(name) or list(range(AREA[0], AREA[1] + 1))
    if name in plan.habits.as_lines:
        count = geometry.height
        cuts = sorted(chance.randint(1, cells - 1) for _ in range(2 * count - 1))[1::2]
        return [high - low for low, high in zip([0, *cuts], [*cuts, cells], strict=True)]
    sizes: list[int] = []
    while sum(sizes) < cells:
        sizes.append(chance.choice(seen))
    sizes[-1] -= sum(sizes) - cells
    return sizes


def areas(geometry: Geometry, sizes: Sequence[int], chance: random.Random) -> list[list[Cell]]:
    """All cells in connected areas, about so large; each grows from a cell of its own, that which lacks most first."""
    beside = neighbours(geometry)
    wanted = sorted((size for size in sizes if size > 0), reverse=True)[: len(geometry.cells)]
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
    """The puzzle with the cell in another region beside it, both still connected; None if that cannot be."""
    beside = neighbours(geometry)
    found = [list(region.cells) for region in puzzle.partitions[name]]
    owner = {one: number for number, area in enumerate(found) for one in area}
    others = list(dict.fromkeys(owner[other] for other in beside[cell] if owner[other] != owner[cell]))
    mine = found[owner[cell]]
    rest = [one for one in mine if one is not cell]
    if not others or not rest or not _connected(rest, beside):
        return None
    found[owner[cell]] = rest
    found[chance.choice(others)].append(cell)
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
