"""Which cells a broken rule is about: those that make it false, and no others."""

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.problem.drawing_values import drawing_values
from puzzlelang.problem.findings import Worth
from puzzlelang.questions import check
from puzzlelang.questions.why import contradiction
from puzzlelang.source import Source
from tests.test_cli import TWO

SHADED = 'find s : set of cells as "#"'
LINKS = 'find b : set of links as "x"'
DIGITS = "find d : cells to 1..9"
ROWS = f"given c : rows to numbers? at left\n{SHADED}"
TREES = f'given t : set of cells as "T"\n{SHADED}'
LOOP = "single_loop(b)"
NO_RING = "acyclic({a, b in adjacent where a.s and b.s})"
NUMBERS = "every l in rows with l.c: runs(l, s) = l.c"

RINGS = """\
size: 5x5
[b]
.x.x. . .
x . x . .
.x.x.x. .
. . . . .
. . . .x.
. . . x x
. . . .x.
. . . . .
. . . . .
"""


def named(declared: str, formula: str, board: str) -> str:
    ruleset = pipeline.ruleset(Source("x.rules", f'puzzle "X"\nboard rectangle\n{declared}\nrule r "R": {formula}\n'))
    (result,) = pipeline.check(ruleset, pipeline.board(ruleset, board)).findings
    assert result.broken
    return " ".join(map(str, result.cells))


@pytest.mark.parametrize(
    ("declared", "formula", "board", "cells"),
    [
        (SHADED, NO_RING, "####.\n#.#.#\n###..\n", "R1C1 R1C2 R1C3 R2C1 R2C3 R3C1 R3C2 R3C3"),
        (SHADED, NO_RING, "##...\n##.##\n#..##\n", "R1C1 R1C2 R2C1 R2C2 R2C4 R2C5 R3C4 R3C5"),
        (SHADED, NO_RING, "##?\n##?\n", "R1C1 R1C2 R2C1 R2C2"),
        (LINKS, "acyclic(b)", RINGS, "R1C1 R1C2 R1C3 R2C1 R2C2 R2C3 R3C4 R3C5 R4C4 R4C5"),
        (LINKS, LOOP, RINGS.replace(".x.x.x. .", ".x.x. . ."), "R3C4 R3C5 R4C4 R4C5"),
        (LINKS, LOOP, RINGS, "R1C3 R2C2 R2C3 R2C4 R3C4 R3C5 R4C4 R4C5"),
        (SHADED, "connected(s)", "##..#\n.....\n#....\n###..\n", "R1C1 R1C2 R1C5"),
        (SHADED, "connected(s)", "#?#.#\n.....\n", "R1C5"),
        (ROWS, NUMBERS, "2,1 ##.###.\n", "R1C4 R1C5 R1C6"),
        (ROWS, NUMBERS, "2,1 ?##.###??\n", "R1C5 R1C6 R1C7"),
        (ROWS, NUMBERS, "2,1 #.#..#.\n1 #......\n", "R1C1 R1C3"),
        (ROWS, NUMBERS, "3 ?.?.?.?\n", "R1C2 R1C4 R1C6"),
        (DIGITS, "every l in rows: distinct(d of l)", "12345126\n", "R1C1 R1C2 R1C6 R1C7"),
        (DIGITS, "distinct(d of cells)", "1?3\n?14\n", "R1C1 R2C2"),
        (DIGITS, "every l in rows: sum(d of l) = 10", "99??\n4321\n????\n", "R1C1 R1C2"),
        (DIGITS, "every l in rows: sum(d of l) = 10", "4321\n1111\n", "R2C1 R2C2 R2C3 R2C4"),
        (SHADED, "every l in rows: count(l & s) <= 2", "#.##.\n#..#?\n", "R1C1 R1C3 R1C4"),
        (SHADED, "every l in rows: count(l & s) = 2", "#..#.\n..#.#\n...#.\n", "R3C1 R3C2 R3C3 R3C4 R3C5"),
        (SHADED, "exactly 1 l in lines: every c in l: c.s", "###\n#..\n#..\n", "R1C1 R1C2 R1C3 R2C1 R3C1"),
        (f"given bank : shapes\n{SHADED}", "pieces(s) = bank", "bank: 2*##\n##.##\n.....\n###..\n", "R3C1 R3C2 R3C3"),
        (TREES, "paired(s, t by adjacent)", "T#T..\n.....\n.T#.#\n", "R1C1 R1C2 R1C3 R3C5"),
    ],
)  # fmt: skip
def test_a_broken_rule_names_what_breaks_it(declared: str, formula: str, board: str, cells: str) -> None:
    assert named(declared, formula, board) == cells


def test_a_row_of_trees_and_tents_is_named_as_far_as_they_compete() -> None:
    # Three trees for two tents; the pair beside them has no part in it.
    assert named(TREES, "paired(s, t by adjacent)", "T#T#T\n.....\n#T...\n") == "R1C1 R1C2 R1C3 R1C4 R1C5"


def test_why_names_the_trees_that_have_too_few_places() -> None:
    declared = 'given t : set of cells as "T"\nlet open = cells - t\nfind s : set of open as "#"'
    rule = 'rule pairs "In pairs": paired(s, t by adjacent)'
    ruleset = pipeline.ruleset(Source("x.rules", f'puzzle "X"\nboard rectangle\n{declared}\n{rule}\n'))
    # Three trees on the left have two cells between them; the other one has nothing to do with it.
    cases = pipeline.why(ruleset, pipeline.board(ruleset, "T.T.TT.")).cases
    assert cases is not None
    assert contradiction(cases).splitlines() == [
        "  pairs: In pairs (R1C1 R1C2 R1C3 R1C4 R1C5)",
        "      1. R1C1, R1C3 and R1C5 have only R1C2 and R1C4 to share.",
    ]
    assert pipeline.why(ruleset, pipeline.board(ruleset, "T.T....T.")).cases is None


def test_a_number_that_no_rule_allows_is_broken() -> None:
    ruleset = pipeline.ruleset(Source("x.rules", f'puzzle "X"\nboard rectangle\n{DIGITS}\nrule r "R": 1 = 1\n'))
    puzzle = pipeline.board(ruleset, "3 12 0\n")
    result = pipeline.check(ruleset, puzzle).findings
    assert [(item.rule.name, item.broken, item.sentence) for item in result] == [
        ("d", True, "R1C2 holds 12, at most 9 is possible"),
        ("d", True, "R1C3 holds 0, at least 1 is possible"),
    ]
    with pytest.raises(Failed, match="E157"):
        drawing_values(pipeline.ground(ruleset, puzzle), puzzle.drawing)


@pytest.mark.parametrize(
    ("drawing", "complete", "worth", "first"),
    [
        ("##.", True, Worth.RIGHT, "This is a right answer."),
        ("##?", False, Worth.OPEN, "So far so good: nothing is broken; not yet satisfied: 1 rule."),
        ("###", True, Worth.BROKEN, "Broken: 1 rule."),
        ("###?", False, Worth.BROKEN, "Broken: 1 rule."),
    ],
)
def test_the_first_line_says_what_a_drawing_is_worth(drawing: str, complete: bool, worth: Worth, first: str) -> None:
    ruleset = pipeline.ruleset(Source("two.rules", TWO))
    puzzle = pipeline.board(ruleset, drawing)
    result = pipeline.check(ruleset, puzzle)
    assert result.complete is complete
    assert result.worth is worth
    assert check.findings_text(result.findings, drawn=True, complete=complete).splitlines()[0] == first
    assert check.as_json(result)["status"] == worth.value
