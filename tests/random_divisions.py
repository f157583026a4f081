"""Random regions around a window, beside the areas of further techniques, and regions that change a little."""

import enum
import random
from collections.abc import Collection, Mapping, Sequence

from puzzlelang.techniques.record import Area, Window
from puzzlelang.techniques.regions import Surrounding, in_one_piece, region_names

MOST_CELLS = 6
"""The largest region of boards with pieces of random size."""

STAMPS = 4
"""So many places are tried for the areas of each further technique on a board."""

MOST_MOVES = 6
"""So many cells at most are tried to go over to another region at once."""

STEPS = ((-2, 0), (0, -2), (0, 2), (2, 0))
"""From a cell to those beside it, in lattice coordinates."""


Cell = tuple[int, int]
"""A cell by its lattice coordinates from the window."""


class Division(enum.Enum):
    """A way to divide a board into regions: as rules ask for one, others have no answer on most boards.

    `SAMPLED` boards have the regions of samples, `EVEN` ones as many as rows, others pieces with as many cells or more.
    """

    SAMPLED = 0
    ONES = 1
    TWOS = 2
    THREES = 3
    FOURS = 4
    EVEN = 5


def random_regions(
    window: Window,
    cells: Sequence[Cell],
    others: Sequence[Window],
    kind: Division,
    chance: random.Random,
) -> Mapping[Cell, str]:
    """Name the regions of a board; pieces of random size stand beside the areas of further windows."""
    if kind is Division.SAMPLED:
        return {**region_names(window, cells, chance.choice([*Surrounding]))}
    named: dict[Cell, str] = {cell: f"area {number}" for number, area in enumerate(window.areas) for cell in area.cells}
    if kind is Division.EVEN:
        return grown_to_all(named, cells, len({row for row, _ in cells}) - len(window.areas), chance)
    for number, other in enumerate(others):
        for down, right in chance.sample(cells, min(len(cells), STAMPS)):
            areas = [[(row + down - 1, at + right - 1) for row, at in area.cells] for area in other.areas]
            if all(cell in cells and cell not in named for area in areas for cell in area):
                named.update({cell: f"{number} {at}" for at, area in enumerate(areas) for cell in area})
                break
    for start in chance.sample(cells, len(cells)):
        piece, size = [start], chance.randint(2, MOST_CELLS)
        while start not in named and len(piece) < size:
            around = [(row + down, at + right) for row, at in piece for down, right in STEPS]
            free = [one for one in around if one in cells and one not in named and one not in piece]
            if not free:
                break
            piece.append(chance.choice(free))
        named.update({cell: f"piece {start}" for cell in piece if cell not in named})
    return joined(named, {name for name in named.values() if name.startswith("piece")}, kind.value, chance)


def joined(named: dict[Cell, str], pieces: Collection[str], least: int, chance: random.Random) -> Mapping[Cell, str]:
    """Join pieces of fewer cells with a piece beside them, if there is one."""
    for name in sorted(pieces):
        own = [cell for cell, other in named.items() if other == name]
        if 0 < len(own) < least:
            around = [(row + down, at + right) for row, at in own for down, right in STEPS]
            beside = sorted({named[one] for one in around if one in named}.intersection(pieces) - {name})
            if beside:
                named.update(dict.fromkeys(own, chance.choice(beside)))
    return named


def grown_to_all(
    named: Mapping[Cell, str], cells: Sequence[Cell], amount: int, chance: random.Random
) -> Mapping[Cell, str]:
    """Divide the other cells of a board into so many pieces, if so many have room."""
    result, free = {**named}, [cell for cell in cells if cell not in named]
    reached = [(cell, f"piece {cell}") for cell in chance.sample(free, min(len(free), max(1, amount)))]
    while reached:
        (row, at), name = reached.pop(chance.randrange(len(reached)))
        if (row, at) not in result:
            result[row, at] = name
            around = [(row + down, at + right) for down, right in STEPS]
            reached += [(one, name) for one in around if one in free and one not in result]
    return {**dict.fromkeys(free, "rest"), **result}


def moved(regions: Mapping[Cell, str], kept: Collection[Area], chance: random.Random) -> Mapping[Cell, str]:
    """Let some cells go over to a region beside theirs; regions stay in one piece, and some areas as they are."""
    result, cells = {**regions}, [*regions]
    fixed = {cell for area in kept for cell in area.cells}
    whole = {regions[area.cells[0]] for area in kept if area.whole}
    for row, at in chance.sample(cells, min(len(cells), chance.randint(1, MOST_MOVES))):
        own = result[row, at]
        others = {result[one] for down, right in STEPS if (one := (row + down, at + right)) in result}
        left = [cell for cell in cells if result[cell] == own and cell != (row, at)]
        beside = sorted(others - whole - {own})
        if (row, at) not in fixed and beside and left and in_one_piece(left):
            result[row, at] = chance.choice(beside)
    return result
