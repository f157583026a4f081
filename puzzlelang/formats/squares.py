"""Boards for the outside formats that have squares only."""

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.square_grid import SquareGrid


def squares(geometry: Geometry) -> SquareGrid:
    """The board as rows of squares.  Raises `Failed` if it has another lattice."""
    if isinstance(geometry, SquareGrid):
        return geometry
    hint = "board text and JSON have every lattice"
    raise fail(
        "E208", f"this format has squares only, and the lattice of this board is `{geometry.lattice}`", hint=hint
    )
