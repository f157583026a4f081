"""Bounds by the examples: pairs of values and what stands on a board, against counting by hand."""

import random
from collections import Counter

import pytest

from puzzlelang import pipeline
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap
from puzzlelang.making.clue_synthesis import searched_givens
from puzzlelang.making.example_statistics import empty_template, example_statistics
from puzzlelang.making.looks import most_standing
from puzzlelang.making.plan import Plan, plan
from puzzlelang.making.usual_bounds import pairs, usual_bounds
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Problem


def searched(name: str, size: tuple[int, int], most: int) -> tuple[Plan, Problem]:
    """The plan of a file and the problem in which its clues are variables."""
    rules = pipeline.load(name)
    template = empty_template(rules, size)
    planned = plan(rules, template)
    swap = RoleSwap(searched_givens(planned, template, most, zeros=False))
    return planned, from_typed.ground(planned.rules, template, role_swap=swap)


@pytest.mark.parametrize(
    ("name", "expected"), [("numberlink", {"clue"}), ("portal-loop", {"clue"}), ("hashi", set()), ("sudoku", set())]
)
def test_examples_tell_which_values_come_in_pairs(name: str, expected: set[str]) -> None:
    assert example_statistics(pipeline.load(name)).pairs == expected


def test_each_value_comes_twice_or_not_at_all() -> None:
    planned, problem = searched("numberlink", (2, 3), 3)
    formulas, there, clues = list(pairs(planned, problem)), problem.finds["clue?"], problem.finds["clue"]
    chance, seen = random.Random(1), set()
    for _ in range(400):
        values: list[bool | int] = [False] * len(problem.variables)
        drawn = {place: chance.choice([None, 1, 2, 3]) for place in clues}
        for place, value in drawn.items():
            values[there[place].index], values[clues[place].index] = value is not None, value or 1
        expected = all(times == 2 for value, times in Counter(drawn.values()).items() if value is not None)
        assert all(evaluate.truths(formulas, values)) == expected
        seen.add(expected)
    assert seen == {False, True}


def test_hardly_more_values_stand_on_a_board_than_on_the_examples() -> None:
    planned, problem = searched("numberlink", (6, 6), 9)
    (given,) = (one for one in planned.searched_givens if one.name == "clue")
    most = most_standing(planned, given, problem.geometry)
    assert most == 21  # 6 of 16 cells on the example, fewer per cell on a larger board, twice as many at most
    formulas, there = list(usual_bounds(planned, problem)), list(problem.finds["clue?"].values())
    for number in range(len(there) + 1):
        values: list[bool | int] = [False] * len(problem.variables)
        for variable in there[:number]:
            values[variable.index] = True
        assert all(evaluate.truths(formulas, values)) == (number <= most)
