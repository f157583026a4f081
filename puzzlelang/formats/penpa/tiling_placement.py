"""Places a board of another lattice than squares on one of Penpa's grids: the smallest that has all of its cells.

Grids of a kind repeat in steps of the lattice.  So a board lies where its first cell meets a cell of the grid, and all
others do as well.  The editor marks nothing at the outermost points of a grid, so no cell is placed there.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.penpa.tiling_frame import TilingFrame, frame_of
from puzzlelang.formats.penpa.tiling_grids import KindOfGrid, Step, grids_of
from puzzlelang.geometry.cut_outs import cut_out
from puzzlelang.geometry.lattices import Vector, middle
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.geometry.tiling_places import TilingCell
from puzzlelang.source import Source

_LARGEST = 20
"""The editor makes no larger grids on other lattices."""

Position = tuple[int, int, int]
"""A face of the unit cell, counted from 1, and how many steps across and down its unit cell lies."""


class PlacedBoard(msgspec.Struct, frozen=True):
    """A board on a grid of a kind and a size: its frame, and the numbers of its cells in their order."""

    kind: str
    size: int
    frame: TilingFrame
    numbers: Sequence[int]

    def view(self) -> tuple[float, float, int]:
        """The width and height of a picture of the board in Penpa's units, and the number of the cell in its middle."""
        corners = [[_drawn(self.frame.kind, at) for at in cell.polygon] for cell in _cells(self.frame.tiling)]
        (left, right), (top, bottom) = (_range([at[axis] for face in corners for at in face]) for axis in (0, 1))
        centre = ((left + right) / 2, (top + bottom) / 2)
        middles = [middle(face) for face in corners]
        nearest = min(range(len(middles)), key=lambda at: hypot(middles[at][0] - centre[0], middles[at][1] - centre[1]))
        x, y = middles[nearest]
        return 2 * max(x - left, right - x) + 1, 2 * max(y - top, bottom - y) + 1, self.numbers[nearest]


def place_board(tiling: Tiling) -> PlacedBoard:
    """The smallest grid with room for a board, of the first kind that has any.  Raises `Failed` if there is none."""
    faces = [tiling.shape.position(*tiling.face(cell)) for cell in tiling.cells]
    grids = grids_of(tiling.lattice)
    for kind, grid in grids.items():
        for size in range(1, _LARGEST + 1):
            extent = grid.extent(size, size)
            offered = {grid.shape.position(*placed.face): number for number, placed in grid.faces(*extent)}
            step = next((step for step in _steps(faces, offered) if _is_kept(tiling, faces, step)), None)
            if step is not None:
                first = tiling.shape.place_of(*_moved(faces[0], step))
                frame = frame_of(tiling, grid, extent, tiling.cells[0], first, Source("<penpa>", "").first())
                return PlacedBoard(kind, size, frame, [offered[_moved(face, step)] for face in faces])
    raise _no_room(tiling, known=bool(grids))


def _is_kept(tiling: Tiling, faces: Sequence[Position], step: Step) -> bool:
    """Whether the board is the same after a step: on some lattices a row then begins elsewhere."""
    board = cut_out(tiling.shape, [tiling.shape.place_of(*_moved(face, step)) for face in faces]).board
    return (board.first, board.left, board.absent) == (tiling.first, tiling.left, tiling.absent)


def _no_room(tiling: Tiling, *, known: bool) -> Failed:
    problem = f"Penpa has no grid of the lattice `{tiling.lattice}`"
    if known:
        problem = f"this board is larger than all grids of Penpa of the lattice `{tiling.lattice}`"
    return fail("E208", problem, hint="board text and JSON have every lattice")


def _steps(faces: Sequence[Position], offered: Mapping[Position, int]) -> Iterator[Step]:
    """The steps of the lattice by which all faces are moved to faces of a grid."""
    number, across, down = faces[0]
    for other, right, below in offered:
        step = (right - across, below - down)
        if other == number and all(_moved(face, step) in offered for face in faces):
            yield step


def _moved(face: Position, step: Step) -> Position:
    return face[0], face[1] + step[0], face[2] + step[1]


def _cells(tiling: Tiling) -> Iterator[TilingCell]:
    for cell in tiling.cells:
        assert isinstance(cell, TilingCell)
        yield cell


def _drawn(grid: KindOfGrid, point: Vector) -> Vector:
    """A point of the lattice as Penpa draws it: both steps between blocks of its grid tell how."""
    right, below = (_vector(grid, step) for step in (grid.across, grid.down))
    area = right[0] * below[1] - right[1] * below[0]
    along = (point[0] * below[1] - point[1] * below[0]) / area
    beside = (right[0] * point[1] - right[1] * point[0]) / area
    return (
        along * grid.right[0] + beside * grid.below[0],
        along * grid.right[1] + beside * grid.below[1],
    )


def _vector(grid: KindOfGrid, step: Step) -> Vector:
    across, down = grid.shape.across, grid.shape.down
    return step[0] * across[0] + step[1] * down[0], step[0] * across[1] + step[1] * down[1]


def _range(values: Sequence[float]) -> tuple[float, float]:
    return min(values), max(values)
