"""Boards of hexagons as rows of bricks: puzz.link gives the size, and how every other row is shifted.

The number behind the size is 0 if the second row is a cell shorter than the first one, inside of it, 1 or 2 if it is as
long and shifted to the right or to the left, 3 if it is a cell longer.  Columns are counted in the first row.
"""

from collections.abc import Iterator

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.places import check_lattice, sized_board
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.cut_outs import Face, cut_out
from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.source import Span
from puzzlelang.typed.ir import Reading, Ruleset

BRICKS = "bricks"
"""The piece that says so."""

HEXAGON = "hexagon"
_LONGER = (-1, 0, 0, 1)
_FIRST_SHIFTED = (0, 0, 1, 1)


def has_bricks(reading: Reading) -> bool:
    """Whether the boards of a statement are such rows."""
    return any(piece.word == BRICKS and not piece.literal for piece in reading.pieces)


def brick_board(rules: Ruleset, height: int, width: int, shape: Span, size: Span) -> Tiling:
    """The board of a size, with the number at `shape`.  Raises `Failed` for another number or a wrong size."""
    if shape.text.strip() not in ("0", "1", "2", "3"):
        problem = "here should stand how the second row lies to the first: 0, 1, 2 or 3"
        raise fail(
            "E203", problem, shape, hint="0 is a cell shorter, 1 and 2 are shifted to the right and left, 3 longer"
        )
    check_lattice(rules, HEXAGON, size)
    sized_board(rules, height, width and width + 1, size)
    number = int(shape.text)
    if not width + _LONGER[number] and height > 1:
        raise fail("E203", "the second row of this board has no cells", size)
    return cut_out(lattice(HEXAGON), list(_faces(height, width, number))).board


def _faces(height: int, width: int, shape: int) -> Iterator[Face]:
    for row in range(height):
        for column in range(width + _LONGER[shape] * (row % 2)):
            yield row + _FIRST_SHIFTED[shape], column


def shape_of_bricks(board: Geometry) -> tuple[int, int]:
    """The number of columns and the number of the shape of a board.  Raises `Failed` for another outline."""
    width = sum(cell.row == 1 for cell in board.cells)
    for shape in range(4):
        if not isinstance(board, Tiling) or board.lattice != HEXAGON:
            break
        if width and (width + _LONGER[shape] or board.height == 1):
            other = cut_out(board.shape, list(_faces(board.height, width, shape))).board
            if (other.first, other.absent, other.width) == (board.first, board.absent, board.width):
                return width, shape
    problem = "this format has boards of hexagons whose rows are shifted in turn, without holes"
    raise fail("E208", problem, hint="board text and JSON have boards of any outline")
