"""Reasons from rectangles: those that a step names are all that the board and the borders so far allow."""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from puzzlelang import pipeline
from tests import library

Spot = tuple[int, int]


def spot_of(name: str) -> Spot:
    """A cell by its name."""
    row, column = map(int, name[1:].split("C"))
    return row, column


def spots(first: str, last: str) -> frozenset[Spot]:
    """The cells of a rectangle by the names of its first and its last."""
    (top, left), (bottom, right) = spot_of(first), spot_of(last)
    return frozenset(product(range(top, bottom + 1), range(left, right + 1)))


def rectangles(side: int, place: Spot, area: int | None) -> Iterator[frozenset[Spot]]:
    """All rectangles of the board around a cell, with so many cells if the area is known."""
    row, column = place
    for top, bottom, left, right in product(
        range(1, row + 1), range(row, side + 1), range(1, column + 1), range(column, side + 1)
    ):
        if area in (None, (bottom - top + 1) * (right - left + 1)):
            yield frozenset(product(range(top, bottom + 1), range(left, right + 1)))


def fits(cells: frozenset[Spot], numbers: dict[Spot, int], borders: dict[frozenset[Spot], bool]) -> bool:
    """Whether a piece may have these cells: one number, its own, no border within, and all around."""
    inside = [numbers[spot] for spot in cells & set(numbers)]
    return inside == [len(cells)] and all(
        is_border is (len(pair & cells) == 1) for pair, is_border in borders.items() if pair & cells
    )


@pytest.mark.library
@pytest.mark.parametrize("board", library.few(["small", "medium"], 1))
def test_the_rectangles_that_a_step_names_are_all_that_fit(board: str) -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, library.ROOT / "examples" / "shikaku" / f"{board}.txt")
    side = max(cell.row for cell in puzzle.geometry.cells)
    numbers = {(c.row, c.column): n for c, n in puzzle.givens["clue"].items() if isinstance(n, int)}  # type: ignore[union-attr]
    borders: dict[frozenset[Spot], bool] = {}
    named = counted = 0
    for step in pipeline.path(rules, puzzle).steps:
        reason = step.lines[-1]
        new = {frozenset(map(spot_of, fact.place.split("-"))): bool(fact.value) for fact in step.follows}
        if one := re.fullmatch(r"The piece of (R\dC\d) has (\d+) cells?: only (.*) fits\.", reason):
            place = spot_of(one[1])
            ways = {spots(*(text.split(" to ") * 2)[:2]) for text in re.split(r", | or ", one[3])}
            possible = {cells for cells in rectangles(side, place, int(one[2])) if fits(cells, numbers, borders)}
            assert possible <= ways, reason
            assert all(place in cells and len(cells) == int(one[2]) for cells in ways), reason
            named += 1
        elif one := re.search(r"all (\d+) rectangles that fit agree", reason):
            (at,) = re.findall(r"(?:piece at|piece of) (R\dC\d)", reason)
            possible = {cells for cells in rectangles(side, spot_of(at), None) if fits(cells, numbers, borders)}
            assert 0 < len(possible) <= int(one[1]), reason
            counted += 1
        else:
            possible = set()
        for cells, (pair, is_border) in product(possible, new.items()):
            assert is_border is (len(pair & cells) == 1), (reason, cells, pair)
        borders |= new
    assert named > 3, named
    assert counted or board == "small", counted
