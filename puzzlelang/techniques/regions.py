"""Regions of a given partition around a window, in every relevant arrangement."""

import enum
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from puzzlelang.techniques.record import Area, Window

At = tuple[int, int]
"""A cell by its lattice coordinates from the window."""


class Surrounding(enum.Enum):
    """The division of cells without an area into regions, on different samples.

    What all of them have in common depends on no region but the areas of the window: each two other cells are in one
    region on the first, in two on the second.  There only cells far from the window are in one, as a board all of whose
    regions are single cells has numbers up to 1 where rules count cells of regions.  Areas that are not whole end at
    once on these, go on as far as they can on the next, and are joined with others on the last.
    """

    ONE = enum.auto()
    EACH = enum.auto()
    GROWN = enum.auto()
    MIXED = enum.auto()
    JOINED = enum.auto()


def region_names(window: Window, cells: Sequence[At], surrounding: Surrounding) -> Mapping[At, str]:
    """Name the region of each cell of a board."""
    named = {cell: f"area {number}" for number, area in enumerate(window.areas) for cell in area.cells}
    going_on = [named[area.cells[0]] for area in window.areas if not area.whole]
    others = [cell for cell in cells if cell not in named]
    chance = random.Random(len(cells) + surrounding.value)
    match surrounding:
        case Surrounding.ONE:
            return {**named, **dict.fromkeys(others, "rest")}
        case Surrounding.EACH:
            return {**named, **{cell: "far" if _is_far(window, cell) else f"own {cell}" for cell in others}}
        case Surrounding.GROWN:
            return _grow(named, others, going_on)
        case Surrounding.MIXED:
            return {**named, **{cell: chance.choice((*going_on, "rest", "second", "third")) for cell in others}}
        case Surrounding.JOINED:
            same = _join_areas(window)
            mixed = {cell: chance.choice((*going_on, "rest", f"own {cell}")) for cell in others}
            return {cell: same.get(name, name) for cell, name in {**named, **mixed}.items()}


_FAR = 5
"""In lattice coordinates, how far from a window cells are far from it: with two cells between."""


def _is_far(window: Window, cell: At) -> bool:
    row, column = cell
    tall, wide = 2 * window.rows - 1, 2 * window.columns - 1
    return max(1 - row, row - tall, 1 - column, column - wide) > _FAR


def _grow(named: Mapping[At, str], others: Sequence[At], going_on: Sequence[str]) -> Mapping[At, str]:
    """Let areas take the cells beside them, as long as there are any."""
    result, left = dict(named), list(others)
    while True:
        taken = {cell: name for cell in left for name in _beside(result, cell) if name in going_on}
        if not taken:
            return {**result, **dict.fromkeys(left, "rest")}
        result.update(taken)
        left = [cell for cell in left if cell not in taken]


def _beside(named: Mapping[At, str], cell: At) -> list[str]:
    row, column = cell
    around = ((row - 2, column), (row, column - 2), (row, column + 2), (row + 2, column))
    return [named[other] for other in around if other in named]


def _join_areas(window: Window) -> Mapping[str, str]:
    """Two areas that may be of one region, as they are not side by side, by one name."""
    for (one, first), (other, second) in combinations(enumerate(window.areas), 2):
        if not first.whole and not second.whole and not are_beside(first, second):
            return {f"area {other}": f"area {one}"}
    return {}


def are_beside(first: Area, second: Area) -> bool:
    """Return whether two areas have cells side by side."""
    return any(abs(a - c) + abs(b - d) == 2 for a, b in first.cells for c, d in second.cells)


MOST_STRIP = 4
"""Cells of a strip all of whose borders are known."""


def terrains(window: Window) -> Iterator[tuple[Area, ...]]:
    """Yield what may be known of the regions in a window: nothing, a whole region, or all borders of a strip."""
    yield ()
    cells = [(2 * row + 1, 2 * column + 1) for row in range(window.rows) for column in range(window.columns)]
    for size in range(1, len(cells) + 1):
        for chosen in combinations(cells, size):
            if _spans(chosen, window) and in_one_piece(chosen):
                yield (Area(chosen, whole=True),)
    if 1 in (window.rows, window.columns) and 1 < len(cells) <= MOST_STRIP:
        for borders in range(1, 2 ** (len(cells) - 1)):
            ends = [0, *(at + 1 for at in range(len(cells) - 1) if borders >> at & 1), len(cells)]
            yield tuple(Area(tuple(cells[a:b])) for a, b in pairwise(ends))


def _spans(cells: Sequence[At], window: Window) -> bool:
    """Whether cells lack at most one row and one column of a window."""
    tall, wide = len({row for row, _ in cells}), len({column for _, column in cells})
    return tall >= window.rows - 1 and wide >= window.columns - 1


def in_one_piece(cells: Sequence[At]) -> bool:
    """Return whether cells are connected side by side."""
    left, waiting = set(cells[1:]), [cells[0]]
    while waiting:
        row, column = waiting.pop()
        for other in ((row - 2, column), (row, column - 2), (row, column + 2), (row + 2, column)):
            if other in left:
                left.remove(other)
                waiting.append(other)
    return not left


def areas_by_cell(window: Window) -> Mapping[At, Area]:
    """The area of each cell whose region is known."""
    return {cell: area for area in window.areas for cell in area.cells}


def fits(inner: Window, there: Mapping[At, Area], down: int, right: int) -> bool:
    """Return whether all that a window says of regions holds where it lies so far down and right.

    `there`: the areas of the window in which it lies (`areas_by_cell`).
    """
    lower, further, areas = 2 * down, 2 * right, list[Area]()
    for area in inner.areas:
        row, column = area.cells[0]
        other = there.get((row + lower, column + further))
        if other is None or (area.whole and not (other.whole and len(other.cells) == len(area.cells))):
            return False
        if any(there.get((row + lower, column + further)) is not other for row, column in area.cells):
            return False
        areas.append(other)
    pairs = combinations(zip(inner.areas, areas, strict=True), 2)
    return all(first is not second for (one, first), (two, second) in pairs if are_beside(one, two))
