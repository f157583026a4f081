"""The board as a structure: cells, borders, links, corners, lines, views.  Topology only, no rules.

Every place is made once per `Geometry` and compared by identity, so it is cheap as a key; `index` counts the places of
one sort in reading order.  Rows and columns count from 1 at the top left.  Places have *lattice* coordinates: the cell
in row r and column c lies at (2r-1, 2c-1), its four corners and borders around it; a link lies where the border lies
that it crosses.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count, product

import msgspec


class Cell(msgspec.Struct, frozen=True, eq=False):
    """A unit square."""

    index: int
    row: int
    column: int

    @property
    def lattice(self) -> tuple[int, int]:
        """Its middle, where corners have even coordinates and cells odd ones."""
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
        row, column = self.lattice[0] // 2, self.lattice[1] // 2
        return f"the corner at the top left of R{row + 1}C{column + 1}"


class Direction(msgspec.Struct, frozen=True, eq=False):
    """One of the four ways along the lines of the board."""

    index: int
    name: str
    rows: int
    columns: int

    def __str__(self) -> str:
        return self.name


UP, RIGHT, DOWN, LEFT = DIRECTIONS = (
    Direction(0, "up", -1, 0),
    Direction(1, "right", 0, 1),
    Direction(2, "down", 1, 0),
    Direction(3, "left", 0, -1),
)


class Group(msgspec.Struct, frozen=True, eq=False):
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
    """A line looked at from one end; its cells begin at the looker.  `side` is where the looker stands."""

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


Place = Cell | Border | Link | Corner | Direction | Group | Line | View | Region
"""Whatever a variable of a rule can stand for, apart from numbers and names of an enumeration."""


class Geometry(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A rectangular board of `height` rows and `width` columns; everything else follows from the two."""

    height: int
    width: int
    _grown: dict[object, tuple[Group, ...]] = msgspec.field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Geometry({self.height}, {self.width})"

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """In reading order."""
        return tuple(
            Cell(row * self.width + column, row + 1, column + 1)
            for row in range(self.height)
            for column in range(self.width)
        )

    @cached_property
    def grid(self) -> Sequence[Cell | None]:
        """What is at each place of the rectangle in reading order: a cell, or None where there is none."""
        return self.cells

    def at(self, row: int, column: int) -> Cell | None:
        """The cell in a row and column counted from 1, or None off the board."""
        if 1 <= row <= self.height and 1 <= column <= self.width:
            return self.grid[(row - 1) * self.width + column - 1]
        return None

    def cells_of(self, place: "Border | Link | Corner | Group | Line | View | Region") -> tuple[Cell, ...]:
        """The cells of a place that there are on this board."""
        return place.cells

    def corner(self, row: int, column: int) -> "Corner":
        """The grid point so many rows and columns from the top left one."""
        return self.corners[row * (self.width + 1) + column]

    def step(self, cell: Cell, rows: int, columns: int) -> Cell | None:
        """The cell so many rows down and columns right, or None off the board."""
        return self.at(cell.row + rows, cell.column + columns)

    def steps(self, cell: Cell, moves: Iterable[tuple[int, int]]) -> tuple[Cell, ...]:
        """The cells that the moves lead to, without those off the board."""
        return self._at(cell.row, cell.column, moves)

    def _at(self, row: int, column: int, moves: Iterable[tuple[int, int]]) -> tuple[Cell, ...]:
        width, height, grid = self.width, self.height, self.grid
        found = []
        for rows, columns in moves:
            r, c = row + rows, column + columns
            if 1 <= r <= height and 1 <= c <= width and (other := grid[(r - 1) * width + c - 1]) is not None:
                found.append(other)
        return tuple(found)

    @cached_property
    def rows(self) -> tuple[Line, ...]:
        """From the top."""
        return tuple(
            Line(row, "row", row + 1, self.cells[row * self.width : (row + 1) * self.width])
            for row in range(self.height)
        )

    @cached_property
    def columns(self) -> tuple[Line, ...]:
        """From the left; indices follow those of the rows."""
        return tuple(
            Line(self.height + column, "column", column + 1, self.cells[column :: self.width])
            for column in range(self.width)
        )

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Rows, then columns."""
        return self.rows + self.columns

    @cached_property
    def views(self) -> tuple[View, ...]:
        """From the top, the bottom, the left and the right, each in order along its side."""
        ends = [
            ("top", self.columns, 1),
            ("bottom", self.columns, -1),
            ("left", self.rows, 1),
            ("right", self.rows, -1),
        ]
        seen = [(side, line, line.cells[::order]) for side, lines, order in ends for line in lines]
        return tuple(View(index, side, line, cells) for index, (side, line, cells) in enumerate(seen))

    def beside(self, side: str) -> tuple[Line, ...]:
        """The lines whose ends lie at the top, the bottom, the left or the right, in their order there."""
        return self.columns if side in ("top", "bottom") else self.rows

    def views_from(self, side: str) -> tuple[View, ...]:
        """The views from one side, in their order there."""
        return tuple(view for view in self.views if view.side == side)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """In reading order of their lattice places."""
        pairs = [
            (cell, other)
            for cell in self.cells
            for other in (self.step(cell, 0, 1), self.step(cell, 1, 0))
            if other is not None
        ]
        placed = sorted(
            ((first.row + second.row - 1, first.column + second.column - 1), first.index, second.index)
            for first, second in pairs
        )
        return tuple(
            Link(index, lattice, self.cells[first], self.cells[second])
            for index, (lattice, first, second) in enumerate(placed)
        )

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """In reading order of their lattice places, the rim included."""
        places = [
            (row, column)
            for row in range(2 * self.height + 1)
            for column in range(2 * self.width + 1)
            if (row + column) % 2 == 1
        ]
        return tuple(Border(index, place, self._cells_beside(place)) for index, place in enumerate(places))

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """In reading order, (height + 1) x (width + 1) of them."""
        borders = {border.lattice: border for border in self.borders}
        places = [(2 * row, 2 * column) for row in range(self.height + 1) for column in range(self.width + 1)]
        return tuple(
            Corner(
                index,
                (row, column),
                self._cells_beside((row, column)),
                tuple(
                    borders[place]
                    for place in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
                    if place in borders
                ),
            )
            for index, (row, column) in enumerate(places)
        )

    def _cells_beside(self, lattice: tuple[int, int]) -> tuple[Cell, ...]:
        row, column = lattice
        rows = (row // 2, row // 2 + 1) if row % 2 == 0 else (row // 2 + 1,)
        columns = (column // 2, column // 2 + 1) if column % 2 == 0 else (column // 2 + 1,)
        around = (self.at(r, c) for r in rows for c in columns)
        return tuple(cell for cell in around if cell is not None)

    def grown(self, key: object, make: Callable[[], tuple[Group, ...]]) -> tuple[Group, ...]:
        """What `make` returns, made once per key: for places that depend on arguments, such as windows."""
        if key not in self._grown:
            self._grown[key] = make()
        return self._grown[key]

    def windows(self, tall: int, wide: int) -> tuple[Group, ...]:
        """Every placement of a rectangle of `tall` rows and `wide` columns, overlapping ones included."""
        return self.grown(("windows", tall, wide), lambda: self._rectangles("window", tall, wide, 1, 1))

    def boxes(self, tall: int, wide: int) -> tuple[Group, ...]:
        """The board cut into rectangles of `tall` rows and `wide` columns from the top left; the last may be short."""
        return self.grown(("boxes", tall, wide), lambda: self._rectangles("box", tall, wide, tall, wide))

    def _rectangles(self, name: str, tall: int, wide: int, down: int, right: int) -> tuple[Group, ...]:
        fits = name == "window"
        rows, columns = min(tall, self.height), min(wide, self.width)
        corners = [
            (row, column)
            for row in range(1, self.height + 1 - (tall - 1 if fits else 0), down)
            for column in range(1, self.width + 1 - (wide - 1 if fits else 0), right)
        ]
        squares = [(r, c) for r in range(rows) for c in range(columns)]
        placed = [(row, column, self._at(row, column, squares)) for row, column in corners]
        kept = [one for one in placed if len(one[2]) == len(squares) or (one[2] and not fits)]
        return tuple(
            Group(index, f"the {tall}x{wide} {name} at R{row}C{column}", cells)
            for index, (row, column, cells) in enumerate(kept)
        )

    @cached_property
    def diagonals(self) -> tuple[Group, ...]:
        """The long diagonals: of a square board two, else every one that runs from rim to rim at a corner."""
        shorter = min(self.height, self.width)
        falling = self._at(1, 1, ((step, step) for step in range(shorter)))
        rising = self._at(1, self.width, ((step, -step) for step in range(shorter)))
        return Group(0, "the falling diagonal", falling), Group(1, "the rising diagonal", rising)

    def parts_without(self, cut: Collection[Link]) -> list[list[Cell]]:
        """The parts of the board that hang together without the links that borders cut, in the order of first cells."""
        open_to: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells}
        for link in self.links:
            if link not in cut:
                open_to[link.first].append(link.second)
                open_to[link.second].append(link.first)
        seen: set[Cell] = set()
        parts: list[list[Cell]] = []
        for start in self.cells:
            if start in seen:
                continue
            seen.add(start)
            part = [start]
            for cell in part:
                for other in open_to[cell]:
                    if other not in seen:
                        seen.add(other)
                        part.append(other)
            parts.append(sorted(part, key=lambda cell: cell.index))
        return parts

    def ray(self, cell: Cell, direction: Direction) -> tuple[Cell, ...]:
        """The cells from `cell`, itself left out, in a direction to the rim, nearest first."""
        if direction.rows:
            far = cell.row - 1 if direction.rows < 0 else self.height - cell.row
        else:
            far = cell.column - 1 if direction.columns < 0 else self.width - cell.column
        apart = direction.rows * self.width + direction.columns
        places = range(cell.index + apart, cell.index + apart * (far + 1), apart)
        found: list[Cell] = []
        for place in places:
            other = self.grid[place]
            if other is None:
                break
            found.append(other)
        return tuple(found)

    def between(self, first: Cell, second: Cell) -> tuple[Cell, ...]:
        """The cells strictly between two of one row or column, from `first` on; none otherwise."""
        if (first.row == second.row) == (first.column == second.column):
            return ()
        apart = 1 if first.row == second.row else self.width
        low, high = (first, second) if first.index < second.index else (second, first)
        found = tuple(filter(None, self.grid[low.index + apart : high.index : apart]))
        return found if first is low else found[::-1]


ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Moves to a cell that shares a border, in reading order."""

KING = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""Moves to a cell that shares a border or a corner, in reading order."""


def leaps(far: int, near: int) -> Sequence[tuple[int, int]]:
    """Moves of the (far, near)-leaper of fairy chess, in reading order; (1, 2) is the knight."""
    sides = {(far, near), (near, far)}
    return sorted({(a * rows, b * columns) for rows, columns in sides for a in (-1, 1) for b in (-1, 1)} - {(0, 0)})


def region_names() -> Iterator[str]:
    """The names a, b, …, z, aa, ab and so on."""
    from string import ascii_lowercase  # a millisecond that only the names of regions need

    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield "".join(letters)
