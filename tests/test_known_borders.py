"""Boards in pieces between known borders: no answer is lost, and none is won."""

from collections import Counter

import pytest

from puzzlelang import pipeline
from puzzlelang.deductions.apply import PARTS, deduce
from puzzlelang.deductions.placements.known_borders import without_known_borders
from puzzlelang.geometry.motions import Equality
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Formula, Graph, Problem
from puzzlelang.solving import cadical, engines, pipelines, projected_session
from tests import library
from tests.random_puzzles import brute_force, size_of_search
from tests.test_deductions import Random
from tests.test_graph_words import answers
from tests.test_placed_components import areas, clue

SIZES = ((1, 4), (1, 5), (2, 3), (3, 2))


def alike(chance: Random, graph: Graph, vertex: int, equal: Equality) -> Formula:
    """Of the neighbours of a component, some or all have, or have not, its shape, or that of the member beside them."""
    ways: list[Formula] = []
    by_members = chance.spoilt(0.5)
    for other in range(len(graph.places)):
        inside = build_graphs.joined(graph, vertex, other)
        for beside in graph.beside[other]:
            apart = build.negation(build_graphs.joined(graph, vertex, beside))
            same = build_graphs.congruent(graph, other if by_members else vertex, beside, equal)
            ways.append(build.conjunction((inside, apart, build.negation(same) if chance.spoilt() else same)))
    some = build.disjunction(ways)
    return build.negation(some) if chance.spoilt(0.2) else some


def in_pieces(chance: Random) -> Problem:
    """Areas on a board with some known borders, claims about their shapes, and a few clues."""
    graph, definitions = areas(chance)
    claims: list[Formula] = []
    for _, _, when in graph.edges:
        if chance.spoilt(0.55):
            claims.append(build.negation(when) if chance.spoilt(0.8) else when)
    equal = Equality("rectangle", chance.spoilt(0.5))
    for vertex in range(len(graph.places)):
        if not chance.spoilt(0.02):
            claims.append(chance.first(graph, vertex, alike(chance, graph, vertex, equal)))
    claims += [chance.variant(clue(chance, graph)) for _ in range(chance.chance.choice((0, 0, 1, 1, 2)))]
    return chance.problem(claims, definitions)


def compare(of: Problem, seed: object) -> Counter[str]:
    """Which passes were used; all together, this one alone, without it, and exported they have the right answers."""
    if size_of_search(of) > 800:
        return Counter()
    expected = brute_force(of)
    others = {*pipelines.NAMES} - {pipelines.BORDERS}
    for without in ((), others, others - {"polyominoes"}, (pipelines.BORDERS,)):
        assert answers(of, engines.engine("cadical", without)) == expected, (seed, without)
    narrowed, _ = without_known_borders(of, {})
    exported = deduce(narrowed, {PARTS}).problem
    assert answers(exported, projected_session.eager_engine(cadical.ENGINE)) == expected, (seed, "exported")
    used = Counter(pipelines.lazy(of).used.keys())
    if expected:
        used["answers"] += 1
    return used


@pytest.mark.library
def test_answers_stay_the_same() -> None:
    seeds = library.amount(25, 200)
    used = sum((compare(in_pieces(Random(f"pieces {seed}", SIZES)), seed) for seed in seeds), Counter[str]())
    assert used[pipelines.BORDERS] > len(seeds) // 4, used
    assert used["polyominoes"] > len(seeds) // 4, used
    assert used["answers"] > len(seeds) // 10, used


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_answers_stay_the_same_for_many(seed: int) -> None:
    for number in range(100):
        compare(in_pieces(Random(f"many pieces {seed} {number}", SIZES)), (seed, number))


SENDAI = "https://puzz.link/p?sendai/5/5/474pume0283g2"


def test_areas_in_small_pieces_are_placements() -> None:
    """Known borders and placements leave nothing to be cut, where shapes are compared."""
    rules = pipeline.load("sendai-miyagi")
    prepared = pipelines.lazy(pipeline.ground(rules, pipeline.board(rules, SENDAI)))
    assert {pipelines.BORDERS, "polyominoes"} <= set(prepared.used)
    assert not prepared.abstraction.atoms
