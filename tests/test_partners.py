"""Partners by labels: no answer is lost and none is won, whatever the motion is that the labels name."""

import pytest

from puzzlelang import pipeline
from puzzlelang.deductions.partners import state_partners
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem.record import Problem
from puzzlelang.solving import engines, pipelines
from puzzlelang.source import Source
from tests.graph_words import puzzle
from tests.random_puzzles import right_values
from tests.test_graph_words import answers

NUMBERS = """
find digit : cells to 1..3
let same = {a, b in adjacent where a.digit = b.digit}
let area(c) = component(c, cells by same)
rule size "An area has its size": every c in cells: count(area(c)) = c.digit
"""
LARGER = NUMBERS.replace("= c.digit\n", "<= c.digit\n")
SIZES = NUMBERS.replace("1..3", "1..5")
AREAS = """
find areas : partition of cells
let area(c) = c.areas
"""
BLACK = """
find black : set of cells
let area(c) = component(c, black)
"""

Motion = tuple[str, str, str, str]
"""What image a cell has by labels, the labels, what two cells share that have the same, and some labels."""

MIRRORED = (
    "x.row = c.row and c.column + x.column = c.sum",
    "find sum : cells to 2..2 * width hidden",
    "a.sum = b.sum",
    "c.sum = 2",
)
TURNED = (
    "c.row + x.row = c.row_sum and c.column + x.column = c.column_sum",
    "find row_sum : cells to 2..2 * height hidden\nfind column_sum : cells to 2..2 * width hidden",
    "(a.row_sum = b.row_sum and a.column_sum = b.column_sum)",
    "(c.row_sum = 2 and c.column_sum = 2)",
)
BY_A_QUARTER = (
    "x.row - c.column = c.row_sum and x.column + c.row = c.column_sum",
    "find row_sum : cells to 1 - width..height - 1 hidden\nfind column_sum : cells to 2..height + width hidden",
    "(a.row_sum = b.row_sum and a.column_sum = b.column_sum)",
    "(c.row_sum = 0 and c.column_sum = 3)",
)
AROUND = (
    "x.row = c.row and (c.column + c.jump = x.column or c.column + c.jump = x.column + width)",
    "find jump : cells to 0..width - 1 hidden",
    "a.jump = b.jump",
    "c.jump = 0",
)
SHIFTED = ("x.column - c.column = c.jump", "find jump : cells to 0..1 hidden", "a.jump = b.jump", "c.jump = 0")


def stated(kind: str, motion: Motion, rows: int, columns: int, same: str | None = None) -> Problem:
    """Every component has the image of each of its cells, by a motion that labels name; `same`: what is shared."""
    image, labels, shared, other = motion
    each, guard = "cells", "a.digit = b.digit"
    if kind == BLACK:
        each, guard = "black", "a in black and b in black"
    elif kind == AREAS:
        guard = "a.areas = b.areas"
    alike = f"every a, b in adjacent: if {guard} then"
    rest = f'rule rest "Others have some labels": every c in cells: c in black or {other}' if kind == BLACK else ""
    text = f"""
puzzle "Images"
board rectangle
{labels}
{kind}
rule labels "A component has the same labels everywhere": {alike} {shared if same is None else same}
rule images "A component has its image":
  every c in {each}: some x in cells: {image} and x in area(c)
{rest}
"""
    return pipeline.ground(pipeline.ruleset(Source("images.rules", text)), puzzle(SquareGrid(rows, columns), ()))


@pytest.mark.parametrize(
    ("kind", "motion", "rows", "columns"),
    [
        (LARGER, TURNED, 1, 3),
        (NUMBERS, TURNED, 1, 4),
        (NUMBERS, MIRRORED, 1, 4),
        (NUMBERS, AROUND, 1, 3),
        (LARGER, MIRRORED, 1, 4),
        (AREAS, TURNED, 2, 2),
        (AREAS, MIRRORED, 1, 4),
        (AREAS, BY_A_QUARTER, 2, 2),
        (BLACK, TURNED, 1, 4),
        (BLACK, MIRRORED, 1, 4),
        (BLACK, BY_A_QUARTER, 2, 2),
    ],
)
def test_answers_stay_the_same(kind: str, motion: Motion, rows: int, columns: int) -> None:
    problem = stated(kind, motion, rows, columns)
    begun = state_partners(problem)
    assert begun.clauses
    expected = set(right_values(problem))
    assert expected
    for without in ((), {pipelines.PARTNERS}, {*pipelines.NAMES} - {pipelines.PARTNERS}):
        assert answers(problem, engines.engine("cadical", without)) == expected


@pytest.mark.parametrize(
    ("kind", "motion", "same"),
    [
        (LARGER, TURNED, "a.row_sum = b.row_sum"),  # the other label may differ within a component
        (AREAS, MIRRORED, "a.sum <= b.sum"),
        (AREAS, SHIFTED, "a.jump = b.jump"),  # in a row and another there are several images
    ],
)
def test_other_claims_stay_as_they_are(kind: str, motion: Motion, same: str) -> None:
    problem = stated(kind, motion, 2, 2, same)
    begun = state_partners(problem)
    assert begun.problem is problem
    assert not begun.clauses


@pytest.mark.parametrize(
    ("kind", "motion", "rows", "columns"),
    [
        (SIZES, TURNED, 2, 3),
        (SIZES, TURNED, 3, 3),
        (SIZES, MIRRORED, 2, 4),
        (SIZES, AROUND, 2, 3),
        (SIZES, BY_A_QUARTER, 2, 2),
        (SIZES, BY_A_QUARTER, 3, 3),
        (LARGER, TURNED, 2, 3),
        (LARGER, MIRRORED, 2, 3),
        (AREAS, TURNED, 2, 4),
        (AREAS, MIRRORED, 2, 3),
        (AREAS, BY_A_QUARTER, 3, 3),
        (BLACK, TURNED, 2, 4),
        (BLACK, BY_A_QUARTER, 3, 3),
    ],
)
def test_answers_are_those_of_cuts(kind: str, motion: Motion, rows: int, columns: int) -> None:
    problem = stated(kind, motion, rows, columns)
    assert state_partners(problem).clauses
    with_cuts = answers(problem, engines.engine("cadical", {pipelines.PARTNERS}))
    assert with_cuts
    assert answers(problem, engines.engine("cadical")) == with_cuts


def test_sizes_beyond_narrow_domains() -> None:
    """The number of the only area is not among the values of the first search."""
    whole = NUMBERS.replace("1..3", "1..count(cells)")
    whole += 'rule whole "There is one area": every a, b in adjacent: a.digit = b.digit\n'
    problem = stated(whole, TURNED, 5, 5)
    assert pipelines.narrow(state_partners(problem).problem).variables[-1].name == "beyond"
    assert answers(problem, engines.engine("cadical")) == {(*[25] * 25, *[6] * 50)}
