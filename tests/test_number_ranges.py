"""The ends of the numbers of declarations, as boards tell them."""

import pytest

from puzzlelang import pipeline
from puzzlelang.formats import boards
from puzzlelang.ground.number_ranges import number_ranges
from puzzlelang.source import Source
from puzzlelang.web.controls import controls

RULES = """puzzle "Sums"
board rectangle
given clue : cells to number?
given most : number = 3
find  digit : cells to 1..count(cells)
find  small : cells to 0..most  as 0 "."
rule any "any": every c in cells: c.digit > c.small
"""


@pytest.mark.parametrize(("board", "highest"), [("...\n...\n", (6, 3)), ("most: 2\n\n....\n....\n....\n", (12, 2))])
def test_ends_follow_from_the_board(board: str, highest: tuple[int, int]) -> None:
    rules = pipeline.ruleset(Source("sums.rules", RULES))
    puzzle = boards.read(rules, Source("board", board))
    assert number_ranges(rules, puzzle) == {"digit": (1, highest[0]), "small": (0, highest[1])}
    offered = {one.name: one.steps for one in controls(rules, puzzle)}
    assert offered["digit"] == ("", *map(str, range(1, highest[0] + 1)))
    assert offered["small"] == ("", *map(str, range(1, highest[1] + 1)), "0")  # what shows nothing comes last
