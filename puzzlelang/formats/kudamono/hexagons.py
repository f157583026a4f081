"""Boards of hexagons with the outline of a large hexagon, whose opposite sides are equally long.

An address counts the cells of three sides: of the upper one, of the lower left one, and of the upper left one.
"""

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.cut_outs import cut_out
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.tiling import Tiling

HEXAGON = "hexagon"

Sides = tuple[int, int, int]


def amount_of_cells(sides: Sides) -> int:
    """The number of cells of a board with these sides."""
    upper, lower, left = sides
    return (left + lower - 1) * (upper + lower - 1) - lower * (lower - 1)


def hexagon(sides: Sides) -> Tiling:
    """The board with these sides, at least one cell each."""
    upper, lower, left = sides
    shape = lattice(HEXAGON)
    faces = [
        shape.place_of(1, place - row, row)
        for row in range(left + lower - 1)
        for place in range(max(0, row - left + 1), min(upper + lower - 1, row + upper))
    ]
    return cut_out(shape, faces).board


def sides_of(board: Geometry) -> Sides:
    """The sides of a board of hexagons.  Raises `Failed` for another lattice or outline."""
    if not isinstance(board, Tiling) or board.lattice != HEXAGON:
        raise fail("E208", f"this format has squares and hexagons, and the lattice of this board is `{board.lattice}`")
    upper = sum(cell.row == 1 for cell in board.cells)
    for lower in range(1, board.height + 1):
        sides = (upper, lower, board.height + 1 - lower)
        if amount_of_cells(sides) == len(board.cells) and _extent(hexagon(sides)) == _extent(board):
            return sides
    hint = "opposite sides of the board have to be equally long"
    raise fail("E208", "this format has hexagons only on boards with the outline of a hexagon", hint=hint)


def _extent(board: Tiling) -> object:
    return board.height, board.width, board.first, board.left, board.absent
