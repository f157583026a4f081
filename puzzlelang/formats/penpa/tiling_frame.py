"""The frame of reference of marks on other lattices than squares, and how the grid of a text is read."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import islice

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.penpa.frame import OUTSIDE, Frame, Point, number_in, numbers
from puzzlelang.formats.penpa.tiling_grids import KindOfGrid, kind_of_grid
from puzzlelang.formats.pieces.places import check_lattice
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.cut_outs import Face, cut_out
from puzzlelang.geometry.lattices import Vector, middle
from puzzlelang.geometry.places import Border, Cell, Corner, Place
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.geometry.tiling_places import spot_of
from puzzlelang.source import Span
from puzzlelang.typed.ir import Ruleset

_MOST_ACROSS = 100
"""Sizes above are refused."""

_NEAR = [(down, right) for down in range(-2, 3) for right in range(-2, 3)]


class TilingFrame(Frame, frozen=True, kw_only=True, dict=True):
    """A grid with the board in it; lattice points of the board are `shift` behind those of the whole lattice."""

    kind: KindOfGrid
    columns: int
    rows: int
    tiling: Tiling
    shift: Vector

    def board(self, rules: Ruleset) -> Geometry:
        """The board.  Raises `Failed` if the rules have none of its lattice."""
        check_lattice(rules, self.kind.lattice, self.size)
        return self.tiling

    def point(self, number: int) -> Point | None:
        """The lattice point of a number: that of a place of the board, if it is one; None for other points."""
        result = self.kind.place(number, self.columns, self.rows)
        if result is None:
            return None
        down, right = spot_of(self._shift_point(self.kind.vector(result)))
        same = ((down + below, right + beside) for below, beside in _NEAR)
        return next((spot for spot in same if spot in self._places), (down, right))

    def _shift_point(self, point: Vector) -> Vector:
        return point[0] + self.shift[0], point[1] + self.shift[1]

    @cached_property
    def _places(self) -> Mapping[Point, Place]:
        """The places of the board by lattice point; no two have one."""
        places: Sequence[Cell | Border | Corner] = (*self.tiling.cells, *self.tiling.borders, *self.tiling.corners)
        return {place.lattice: place for place in places}

    @cached_property
    def _numbers(self) -> Mapping[Point, int]:
        """The first number of each place of the board."""
        result: dict[Point, int] = {}
        for number in range(self.kind.amount(self.columns, self.rows)):
            point = self.point(number)
            if point is not None and point in self._places:
                result.setdefault(point, number)
        beside = (at for at, _ in self.kind.faces(self.columns, self.rows) if self.point(at) not in self._places)
        for number in islice(beside, 1):
            result[OUTSIDE] = number
        return result

    def number(self, point: Point) -> int:
        """The number of a place of the board, or of the first face beside it.  Raises `Failed` for any other point."""
        result = self._numbers.get(point)
        if result is None:
            raise fail("E208", "on this lattice an address of Penpa has marks at places of the board only")
        return result

    def small(self, number: int) -> tuple[Point, int] | None:  # noqa: ARG002
        """Small places are not read."""
        return None

    def small_number(self, cell: Point, place: int) -> int:  # noqa: ARG002
        """Small places are not written."""
        raise fail("E208", "an address of Penpa has small marks in squares only")

    def inside(self, point: Point) -> bool:
        """Whether a point is one of the board, and not on its rim."""
        place = self._places.get(point)
        match place:
            case Cell():
                return True
            case Border():
                return len(place.cells) > 1
            case Corner():
                return len(place.borders) == len(place.cells)
            case _:
                return False

    def is_cell(self, point: Point) -> bool:
        """Whether a cell of the board lies at a point."""
        return isinstance(self._places.get(point), Cell)

    @cached_property
    def _strokes(self) -> Mapping[frozenset[Place], Point]:
        """The borders by the cells beside them, and by the corners at their ends."""
        beside = {frozenset[Place](link.cells): link.lattice for link in self.tiling.links}
        return beside | {frozenset[Place](ends): border.lattice for border, ends in self.tiling.border_ends.items()}

    def stroke(self, first: Point, last: Point) -> Point | None:
        """The border that joins two corners, or that lies between two cells; None if there is none."""
        ends = {self._places.get(first), self._places.get(last)}
        return OUTSIDE if ends == {None} else self._strokes.get(frozenset(end for end in ends if end is not None))

    def ends(self, kind: str, point: Point) -> tuple[Point, Point]:
        """The points that the line between two cells or the edge along a border joins."""
        border = self.tiling.border_at[point]
        first, last = border.cells if kind == "lines" else self.tiling.border_ends[border]
        return first.lattice, last.lattice

    def where(self, point: Point) -> str:
        """The place at a point in words."""
        place = self._places.get(point)
        return f" at {place}" if place is not None else " beside the board"


def read_tiling_frame(lines: Sequence[Span], kind: str, first: Span, size: Span) -> TilingFrame:
    """Parses the grid of a text of a kind that is not squares.  Raises `Failed`."""
    grid = kind_of_grid(kind, first)
    parts = [number_in(part) for part in size.text.split(",")]
    if len(parts) < 2 or None in parts:
        raise fail("E202", "here should stand the size of the board, two numbers", size)
    width, height = (part or 0 for part in parts)
    if max(width, height) > _MOST_ACROSS:
        raise fail("E203", f"a board of a size above {_MOST_ACROSS} is not read", size)
    columns, rows = grid.extent(width, height)
    results = cut_out(grid.shape, _faces(grid, columns, rows, lines))
    face, cell = next(iter(results.cells.items()))
    return frame_of(results.board, grid, (columns, rows), cell, face, size)


def frame_of(
    tiling: Tiling, grid: KindOfGrid, extent: tuple[int, int], cell: Cell, face: Face, size: Span
) -> TilingFrame:
    """The frame of a grid with so many columns and rows of points, in which a cell of the board lies at a face."""
    x, y = middle(grid.shape.face(*face))
    there_x, there_y = middle(grid.shape.face(*tiling.face(cell)))
    return TilingFrame(
        height=tiling.height, width=tiling.width, missing=frozenset(), size=size, kind=grid,
        columns=extent[0], rows=extent[1], tiling=tiling, shift=(there_x - x, there_y - y),
    )  # fmt: skip


def _faces(grid: KindOfGrid, columns: int, rows: int, lines: Sequence[Span]) -> list[Face]:
    """The listed cells.  Raises `Failed` for points that are no cells, and without a list."""
    line = lines[5] if len(lines) > 5 else lines[0]
    result: dict[Face, None] = {}
    number = 0
    steps = numbers(lines, 5)
    if len(steps) > (most := most_cells()):
        raise fail("E110", f"a board of more than {most:,} cells is more than memory can hold", line)
    for step in steps:
        number += step
        place = grid.place(number, columns, rows) if number >= 0 else None
        if place is None or not place.is_face:
            raise fail("E203", "the list of the cells leaves the grid", line)
        result[place.face] = None
    if not result:
        raise fail("E203", "this board has no cells", line)
    return list(result)
