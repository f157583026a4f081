"""A board that is closed is freed at once: nothing of it waits for a search for reference cycles."""

import gc

import pytest

from puzzlelang import pipeline

BOARDS = (
    ("norinori", "https://puzz.link/p?norinori/5/5/cag4ocjo"),
    ("creek", "https://puzz.link/p?creek/6/6/gagaich2cgb6769dt"),
    ("kakuro", "https://puzz.link/p?kakuro/3/3/6bq.ce8d"),
    ("fillomino", "https://puzz.link/p?fillomino/5/5/3j4h4h3h15h4g2i4"),
    ("square-jam", "https://puzz.link/p?squarejam/2/2/.i"),
    ("compass", "https://puzz.link/p?compass/5/5/l2.21g.2.4m.4.3g.1..l"),
    ("la-paz", "https://puzz.link/p?lapaz/5/5/1k1g1n0g10g11g"),
)
"""Boards without graphs, with a curve, with numbers, with narrowed sizes, in one cell each, with areas and marks."""

FEW = 60
"""So many objects may wait, such as closures of one function that calls itself."""


@pytest.mark.parametrize(("name", "board"), BOARDS, ids=[name for name, _ in BOARDS])
def test_a_closed_board_leaves_no_cycles(name: str, board: str) -> None:
    rules = pipeline.load(name)
    puzzle = pipeline.board(rules, board)
    pipeline.solve(rules, puzzle)  # what is imported and cached for good
    gc.collect()
    gc.disable()
    try:
        pipeline.solve(rules, puzzle)
        assert gc.collect() < FEW
    finally:
        gc.enable()
