"""Boards of squares in rows and columns, by closed forms of the two numbers."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from puzzlelang.geometry.board import Edge, Geometry, Point
from puzzlelang.geometry.places import (
    DIRECTIONS,
    Border,
    Cell,
    Corner,
    Direction,
    GroupOfCells,
    Line,
    Link,
    Square,
    View,
)
from puzzlelang.geometry.sorts import RECTANGLE

SHARED_CELLS, SHARED_GRIDS = 400, 64
"""Cells of a grid that boards of its size share, and how many such grids are kept."""


def square_grid(height: int, width: int) -> "SquareGrid":
    """The grid of so many rows and columns; boards of one size share it, unless it is large."""
    return _shared_grid(height, width) if height * width <= SHARED_CELLS else SquareGrid(height, width)


class SquareGrid(Geometry, frozen=True, eq=False, dict=True):
    """A rectangular board of `height` rows and `width` columns; everything else follows from the two."""

    def __repr__(self) -> str:
        return f"SquareGrid({self.height}, {self.width})"

    @property
    def lattice(self) -> str:
        """The name of the lattice."""
        return RECTANGLE

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Up, right, down and left."""
        return DIRECTIONS

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a border with one, in reading order."""
        return self.steps(cell, ORTHOGONAL)

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a border or a corner with one, in reading order."""
        return self.steps(cell, KING)

    def towards(self, cell: Cell, direction: Direction) -> Cell | None:
        """The next cell in one of eight directions, None at the rim."""
        return self.at(cell.row + direction.rows, cell.column + direction.columns)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All in reading order."""
        return tuple(
            Square(row * self.width + column, row + 1, column + 1)
            for row in range(self.height)
            for column in range(self.width)
        )

    @cached_property
    def grid(self) -> Sequence[Cell | None]:
        """The content of the rectangle in reading order: a cell, or None for a missing one."""
        return self.cells

    def at(self, row: int, column: int) -> Cell | None:
        """The cell in a row and column counted from 1, or None off the board."""
        if 1 <= row <= self.height and 1 <= column <= self.width:
            return self.grid[(row - 1) * self.width + column - 1]
        return None

    def corner(self, row: int, column: int) -> "Corner":
        """The grid point at a row and a column, counted from 0 at the top left."""
        return self.corners[row * (self.width + 1) + column]

    def step(self, cell: Cell, rows: int, columns: int) -> Cell | None:
        """The cell at an offset of rows and columns, or None off the board."""
        return self.at(cell.row + rows, cell.column + columns)

    def steps(self, cell: Cell, moves: Iterable[tuple[int, int]]) -> tuple[Cell, ...]:
        """The cells at several offsets, without those off the board."""
        return self._at(cell.row, cell.column, moves)

    def _at(self, row: int, column: int, moves: Iterable[tuple[int, int]]) -> tuple[Cell, ...]:
        width, height, grid = self.width, self.height, self.grid
        result = []
        for rows, columns in moves:
            r, c = row + rows, column + columns
            if 1 <= r <= height and 1 <= c <= width and (other := grid[(r - 1) * width + c - 1]) is not None:
                result.append(other)
        return tuple(result)

    @cached_property
    def rows(self) -> tuple[Line, ...]:
        """All rows from the top."""
        return tuple(
            Line(row, "row", row + 1, self.cells[row * self.width : (row + 1) * self.width])
            for row in range(self.height)
        )

    @cached_property
    def columns(self) -> tuple[Line, ...]:
        """All columns from the left; indices follow those of the rows."""
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
        """All views from the top, the bottom, the left and the right, each in order along its side."""
        ends = [
            ("top", self.columns, 1),
            ("bottom", self.columns, -1),
            ("left", self.rows, 1),
            ("right", self.rows, -1),
        ]
        seen = [(side, line, line.cells[::order]) for side, lines, order in ends for line in lines]
        return tuple(View(index, side, line, cells) for index, (side, line, cells) in enumerate(seen))

    def lines_of(self, cell: Cell) -> tuple[Line, ...]:
        """The row and the column of a cell."""
        return self.rows[cell.row - 1], self.columns[cell.column - 1]

    def lines_at(self, side: str) -> tuple[Line, ...]:
        """The lines that end at one side (top, bottom, left or right), in their order there."""
        return self.columns if side in ("top", "bottom") else self.rows

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All in reading order of their lattice places."""
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
        """All in reading order of their lattice places, those of the rim too."""
        places = [
            (row, column)
            for row in range(2 * self.height + 1)
            for column in range(2 * self.width + 1)
            if (row + column) % 2 == 1
        ]
        return tuple(Border(index, place, self._cells_beside(place)) for index, place in enumerate(places))

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """All (height + 1) x (width + 1) in reading order."""
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

    def windows(self, tall: int, wide: int) -> tuple[GroupOfCells, ...]:
        """Every placement of a rectangle of `tall` rows and `wide` columns, overlapping ones included."""
        return self.cache(("windows", tall, wide), lambda: self._rectangles("window", tall, wide, 1, 1))

    def boxes(self, tall: int, wide: int) -> tuple[GroupOfCells, ...]:
        """The board cut into rectangles of `tall` rows and `wide` columns from the top left; the last may be short."""
        return self.cache(("boxes", tall, wide), lambda: self._rectangles("box", tall, wide, tall, wide))

    def _rectangles(self, name: str, tall: int, wide: int, down: int, right: int) -> tuple[GroupOfCells, ...]:
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
            GroupOfCells(index, f"the {tall}x{wide} {name} at R{row}C{column}", cells)
            for index, (row, column, cells) in enumerate(kept)
        )

    @cached_property
    def diagonals(self) -> tuple[GroupOfCells, ...]:
        """The long diagonals: of a square board two, else every one that runs from rim to rim at a corner."""
        shorter = min(self.height, self.width)
        falling = self._at(1, 1, ((step, step) for step in range(shorter)))
        rising = self._at(1, self.width, ((step, -step) for step in range(shorter)))
        return GroupOfCells(0, "the falling diagonal", falling), GroupOfCells(1, "the rising diagonal", rising)

    def ray(self, cell: Cell, direction: Direction) -> tuple[Cell, ...]:
        """The cells from `cell`, itself left out, in one of eight directions to the rim, nearest first."""
        upright = cell.row - 1 if direction.rows < 0 else self.height - cell.row
        level = cell.column - 1 if direction.columns < 0 else self.width - cell.column
        far = min(upright if direction.rows else level, level if direction.columns else upright)
        apart = direction.rows * self.width + direction.columns
        result: list[Cell] = []
        for steps in range(1, far + 1):  # on a board of one column a step may lead from an index to the same
            other = self.grid[cell.index + apart * steps]
            if other is None:
                break
            result.append(other)
        return tuple(result)

    def between(self, first: Cell, second: Cell) -> tuple[Cell, ...]:
        """The cells strictly between two of one row or column, from `first` on; none otherwise."""
        if (first.row == second.row) == (first.column == second.column):
            return ()
        apart = 1 if first.row == second.row else self.width
        low, high = (first, second) if first.index < second.index else (second, first)
        result = tuple(filter(None, self.grid[low.index + apart : high.index : apart]))
        return result if first is low else result[::-1]

    def corners_of(self, place: Cell | Border, direction: Direction | None = None) -> Sequence[Corner]:
        """The corners of a cell, or the ends of a border, in reading order; with `direction` those on that side."""
        row, column = place.lattice
        if isinstance(place, Border):
            ends = (-1, 1)
            near = [(row + end, column) if row % 2 else (row, column + end) for end in ends]
        else:
            near = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
        if direction is not None:
            near = [(r, c) for r, c in near if (r - row) * direction.rows + (c - column) * direction.columns > 0]
        return [self.corner(r // 2, c // 2) for r, c in near]

    def is_straight(self, first: Edge, point: Point, second: Edge) -> bool:
        """Whether two edges that meet at a point lie on opposite sides of it."""
        (row, column), (a, b), (c, d) = point.lattice, first.lattice, second.lattice
        return a + c == 2 * row and b + d == 2 * column

    def leads(self, point: Point, direction: Direction, edge: Edge) -> bool:
        """Whether an edge at a point leads in a direction."""
        row, column = point.lattice
        return edge.lattice == (row + direction.rows, column + direction.columns)


ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Moves to a cell that shares a border, in reading order."""

KING = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""Moves to a cell that shares a border or a corner, in reading order."""


def leaps(far: int, near: int) -> Sequence[tuple[int, int]]:
    """Moves of the (far, near)-leaper of fairy chess, in reading order; (1, 2) is the knight."""
    sides = {(far, near), (near, far)}
    return sorted({(a * rows, b * columns) for rows, columns in sides for a in (-1, 1) for b in (-1, 1)} - {(0, 0)})


@lru_cache(SHARED_GRIDS)
def _shared_grid(height: int, width: int) -> SquareGrid:
    return SquareGrid(height, width)
