"""What a start reaches without one vertex or another: no answer is lost, and none is won."""

import random

import pytest

from puzzlelang.deductions import dominators
from puzzlelang.deductions.apply import deduce
from puzzlelang.deductions.dominators import dominator_clauses
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_graphs, evaluate
from puzzlelang.problem.record import Constraint, Formula, Graph, Holds, Kind, Problem, Variable
from tests import library
from tests.deduced import compare
from tests.random_puzzles import right_values
from tests.test_sat import ORIGIN


def ways(seed: object) -> Problem:
    """A connected graph of links or cells to be found, and claims about what one cell reaches without some others."""
    chance = random.Random(str(seed))
    board = SquareGrid(*chance.choice(((2, 3), (2, 3), (2, 4), (3, 3))))
    cells, links = board.cells, board.links
    lines = chance.random() < 0.7
    places = links if lines else cells
    variables = tuple(Variable(index, "v", place, Kind.MEMBER, 0, 1) for index, place in enumerate(places))
    holds = [Holds(variable) for variable in variables]
    presence: list[Formula] = [True for _ in cells] if lines else [*holds]
    edges = [
        (link.first, link.second, when)
        for link, when in zip(links, holds if lines else [True] * len(links), strict=True)
    ]

    def graph(without: int | None) -> Graph:
        there = {cell: here for cell, here in zip(cells, presence, strict=True) if cell.index != without}
        return build_graphs.graph(there, [edge for edge in edges if edge[0] in there and edge[1] in there])

    start = chance.randrange(len(cells))
    claims: list[Formula] = [build_graphs.connected(graph(None))]
    if lines and chance.random() < 0.6:
        for cell in cells:
            here = build.count([when for first, second, when in edges if cell in (first, second)])
            claims.append(build.at_most(here, 1 if cell.index == start else 2))
    for other in chance.sample([cell.index for cell in cells if cell.index != start], chance.choice((2, 3))):
        one = graph(other)
        index = {place: vertex for vertex, place in enumerate(one.places)}
        reached = [
            build_graphs.joined(one, index[cells[start]], index[cell])
            for cell in cells
            if cell.index not in (start, other)
        ]
        some = chance.sample(reached, chance.randrange(2, len(reached) + 1))
        count = build.count(some)
        compared = build.equal(count, chance.randrange(len(some)))
        claims.append(compared if chance.random() < 0.7 else build.negation(compared))
    kept = tuple(Constraint(claim, ORIGIN) for claim in claims if claim is not True)
    finds = {"v": {variable.place: variable for variable in variables}}
    return Problem(board, finds, variables, kept, (ORIGIN.rule,), graphs=True)


def has_dominators(seed: object) -> bool:
    return bool(deduce(ways(seed)).presolved.dominators)


@pytest.mark.library
@pytest.mark.parametrize("seed", library.few(range(60), 15))
def test_answers_stay_the_same(seed: int) -> None:
    compare(ways(seed), seed, 100_000)


def test_dominators_are_found() -> None:
    assert sum(map(has_dominators, range(20))) > 12


def test_clauses_are_true_of_every_answer() -> None:
    """They are clauses about what is joined, so each answer shows whether they hold."""
    paths = clauses = 0
    for seed in range(16):
        of = ways(seed)
        ones = deduce(of).presolved.dominators
        paths += sum(one.path for one in ones)
        stated = [clause for clause in dominator_clauses(ones, lambda formula: formula) if clause is not True]
        for values in right_values(of)[:40]:
            clauses += len(stated)
            assert all(evaluate.truth(clause, values) is True for clause in stated), seed
    assert paths > 2
    assert clauses > 100


def test_too_many_clauses_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ones = deduce(ways(next(filter(has_dominators, range(20))))).presolved.dominators
    full, few = [], []
    full += dominator_clauses(ones, lambda formula: formula)
    monkeypatch.setattr(dominators, "MOST", 6)
    few += dominator_clauses(ones, lambda formula: formula)
    assert 0 < len(few) < len(full)
