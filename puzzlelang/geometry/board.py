"""The interface of every board, whatever its lattice: places, and which of them touch."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

import msgspec

from puzzlelang.geometry.places import (
    Border,
    Cell,
    Corner,
    Covering,
    Direction,
    GroupOfCells,
    Line,
    Link,
    Place,
    View,
)
from puzzlelang.geometry.sorts import Sort

Edge = Link | Border
Point = Cell | Corner


class Geometry(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A board of `height` rows of at most `width` cells, defined by incidences; each lattice says how its cells lie.

    Places are made once and compared by identity.  `Rectangle` and `Tiling` are the kinds of boards.
    """

    height: int
    width: int

    @cached_property
    def _cache(self) -> dict[object, tuple[GroupOfCells, ...]]:
        """Return what `cache` keeps.  No field, as places are not sent to another process: it has its own."""
        return {}

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All in reading order."""
        raise NotImplementedError

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All in reading order."""
        raise NotImplementedError

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """All in reading order, those of the rim too."""
        raise NotImplementedError

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """All in reading order."""
        raise NotImplementedError

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Family by family, rows first; none on a lattice without lines."""
        raise NotImplementedError

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The lines from both ends, side by side of the board."""
        raise NotImplementedError

    @property
    def lattice(self) -> str:
        """The name of the lattice."""
        raise NotImplementedError

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The ways through opposite sides of a cell, clockwise; none on a lattice without any."""
        raise NotImplementedError

    def at(self, row: int, column: int) -> Cell | None:
        """The cell at a place in a row of the board text, both counted from 1, or None off the board."""
        raise NotImplementedError

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a border with one, in reading order."""
        raise NotImplementedError

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a border or a corner with one, in reading order."""
        raise NotImplementedError

    def towards(self, cell: Cell, direction: Direction) -> Cell | None:
        """The next cell in a direction, None at the rim."""
        raise NotImplementedError

    def ray(self, cell: Cell, direction: Direction) -> tuple[Cell, ...]:
        """The cells from `cell`, itself left out, in a direction to the rim, nearest first."""
        raise NotImplementedError

    def between(self, first: Cell, second: Cell) -> tuple[Cell, ...]:
        """The cells strictly between two of one line, from `first` on; none otherwise."""
        raise NotImplementedError

    def lines_of(self, cell: Cell) -> tuple[Line, ...]:
        """The lines that a cell lies in, one of each family."""
        raise NotImplementedError

    def lines_at(self, side: str) -> tuple[Line, ...]:
        """The lines that end at one side of the board, in their order there."""
        raise NotImplementedError

    def corners_of(self, place: Cell | Border, direction: Direction | None = None) -> Sequence[Corner]:
        """The corners of a cell, or the ends of a border, in reading order; with `direction` those on that side."""
        raise NotImplementedError

    def is_straight(self, first: Edge, point: Point, second: Edge) -> bool:
        """Whether a curve through both edges goes straight on at the point where they meet."""
        raise NotImplementedError

    def leads(self, point: Point, direction: Direction, edge: Edge) -> bool:
        """Whether an edge at a point leads in a direction."""
        raise NotImplementedError

    def cells_of(self, place: Covering) -> tuple[Cell, ...]:
        """The existing cells of a place."""
        return place.cells

    def opposite(self, direction: Direction) -> Direction:
        """The other way."""
        ways = self.directions
        return ways[(ways.index(direction) + len(ways) // 2) % len(ways)]

    def clockwise(self, direction: Direction) -> Direction:
        """The next direction to the right."""
        ways = self.directions
        return ways[(ways.index(direction) + 1) % len(ways)]

    def places(self, sort: Sort) -> tuple[Place, ...]:
        """All places of a sort; none of regions and groups, which a puzzle or a rule makes."""
        match sort:
            case Sort.CELL:
                return self.cells
            case Sort.BORDER:
                return self.borders
            case Sort.LINK:
                return self.links
            case Sort.CORNER:
                return self.corners
            case Sort.LINE:
                return self.lines
            case Sort.VIEW:
                return self.views
            case Sort.DIRECTION:
                return self.directions
            case Sort.REGION | Sort.GROUP | Sort.GIVEN_GROUP | Sort.PATH:
                return ()

    def views_from(self, side: str) -> tuple[View, ...]:
        """The views from one side, in their order there."""
        return tuple(view for view in self.views if view.side == side)

    @cached_property
    def border_ends(self) -> Mapping[Border, tuple[Corner, Corner]]:
        """The two corners at the ends of each border, in reading order."""
        ends: dict[Border, list[Corner]] = {border: [] for border in self.borders}
        for corner in self.corners:
            for border in filter(ends.__contains__, corner.borders):
                ends[border].append(corner)
        return {border: (first, second) for border, (first, second) in ends.items()}

    @cached_property
    def border_at(self) -> Mapping[tuple[int, int], Border]:
        """The borders by their lattice place, which is also that of the link that crosses one."""
        return {border.lattice: border for border in self.borders}

    @cached_property
    def cell_by_spot(self) -> Mapping[tuple[int, int, int], Cell]:
        """The cells by where they lie in the lattice."""
        return {cell.spot: cell for cell in self.cells}

    @cached_property
    def by_name(self) -> Mapping[str, Place]:
        """The places that do not depend on a puzzle, by what messages call them."""
        sorts = (self.cells, self.borders, self.links, self.corners, self.lines, self.views)
        return {str(place): place for places in sorts for place in places}

    def cache(self, key: object, make: Callable[[], tuple[GroupOfCells, ...]]) -> tuple[GroupOfCells, ...]:
        """Caches `make` by key: for places that depend on arguments, such as windows."""
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

    def components_without(self, cut: Collection[Link]) -> list[list[Cell]]:
        """The connected components of the board without the links that borders cut, by first cell."""
        open_to: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells}
        for link in self.links:
            if link not in cut:
                open_to[link.first].append(link.second)
                open_to[link.second].append(link.first)
        seen: set[Cell] = set()
        components: list[list[Cell]] = []
        for start in self.cells:
            if start in seen:
                continue
            seen.add(start)
            component = [start]
            for cell in component:
                for other in open_to[cell]:
                    if other not in seen:
                        seen.add(other)
                        component.append(other)
            components.append(sorted(component, key=lambda cell: cell.index))
        return components
