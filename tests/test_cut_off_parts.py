"""Parts that would be cut off: how many of their cells are open, by flooding, and what a step with them costs."""

import random

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.places import Cell
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Sat
from puzzlelang.source import Source
from puzzlelang.steps.rating.costs import cost, kind
from puzzlelang.steps.rating.ratings import NAMES
from puzzlelang.steps.record import Fact, Step, Tier, derived
from puzzlelang.steps.search.cut_off_parts import open_cut_off
from puzzlelang.steps.search.local_patterns import Order
from puzzlelang.steps.search.step_selection import FEW_OPEN
from puzzlelang.steps.search.walk import Walk

RULES = """
puzzle "One piece"
board any
include "prelude"
find black : set of cells as "#"
rule wall = one_piece(black)
"""

BOARD = "..1.3.\n1.....\n.1....\n....3.\n2....4\n......\n"
"""A Nurikabe."""

Rows = list[list[bool | None]]


def _flooded(rows: Rows) -> int:
    """The open cells of the smallest part that has a certain cell, by flooding all that may be there."""
    waiting = {(r, c) for r, row in enumerate(rows) for c, one in enumerate(row) if one is not False}
    parts = []
    while waiting:
        part, front = set(), [waiting.pop()]
        while front:
            r, c = front.pop()
            part.add((r, c))
            near = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & waiting
            waiting -= near
            front += near
        if any(rows[r][c] for r, c in part):
            parts.append((len(part), sum(rows[r][c] is None for r, c in part)))
    return min(parts)[1] if parts else 0


@pytest.mark.parametrize("seed", range(30))
def test_open_cells_of_the_smallest_part_are_counted(seed: int) -> None:
    dice = random.Random(seed)
    rules = pipeline.ruleset(Source("rules", RULES))
    problem = pipeline.ground(rules, pipeline.board(rules, Source("board", "....\n" * 4)))
    walk = Walk(problem, [None] * len(problem.variables))
    rows: Rows = [[dice.choice((True, False, None)) for _ in range(4)] for _ in range(4)]
    rows[seed % 4][seed // 8] = None
    masks = [3] * len(walk.problem.variables)
    for place, variable in walk.problem.finds["black"].items():
        assert isinstance(place, Cell)
        masks[variable.index] = {None: 3, False: 1, True: 2}[rows[place.row - 1][place.column - 1]]
        if (place.row - 1, place.column - 1) == (seed % 4, seed // 8):
            step = Step(Tier.DIRECT, (Fact(variable.index, 1, True),), tuple(walk.cases), (), derived())
    rows[seed % 4][seed // 8] = False
    assert open_cut_off(walk.problem, step, masks) == _flooded(rows)


def test_the_only_way_out_of_a_known_piece_is_easy() -> None:
    rules = pipeline.load("nurikabe")
    problem = pipeline.ground(rules, pipeline.board(rules, Source("board", BOARD)))
    outcome = engines.engine("cadical").open(problem, False).solve()
    assert isinstance(outcome, Sat)
    steps = Walk(problem, outcome.values, order=Order.EASIEST).steps()
    large = [step for step in steps if "cell cut off 3+" in kind(step).split(", ")]
    assert {step.unsure > FEW_OPEN for step in large} == {False, True}
    for step in large:
        assert (cost(step) <= NAMES[0][0]) is (step.unsure <= FEW_OPEN)
