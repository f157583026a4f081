"""The embedding of a board on a lattice: its cells as polygons."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import atan2, cos, sin, sqrt

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.holes import HoledTiling
from puzzlelang.geometry.lattices import Polygon
from puzzlelang.geometry.places import Border, Cell, Corner, Link
from puzzlelang.geometry.sorts import COMPASS
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.geometry.tiling_lines import heading
from puzzlelang.geometry.tiling_places import UNIT, TilingCell
from puzzlelang.scene import polygons
from puzzlelang.scene.figure import FigurePath, Paint, Point, Primitive, line, map_points
from puzzlelang.scene.record import Margin, Spot
from puzzlelang.scene.spots import Segment

Lattice = tuple[int, int]
Side = tuple[Corner, Corner]

LEAST_ROOM = 0.2
"""The radius that a circle in the smallest cell has at least, so that one can read what stands in it."""

_OUTSIDE = 0.65
"""The size of letters and signs in margins."""


class Faces(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The embedding of a tiling: an average cell has the area of one square unit, unless small ones need more."""

    geometry: Tiling
    reach: float = 0.8
    """How far from the middle of a cell what stands in its corners lies, of what it is in a square."""

    cover: float = 0.7
    """The size of signs that reach from corner to corner of a square, of what it is there."""

    @cached_property
    def _rings(self) -> Mapping[Cell, tuple[Corner, ...]]:
        """The corners of each cell clockwise, also of one that does not exist: a drawing may deny things there."""
        board = self.geometry.whole if isinstance(self.geometry, HoledTiling) else self.geometry
        return {cell: self._ring(cell) for cell in board.cells}

    def _ring(self, cell: Cell) -> tuple[Corner, ...]:
        """The corners of a cell clockwise: those next to its polygon's, which differ by rounding."""
        assert isinstance(cell, TilingCell)
        corners = self.geometry.corners_of(cell)

        def next_to(x: float, y: float) -> Corner:
            return min(corners, key=lambda one: abs(one.lattice[0] - y * UNIT) + abs(one.lattice[1] - x * UNIT))

        return tuple(next_to(x, y) for x, y in cell.polygon)

    @cached_property
    def _unit(self) -> float:
        """The length of a unit of the figure in lattice coordinates."""
        faces: list[Polygon] = list(self.geometry.shape.faces())
        average = sqrt(sum(map(polygons.area, faces)) / len(faces))
        smallest = min(polygons.inner_circle(face)[1] for face in faces)
        return min(average, smallest / LEAST_ROOM) * UNIT

    @cached_property
    def _start(self) -> Lattice:
        places = [corner.lattice for corner in self.geometry.corners]
        return min(down for down, _ in places), min(right for _, right in places)

    def _scale(self, lattice: Lattice) -> Point:
        return (lattice[1] - self._start[1]) / self._unit, (lattice[0] - self._start[0]) / self._unit

    @cached_property
    def _circles(self) -> Mapping[Lattice, tuple[Point, float]]:
        """The middle and the radius of the largest circle in each cell."""
        result = {}
        for cell, ring in self._rings.items():
            x, y = self._scale(ring[0].lattice)
            # Rounded, so that cells of one form are measured once.
            form = tuple((round(right - x, 2), round(down - y, 2)) for right, down in self.polygon(cell))
            (right, down), radius = polygons.inner_circle(form)
            result[cell.lattice] = (x + right, y + down), radius
        return result

    def polygon(self, cell: Cell) -> tuple[Point, ...]:
        """The corners of a cell clockwise."""
        return tuple(self._scale(corner.lattice) for corner in self._rings[cell])

    def point(self, lattice: Lattice) -> Point:
        """The point of a lattice place; of a cell the one with the most room around it."""
        circle = self._circles.get(lattice)
        return self._scale(lattice) if circle is None else circle[0]

    def has_cell_at(self, point: Point) -> bool:
        """Whether a point lies in a cell."""
        return any(polygons.contains(self.polygon(cell), point) for cell in self.geometry.cells)

    def size(self, geometry: Geometry) -> tuple[float, float]:
        """Width and height of the board."""
        places = [self._scale(corner.lattice) for corner in geometry.corners]
        return max(x for x, _ in places), max(y for _, y in places)

    def scale(self, spot: Spot) -> float:
        """The size of signs and letters at a place, of the usual one: less where cells are small."""
        if isinstance(spot, Margin):
            return _OUTSIDE
        cells = (spot,) if isinstance(spot, Cell) else self.geometry.cells_of(spot)
        return min(1.0, *(2 * self._circles[cell.lattice][1] for cell in cells))

    @cached_property
    def _turns(self) -> Mapping[tuple[int, int], float]:
        """The angles of the directions of the lattice."""
        result: dict[tuple[int, int], float] = {}
        for link in self.geometry.links if self.geometry.directions else ():
            for start, end in (link.cells, link.cells[::-1]):
                (x, y), (right, down) = self.point(start.lattice), self.point(end.lattice)
                result.setdefault(COMPASS[heading(start.lattice, end.lattice)], atan2(down - y, right - x))
        return result

    def turn(self, way: tuple[int, int]) -> float:
        """The angle of a way (rows, columns), clockwise from the right."""
        return self._turns.get(way, atan2(*way))

    def turned(self, primitive: Primitive, link: Link) -> Primitive:
        """A sign that points along a level link, on this one."""
        (x, y), (right, down) = self.ends(link)
        turn = atan2(down - y, right - x)
        return map_points(primitive, lambda a, b: (a * cos(turn) - b * sin(turn), a * sin(turn) + b * cos(turn)))

    def ends(self, place: Border | Link, *, across: bool = False) -> Segment:
        """The ends of a stroke along a border, or from cell to cell; `across` a link, along its border."""
        start, *_, end = self.passed(place, across=across)
        return self.point(start), self.point(end)

    def outline(self, cells: Sequence[Cell], inset: float) -> list[Segment]:
        """The outline of cells, moved inwards by a distance, less in small cells.

        From each side of the rim the next one is found around the corner between them, through cells inside.
        """
        inset *= min(map(self.scale, cells), default=1.0)
        onwards: dict[Side, Corner] = {}
        for cell in dict.fromkeys(cells):
            ring = self._rings[cell]
            for at, corner in enumerate(ring):
                onwards[ring[at - 2], ring[at - 1]] = corner
        ahead: dict[Side, Side] = {}
        for (start, end), corner in onwards.items():
            if (end, start) not in onwards:
                side = end, corner
                while side[::-1] in onwards:
                    side = end, onwards[side[1], end]
                ahead[start, end] = side
        turns = {
            side: polygons.inwards(
                self._scale(side[0].lattice),
                self._scale(side[1].lattice),
                self._scale(then[1].lattice),
                inset=inset,
            )
            for side, then in ahead.items()
        }
        return [(turns[side], turns[then]) for side, then in ahead.items()]

    def face(self, cell: Cell, paint: Paint, inset: float = 0, rounding: float = 0) -> FigurePath:
        """A cell as a whole, or moved inwards with round corners."""
        corners = self.polygon(cell)
        if not inset:
            return line(paint, *corners, closed=True)
        scale = self.scale(cell)
        # The corners are those of a wide line.
        wide = Paint(paint.fill, paint.fill, 2 * rounding * scale)
        return line(wide, *polygons.shrunk(corners, (inset + rounding) * scale), closed=True)

    def hatching(self, cell: Cell) -> Iterator[Segment]:
        """Oblique lines through a cell."""
        scale = self.scale(cell)
        yield from polygons.hatching(polygons.shrunk(self.polygon(cell), 0.06 * scale), 0.3 * scale)

    def upper_right(self, cell: Cell) -> Point:
        """Return where a small sign stands beside what is in a cell."""
        (x, y), scale = self.point(cell.lattice), self.scale(cell)
        return x + 0.17 * scale, y - 0.17 * scale

    def lower_left(self, cell: Cell) -> Point:
        """Return where a sign in the corner of a cell begins."""
        (x, y), scale = self.point(cell.lattice), self.scale(cell)
        return x - 0.3 * scale, y + 0.36 * scale

    def passed(self, place: Border | Link, *, across: bool = False) -> tuple[Lattice, ...]:
        """The lattice places that a stroke goes through."""
        if isinstance(place, Link) and not across:
            return place.first.lattice, place.lattice, place.second.lattice
        border = self.geometry.border_at[place.lattice]
        start, end = self.geometry.border_ends[border]
        return start.lattice, place.lattice, end.lattice

    @cached_property
    def _crossings(self) -> Mapping[frozenset[Lattice], Lattice]:
        """The links by their cells and the borders by their ends."""
        result = {frozenset(cell.lattice for cell in link.cells): link.lattice for link in self.geometry.links}
        for border, corners in self.geometry.border_ends.items():
            result[frozenset(corner.lattice for corner in corners)] = border.lattice
        return result

    def between(self, start: Lattice, end: Lattice) -> tuple[Lattice, ...]:
        """The lattice places between two, as far as a straight line goes through one."""
        crossed = self._crossings.get(frozenset((start, end)))
        return () if crossed is None else (crossed,)

    @cached_property
    def _cells_at(self) -> Mapping[Lattice, tuple[Lattice, ...]]:
        result: dict[Lattice, tuple[Lattice, ...]] = {cell.lattice: (cell.lattice,) for cell in self.geometry.cells}
        places: list[Border | Corner] = [*self.geometry.borders, *self.geometry.corners]
        for place in places:
            result[place.lattice] = tuple(cell.lattice for cell in self.geometry.cells_of(place))
        return result

    def cells_at(self, place: Lattice) -> Iterator[Lattice]:
        """The cell at a lattice place, or those around it."""
        yield from self._cells_at.get(place, ())
