"""Boards of squares: for the outside formats that have nothing else, and those with as many rows as columns."""

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.typed.ir import Ruleset


def squares(geometry: Geometry) -> SquareGrid:
    """The board as rows of squares.  Raises `Failed` if it has another lattice."""
    if isinstance(geometry, SquareGrid):
        return geometry
    hint = "board text and JSON have every lattice"
    raise fail(
        "E208", f"this format holds that on squares only, and the board has the lattice `{geometry.lattice}`", hint=hint
    )


def must_be_square(rules: Ruleset) -> bool:
    """Whether boards of squares have as many rows as columns."""
    return "square" in rules.board.split(" or ")
