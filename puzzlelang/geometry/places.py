"""The places of a board: cells, borders, links, corners, lines, views, groups, regions, directions.

Every place is made once per `Geometry` and compared by identity, so it is cheap as a key; `index` counts the places of
one sort in reading order.  Rows and columns count from 1 at the top left.  Places have *lattice* coordinates: the cell
in row r and column c lies at (2r-1, 2c-1), its four corners and borders around it; a link lies where the border lies
that it crosses.
"""

from collections.abc import Iterator, Mapping
from itertools import count, product

import msgspec

from puzzlelang.geometry.sorts import COMPASS, DIRECTION_NAMES, Sort


class Cell(msgspec.Struct, frozen=True, eq=False):
    """A unit square."""

    index: int
    row: int
    column: int

    @property
    def lattice(self) -> tuple[int, int]:
        """The lattice coordinates of its middle; corners have even ones and cells odd ones."""
        return 2 * self.row - 1, 2 * self.column - 1

    def __str__(self) -> str:
        return f"R{self.row}C{self.column}"


class Border(msgspec.Struct, frozen=True, eq=False):
    """A unit segment: between two cells, or between one cell and the outside."""

    index: int
    lattice: tuple[int, int]
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        if len(self.cells) == 2:
            return f"border {self.cells[0]}/{self.cells[1]}"
        (cell,) = self.cells
        row, column = self.lattice
        side = (
            ("top" if row < 2 * cell.row - 1 else "bottom")
            if row % 2 == 0
            else ("left" if column < 2 * cell.column - 1 else "right")
        )
        return f"{side} border of {cell}"


class Link(msgspec.Struct, frozen=True, eq=False):
    """Two orthogonally adjacent cells; `first` is the upper or the left one."""

    index: int
    lattice: tuple[int, int]
    first: Cell
    second: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Both ends."""
        return self.first, self.second

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


class Corner(msgspec.Struct, frozen=True, eq=False):
    """A grid point, with the one to four cells and two to four borders that meet there."""

    index: int
    lattice: tuple[int, int]
    cells: tuple[Cell, ...]
    borders: tuple[Border, ...]

    def __str__(self) -> str:
        cell = self.cells[-1]  # the lower right one of those that there are
        upright = "top" if self.lattice[0] < cell.lattice[0] else "bottom"
        side = "left" if self.lattice[1] < cell.lattice[1] else "right"
        return f"the corner at the {upright} {side} of {cell}"


class Direction(msgspec.Struct, frozen=True, eq=False):
    """One of the four ways along the lines of the board."""

    index: int
    name: str
    rows: int
    columns: int

    def __str__(self) -> str:
        return self.name


UP, RIGHT, DOWN, LEFT = DIRECTIONS = tuple(
    Direction(index, name, *COMPASS[name]) for index, name in enumerate(DIRECTION_NAMES)
)


class GroupOfCells(msgspec.Struct, frozen=True, eq=False):
    """A named set of cells that is no line, view or region: a window, a box, a diagonal."""

    index: int
    name: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return self.name


class Line(msgspec.Struct, frozen=True, eq=False):
    """A row or a column, its cells from the left or from the top."""

    index: int
    kind: str
    number: int
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class View(msgspec.Struct, frozen=True, eq=False):
    """A line seen from one end; its cells begin at that end.  `side` is where the viewer stands."""

    index: int
    side: str
    line: Line
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.line} seen from the {self.side}"


class Region(msgspec.Struct, frozen=True, eq=False):
    """A block of a partition, named by what the board calls it."""

    index: int
    partition: str
    label: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.partition} {self.label}"


Place = Cell | Border | Link | Corner | Direction | GroupOfCells | Line | View | Region
"""Whatever a variable of a rule can stand for, apart from numbers and names of an enumeration."""


_SORTS: Mapping[type[Place], Sort] = {
    Cell: Sort.CELL,
    Border: Sort.BORDER,
    Link: Sort.LINK,
    Corner: Sort.CORNER,
    Direction: Sort.DIRECTION,
    GroupOfCells: Sort.GROUP,
    Line: Sort.LINE,
    View: Sort.VIEW,
    Region: Sort.REGION,
}


def sort_of_place(place: Place) -> Sort:
    """The sort of a place."""
    return _SORTS[type(place)]


def region_names() -> Iterator[str]:
    """The names a, b, …, z, aa, ab and so on."""
    from string import ascii_lowercase  # a millisecond that only the names of regions need

    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)
