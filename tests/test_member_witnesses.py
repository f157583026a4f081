"""Claims that every component has a member of some kind: no answer is lost, and none is won."""

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
from tests.random_puzzles import brute_force, size_of_search
from tests.test_deductions import Random
from tests.test_graph_words import answers
from tests.test_placed_components import areas, members

SIZES = ((1, 4), (2, 2), (2, 3), (3, 2), (3, 3))


def with_witnesses(chance: Random, partition: bool) -> Problem:
    """For each component: one of its members is of a kind, which may depend on what else is a member."""
    graph, definitions = (areas if partition else members)(chance)
    count = len(graph.places)
    pick = chance.chance
    pool: list[Formula] = [Holds(chance.unknown(chance.board.cells[0])), *graph.presence]
    kinds: list[list[tuple[Formula, int]]] = [
        [(pick.choice(pool), pick.randrange(count)) for _ in range(pick.randint(0, 3))] for _ in range(count)
    ]
    apart = pick.random() < 0.8
    claims: list[Formula] = []
    for vertex in range(count):
        some: list[Formula] = []
        for member, kind in enumerate(kinds):
            alternatives: list[Formula] = []
            for here, other in kind:
                joined = build_graphs.joined(graph, vertex, other)
                alternatives.append(build.conjunction((here, build.negation(joined) if apart else joined)))
            if chance.spoilt(0.01):
                alternatives.append(pool[0])
            some.append(
                build.conjunction((build_graphs.joined(graph, vertex, member), build.disjunction(alternatives)))
            )
        if not chance.spoilt(0.02):
            claims.append(chance.first(graph, vertex, build.disjunction(some)))
    return chance.problem(claims, definitions)


@pytest.mark.library
@pytest.mark.parametrize("partition", library.few([False, True], 1))
def test_answers_stay_the_same(partition: bool) -> None:
    seeds = library.amount(30, 250)
    result = (with_witnesses(Random(f"witnesses {partition} {seed}", SIZES), partition) for seed in seeds)
    used = sum((compare(of, seed, 600, ["witnesses"]) for seed, of in enumerate(result)), Counter[str]())
    assert partition or used["witnesses"] > len(seeds) // 12  # borders say which neighbours are in an area


@pytest.mark.parametrize(
    ("said", "used"),
    [
        ("every p in components(s): some c in p: some n in around(c): n.s and n not in p", True),
        ("every p in components(s): some c in p: some n in around(c): n.s and n in p", True),
        ("every p in components(s): some c in p: count(p) > 1 + count(next(c) & s)", True),
        ("every p in components(s): some c in p: c.t", True),
    ],
)
def test_rules_about_a_member_are_about_each_cell(said: str, used: bool) -> None:
    text = f"""
puzzle "Witnesses"
board rectangle
find s : set of cells as "#"
{"find t : set of cells as 'T'" if "c.t" in said else ""}
rule said "It is so": {said}
""".replace("'", '"')
    problem = pipeline.ground(pipeline.ruleset(Source("witnesses.rules", text)), puzzle(SquareGrid(2, 4), ()))
    if size_of_search(problem) > 300:
        problem = pipeline.ground(pipeline.ruleset(Source("witnesses.rules", text)), puzzle(SquareGrid(2, 3), ()))
    assert ("witnesses" in deduce(problem).used) == used
    assert answers(problem, engines.engine("cadical")) == brute_force(problem)
