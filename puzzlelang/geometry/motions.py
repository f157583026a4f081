"""Turns and flips that map a lattice to itself, and the shapes that they make equal.

A spot names a cell without its board: steps along the two shortest shifts of the lattice, and which face of the unit
cell that they span.  For squares these are the row, the column and 0.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import product

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.mesh import Motion, Spot, mesh
from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.rooms import Room
from puzzlelang.geometry.sorts import RECTANGLE
from puzzlelang.geometry.tiling_places import UNIT, TilingCell

Shape = tuple[Spot, ...]
"""Spots in order, shifted to the origin; of a shape whose turns and flips are equal the least of them."""

_SQUARES = tuple(
    sorted(
        (
            Motion((a, b, c, d), ((0, 0, 0),))
            for a, b, c, d in product((-1, 0, 1), repeat=4)
            if abs(a * d - b * c) == 1 and a * c + b * d == 0
        ),
        key=lambda motion: motion.order,
    )
)


class Equality(msgspec.Struct, frozen=True, order=True):
    """The equality of shapes on a lattice: after any turn and flip, or if not `turning`, after a shift alone."""

    lattice: str
    turning: bool

    @property
    def motions(self) -> Sequence[Motion]:
        """The turns and flips, first the one that leaves everything as it is."""
        return motions(self.lattice) if self.turning else motions(self.lattice)[:1]


def equality(geometry: Geometry, *, turning: bool) -> Equality:
    """Return when shapes on a board are equal."""
    return Equality(geometry.lattice, turning)


def motions(lattice: str) -> Sequence[Motion]:
    """The turns and flips of a lattice, the identity first, then turns, then flips."""
    return _SQUARES if lattice == RECTANGLE else mesh(lattice).motions


def shifted(spots: Iterable[Spot]) -> Shape:
    """The spots in order, shifted to the origin; no spots are an empty shape."""
    result = list(spots)
    down, right = (min((one[axis] for one in result), default=0) for axis in (0, 1))
    return tuple(sorted((one[0] - down, one[1] - right, one[2]) for one in result))


@cache
def images(spots: Shape, equal: Equality) -> tuple[Shape, ...]:
    """The distinct shapes that turns and flips make of one, in order."""
    return tuple(sorted({shifted(map(motion, spots)) for motion in equal.motions}))


def shape(cells: Iterable[Cell], equal: Equality) -> Shape:
    """The shape of some cells: the same for sets that are equal."""
    return images(shifted(cell.spot for cell in cells), equal)[0]


def drawing(shape: Shape) -> str:
    """A shape as text: of squares row by row, as in `##/#.`; else its spots."""
    if any(face for _, _, face in shape):
        return " ".join(map(str, shape))
    there = {(row, column) for row, column, _ in shape}
    tall, wide = (max(one[axis] for one in shape) + 1 for axis in (0, 1))
    return "/".join("".join(".#"[(row, column) in there] for column in range(wide)) for row in range(tall))


def half_turn(middle: Cell | Link | Border | Corner) -> Callable[[Cell], Spot] | None:
    """Half a turn about the middle of a place as a map of cells; None if it does not lay the lattice on itself."""
    cell = middle if isinstance(middle, Cell) else middle.cells[0]
    down, right = middle.lattice
    if not isinstance(cell, TilingCell):
        return lambda one: (down - one.row + 1, right - one.column + 1, 0)
    rim = tuple((2 * right / UNIT - x, 2 * down / UNIT - y) for x, y in cell.polygon)
    turn = next((motion for motion in motions(cell.tiling) if motion.steps == (-1, 0, 0, -1)), None)
    there = mesh(cell.tiling).spot(rim)
    if turn is None or there is None:
        return None
    here = turn(cell.spot)
    if here[2] != there[2]:
        return None
    along, aside = there[0] - here[0], there[1] - here[1]

    def image(one: Cell) -> Spot:
        result = turn(one.spot)
        return result[0] + along, result[1] + aside, result[2]

    return image


def fits(cells: Collection[Spot], room: Collection[Spot], equal: Equality) -> bool:
    """Whether some turn, flip and shift puts the cells inside the room; no cells fit everywhere."""
    if not cells or len(cells) > len(room):
        return not cells
    return Room(room).holds_any(images(shifted(cells), equal))
