"""Shapes of sets of cells, as they are on examples and as random sets should be: rims, runs and connection."""

import random
from collections.abc import Collection, Mapping, Sequence

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid

USUAL_RUN = 2
"""Runs of cells outside of a set are at least so long, if they are on all examples."""


MOST_DENSE = 1.4
"""The density that a set may come to while a board is changed, as a multiple of the examples'."""

SLACK = 0.1
"""What is added to that, as examples are small."""


class SetShape(msgspec.Struct, frozen=True):
    """Statistics of the examples about a set of cells.

    `rims`: sides of the board that belong to the set.  `inner`: its density elsewhere.  `shortest`: the least length
    of a run of cells outside of the set.  `joined`: whether those cells are one piece.
    """

    rims: frozenset[str]
    inner: float
    shortest: int
    joined: bool

    def and_also(self, other: "SetShape") -> "SetShape":
        """Return what this and another shape have in common, with the mean density."""
        inner = (self.inner + other.inner) / 2
        shortest = min(self.shortest, other.shortest)
        return SetShape(self.rims & other.rims, inner, shortest, self.joined and other.joined)

    def allows(self, other: "SetShape") -> bool:
        """Whether a set may look so: it has these rims, runs and connection, and is not much denser."""
        if not self.rims <= other.rims or (self.joined and not other.joined):
            return False
        return other.shortest >= min(USUAL_RUN, self.shortest) and other.inner <= MOST_DENSE * self.inner + SLACK


def rim_cells(geometry: Geometry) -> dict[str, list[Cell]]:
    """The cells at each side of a board of squares; none on other lattices."""
    if not isinstance(geometry, SquareGrid):
        return {}
    cells = geometry.cells
    return {
        "top": [cell for cell in cells if cell.row == 1],
        "bottom": [cell for cell in cells if cell.row == geometry.height],
        "left": [cell for cell in cells if cell.column == 1],
        "right": [cell for cell in cells if cell.column == geometry.width],
    }


def cell_neighbours(geometry: Geometry) -> dict[Cell, list[Cell]]:
    """The cells beside each cell."""
    result: dict[Cell, list[Cell]] = {cell: [] for cell in geometry.cells}
    for link in geometry.links:
        result[link.first].append(link.second)
        result[link.second].append(link.first)
    return result


def connected(cells: Sequence[Cell], beside: Mapping[Cell, Sequence[Cell]]) -> bool:
    """Whether some cells are one piece."""
    inside, reached = set(cells), [cells[0]]
    seen = {cells[0]}
    for cell in reached:
        for other in beside[cell]:
            if other in inside and other not in seen:
                seen.add(other)
                reached.append(other)
    return len(reached) == len(cells)


def shape_of(geometry: Geometry, members: Collection[Cell]) -> SetShape:
    """The shape of a set on a board."""
    sides = rim_cells(geometry)
    rims = frozenset(side for side, cells in sides.items() if all(cell in members for cell in cells))
    rim = {cell for side in rims for cell in sides[side]}
    rest = [cell for cell in geometry.cells if cell not in rim]
    outside = [cell for cell in geometry.cells if cell not in members]
    inner = sum(cell in members for cell in rest) / max(1, len(rest))
    shortest = min((length for line in geometry.lines for length in _runs(line.cells, members)), default=0)
    joined = bool(outside) and connected(outside, cell_neighbours(geometry))
    return SetShape(rims, inner, shortest, joined)


def _runs(cells: Sequence[Cell], members: Collection[Cell]) -> list[int]:
    """The lengths of the runs of cells of a line outside of the set."""
    result = [0]
    for cell in cells:
        if cell in members:
            result.append(0)
        else:
            result[-1] += 1
    return [length for length in result if length]


def random_set(
    geometry: Geometry, shape: SetShape, orbits: Sequence[Sequence[Cell]], count: int, chance: random.Random
) -> set[Cell]:
    """A random set of whole orbits with that shape and about so many cells besides its rims."""
    sides, beside = rim_cells(geometry), cell_neighbours(geometry)
    rim = {cell for side in shape.rims for cell in sides.get(side, ())}
    lines: dict[Cell, list[Sequence[Cell]]] = {}
    for line in geometry.lines:
        for cell in line.cells:
            lines.setdefault(cell, []).append(line.cells)
    result, least = set(rim), min(USUAL_RUN, shape.shortest)
    for orbit in chance.sample(orbits, len(orbits)):
        more = result.union(orbit)
        if len(more) - len(rim) > count or len(more) == len(result):
            continue
        runs = [length for cell in orbit for line in lines.get(cell, ()) for length in _runs(line, more)]
        left = [cell for cell in geometry.cells if cell not in more]
        if left and min(runs, default=least) >= least and (not shape.joined or connected(left, beside)):
            result = more
    return result
