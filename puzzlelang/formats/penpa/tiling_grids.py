"""Kinds of Penpa's grids on other lattices than squares: which face, corner or side each number of a point is.

A file of `rules/lattices/penpa/` is called like the kind of grid.  Its points are counted group by group, each over all
rows and columns of the grid, with as many points at each as a block position has in the group:

    lattice          the lattice
    columns, rows    [a, b, c]: of a board of size n the grid has (a n + b) / c of them, rounded down
    block            how many columns and rows a block has
    across, down     how far the block on the right and the one below are, in steps of the lattice
    groups           `points` in order: `column` and `row` in the block, `face` of the unit cell (0 for none), which
                     `corner` or `side` of it, counted clockwise from the upper left corner, and how far `at` it lies
    right, below     both steps of blocks as [x, y], as Penpa draws them
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

import msgspec

from puzzlelang import resources
from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.penpa.frame import SQUARE
from puzzlelang.geometry.cut_outs import Face
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.lattices import Lattice, Vector, middle, sides
from puzzlelang.source import Span

Step = tuple[int, int]


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


class NumberedPoint(msgspec.Struct, frozen=True):
    """A numbered point, the face that it belongs to, and the column and row of points that it stands in."""

    point: GridPoint
    face: Face
    column: int
    row: int

    @property
    def is_face(self) -> bool:
        """Whether it is the middle of its face."""
        return not (self.point.corner or self.point.side)


class KindOfGrid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common properties of all grids of a kind."""

    lattice: str
    columns: tuple[int, int, int]
    rows: tuple[int, int, int]
    across: Step
    down: Step
    groups: tuple[Group, ...]
    right: Vector
    below: Vector
    block: Step = (1, 1)

    def extent(self, width: int, height: int) -> tuple[int, int]:
        """The columns and rows of points of a grid of a size."""
        return _amount(*self.columns, width), _amount(*self.rows, height)

    def amount(self, columns: int, rows: int) -> int:
        """The number of all points."""
        return columns * rows * sum(len(group.by_position[0, 0]) for group in self.groups)

    @property
    def shape(self) -> Lattice:
        """The lattice of the grid."""
        return lattice(self.lattice)

    def vector(self, placed: NumberedPoint) -> Vector:
        """Return where in the lattice a point lies."""
        polygon, point = self.shape.face(*placed.face), placed.point
        if point.corner:
            return polygon[point.corner - 1]
        return middle(sides(polygon)[point.side - 1]) if point.side else middle(polygon)

    def faces(self, columns: int, rows: int) -> Iterator[tuple[int, NumberedPoint]]:
        """The middles of faces with their numbers, but for those at the rim, where the editor marks nothing.

        Of several numbers of a point the editor keeps the first.
        """
        known: set[Face] = set()
        for number in range(self.amount(columns, rows)):
            placed = self.place(number, columns, rows)
            if placed is None or not placed.is_face or placed.face in known:
                continue
            known.add(placed.face)
            if 0 < placed.column < columns - 1 and 0 < placed.row < rows - 1:
                yield number, placed

    def place(self, number: int, columns: int, rows: int) -> NumberedPoint | None:
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
                face = self.shape.place_of(point.face, across, down) if point.face else None
                return None if face is None else NumberedPoint(point, face, column, row)
            number -= columns * rows * each
        return None


def _amount(factor: int, more: int, divisor: int, size: int) -> int:
    return (factor * size + more) // divisor


def grids_of(name: str) -> Mapping[str, KindOfGrid]:
    """The grids of a lattice, each by its kind."""
    return {kind: grid for kind, path in kinds().items() if (grid := _read(path)).lattice == name}


def kind_of_grid(kind: str, span: Span) -> KindOfGrid:
    """The common properties of grids of a kind.  Raises `Failed` for an unknown one."""
    if kind in kinds():
        return _read(kinds()[kind])
    raise _unknown(kind, span)


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


def _unknown(kind: str, span: Span) -> Failed:
    import tomllib

    title = tomllib.loads(_others().read_text(encoding="utf-8")).get(kind)
    problem = f"this board has a grid of the kind `{kind[:20]}`" if kind else "the kind of grid is missing"
    if title:
        problem = f"this board has a grid of {title} (`{kind}`), which no lattice here has"
    known = join_words([f"`{name}`" for name in (*SQUARE, *kinds())])
    return fail("E202", problem, span, hint=f"the kinds of grids that are read are {known}")
