"""Rectangles around a mark: those that hold free cells alone, and the mark."""

import itertools
import random

import pytest

from puzzlelang.deductions.placements.marked_rectangles import _rectangles_around


@pytest.mark.parametrize("seed", range(40))
def test_rectangles_around_a_mark_are_all(seed: int) -> None:
    chance = random.Random(seed)
    rows, columns = chance.randint(1, 5), chance.randint(1, 5)
    cells = list(itertools.product(range(1, rows + 1), range(1, columns + 1)))
    middle = chance.choice(cells)
    free = {cell for cell in cells if cell != middle and chance.random() < 0.8}
    expected = {
        (top, bottom, left, right)
        for top, bottom in itertools.product(range(1, middle[0] + 1), range(middle[0], rows + 1))
        for left, right in itertools.product(range(1, middle[1] + 1), range(middle[1], columns + 1))
        if all(
            cell == middle or cell in free for cell in itertools.product(range(top, bottom + 1), range(left, right + 1))
        )
    }
    boxes = list(_rectangles_around(middle, free))
    assert len(boxes) == len(expected)
    assert set(boxes) == expected
