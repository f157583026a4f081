"""The places of a board: cells, borders, links, corners, lines, views, groups, paths, regions, directions.

Every place is made once per `Geometry` and compared by identity, so it is cheap as a key; `index` counts the places of
one sort in reading order.  Rows and columns count from 1 at the top left.  Places have *lattice* coordinates: the cell
in row r and column c lies at (2r-1, 2c-1), its four corners and borders around it; a link lies where the border lies
that it crosses.
"""

from collections.abc import Iterator, Mapping
from itertools import count, product
from typing import ClassVar

import msgspec

from puzzlelang.geometry.sorts import COMPASS, COMPASS_NAMES, DIRECTION_NAMES, Sort


class Cell(msgspec.Struct, frozen=True, eq=False):
    """A face of the board, at a place in a row of the board text, both counted from 1."""

    sort: ClassVar[Sort] = Sort.CELL
    index: int
    row: int
    column: int

    @property
    def lattice(self) -> tuple[int, int]:
        """The lattice coordinates of its middle."""
        raise NotImplementedError

    @property
    def spot(self) -> tuple[int, int, int]:
        """Return where it lies in its lattice, whatever the board: see `motions`."""
        raise NotImplementedError

    def __str__(self) -> str:
        return f"R{self.row}C{self.column}"


class Square(Cell, frozen=True, eq=False):
    """A unit square of a rectangle; what computes with rows and columns asks for squares."""

    @property
    def lattice(self) -> tuple[int, int]:
        """The lattice coordinates of its middle; corners have even ones and squares odd ones."""
        return 2 * self.row - 1, 2 * self.column - 1

    @property
    def spot(self) -> tuple[int, int, int]:
        """Its row and column; all squares are one face."""
        return self.row, self.column, 0


class Border(msgspec.Struct, frozen=True, eq=False):
    """A unit segment: between two cells, or between one cell and the outside."""

    sort: ClassVar[Sort] = Sort.BORDER
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

    @property
    def text(self) -> str:
        """Its name without blanks: `R1C1/R1C2`, `R1C1/top`."""
        first, *others = self.cells
        return f"{first}/{others[0] if others else '/'.join(sides_of_cell(first, self))}"


class Link(msgspec.Struct, frozen=True, eq=False):
    """Two orthogonally adjacent cells; `first` is the upper or the left one."""

    sort: ClassVar[Sort] = Sort.LINK
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

    sort: ClassVar[Sort] = Sort.CORNER
    index: int
    lattice: tuple[int, int]
    cells: tuple[Cell, ...]
    borders: tuple[Border, ...]

    def __str__(self) -> str:
        cell = self.cells[-1]  # the lower right one of those that there are
        upright = "top" if self.lattice[0] < cell.lattice[0] else "bottom"
        side = "left" if self.lattice[1] < cell.lattice[1] else "right"
        return f"the corner at the {upright} {side} of {cell}"

    @property
    def text(self) -> str:
        """Its name without blanks: `R1C1/top/left`."""
        return f"{self.cells[-1]}/{'/'.join(sides_of_cell(self.cells[-1], self))}"


class Direction(msgspec.Struct, frozen=True, eq=False):
    """One of the four ways along the lines of the board, or one between two of them, which only `WAYS` has."""

    sort: ClassVar[Sort] = Sort.DIRECTION
    index: int
    name: str
    rows: int
    columns: int

    def __str__(self) -> str:
        return self.name

    @property
    def value(self) -> str:
        """Its name as a value on the board: `up_right`."""
        return self.name.replace(" ", "_")


UP, RIGHT, DOWN, LEFT = DIRECTIONS = tuple(
    Direction(index, name, *COMPASS[name]) for index, name in enumerate(DIRECTION_NAMES)
)


_BY_MOVE: Mapping[tuple[int, int], Direction] = {
    **{(way.rows, way.columns): way for way in DIRECTIONS},
    **{
        move: Direction(index, name, *move)
        for index, (name, move) in enumerate(COMPASS.items(), len(DIRECTIONS))
        if 0 not in move
    },
}
WAYS: Mapping[str, Direction] = {
    name: way for move, way in _BY_MOVE.items() for name, named in COMPASS_NAMES.items() if named == move
}
"""All eight ways, by the names that values may have."""


class GroupOfCells(msgspec.Struct, frozen=True, eq=False):
    """A named set of cells that is no line, view or region: a window, a box, a diagonal."""

    sort: ClassVar[Sort] = Sort.GROUP
    index: int
    name: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return self.name


class Line(msgspec.Struct, frozen=True, eq=False):
    """A row or a column, its cells from the left or from the top."""

    sort: ClassVar[Sort] = Sort.LINE
    index: int
    kind: str
    number: int
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class View(msgspec.Struct, frozen=True, eq=False):
    """A line seen from one end; its cells begin at that end.  `side` is where the viewer stands."""

    sort: ClassVar[Sort] = Sort.VIEW
    index: int
    side: str
    line: Line
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.line} seen from the {self.side}"


class Region(msgspec.Struct, frozen=True, eq=False):
    """A block of a partition, named by what the board calls it."""

    sort: ClassVar[Sort] = Sort.REGION
    index: int
    partition: str
    label: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.partition} {self.label}"


Member = Cell | Border | Link | Corner
"""What groups and paths are made of."""


class Group(msgspec.Struct, frozen=True, eq=False):
    """Some places that a board names: a set of them, or if `ordered` a path, which may come to a place again.

    `name` is that of the declaration, empty for a part of another path.  The members of a set stand in the order of the
    board, each once.
    """

    index: int
    name: str
    label: str
    members: tuple[Member, ...]
    ordered: bool = False

    @property
    def sort(self) -> Sort:
        """A path if it is ordered."""
        return Sort.PATH if self.ordered else Sort.GIVEN_GROUP

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its cells, or those at its links, borders or corners, each once, in their order."""
        return tuple(
            dict.fromkeys(cell for one in self.members for cell in ((one,) if isinstance(one, Cell) else one.cells))
        )

    def __str__(self) -> str:
        return f"{self.name} {self.label}".lstrip()


Covering = Border | Link | Corner | GroupOfCells | Line | View | Region | Group
"""Places that have cells."""

Place = Cell | Border | Link | Corner | Direction | GroupOfCells | Line | View | Region | Group
"""Whatever a variable of a rule can stand for, apart from numbers and names of an enumeration."""


def sort_of_place(place: Place) -> Sort:
    """The sort of a place."""
    return place.sort


def place_text(place: Member) -> str:
    """The name of a place without blanks, as board text lists it: `R1C1`, `R1C1-R1C2`, `R1C1/R1C2`, `R1C1/top/left`."""
    return place.text if isinstance(place, Border | Corner) else str(place)


def sides_of_cell(cell: Cell, place: Border | Corner) -> list[str]:
    """The sides of a cell on which a border or a corner of it lies: top or bottom, then left or right."""
    (row, column), (middle, centre) = place.lattice, cell.lattice
    upright = ["top"] * (row < middle) + ["bottom"] * (row > middle)
    return [*upright, *["left"] * (column < centre), *["right"] * (column > centre)]


def region_names() -> Iterator[str]:
    """The names a, b, …, z, aa, ab and so on, of regions and of groups."""
    from string import ascii_lowercase  # a millisecond that only the names of regions need

    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)
