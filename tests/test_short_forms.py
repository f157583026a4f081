"""Short forms mean what the longer ones mean: both have the same answers, by every way of solving, on random boards."""

import itertools
import random

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.sorts import COMPASS_NAMES
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests import library
from tests.random_puzzles import answers, brute_force, puzzle

HEAD = """
puzzle "Short"
board rectangle
given circle : cells to {white, black}?
given clue   : cells to number or unknown?
given arrow  : cells to {up, left, none}?
given wind   : cells to {northeast, down_left}?
find  dark   : set of cells as "#"
"""

NUMBERED = "find  digit : cells to 0..3\n"
TURNED = "find  way : cells to {left, right, down, stay}\n"

FORMS = {
    "with a name": (
        "every c in cells with c.circle = white: c.dark",
        "every c in cells with c.circle where c.circle = white: c.dark",
    ),
    "with one of several names": (
        "no c in cells with c.circle in {black}: c.dark",
        "no c in cells with c.circle where c.circle = black: c.dark",
    ),
    "with a number": (
        "every c in cells with number c.clue > 1 and c.circle: count(dark & next(c)) = c.clue - 1",
        "every c in cells with number c.clue and c.circle where c.clue > 1: count(dark & next(c)) = c.clue - 1",
    ),
    "with a number in a range, in a set": (
        "count({c in cells with number c.clue in 1..2 where c.dark}) = 1",
        "count({c in cells with number c.clue where c.clue in 1..2 and c.dark}) = 1",
    ),
    "some number": (
        "every c in cells where c.dark: some n in 1..2: count(dark & next(c)) = n",
        "every c in cells where c.dark: count(dark & next(c)) = 1 or count(dark & next(c)) = 2",
    ),
    "every number up to another": (
        "every m in 1..height: every n in 1..m: some c in cells where c.row = n and c.column <= m: c.dark",
        "every r in rows: every q in rows where q.number <= r.number: "
        "some c in cells where c.row = q.number and c.column <= r.number: c.dark",
    ),
    "no number of none": ("no n in 3..1: count(dark) >= n", "1 = 1"),
    "numbers that are counted": (
        "exactly 2 n in 1..3: count({c in cells where c.row = n and c.dark}) > 0",
        "count({r in rows where r.number <= 3 and count(dark & r) > 0}) = 2",
    ),
    "a set of numbers": (
        "every c in cells: c.digit in {n in 0..3 where n mod 2 = 0}",
        "every c in cells: c.digit = 0 or c.digit = 2",
    ),
    "numbers to be found in a set of numbers to be found": (
        "every c in cells: c.digit in {n in 1..3 where (some x in dark: x.digit = n)}",
        "every c in cells: (c.digit > 0) and (some x in dark: x.digit = c.digit)",
    ),
    "sums of numbers": ("sum(n * n for n in 1..3 where n > 1) = count(dark) + 12", "count(dark) = 1"),
    "names of two kinds": (
        "every c in cells with c.arrow: c.way = c.arrow",
        "every c in cells with c.arrow: (c.arrow = left and c.way = left)",
    ),
    "names of two kinds that differ": (
        "every c in cells with c.arrow: c.arrow != c.way",
        "every c in cells with c.arrow: not (c.arrow = left and c.way = left)",
    ),
    "the next cell in a direction to be found": (
        "every c in cells: some x in next(c, c.way): x.dark",
        "every c in cells: (c.way = left and (some x in next(c, left): x.dark)) "
        "or (c.way = right and (some x in next(c, right): x.dark)) "
        "or (c.way = down and (some x in next(c, down): x.dark))",
    ),
    "a ray in a direction to be found": (
        "every c in cells: c.dark or count(ray(c, c.way until dark)) = 1",
        "every c in cells: c.dark or (some d in directions: c.way = d and count(ray(c, d until dark)) = 1)",
    ),
    "corners on a side to be found": (
        "every c in cells: some k in corners(c, c.way): count(cells(k) & dark) = 1",
        "every c in cells: some d in directions: c.way = d and (some k in corners(c, d): count(cells(k) & dark) = 1)",
    ),
    "the border on a side to be found": (
        "every c in cells: every b in borders(c, c.way): count(cells(b) & dark) = 1",
        "every c in cells: every d in directions: if c.way = d then "
        "(every b in borders(c) where count(corners(b) & corners(c, d)) = 2: count(cells(b) & dark) = 1)",
    ),
    "the next cell in a direction that is given by name": (
        "every c in cells with c.arrow: some x in next(c, c.arrow): x.dark",
        "every c in cells with c.arrow: some d in directions: c.arrow = d and (some x in next(c, d): x.dark)",
    ),
}


def rules(name: str, body: str) -> Ruleset:
    both = "".join(FORMS[name])
    finds = (NUMBERED if "digit" in both else "") + (TURNED if "way" in both else "")
    return pipeline.ruleset(Source("short.rules", f'{HEAD}{finds}rule one "One": {body}'))


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(FORMS, 6))
def test_the_short_form_means_the_long_one(name: str) -> None:
    short, long = (rules(name, body) for body in FORMS[name])
    wide = len(short.finds) > 1
    chance, some = random.Random(name), 0
    for number in range(8):
        if some and number >= len(library.amount(2, 8)):
            break
        board = puzzle(long, chance, chance.choice([(1, 2), (2, 1), (1, 3)] if wide else [(2, 2), (2, 3), (1, 4)]))
        try:
            expected = brute_force(pipeline.ground(long, board))
        except Failed:
            continue
        problem = pipeline.ground(short, board)
        assert brute_force(problem) == expected
        for engine in ("cadical", "z3"):
            assert set(answers(problem, engine)) == expected
        some += bool(expected)
    assert some


def test_each_of_eight_directions_has_the_cells_that_lie_there() -> None:
    """Next cells and rays from every cell of three by four, along every name of a direction."""
    text = """
puzzle "Compass"
board rectangle
given way : cells to {NAMES}?
find near : set of cells
find seen : set of cells
rule near "The next": every c in cells with c.way: next(c, c.way) = near
rule seen "The ray": every c in cells with c.way: ray(c, c.way) = seen
"""
    result = pipeline.ruleset(Source("compass.rules", text.replace("NAMES", ", ".join(COMPASS_NAMES))))
    geometry = SquareGrid(4, 3)
    for (name, (down, right)), cell in itertools.product(COMPASS_NAMES.items(), geometry.cells):
        board = Puzzle(Source("board", ""), geometry, {"way": {cell: name}}, {}, {})
        (answer,) = pipeline.solve(result, board).answers
        path = [(cell.row + far * down, cell.column + far * right) for far in range(1, 4)]
        there = [place for place in path if 1 <= place[0] <= geometry.height and 1 <= place[1] <= geometry.width]
        assert {(one.row, one.column) for one, here in answer.values["near"].items() if here} == set(there[:1])
        assert {(one.row, one.column) for one, here in answer.values["seen"].items() if here} == set(there)


def test_a_border_on_each_side() -> None:
    geometry = SquareGrid(2, 2)
    text = 'rule one "One": every c in cells: every d in directions: '
    text += "count(borders(c, d)) = 1 and (no e in directions where e != d: count(borders(c, d) & borders(c, e)) > 0)"
    result = pipeline.ruleset(Source("short.rules", HEAD + text))
    problem = pipeline.ground(result, puzzle(result, random.Random(1), (geometry.height, geometry.width)))
    assert not problem.constraints


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("some n in 1..count(dark): count(dark) = 2 * n", "E035"),
        ("every a, b in 1..3: count(dark) > a", "E028"),
        ("some n in {m in 1..3 where count(dark) = m}: n > 1", "E035"),
        ("{count(dark), 1} = {1, 2}", "E035"),
        ("count({count(dark), 2}) = 1", "E035"),
        ("every c in cells with c.circle = grey: c.dark", "E020"),
        ("every c in cells with c.clue > 1: c.dark", "E041"),
        ("every n in cells with c.circle = white: n.dark", "E020"),
        ("every c in cells with c.circle = white < 3: c.dark", "E003"),
        ("every c in cells with c.circle: some x in next(c, c.circle): x.dark", "E033"),
        ("every c in cells with c.wind: count(borders(c, c.wind)) = 0", "E033"),
    ],
)
def test_what_is_wrong_is_said(body: str, code: str) -> None:
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("short.rules", f'{HEAD}rule one "One": {body}'))
    assert code in [item.code for item in failed.value.diagnostics]
