"""Short names of places: all of them are named, and each once."""

import random
import re

import pytest

from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.steps.words.place_names import short_names

BOARD = SquareGrid(5, 5)


@pytest.mark.parametrize(
    ("cells", "names"),
    [
        ([(1, 1), (1, 2)], ["R1C1", "R1C2"]),
        ([(1, 1), (1, 2), (1, 3)], ["R1C1–R1C3"]),
        ([(1, 1), (2, 1), (3, 1), (3, 2)], ["R1C1–R3C1", "R3C2"]),
        ([(1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (4, 2)], ["R1C2–R4C2", "R2C1", "R2C3"]),
    ],
)
def test_runs_of_cells(cells: list[tuple[int, int]], names: list[str]) -> None:
    assert short_names([at(*one) for one in cells]) == names


def at(row: int, column: int) -> Cell:
    return next(cell for cell in BOARD.cells if (cell.row, cell.column) == (row, column))


def test_a_straight_line_is_named_by_its_ends() -> None:
    wanted = ("R1C1-R1C2", "R1C2-R1C3", "R1C3-R2C3")
    links = [link for link in BOARD.links if str(link) in wanted]
    assert short_names(links, lines=True) == ["R1C1-R1C3", "R1C3-R2C3"]
    assert short_names(links) == list(wanted)


def test_borders_are_named_by_their_cells_or_their_side() -> None:
    (corner,) = (cell for cell in BOARD.cells if str(cell) == "R5C5")
    around = [border for border in BOARD.borders if corner in border.cells]
    assert sorted(short_names(around)) == ["R4C5/R5C5", "R5C4/R5C5", "below R5C5", "right of R5C5"]
    first = [border for border in BOARD.borders if BOARD.cells[0] in border.cells]
    assert {"above R1C1", "left of R1C1"} < set(short_names(first))


def test_each_cell_is_in_one_name() -> None:
    for seed in range(200):
        chosen = [cell for cell in BOARD.cells if random.Random(f"{seed} {cell}").random() < 0.6]
        named = [cell for name in short_names(chosen) for cell in between(name)]
        assert sorted(named) == sorted((cell.row, cell.column) for cell in chosen)


def between(name: str) -> list[tuple[int, int]]:
    ends = [(int(row), int(column)) for row, column in re.findall(r"R(\d+)C(\d+)", name)]
    (top, left), (bottom, right) = ends[0], ends[-1]
    return [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
