"""Boards on a lattice: the faces of some rows of a periodic tiling, with all that touches them."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from puzzlelang.geometry.board import Edge, Geometry, Point
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.lattices import Lattice, middle
from puzzlelang.geometry.places import Border, Cell, Corner, Direction, Line, Link, View
from puzzlelang.geometry.sorts import COMPASS
from puzzlelang.geometry.tiling_lines import chains, heading, side_seen_from
from puzzlelang.geometry.tiling_places import Spot, TilingBorder, TilingCell, TilingCorner, spot_of

_NEAR = tuple((down, right) for down in (0, -1, 1) for right in (0, -1, 1))


class Tiling(Geometry, frozen=True, eq=False, dict=True, kw_only=True):
    """A board of `height` rows of up to `width` faces.

    Its first row is row number `first` of the lattice, its first column the one number `left`, both counted from 0.
    `absent` are the rows and columns, counted from 1, where the board has no cell.
    """

    shape: Lattice
    first: int = 0
    left: int = 0
    absent: frozenset[tuple[int, int]] = frozenset()

    def __repr__(self) -> str:
        return f"Tiling({self.shape.name}, {self.height}, {self.width})"

    @property
    def lattice(self) -> str:
        """The name of the lattice."""
        return self.shape.name

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The ways through opposite sides of a cell, clockwise; none on a lattice without any."""
        return _directions(self.shape.name)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All in reading order."""
        return tuple(self._cells())

    def _cells(self) -> Iterator[TilingCell]:
        places = ((row, column) for row in range(self.height) for column in range(self.width))
        kept = ((row, column) for row, column in places if (row + 1, column + 1) not in self.absent)
        for index, (row, column) in enumerate(kept):
            face = self.shape.face(row + self.first, column + self.left)
            yield TilingCell(index, row + 1, column + 1, spot_of(middle(face)), face, self.shape.name)

    @cached_property
    def _by_place(self) -> Mapping[tuple[int, int], Cell]:
        return {(cell.row, cell.column): cell for cell in self.cells}

    def at(self, row: int, column: int) -> Cell | None:
        """The cell at a place in a row, both counted from 1, or None off the board."""
        return self._by_place.get((row, column))

    def face(self, cell: Cell) -> tuple[int, int]:
        """The row of a cell in the whole lattice, and its place in that row, both counted from 0."""
        return cell.row - 1 + self.first, cell.column - 1 + self.left

    @cached_property
    def _rims(self) -> Mapping[Cell, tuple[Spot, ...]]:
        """The corners of each cell clockwise: points that are the same but for rounding are one."""
        known: dict[Spot, Spot] = {}
        result: dict[Cell, tuple[Spot, ...]] = {}
        for cell in self.cells:
            assert isinstance(cell, TilingCell)
            rim = []
            for down, right in map(spot_of, cell.polygon):
                same = ((down + below, right + beside) for below, beside in _NEAR)
                rim.append(next((known[spot] for spot in same if spot in known), (down, right)))
                known.setdefault((down, right), rim[-1])
            result[cell] = tuple(rim)
        return result

    @cached_property
    def _sides(self) -> Mapping[frozenset[Spot], list[tuple[Cell, int]]]:
        """The cells at each side, each with the number of the side there."""
        result: dict[frozenset[Spot], list[tuple[Cell, int]]] = {}
        for cell, rim in self._rims.items():
            for number, ends in enumerate(_ring(rim), 1):
                result.setdefault(frozenset(ends), []).append((cell, number))
        return result

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """All in reading order, those of the rim too."""
        placed = sorted((_between(ends), ends) for ends in map(tuple, map(sorted, self._sides)))
        return tuple(
            TilingBorder(index, place, tuple(cell for cell, _ in at), number=at[0][1])
            for index, (place, ends) in enumerate(placed)
            for at in (self._sides[frozenset(ends)],)
        )

    @cached_property
    def _border_at(self) -> Mapping[frozenset[Spot], Border]:
        """The borders by their ends."""
        ends = sorted(self._sides, key=lambda spots: (_between(tuple(sorted(spots))), tuple(sorted(spots))))
        return dict(zip(ends, self.borders, strict=True))

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All in reading order."""
        inner = (border for border in self.borders if len(border.cells) == 2)
        return tuple(Link(index, one.lattice, one.cells[0], one.cells[1]) for index, one in enumerate(inner))

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """All in reading order."""
        cells: dict[Spot, list[tuple[Cell, int]]] = {}
        for cell, rim in self._rims.items():
            for number, spot in enumerate(rim, 1):
                cells.setdefault(spot, []).append((cell, number))
        borders: dict[Spot, list[Border]] = {}
        for ends, border in self._border_at.items():
            for spot in ends:
                borders.setdefault(spot, []).append(border)
        return tuple(
            TilingCorner(
                index,
                spot,
                tuple(cell for cell, _ in cells[spot]),
                tuple(sorted(borders[spot], key=lambda border: border.index)),
                number=cells[spot][0][1],
            )
            for index, spot in enumerate(sorted(cells))
        )

    @cached_property
    def _corner_at(self) -> Mapping[Spot, Corner]:
        return {corner.lattice: corner for corner in self.corners}

    @cached_property
    def _beside(self) -> Mapping[Cell, tuple[Cell, ...]]:
        result: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells}
        for link in self.links:
            result[link.first].append(link.second)
            result[link.second].append(link.first)
        return {cell: _in_order(others) for cell, others in result.items()}

    @cached_property
    def _touching(self) -> Mapping[Cell, tuple[Cell, ...]]:
        result: dict[Cell, set[Cell]] = {cell: set() for cell in self.cells}
        for corner in self.corners:
            for cell in corner.cells:
                result[cell].update(other for other in corner.cells if other is not cell)
        return {cell: _in_order(others) for cell, others in result.items()}

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a border with one, in reading order."""
        return self._beside[cell]

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a border or a corner with one, in reading order."""
        return self._touching[cell]

    @cached_property
    def _ahead(self) -> Mapping[tuple[Cell, str], Cell]:
        """The next cell by cell and name of a direction."""
        result = {}
        for link in self.links:
            for cell, other in (link.cells, link.cells[::-1]):
                result[cell, heading(cell.lattice, link.lattice)] = other
        return result

    def towards(self, cell: Cell, direction: Direction) -> Cell | None:
        """The next cell in a direction, None at the rim."""
        return self._ahead.get((cell, direction.name))

    def ray(self, cell: Cell, direction: Direction) -> tuple[Cell, ...]:
        """The cells from `cell`, itself left out, in a direction to the rim, nearest first."""
        result = []
        onward = self.towards(cell, direction)
        while onward is not None:
            result.append(onward)
            onward = self.towards(onward, direction)
        return tuple(result)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Family by family, in the order of the lattice file; a line goes on behind what is absent."""
        whole = self._whole() if self.absent else self
        result: list[Line] = []
        for family in self.shape.lines:
            mine = ([self.at(cell.row, cell.column) for cell in chain] for chain in whole._chains(family))
            kept = filter(None, (tuple(cell for cell in chain if cell is not None) for chain in mine))
            for number, cells in enumerate(kept, 1):
                result.append(Line(len(result), family, number, cells))
        return tuple(result)

    def _whole(self) -> "Tiling":
        return Tiling(self.height, self.width, shape=self.shape, first=self.first, left=self.left)

    def _chains(self, family: str) -> Sequence[tuple[Cell, ...]]:
        """The cells of each line of a family."""
        sides = ((sorted(ends), at) for ends, at in self._sides.items())
        crossed = (at for (one, other), at in sides if self.shape.crosses(family, (one[::-1], other[::-1])))
        return chains(self.cells, ([cell for cell, _ in at] for at in crossed))

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The lines from their first ends, then from their last ends, family by family."""
        result: list[View] = []
        for family in self.shape.lines:
            lines = [line for line in self.lines if line.kind == family]
            for order in (1, -1):
                side = side_seen_from(lines, order)
                result += [
                    View(len(result) + index, side, line, line.cells[::order]) for index, line in enumerate(lines)
                ]
        return tuple(result)

    def lines_of(self, cell: Cell) -> tuple[Line, ...]:
        """The lines that a cell lies in, one of each family at most."""
        return tuple(line for line in self.lines if cell in line.cells)

    def lines_at(self, side: str) -> tuple[Line, ...]:
        """The lines of a family."""
        return tuple(line for line in self.lines if line.kind == side)

    def between(self, first: Cell, second: Cell) -> tuple[Cell, ...]:
        """The cells strictly between two of one line, from `first` on; none otherwise."""
        for line in self.lines:
            if first in line.cells and second in line.cells:
                at, end = line.cells.index(first), line.cells.index(second)
                result = line.cells[min(at, end) + 1 : max(at, end)]
                return result if at < end else result[::-1]
        return ()

    def corners_of(self, place: Cell | Border, direction: Direction | None = None) -> Sequence[Corner]:
        """The corners of a cell, or the ends of a border, in reading order; with `direction` those on that side."""
        if isinstance(place, Border):
            return self.border_ends[place]
        spots: Iterable[Spot] = self._rims[place]
        if direction is not None:
            way = direction.name
            within = (ends for ends in _ring(self._rims[place]) if heading(place.lattice, _between(ends)) == way)
            spots = next(within, ())
        return sorted((self._corner_at[spot] for spot in spots), key=lambda corner: corner.index)

    def is_straight(self, first: Edge, point: Point, second: Edge) -> bool:
        """Whether two edges that meet at a point lead opposite ways from it."""
        (down, right), (a, b), (c, d) = point.lattice, first.lattice, second.lattice
        return math.hypot(a + c - 2 * down, b + d - 2 * right) < 0.02 * math.hypot(a - down, b - right)

    def leads(self, point: Point, direction: Direction, edge: Edge) -> bool:
        """Whether an edge at a point leads in a direction."""
        return heading(point.lattice, edge.lattice) == direction.name


@cache
def _directions(name: str) -> tuple[Direction, ...]:
    return tuple(Direction(index, way, *COMPASS[way]) for index, way in enumerate(lattice(name).directions))


def _ring(rim: Sequence[Spot]) -> list[tuple[Spot, Spot]]:
    """The sides of a cell, each by its ends, clockwise."""
    return list(zip(rim, (*rim[1:], rim[0]), strict=True))


def _between(ends: Sequence[Spot]) -> Spot:
    (down, right), (below, beside) = ends
    return (down + below) // 2, (right + beside) // 2


def _in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(set(cells), key=lambda cell: cell.index))
