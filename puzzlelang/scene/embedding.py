"""The embedding of a board in a figure: points of places, polygons of cells, sizes of signs.

Squares have closed forms.  Cells of other lattices are polygons, scaled so that a cell has about the area of a square.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Link
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.scene import spots
from puzzlelang.scene.faces import Faces
from puzzlelang.scene.figure import FigurePath, Paint, Point, Primitive, box, rounded_rectangle, transpose
from puzzlelang.scene.record import Spot
from puzzlelang.scene.spots import Segment

Lattice = tuple[int, int]

BOARDS = 8
"""So many boards are kept with their polygons."""


class Squares(msgspec.Struct, frozen=True):
    """The embedding of a rectangle: cells are unit squares."""

    reach: float = 1.0
    """How far from the middle of a cell what stands in its corners lies, of what it is in a square."""

    cover: float = 1.0
    """The size of signs that reach from corner to corner of a square, of what it is there."""

    def point(self, lattice: Lattice) -> Point:
        """The point of a lattice place."""
        return spots.point(lattice)

    def size(self, geometry: Geometry) -> tuple[float, float]:
        """Width and height of the board."""
        return geometry.width, geometry.height

    def scale(self, spot: Spot) -> float:  # noqa: ARG002
        """The size of signs and letters at a place, of the usual one."""
        return 1.0

    def turn(self, way: tuple[int, int]) -> float:
        """The angle of a way (rows, columns), clockwise from the right."""
        return atan2(*way)

    def turned(self, primitive: Primitive, link: Link) -> Primitive:
        """A sign that points along a level link, on this one."""
        return transpose(primitive) if link.lattice[0] % 2 == 0 else primitive

    def ends(self, place: Border | Link, *, across: bool = False) -> Segment:
        """The ends of a stroke along a border, or from cell to cell; `across` a link, along its border."""
        return spots.ends(place, across=across)

    def outline(self, cells: Sequence[Cell], inset: float) -> list[Segment]:
        """The outline of cells, moved inwards by a distance."""
        return spots.outline(cells, inset)

    def face(self, cell: Cell, paint: Paint, inset: float = 0, rounding: float = 0) -> FigurePath:
        """A cell as a whole, or moved inwards with round corners."""
        x, y = cell.column - 1, cell.row - 1
        if not inset:
            return box(paint, x, y, 1, 1)
        return rounded_rectangle(paint, x + inset, y + inset, 1 - 2 * inset, 1 - 2 * inset, rounding)

    def hatching(self, cell: Cell) -> Iterator[Segment]:
        """Oblique lines through a cell."""
        x, y = cell.column - 1, cell.row - 1
        for step in (0.3, 0.6, 0.9):
            yield (x + step, y + 0.06), (x + 0.06, y + step)
            if step < 0.9:
                yield (x + 0.94, y + step), (x + step, y + 0.94)

    def upper_right(self, cell: Cell) -> Point:
        """Return where a small sign stands beside what is in a cell."""
        return cell.column - 0.2, cell.row - 0.25

    def lower_left(self, cell: Cell) -> Point:
        """Return where a sign in the corner of a cell begins."""
        return cell.column - 1 + 0.1, cell.row - 0.1

    def passed(self, place: Border | Link, *, across: bool = False) -> tuple[Lattice, ...]:
        """The lattice places that a stroke goes through."""
        row, column = place.lattice
        level = (row % 2 == 1) is (isinstance(place, Link) and not across)
        down, right = (0, 1) if level else (1, 0)
        return (row - down, column - right), place.lattice, (row + down, column + right)

    def between(self, start: Lattice, end: Lattice) -> tuple[Lattice, ...]:
        """The lattice places between two, as far as a straight line goes through one."""
        return (((start[0] + end[0]) // 2, (start[1] + end[1]) // 2),)

    def cells_at(self, place: Lattice) -> Iterator[Lattice]:
        """The cell at a lattice place, or those around it."""
        rows, columns = ((n,) if n % 2 else (n - 1, n + 1) for n in place)
        yield from ((row, column) for row in rows for column in columns)


SQUARES = Squares()

Embedding = Squares | Faces


@lru_cache(BOARDS)
def embedding(geometry: Geometry) -> Embedding:
    """The embedding of a board."""
    return Faces(geometry) if isinstance(geometry, Tiling) else SQUARES
