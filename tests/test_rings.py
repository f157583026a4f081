"""The stretches around a cell, compared with clues."""

import pytest

from puzzlelang import pipeline
from puzzlelang.source import Source

RULES = """
puzzle "Rings"
board rectangle
given clue  : cells to numbers or unknown?
find  black : set of cells  as "#"

rule around "The stretches are these":
  every c in cells with c.clue: runs_around(c, black) = c.clue
"""

BOARD = ".   . .\n. {clue} .\n.   . .\n"


@pytest.mark.parametrize(
    ("clue", "drawing", "right"),
    [
        ("?", "...\n...\n...\n", True),
        ("?", "#..\n#..\n#..\n", True),
        ("?", "###\n#.#\n###\n", True),
        ("?", "#.#\n...\n...\n", False),
        ("0", "...\n...\n...\n", True),
        ("0", "#..\n...\n...\n", False),
        ("8", "###\n#.#\n###\n", True),
        ("3", "#..\n#..\n#..\n", True),
        ("3", "##.\n#..\n...\n", True),
        ("3", "##.\n...\n...\n", False),
        ("1,3", "##.\n#..\n..#\n", True),
        ("3,1", "##.\n#..\n..#\n", True),
        ("?,1", "##.\n#..\n..#\n", True),
        ("?,1", "##.\n##.\n#..\n", False),
        ("?,?", "...\n...\n...\n", False),
        ("?,?", "##.\n#..\n..#\n", True),
    ],
)
def test_clues(clue: str, drawing: str, right: bool) -> None:
    rules = pipeline.ruleset(Source("rings.rules", RULES))
    board = pipeline.board(rules, BOARD.format(clue=clue) + "\n[answer]\n" + drawing)
    assert (not pipeline.check(rules, board).findings) == right


def test_at_the_rim_the_ring_is_open() -> None:
    rules = pipeline.ruleset(Source("rings.rules", RULES))
    board = pipeline.board(rules, ". 1,1 .\n. . .\n\n[answer]\n#.#\n...\n")
    assert not pipeline.check(rules, board).findings
