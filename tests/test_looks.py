"""New boards look as published ones: rims, runs, sizes and densities of what the examples have."""

import random
from statistics import fmean, median

import pytest

from puzzlelang import pipeline, workshop
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.making.example_statistics import example_statistics
from puzzlelang.making.random_areas import random_areas
from puzzlelang.making.set_shapes import SetShape, cell_neighbours, connected, random_set, shape_of
from puzzlelang.puzzle import Puzzle
from puzzlelang.workers.limits import Limits
from tests import library

ENOUGH = Limits(120)


@pytest.mark.parametrize("sizes", [[4] * 9, [12, 8, 6, 5, 5], [36], [1, 2, 3, 4, 5, 6, 7, 8]])
def test_areas_have_the_sizes_that_are_wanted(sizes: list[int]) -> None:
    geometry = SquareGrid(6, 6)
    for seed in range(5):
        result = random_areas(geometry, sizes, random.Random(seed))
        assert sorted(map(len, result)) == sorted(sizes)
        assert all(connected(area, cell_neighbours(geometry)) for area in result)
        assert len({cell for area in result for cell in area}) == 36


def test_random_sets_have_the_shape_of_the_examples() -> None:
    geometry = SquareGrid(8, 8)
    shape = SetShape(frozenset({"top", "left"}), 0.25, 2, True)
    for seed in range(20):
        chosen = random_set(geometry, shape, [[cell] for cell in geometry.cells], 16, random.Random(seed))
        result = shape_of(geometry, chosen)
        assert shape.allows(result)
        assert result.inner > 0.1
    assert not shape.allows(shape_of(geometry, [cell for cell in geometry.cells if cell.row == 1]))


def test_a_shape_tells_the_shortest_run_and_the_rims() -> None:
    geometry = SquareGrid(3, 4)
    middle = [cell for cell in geometry.cells if cell.column in (1, 3)]
    assert shape_of(geometry, middle) == SetShape(frozenset({"left"}), 1 / 3, 1, False)
    assert shape_of(geometry, []) == SetShape(frozenset(), 0.0, 3, True)


def walls(board: Puzzle) -> float:
    return len({*board.givens["block"], *board.givens["clue"]}) / len(board.geometry.cells)


def side_by_side(board: Puzzle) -> float:
    islands = board.givens["clue"]
    return sum(link.first in islands and link.second in islands for link in board.geometry.links)


def shortest_run(board: Puzzle) -> float:
    return shape_of(board.geometry, [cell for cell in board.givens["block"] if isinstance(cell, Cell)]).shortest


def ink(board: Puzzle) -> float:
    (answer,) = pipeline.solve(pipeline.load("nonogram"), board).answers
    return fmean(bool(value) for value in answer.values["ink"].values())


def islands(board: Puzzle) -> float:
    """The share of cells with an island."""
    return len(board.givens["clue"]) / len(board.geometry.cells)


def poles(board: Puzzle) -> float:
    """The share of cells with a clue that the examples do not have."""
    return sum(len(board.givens[name]) for name in ("sign", "bare")) / len(board.geometry.cells)


LOOKS = [
    ("light-up", (10, 10), walls, 0.15, 0.35),
    ("hashi", (10, 10), side_by_side, 0, 0),
    ("hashi", (8, 8), islands, 0.15, 0.3),
    ("kakuro", (6, 6), shortest_run, 2, 5),
    ("nonogram", (10, 10), ink, 0.35, 0.7),
    ("magnets", (6, 6), poles, 0, 0.1),
]
"""A file, a size, a measure, and its range on boards of others or by general taste."""


@pytest.mark.library
@pytest.mark.parametrize(("name", "size", "measure", "least", "most"), library.few(LOOKS, 1))
def test_new_boards_are_in_the_range_of_others(name, size, measure, least, most) -> None:  # type: ignore[no-untyped-def]
    """Of three boards one may be an outlier: two of 24 boards of Hashi have islands side by side."""
    drawn = [
        workshop.generate(pipeline.load(name), size, seed=seed + 1, within=ENOUGH) for seed in library.amount(1, 3)
    ]
    assert least <= median(measure(board) for result in drawn for board in result.puzzles) <= most


def test_clues_that_no_example_has_go_first() -> None:
    rules = pipeline.load("magnets")
    assert example_statistics(rules).unused == {"sign", "bare"}
    (board,) = workshop.generate(rules, (4, 4), seed=1, within=ENOUGH).puzzles
    assert poles(board) <= 0.1
