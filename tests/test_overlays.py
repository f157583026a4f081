"""Shapes of roots' components, compared by the ways to lay one on the other: the same answers, and fewer cuts."""

import itertools
import random
from collections.abc import Collection

import pytest

from puzzlelang.deductions import overlays
from puzzlelang.deductions.apply import deduce
from puzzlelang.deductions.presolve import OVERLAYS
from puzzlelang.geometry.motions import equality
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Constraint, Formula, Holds, Kind, Problem, Variable
from puzzlelang.solving import cadical, engines, lazy_graphs, pipelines
from puzzlelang.solving.engine import Sat
from puzzlelang.solving.graph_cuts import Profile
from tests import library
from tests.random_puzzles import as_tuple, brute_force
from tests.test_graph_words import answers
from tests.test_sat import ORIGIN

SHAPES = (nodes.Fits, nodes.Congruent, nodes.Equal)


def laid(seed: object) -> Problem:
    """Cells that may be absent, each component with one mark, and claims about the shapes of two marks' components."""
    chance = random.Random(str(seed))
    board = SquareGrid(*chance.choice(((2, 3), (3, 3), (2, 4), (3, 4))))
    cells, count = board.cells, len(board.cells)
    variables = tuple(Variable(index, "v", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(cells))
    holds: list[Formula] = [Holds(variable) for variable in variables]
    graph = build_graphs.graph(
        dict(zip(cells, holds, strict=True)), [(link.first, link.second, True) for link in board.links]
    )
    marks = sorted(chance.sample(range(count), chance.choice((2, 3, 3))))
    among = [(mark, True) for mark in marks]
    claims: list[Formula] = []
    for vertex in range(count):
        only = build.equal(build_graphs.component_size(graph, vertex, among), 1)
        claims.append(build.disjunction((build.negation(build_graphs.first(graph, vertex)), only)))
    equal = equality(board, turning=chance.random() < 0.5)
    every = [(vertex, True) for vertex in range(count)]
    size = {mark: build_graphs.component_size(graph, mark, every) for mark in marks}
    for first, second in itertools.permutations(marks, 2):
        kind = chance.choice(("fits", "fits", "more", "more", "congruent", "none"))
        if kind == "none":
            continue
        statement = build_graphs.fits(graph, first, second, equal)
        if kind == "congruent":
            statement = build_graphs.congruent(graph, first, second, equal)
        elif kind == "more":
            terms = [(1, size[second]), (-1, size[first])]
            more = build.equal(build.total((), terms), chance.choice((0, 1, 1, 2)))
            statement = build.conjunction((more, statement))
        conditions = [holds[vertex] for vertex in (first, second)]
        for mark in marks:
            if mark not in (first, second) and chance.random() < 0.8:
                conditions.append(build.negation(holds[mark]))
        claims.append(build.disjunction((*map(build.negation, conditions), statement)))
    kept = tuple(Constraint(claim, ORIGIN) for claim in claims if claim is not True)
    finds = {"v": {variable.place: variable for variable in variables}}
    return Problem(board, finds, variables, kept, (ORIGIN.rule,), graphs=True)


def laid_answers(of: Problem, without: Collection[str] = ()) -> tuple[set[tuple[int, ...]], int]:
    """All answers with marks as roots, and how many cuts are about shapes and sizes."""
    prepared, profile = pipelines.lazy(of, without, marks_as_roots=True), Profile()
    session = lazy_graphs.session(cadical.ENGINE, prepared, profile)
    result: set[tuple[int, ...]] = set()
    while isinstance(outcome := session.solve(), Sat):
        values = as_tuple(outcome.values)[: len(of.board)]
        assert values not in result
        result.add(values)
        session.exclude(outcome.values, range(len(of.variables)))
    session.close()
    return result, sum(count for kind, count in profile.cuts.items() if kind in SHAPES)


@pytest.mark.library
@pytest.mark.parametrize("seed", library.few(range(40), 10))
def test_answers_stay_the_same(seed: int) -> None:
    of = laid(seed)
    assert laid_answers(of)[0] == brute_force(of)


def test_shapes_are_cut_less_often() -> None:
    """Cuts about shapes are left where an answer has members wrong, in two components at once."""
    with_overlays = without = used = 0
    for seed in range(12):
        of = laid(seed)
        used += bool(deduce(of, marks_as_roots=True).presolved.overlays)
        with_overlays += laid_answers(of)[1]
        without += laid_answers(of, {OVERLAYS})[1]
    assert used > 5
    assert with_overlays < 0.7 * without


def test_conditions_that_exclude_each_other_share_an_overlay() -> None:
    """Each mark is laid on the next one that is there."""
    board = SquareGrid(1, 9)
    variables = tuple(Variable(index, "v", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(board.cells))
    holds = [Holds(variable) for variable in variables]
    pairs = [(link.first, link.second, True) for link in board.links]
    graph = build_graphs.graph(dict(zip(board.cells, holds, strict=True)), pairs)
    marks, equal = (0, 3, 6), equality(board, turning=False)
    only = [
        build.equal(build_graphs.component_size(graph, vertex, [(mark, True) for mark in marks]), 1)
        for vertex in range(9)
    ]
    claims: list[Formula] = [
        build.disjunction((build.negation(build_graphs.first(graph, vertex)), one)) for vertex, one in enumerate(only)
    ]
    for first, second in itertools.combinations(marks, 2):
        between = [holds[mark] for mark in marks if first < mark < second]
        absent = map(build.negation, (holds[first], holds[second]))
        claims.append(build.disjunction((*absent, *between, build_graphs.fits(graph, first, second, equal))))
    constraints = tuple(Constraint(claim, ORIGIN) for claim in claims)
    of = Problem(board, {}, variables, constraints, (ORIGIN.rule,), graphs=True)
    assert [len(one.alternatives) for one in deduce(of, marks_as_roots=True).presolved.overlays] == [2, 1]
    assert deduce(of, {OVERLAYS}, marks_as_roots=True).presolved.overlays == ()
    assert laid_answers(of)[0] == brute_force(of)


def test_overlays_that_cost_too_much_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    of = next(one for one in map(laid, range(30)) if len(deduce(one, marks_as_roots=True).presolved.overlays) > 1)
    monkeypatch.setattr(overlays, "MOST", 10)
    assert not deduce(of, marks_as_roots=True).presolved.overlays
    assert answers(of, engines.engine("cadical")) == brute_force(of)
