"""What techniques are worth on boards."""

from pathlib import Path

from puzzlelang import pipeline
from puzzlelang.source import Source
from puzzlelang.techniques import worth
from puzzlelang.techniques.searched import open_rules

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_steps_that_cite_auxiliary_variables_have_words() -> None:
    """The cases of a step may read whether a loop touches a cell, which solvers add to the problem of a board."""
    board = EXAMPLES / "tapa-like-loop" / "medium.txt"
    opened = open_rules(pipeline.load("tapa-like-loop"))
    solved = list(worth.solved_boards(opened, [Source(str(board), board.read_text())]))
    assert [len(one.words) for one in solved] == [112]
