"""Claims about all members of every component: no answer is lost, and none is won."""

from collections import Counter

import pytest

from puzzlelang import pipeline
from puzzlelang.deductions.apply import deduce
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Formula, Holds, Problem
from puzzlelang.solving import engines
from puzzlelang.source import Source
from tests import library
from tests.deduced import compare
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force
from tests.test_deductions import Random
from tests.test_graph_words import answers
from tests.test_placed_components import areas, members

SIZES = ((1, 4), (2, 2), (2, 3), (3, 2))


def of_members(chance: Random, partition: bool) -> Problem:
    """For each component and each vertex: if that is a member, something holds of it."""
    graph, definitions = (areas if partition else members)(chance)
    count = len(graph.places)
    pick = chance.chance
    pool: list[Formula] = [Holds(chance.unknown(chance.board.cells[0])), *(one for one in graph.presence[:2])]
    pool += [when for _, _, when in graph.edges[:3]]
    rest: list[Formula] = []
    for _ in range(count):
        parts = [pick.choice((one, build.negation(one))) for one in pick.sample(pool, min(2, len(pool)))]
        rest.append(pick.choice((build.conjunction, build.disjunction))(parts))
    claims: list[Formula] = []
    for vertex in range(count):
        for other in range(count):
            apart = build.negation(build_graphs.joined(graph, vertex, other))
            if not chance.spoilt(0.01):
                claims.append(chance.first(graph, vertex, build.disjunction((apart, rest[other]))))
    pick.shuffle(claims)
    return chance.problem(claims, definitions)


@pytest.mark.library
@pytest.mark.parametrize("partition", library.few([False, True], 1))
def test_answers_stay_the_same(partition: bool) -> None:
    seeds = library.amount(30, 150)
    result = (of_members(Random(f"members {partition} {seed}", SIZES), partition) for seed in seeds)
    used = sum((compare(of, seed, 600, ["members"]) for seed, of in enumerate(result)), Counter[str]())
    assert used["members"] > len(seeds) // 5


@pytest.mark.parametrize(
    ("said", "used"),
    [
        ("every a in area: no c in a: count(next(c) & c.area) > 1", True),
        ("every a in area: count(a) > 1 and (no c in a: count(next(c) & c.area) > 1)", True),
        ("every a in area: every c in a: some d in next(c): d.area != a", False),
        ("every c in cells: count(next(c) & c.area) <= 1", False),
    ],
)
def test_rules_about_members_are_about_cells(said: str, used: bool) -> None:
    text = f"""
puzzle "Members"
board rectangle
find area : partition of cells
rule said "It is so": {said}
"""
    problem = pipeline.ground(pipeline.ruleset(Source("members.rules", text)), puzzle(SquareGrid(2, 4), ()))
    assert ("members" in deduce(problem).used) == used
    assert answers(problem, engines.engine("cadical")) == brute_force(problem)
