"""Boards of any faces of a lattice, wherever they lie."""

from collections.abc import Collection, Mapping

import msgspec

from puzzlelang.geometry.lattices import Lattice
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.tiling import Tiling

Face = tuple[int, int]
"""The row of a face in its lattice and its place in that row, both counted from 0, perhaps negative."""


class CutOut(msgspec.Struct, frozen=True):
    """A board with the cell of each face."""

    board: Tiling
    cells: Mapping[Face, Cell]


def cut_out(shape: Lattice, faces: Collection[Face]) -> CutOut:
    """The board of some faces, at least one; equal faces elsewhere in the lattice make the same board."""
    top = min(row for row, _ in faces)
    unit = min(column // shape.row_length(row) for row, column in faces)
    moved = {(row, column): (row - top, column - unit * shape.row_length(row)) for row, column in faces}
    first = top % shape.period
    shifts = [shape.shifts[(row + first) % shape.period] for row in range(shape.period)]
    if any(shape.shifts):
        halves = {face: 2 * column + shifts[row % shape.period] for face, (row, column) in moved.items()}
        least = min(halves.values())
        first = (first + least) % 2
        moved = {face: (row, (halves[face] - least) // 2) for face, (row, _) in moved.items()}
    left = min(column for _, column in moved.values())
    placed = {face: (row + 1, column - left + 1) for face, (row, column) in moved.items()}
    there = set(placed.values())
    height, width = max(row for row, _ in there), max(column for _, column in there)
    absent = {(row, column) for row in range(1, height + 1) for column in range(1, width + 1)} - there
    board = Tiling(height, width, shape=shape, first=first, left=left, absent=frozenset(absent))
    by_place = {(cell.row, cell.column): cell for cell in board.cells}
    return CutOut(board, {face: by_place[place] for face, place in placed.items()})
