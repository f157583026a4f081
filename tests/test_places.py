"""What places are called: each by cells that there are, and no two alike."""

import pytest

from puzzlelang.geometry.places import Corner
from puzzlelang.geometry.rectangle import Geometry


@pytest.mark.parametrize(
    ("row", "column", "name"),
    [
        (0, 0, "the corner at the top left of R1C1"),
        (1, 2, "the corner at the top left of R2C3"),
        (1, 4, "the corner at the top right of R2C4"),
        (2, 1, "the corner at the bottom left of R2C2"),
        (2, 4, "the corner at the bottom right of R2C4"),
    ],
)
def test_a_corner_is_called_after_a_cell_of_the_board(row: int, column: int, name: str) -> None:
    corners = {corner.lattice: corner for corner in Geometry(2, 4).corners}
    assert str(corners[2 * row, 2 * column]) == name


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (3, 2)])
def test_no_two_corners_have_one_name(size: tuple[int, int]) -> None:
    corners: tuple[Corner, ...] = Geometry(*size).corners
    assert len(set(map(str, corners))) == len(corners)
    assert all(str(corner).endswith(tuple(f" {cell}" for cell in corner.cells)) for corner in corners)
