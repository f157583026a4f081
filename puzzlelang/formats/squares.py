"""Boards for the outside formats that have squares only."""

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.rectangle import Rectangle


def squares(geometry: Geometry) -> Rectangle:
    """The board as rows of squares.  Raises `Failed` if it has another lattice."""
    if isinstance(geometry, Rectangle):
        return geometry
    hint = "board text and JSON have every lattice"
    raise fail(
        "E208", f"this format has squares only, and the lattice of this board is `{geometry.lattice}`", hint=hint
    )
