"""What places are called: each by cells that there are, and no two alike."""

import pytest

from puzzlelang.geometry.holes import without_cells
from puzzlelang.geometry.places import Corner, sort_of_place
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.geometry.square_grid import SquareGrid


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
    corners = {corner.lattice: corner for corner in SquareGrid(2, 4).corners}
    assert str(corners[2 * row, 2 * column]) == name


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (3, 2)])
def test_no_two_corners_have_one_name(size: tuple[int, int]) -> None:
    corners: tuple[Corner, ...] = SquareGrid(*size).corners
    assert len(set(map(str, corners))) == len(corners)
    assert all(str(corner).endswith(tuple(f" {cell}" for cell in corner.cells)) for corner in corners)


@pytest.mark.parametrize("sort", Sort)
def test_the_places_of_a_sort_are_of_that_sort_in_order(sort: Sort) -> None:
    whole = SquareGrid(3, 2)
    for geometry in (whole, without_cells(whole, [whole.cells[0]])):
        places = geometry.places(sort)
        assert {sort_of_place(place) for place in places} == (
            {sort} if sort not in (Sort.REGION, Sort.GROUP, *GATHERED) else set()
        )
        assert [place.index for place in places] == sorted(place.index for place in places)


def test_both_ends_of_a_border_are_corners_of_a_board_with_holes() -> None:
    whole = SquareGrid(2, 2)
    geometry = without_cells(whole, [whole.cells[0]])
    assert set(geometry.border_ends) == set(geometry.borders)
    assert all(border in corner.borders for border, ends in geometry.border_ends.items() for corner in ends)
