"""Converts between places of a board and the points of marks."""

from puzzlelang.formats.fpuzzles.record import Point
from puzzlelang.geometry.places import Cell, Line, View
from puzzlelang.geometry.square_grid import SquareGrid


def cell_at(geometry: SquareGrid, point: Point) -> Cell:
    """The cell of the board at a point inside it."""
    return geometry.cells[(point[0] - 1) * geometry.width + point[1] - 1]


def point_of_cell(cell: Cell) -> Point:
    """The point of a cell."""
    return cell.row, cell.column


def point_outside(geometry: SquareGrid, place: Line | View) -> Point:
    """The point where a clue stands: before a line, at the end of it from which a view looks."""
    line = place.line if isinstance(place, View) else place
    far = geometry.height + 1 if line.kind == "column" else geometry.width + 1
    step = far if isinstance(place, View) and place.side in ("bottom", "right") else 0
    return (step, line.number) if line.kind == "column" else (line.number, step)
