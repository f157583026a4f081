"""The order in which an address counts places, and the steps from corner to corner.

Places are counted column by column from the left, in each column from the bottom.  An address of the first form, whose
version is 1, has columns and rows in the order of their names: 10 stands between 1 and 2.
"""

from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.square_grid import SquareGrid

Point = tuple[int, int]
"""Lattice coordinates: row and column."""

FIRST_FORM = 1
"""The version of addresses that state their size as `W=6&H=4`."""

_SQUARES: dict[str, Point] = {"R": (0, 1), "U": (-1, 0), "L": (0, -1), "D": (1, 0)}
"""The steps along borders of squares, from a corner to the middle of the border."""

_HEXAGONS: dict[str, Point] = {"R": (1, 1), "E": (-1, 1), "U": (-1, 0), "L": (-1, -1), "W": (1, -1), "D": (1, 0)}
"""The steps along borders of hexagons, as signs."""

_LEVEL = 100
"""Coordinates of a lattice that differ by less are equal."""


class Roads(msgspec.Struct, frozen=True):
    """The corners of a board in their order, the letters of steps, and the step of each letter from each corner.

    A step has the middle of the border, and the corner behind it.
    """

    corners: Sequence[Point]
    letters: Sequence[str]
    steps: Mapping[Point, Mapping[str, tuple[Point, Point]]]


def cell_points(board: BoardContext) -> list[Point]:
    """The middles of the cells of squares in their order."""
    grid = board.geometry
    rows, columns = _numbers(board, grid.height), _numbers(board, grid.width)
    return [(2 * (grid.height - row) - 1, 2 * column + 1) for column in columns for row in rows]


def _numbers(board: BoardContext, amount: int) -> Sequence[int]:
    return sorted(range(amount), key=str) if board.version == FIRST_FORM else range(amount)


def link_points(board: BoardContext) -> list[Point]:
    """Return for each column of squares the middles between its cells, then those on its right side."""
    grid = board.geometry
    result: list[Point] = []
    for column in range(grid.width):
        result += [(2 * row, 2 * column + 1) for row in reversed(range(1, grid.height))]
        if column + 1 < grid.width:
            result += [(2 * row + 1, 2 * column + 2) for row in reversed(range(grid.height))]
    return result


def roads(board: Geometry) -> Roads:
    """The corners and steps of a board of squares or hexagons."""
    if isinstance(board, SquareGrid):
        return _roads_of_squares(board)
    steps: dict[Point, dict[str, tuple[Point, Point]]] = {corner.lattice: {} for corner in board.corners}
    for border, ends in board.border_ends.items():
        for start, end in (ends, ends[::-1]):
            steps[start.lattice][_letter(start.lattice, end.lattice)] = (border.lattice, end.lattice)
    corners = sorted(steps, key=lambda corner: (round(corner[1] / _LEVEL), -corner[0]))
    return Roads(corners, list(_HEXAGONS), steps)


def _roads_of_squares(grid: SquareGrid) -> Roads:
    corners = [(2 * row, 2 * column) for column in range(grid.width + 1) for row in reversed(range(grid.height + 1))]
    known = set(corners)
    steps = {
        (row, column): {
            letter: ((row + down, column + right), (row + 2 * down, column + 2 * right))
            for letter, (down, right) in _SQUARES.items()
            if (row + 2 * down, column + 2 * right) in known
        }
        for row, column in corners
    }
    return Roads(corners, list(_SQUARES), steps)


def _letter(start: Point, end: Point) -> str:
    signs = tuple(0 if abs(b - a) < _LEVEL else 1 if b > a else -1 for a, b in zip(start, end, strict=True))
    return next(letter for letter, way in _HEXAGONS.items() if way == signs)
