"""Boards on a lattice: the faces of some rows of a periodic tiling, with all that touches them.

Lattice coordinates of places are thousandths of the unit of the lattice file, as (down, right).
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from puzzlelang.geometry.board import Edge, Geometry, Point
from puzzlelang.geometry.lattices import Lattice, Polygon, Vector, compass, lattice, middle
from puzzlelang.geometry.places import Border, Cell, Corner, Direction, Line, Link, View
from puzzlelang.geometry.sorts import COMPASS

UNIT = 1000
"""Lattice coordinates in one unit of a lattice file."""

_NEAR = tuple((down, right) for down in (0, -1, 1) for right in (0, -1, 1))
_SIDE_NAMES = {"up": "top", "down": "bottom"}

Spot = tuple[int, int]
"""Lattice coordinates."""


class TilingCell(Cell, frozen=True, eq=False):
    """A face of a tiling: `row` and `column` are those of the board text, `polygon` its corners as (x, y)."""

    lattice: Spot = (0, 0)  # stored here, computed in squares
    polygon: Polygon = ()


class TilingBorder(Border, frozen=True, eq=False):
    """A side of a face; `number` counts the sides of its first cell clockwise from the top."""

    number: int = 0

    def __str__(self) -> str:
        if len(self.cells) == 2:
            return f"border {self.cells[0]}/{self.cells[1]}"
        return f"side {self.number} of {self.cells[0]}"

    @property
    def text(self) -> str:
        """Its name without blanks."""
        first, *others = map(str, self.cells)
        return f"{first}/{others[0] if others else f'side{self.number}'}"


class TilingCorner(Corner, frozen=True, eq=False):
    """A corner of faces; `number` counts those of its first cell clockwise from the top."""

    number: int = 0

    def __str__(self) -> str:
        return f"corner {self.number} of {self.cells[0]}"

    @property
    def text(self) -> str:
        """Its name without blanks."""
        return f"{self.cells[0]}/corner{self.number}"


class Tiling(Geometry, frozen=True, eq=False, dict=True, kw_only=True):
    """A board of `height` rows of up to `width` faces; the first row is row number `first` of the unit cell.

    `absent` are the rows and columns, counted from 1, where the board has no cell.
    """

    shape: Lattice
    first: int = 0
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
        """In reading order."""
        return tuple(self._cells())

    def _cells(self) -> Iterator[TilingCell]:
        places = ((row, column) for row in range(self.height) for column in range(self.width))
        kept = ((row, column) for row, column in places if (row + 1, column + 1) not in self.absent)
        for index, (row, column) in enumerate(kept):
            face = self.shape.face(row + self.first, column)
            yield TilingCell(index, row + 1, column + 1, lattice=_spot(middle(face)), polygon=face)

    @cached_property
    def _by_place(self) -> Mapping[tuple[int, int], Cell]:
        return {(cell.row, cell.column): cell for cell in self.cells}

    def at(self, row: int, column: int) -> Cell | None:
        """The cell at a place in a row, both counted from 1, or None off the board."""
        return self._by_place.get((row, column))

    @cached_property
    def _rims(self) -> Mapping[Cell, tuple[Spot, ...]]:
        """The corners of each cell clockwise: points that are the same but for rounding are one."""
        known: dict[Spot, Spot] = {}
        found: dict[Cell, tuple[Spot, ...]] = {}
        for cell in self.cells:
            assert isinstance(cell, TilingCell)
            rim = []
            for down, right in map(_spot, cell.polygon):
                same = ((down + below, right + beside) for below, beside in _NEAR)
                rim.append(next((known[spot] for spot in same if spot in known), (down, right)))
                known.setdefault((down, right), rim[-1])
            found[cell] = tuple(rim)
        return found

    @cached_property
    def _sides(self) -> Mapping[frozenset[Spot], list[tuple[Cell, int]]]:
        """The cells at each side, each with the number of the side there."""
        found: dict[frozenset[Spot], list[tuple[Cell, int]]] = {}
        for cell, rim in self._rims.items():
            for number, ends in enumerate(_ring(rim), 1):
                found.setdefault(frozenset(ends), []).append((cell, number))
        return found

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """In reading order, the rim included."""
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
        """In reading order."""
        inner = (border for border in self.borders if len(border.cells) == 2)
        return tuple(Link(index, one.lattice, one.cells[0], one.cells[1]) for index, one in enumerate(inner))

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """In reading order."""
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
        found: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells}
        for link in self.links:
            found[link.first].append(link.second)
            found[link.second].append(link.first)
        return {cell: _in_order(others) for cell, others in found.items()}

    @cached_property
    def _touching(self) -> Mapping[Cell, tuple[Cell, ...]]:
        found: dict[Cell, set[Cell]] = {cell: set() for cell in self.cells}
        for corner in self.corners:
            for cell in corner.cells:
                found[cell].update(other for other in corner.cells if other is not cell)
        return {cell: _in_order(others) for cell, others in found.items()}

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a border with one, in reading order."""
        return self._beside[cell]

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a border or a corner with one, in reading order."""
        return self._touching[cell]

    @cached_property
    def _ahead(self) -> Mapping[tuple[Cell, str], Cell]:
        """The next cell by cell and name of a direction."""
        found = {}
        for link in self.links:
            for cell, other in (link.cells, link.cells[::-1]):
                found[cell, _heading(cell.lattice, link.lattice)] = other
        return found

    def towards(self, cell: Cell, direction: Direction) -> Cell | None:
        """The next cell in a direction, None at the rim."""
        return self._ahead.get((cell, direction.name))

    def ray(self, cell: Cell, direction: Direction) -> tuple[Cell, ...]:
        """The cells from `cell`, itself left out, in a direction to the rim, nearest first."""
        found = []
        onward = self.towards(cell, direction)
        while onward is not None:
            found.append(onward)
            onward = self.towards(onward, direction)
        return tuple(found)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Family by family, in the order of the lattice file; a line goes on behind what is absent."""
        whole = Tiling(self.height, self.width, shape=self.shape, first=self.first) if self.absent else self
        found: list[Line] = []
        for family in self.shape.lines:
            chains = ([self.at(cell.row, cell.column) for cell in chain] for chain in whole._chains(family))
            kept = filter(None, (tuple(cell for cell in chain if cell is not None) for chain in chains))
            for number, cells in enumerate(kept, 1):
                found.append(Line(len(found), family, number, cells))
        return tuple(found)

    def _chains(self, family: str) -> Iterable[tuple[Cell, ...]]:
        """The cells of each line of a family: from the left, or from the top if it is upright."""
        ahead: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells}
        inside: dict[Cell, int] = dict.fromkeys(self.cells, 0)
        for ends, at in self._sides.items():
            (first, second) = sorted(ends)
            if self.shape.crosses(family, (first[::-1], second[::-1])):
                for cell, _ in at:
                    inside[cell] += 1
                    ahead[cell] += [other for other, _ in at if other is not cell]
        seen: set[Cell] = set()
        chains: list[tuple[Cell, ...]] = []
        starts = [cell for cell in self.cells if inside[cell] == 2 and len(ahead[cell]) < 2]
        for start in starts:
            if start not in seen:
                chain = [start]
                while onward := [other for other in ahead[chain[-1]] if other not in chain[-2:]]:
                    chain.append(onward[0])
                seen.update(chain)
                chains.append(tuple(_forward(chain)))
        if not chains:
            return chains
        longest = max(chains, key=len)
        (down, right), (below, beside) = longest[0].lattice, longest[-1].lattice
        along = (below - down, beside - right)
        return sorted(chains, key=lambda chain: (_offset(chain[0], along), chain[0].index))

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The lines from their first ends, then from their last ends, family by family."""
        found: list[View] = []
        for family in self.shape.lines:
            lines = [line for line in self.lines if line.kind == family]
            for order in (1, -1):
                side = self._side(lines, order)
                found += [View(len(found) + index, side, line, line.cells[::order]) for index, line in enumerate(lines)]
        return tuple(found)

    def _side(self, lines: Sequence[Line], order: int) -> str:
        """The name of the side from which lines are looked at."""
        longest = max(lines, key=lambda line: len(line.cells))
        cells = longest.cells[::order]
        way = _heading(cells[-1].lattice, cells[0].lattice)
        return " ".join(_SIDE_NAMES.get(word, word) for word in way.split())

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
                found = line.cells[min(at, end) + 1 : max(at, end)]
                return found if at < end else found[::-1]
        return ()

    def corners_of(self, place: Cell | Border, direction: Direction | None = None) -> Sequence[Corner]:
        """The corners of a cell, or the ends of a border, in reading order; with `direction` those on that side."""
        if isinstance(place, Border):
            return self.border_ends[place]
        spots: Iterable[Spot] = self._rims[place]
        if direction is not None:
            way = direction.name
            within = (ends for ends in _ring(self._rims[place]) if _heading(place.lattice, _between(ends)) == way)
            spots = next(within, ())
        return sorted((self._corner_at[spot] for spot in spots), key=lambda corner: corner.index)

    def is_straight(self, first: Edge, point: Point, second: Edge) -> bool:
        """Whether two edges that meet at a point lead opposite ways from it."""
        (down, right), (a, b), (c, d) = point.lattice, first.lattice, second.lattice
        return math.hypot(a + c - 2 * down, b + d - 2 * right) < 0.02 * math.hypot(a - down, b - right)

    def leads(self, point: Point, direction: Direction, edge: Edge) -> bool:
        """Whether an edge at a point leads in a direction."""
        return _heading(point.lattice, edge.lattice) == direction.name


@cache
def _directions(name: str) -> tuple[Direction, ...]:
    return tuple(Direction(index, way, *COMPASS[way]) for index, way in enumerate(lattice(name).directions))


def _ring(rim: Sequence[Spot]) -> list[tuple[Spot, Spot]]:
    """The sides of a cell, each by its ends, clockwise."""
    return list(zip(rim, (*rim[1:], rim[0]), strict=True))


def _spot(point: Vector) -> Spot:
    x, y = point
    return round(y * UNIT), round(x * UNIT)


def _between(ends: Sequence[Spot]) -> Spot:
    (down, right), (below, beside) = ends
    return (down + below) // 2, (right + beside) // 2


def _heading(start: Spot, end: Spot) -> str:
    """The name of the way from one spot to another."""
    return compass(math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])))


def _forward(chain: Sequence[Cell]) -> Sequence[Cell]:
    """The cells of a line from the top, those of a level one from the left."""
    (down, right), (below, beside) = chain[0].lattice, chain[-1].lattice
    level = abs(below - down) * 3 < abs(beside - right)
    return chain[::-1] if ((beside < right) if level else (below < down)) else chain


def _offset(cell: Cell, along: Spot) -> int:
    """How far a line lies to the right of others, or below them if it is level; thousandths of the lattice's unit."""
    (down, right), (below, beside) = cell.lattice, along
    far = right * below - down * beside
    return round((far if below else -far) / math.hypot(below, beside))


def _in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(set(cells), key=lambda cell: cell.index))
