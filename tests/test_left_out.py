"""Boards may leave out a given set whose declaration says `= {}`, in any form."""

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source

RULES = """puzzle "Dots"
board rectangle
given dots : set of corners as "o"{default}
given brim : set of lines as "S"{default}
given lamp : set of cells as "L"{default}
find black : set of cells as "#"
rule dots "A black cell touches each dot": every k in dots: some c in cells(k): c.black
rule brim "No black cell in {{l|marked lines}}": every l in brim: count(black & l) = 0
rule lamp "Lamps are white": no c in lamp: c.black
read puzzlink "dots": bits(lamp)
"""

BOARDS = {
    "size: 2x2\n": 16,
    "..\n..\n": 16,
    "L.\n..\n": 8,
    "..\n..\n\n[dots]\n...\n.o.\n...\n": 15,
    "https://puzz.link/p?dots/2/2/0": 16,
}


@pytest.mark.parametrize("text", BOARDS)
def test_sets_that_may_be_left_out(text: str) -> None:
    rules = pipeline.ruleset(Source("dots.rules", RULES.format(default=" = {}")))
    board = pipeline.board(rules, text)
    assert len(pipeline.solve(rules, board, limit=None).answers) == BOARDS[text]
    again = pipeline.board(rules, pipeline.convert(rules, board, "text"))
    assert len(pipeline.solve(rules, again, limit=None).answers) == BOARDS[text]


def test_other_sets_must_be_there() -> None:
    rules = pipeline.ruleset(Source("dots.rules", RULES.format(default="")))
    with pytest.raises(Failed) as failed:
        pipeline.board(rules, "size: 2x2\n")
    assert {item.code for item in failed.value.diagnostics} == {"E108"}
