"""Sizes of random regions after draws that failed."""

import random
from statistics import fmean

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.making.example_statistics import empty_template
from puzzlelang.making.plan import Plan, plan
from puzzlelang.making.random_givens import draw_givens
from puzzlelang.making.region_sizes import MOST_STEPS, STEP, resized


def planned(name: str) -> Plan:
    rules = pipeline.load(name)
    return plan(rules, empty_template(rules, (6, 6)))


def sizes(one: Plan) -> list[int]:
    return one.statistics.areas["room"]


@pytest.mark.parametrize(
    ("unanswered", "several", "steps"),
    [(0, 0, 0), (1, 0, 1), (0, 1, -1), (1, 1, 0), (0, 2, 0), (3, 0, 2), (0, 3, -2), (4, 1, 2), (2, 1, 1), (9, 0, 2)],
)
def test_regions_go_to_where_boards_have_one_answer(unanswered: int, several: int, steps: int) -> None:
    """Every second draw has the usual sizes, and none goes far from them."""
    usual = planned("double-lits")
    result = resized(usual, unanswered, several)
    assert abs(steps) <= MOST_STEPS
    assert sizes(result) == [round(size * STEP**steps) for size in sizes(usual)]
    assert (result is usual) == (steps == 0)


def test_smaller_regions_are_drawn() -> None:
    usual = planned("double-lits")
    template = empty_template(usual.rules, (6, 6))
    numbers = [
        fmean(len(draw_givens(one, template, random.Random(seed)).partitions["room"]) for seed in range(20))
        for one in (resized(usual, 1, 0), usual, resized(usual, 0, 1))
    ]
    assert numbers == sorted(numbers)
    assert numbers[0] < numbers[2]


@pytest.mark.parametrize("name", ["disjoint-groups", "regional-yajilin", "heyawake"])
def test_boards_with_clues_keep_to_the_usual_sizes(name: str) -> None:
    usual = planned(name)
    assert resized(usual, 3, 0) is usual
    assert resized(usual, 0, 3) is usual


def test_regions_of_one_size_stay_so() -> None:
    usual = planned("double-lits")
    one = msgspec.structs.replace(usual, statistics=msgspec.structs.replace(usual.statistics, areas={"room": [9, 9]}))
    assert resized(one, 3, 0) is one
