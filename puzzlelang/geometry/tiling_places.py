"""The places of boards on a lattice.

Their lattice coordinates are thousandths of the unit of the lattice file, as (down, right).
"""

from functools import cached_property

from puzzlelang.geometry.lattices import Polygon, Vector
from puzzlelang.geometry.mesh import mesh
from puzzlelang.geometry.places import Border, Cell, Corner

UNIT = 1000
"""Lattice coordinates in one unit of a lattice file."""

Spot = tuple[int, int]
"""Lattice coordinates."""


class TilingCell(Cell, frozen=True, eq=False, dict=True):
    """A face of a tiling: `row` and `column` are those of the board text, `polygon` its corners as (x, y).

    `tiling`: the name of the lattice.
    """

    lattice: Spot = (0, 0)  # stored here, computed in squares
    polygon: Polygon = ()
    tiling: str = ""

    @cached_property
    def spot(self) -> tuple[int, int, int]:
        """Return where it lies in its lattice, whatever the board: see `motions`."""
        result = mesh(self.tiling).spot(self.polygon)
        assert result is not None
        return result


class TilingBorder(Border, frozen=True, eq=False):
    """A side of a face; `number` counts the sides of its first cell clockwise from the top."""

    number: int = 0

    def __str__(self) -> str:
        if len(self.cells) == 2:
            return f"border {self.cells[0]}/{self.cells[1]}"
        return f"side {self.number} of {self.cells[0]}"

    @property
    def text(self) -> str:
        """Its name without blanks."""
        first, *others = map(str, self.cells)
        return f"{first}/{others[0] if others else f'side{self.number}'}"


class TilingCorner(Corner, frozen=True, eq=False):
    """A corner of faces; `number` counts those of its first cell clockwise from the top."""

    number: int = 0

    def __str__(self) -> str:
        return f"corner {self.number} of {self.cells[0]}"

    @property
    def text(self) -> str:
        """Its name without blanks."""
        return f"{self.cells[0]}/corner{self.number}"


def spot_of(point: Vector) -> Spot:
    """The lattice coordinates of a point of the lattice file."""
    x, y = point
    return round(y * UNIT), round(x * UNIT)
