"""Grids of Penpa texts on other lattices than squares: which face, corner or side each number of a point is.

A file of `rules/lattices/penpa/` is called like the kind of grid.  Its points are counted group by group, each over all
rows and columns of the grid, with as many points at each as a block position has in the group:

    lattice          the lattice
    columns, rows    [a, b, c]: of a board of size n the grid has (a n + b) / c of them, rounded down
    block            how many columns and rows a block has
    across, down     how far the block on the right and the one below are, in steps of the lattice
    groups           `points` in order: `column` and `row` in the block, `face` of the unit cell (0 for none), which
                     `corner` or `side` of it, counted clockwise from the upper left corner, and how far `at` it lies
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

import msgspec

from puzzlelang import resources
from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.penpa.frame import OUTSIDE, SQUARE, Frame, Point, number_in, numbers
from puzzlelang.formats.pieces.places import check_lattice
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.cut_outs import Face, cut_out
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.lattices import Vector, middle, sides
from puzzlelang.geometry.places import Border, Cell, Corner, Place
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.geometry.tiling_places import spot_of
from puzzlelang.source import Span
from puzzlelang.typed.ir import Ruleset

Step = tuple[int, int]

_MOST_ACROSS = 100
"""Sizes above are refused."""

_NEAR = [(down, right) for down in range(-2, 3) for right in range(-2, 3)]


class GridPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point at a position of each block."""

    face: int
    corner: int = 0
    side: int = 0
    at: Step = (0, 0)
    column: int = 1
    row: int = 1


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Points that are counted together."""

    points: tuple[GridPoint, ...]

    @cached_property
    def by_position(self) -> Mapping[Step, Sequence[GridPoint]]:
        """The points by column and row of the block, both from 0."""
        result: dict[Step, list[GridPoint]] = {}
        for point in self.points:
            result.setdefault((point.column - 1, point.row - 1), []).append(point)
        return result


class KindOfGrid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common properties of all grids of a kind."""

    lattice: str
    columns: tuple[int, int, int]
    rows: tuple[int, int, int]
    across: Step
    down: Step
    groups: tuple[Group, ...]
    block: Step = (1, 1)

    def place(self, number: int, columns: int, rows: int) -> tuple[GridPoint, Face] | None:
        """The point of a number, and the face that it belongs to; None beyond all points."""
        for group in self.groups:
            each = len(group.by_position[0, 0])
            if number < columns * rows * each:
                position, index = divmod(number, each)
                row, column = divmod(position, columns)
                (right, x), (below, y) = divmod(column, self.block[0]), divmod(row, self.block[1])
                point = group.by_position[x, y][index]
                across = right * self.across[0] + below * self.down[0] + point.at[0]
                down = right * self.across[1] + below * self.down[1] + point.at[1]
                return (point, lattice(self.lattice).place_of(point.face, across, down)) if point.face else None
            number -= columns * rows * each
        return None


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
        down, right = spot_of(self._shift_point(_vector(self.kind, *result)))
        same = ((down + below, right + beside) for below, beside in _NEAR)
        return next((spot for spot in same if spot in self._places), (down, right))

    def _shift_point(self, point: Vector) -> Vector:
        return point[0] + self.shift[0], point[1] + self.shift[1]

    @cached_property
    def _places(self) -> Mapping[Point, Place]:
        """The places of the board by lattice point; no two have one."""
        places: Sequence[Cell | Border | Corner] = (*self.tiling.cells, *self.tiling.borders, *self.tiling.corners)
        return {place.lattice: place for place in places}

    def small(self, number: int) -> tuple[Point, int] | None:  # noqa: ARG002
        """Small places are not read."""
        return None

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

    def stroke(self, first: Point, last: Point) -> Point | None:
        """The border that joins two corners, or that lies between two cells; None if there is none."""
        ends = {self._places.get(first), self._places.get(last)}
        if ends == {None}:
            return OUTSIDE
        if all(isinstance(end, Cell) for end in ends):
            return next((link.lattice for link in self.tiling.links if set(link.cells) == ends), None)
        return next((at.lattice for at, known in self.tiling.border_ends.items() if set(known) == ends), None)

    def where(self, point: Point) -> str:
        """The place at a point in words."""
        place = self._places.get(point)
        return f" at {place}" if place is not None else " beside the board"


def _vector(kind: KindOfGrid, point: GridPoint, face: Face) -> Vector:
    """Return where in the lattice a point lies."""
    polygon = lattice(kind.lattice).face(*face)
    if point.corner:
        return polygon[point.corner - 1]
    return middle(sides(polygon)[point.side - 1]) if point.side else middle(polygon)


def read_tiling_frame(lines: Sequence[Span], kind: str, first: Span, size: Span) -> TilingFrame:
    """Parses the grid of a text of a kind that is not squares.  Raises `Failed`."""
    grid = _grid(kind, first)
    parts = [number_in(part) for part in size.text.split(",")]
    if len(parts) < 2 or None in parts:
        raise fail("E202", "here should stand the size of the board, two numbers", size)
    width, height = (part or 0 for part in parts)
    if max(width, height) > _MOST_ACROSS:
        raise fail("E203", f"a board of a size above {_MOST_ACROSS} is not read", size)
    columns, rows = (_amount(*formula) for formula in ((grid.columns, width), (grid.rows, height)))
    faces = _faces(grid, columns, rows, lines)
    results = cut_out(lattice(grid.lattice), faces)
    face, cell = next(iter(results.cells.items()))
    x, y = middle(lattice(grid.lattice).face(*face))
    there_x, there_y = middle(
        results.board.shape.face(cell.row - 1 + results.board.first, cell.column - 1 + results.board.left)
    )
    return TilingFrame(
        height=results.board.height, width=results.board.width, missing=frozenset(), size=size, kind=grid,
        columns=columns, rows=rows, tiling=results.board, shift=(there_x - x, there_y - y),
    )  # fmt: skip


def _amount(formula: tuple[int, int, int], size: int) -> int:
    return (formula[0] * size + formula[1]) // formula[2]


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
        if place is None or place[0].corner or place[0].side:
            raise fail("E203", "the list of the cells leaves the grid", line)
        result[place[1]] = None
    if not result:
        raise fail("E203", "this board has no cells", line)
    return list(result)


@cache
def kinds() -> Mapping[str, Path]:
    """The kinds of grids on other lattices, each with its file."""
    return {path.stem: path for path in sorted(_folder().iterdir()) if path.suffix == ".toml" and path != _others()}


def _folder() -> Path:
    return resources.folder("rules") / "lattices" / "penpa"


def _others() -> Path:
    return _folder() / "without_lattice.toml"


@cache
def _read(path: Path) -> KindOfGrid:
    import tomllib  # milliseconds that a board of squares does not need

    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), KindOfGrid)


def _grid(kind: str, span: Span) -> KindOfGrid:
    if kind in kinds():
        return _read(kinds()[kind])
    raise _unknown(kind, span)


def _unknown(kind: str, span: Span) -> Failed:
    import tomllib

    title = tomllib.loads(_others().read_text(encoding="utf-8")).get(kind)
    problem = f"this board has a grid of the kind `{kind[:20]}`" if kind else "the kind of grid is missing"
    if title:
        problem = f"this board has a grid of {title} (`{kind}`), which no lattice here has"
    known = join_words([f"`{name}`" for name in (*SQUARE, *kinds())])
    return fail("E202", problem, span, hint=f"the kinds of grids that are read are {known}")
