"""What follows from all constraints together: no answer is lost, and none is won, by saying it."""

import itertools
import random

import msgspec
import pytest

from puzzlelang.deductions import reachability, rectangle_placements
from puzzlelang.deductions.presolve import presolve
from puzzlelang.deductions.reachability import membership_clauses
from puzzlelang.deductions.unit_propagation import UnitPropagation
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_graphs, evaluate, nodes
from puzzlelang.problem.record import Constraint, Formula, Graph, Holds, Kind, Problem, Term, Variable
from puzzlelang.solving import engines
from tests import library
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers
from tests.test_sat import ORIGIN


class Areas:
    """A board cut into areas, or cells that are there or not, with claims that tell vertices apart and sizes."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed))
        self.board = SquareGrid(*self.random.choice(((2, 4), (3, 3), (2, 3))))
        self.areas = self.random.random() < 0.6
        cells = self.board.cells
        count = len(self.board.links) if self.areas else len(cells)
        places = self.board.links if self.areas else cells
        self.variables = tuple(Variable(index, "v", places[index], Kind.MEMBER, 0, 1) for index in range(count))
        holds = [Holds(variable) for variable in self.variables]
        if self.areas:
            on = [build.negation(one) for one in holds]
            pairs = [(link.first, link.second, here) for link, here in zip(self.board.links, on, strict=True)]
            self.graph = build_graphs.graph(dict.fromkeys(cells, True), pairs)
            msgspec.structs.force_setattr(self.graph, "exact", {(a, b): when for a, b, when in self.graph.edges})
        else:
            pairs = [(link.first, link.second, True) for link in self.board.links]
            self.graph = build_graphs.graph(dict(zip(cells, holds, strict=True)), pairs)
        self.holds = holds

    def joined(self) -> Formula:
        a, b = self.random.sample(range(len(self.board.cells)), 2)
        return build_graphs.joined(self.graph, a, b)

    def literal(self) -> Formula:
        result = self.joined() if self.random.random() < 0.7 else self.random.choice(self.holds)
        return result if self.random.random() < 0.5 else build.negation(result)

    def size(self, vertex: int) -> Term:
        return build_graphs.component_size(
            self.graph, vertex, [(other, True) for other in range(len(self.board.cells))]
        )

    def claim(self) -> Formula:
        chance = self.random.random()
        if chance < 0.35:
            return build.negation(self.joined())
        if chance < 0.45:
            return self.literal()
        if chance < 0.6:
            return build.disjunction([self.literal(), self.literal()])
        if chance < 0.7:
            return build.equal(build.count([self.joined(), self.joined(), self.literal()]), 1)
        vertex, number = self.random.randrange(len(self.board.cells)), self.random.randint(1, 4)
        rectangle, size = build_graphs.rectangle(self.graph, vertex), self.size(vertex)
        if chance < 0.8:
            return build.conjunction([rectangle, build.equal(size, number)] if chance > 0.72 else [rectangle])
        return build.equal(size, number) if self.random.random() < 0.6 else build.at_most(size, number)

    def problem(self) -> Problem:
        claims = [one for one in (self.claim() for _ in range(self.random.randint(2, 6))) if one is not True]
        # In a partition a border always lies between two areas.
        exact = [
            build.disjunction([build.negation(nodes.Joined(self.graph, a, b)), when])
            for a, b, when in self.graph.edges
            if self.areas
        ]
        constraints = tuple(Constraint(claim, ORIGIN) for claim in claims)
        finds = {"v": {variable.place: variable for variable in self.variables}}
        return Problem(
            self.board, finds, self.variables, constraints, (ORIGIN.rule,), definitions=tuple(exact), graphs=True
        )


def compare(seed: object, names: tuple[str, ...]) -> bool:
    """Whether something followed."""
    of = Areas(seed).problem()
    wanted = brute_force(of)
    for name in names:
        assert answers(of, engines.engine(name)) == wanted, (seed, name)
    return bool(presolve(of).roots)


@pytest.mark.library
def test_answers_stay_the_same() -> None:
    seeds = library.amount(20, 60)
    assert sum(compare(f"few{seed}", ("cadical",)) for seed in seeds) > len(seeds) // 2


@pytest.mark.library
def test_answers_stay_the_same_where_rectangles_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rectangle_placements, "MOST_CELLS", 0)
    seeds = library.amount(20, 60)
    assert sum(compare(f"few{seed}", ("cadical",)) for seed in seeds) > len(seeds) // 2


def test_answers_of_z3_stay_the_same() -> None:
    assert sum(compare(f"z3{seed}", ("z3",)) for seed in range(8)) > 3


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_answers_stay_the_same_for_many(seed: int) -> None:
    for more in range(50):
        compare(f"many{seed} {more}", ("cadical",))


def path(length: int) -> tuple[Graph, list[Formula]]:
    """Cells in a row, each there in any case, with a variable for each edge."""
    board = SquareGrid(1, length)
    edges: list[Formula] = [
        Holds(Variable(index, "v", board.cells[index], Kind.MEMBER, 0, 1)) for index in range(length - 1)
    ]
    pairs: list[tuple[Cell, Cell, Formula]] = list(zip(board.cells[:-1], board.cells[1:], edges, strict=True))
    return build_graphs.graph(dict.fromkeys(board.cells, True), pairs), edges


def test_units_follow_from_clauses() -> None:
    graph, (first, second, third) = path(4)
    far = build_graphs.joined(graph, 0, 3)
    units = UnitPropagation()
    units.state(build.disjunction([build.negation(first), far]))
    units.state(build.disjunction([build.negation(far), second, third]))
    units.state(first)
    units.propagate()
    assert (units.of(first), units.of(far), units.of(second)) == (True, True, None)
    units.state(build.negation(third))
    units.propagate()
    assert units.of(second) is True
    assert units.of(build.negation(second)) is False
    assert sorted(str(type(one).__name__) for one in units.facts()) == ["Holds", "Holds", "Not"]


def test_a_contradiction_is_left_to_the_solver() -> None:
    graph, edges = path(3)
    claims = [edges[0], build.negation(edges[0]), build.negation(build_graphs.joined(graph, 0, 2))]
    variables = tuple(edge.variable for edge in edges if isinstance(edge, Holds))
    finds = {"v": {variable.place: variable for variable in variables}}
    constraints = tuple(Constraint(claim, ORIGIN) for claim in claims)
    of = Problem(SquareGrid(1, 3), finds, variables, constraints, (ORIGIN.rule,), graphs=True)
    assert answers(of, engines.engine("cadical")) == set()


def test_what_is_out_of_reach_has_no_variable() -> None:
    """A part of at most two cells at one end of a row of six, and all that is joined to its neighbour."""
    graph, edges = path(6)
    size = build_graphs.component_size(graph, 0, [(vertex, True) for vertex in range(6)])
    claims = [build.at_most(size, 2), build.negation(build_graphs.joined(graph, 0, 4))]
    variables = tuple(edge.variable for edge in edges if isinstance(edge, Holds))
    finds = {"v": {variable.place: variable for variable in variables}}
    constraints = tuple(Constraint(claim, ORIGIN) for claim in claims)
    of = Problem(SquareGrid(1, 6), finds, variables, constraints, (ORIGIN.rule,), graphs=True)
    roots = presolve(of).roots
    assert [(root.vertex, sorted(root.ball)) for root in roots] == [(0, [0, 1])]
    result = answers(of, engines.engine("cadical"))
    every = itertools.product((False, True), repeat=5)
    assert result == {values for values in every if evaluate.satisfies(of, list(values))}


def in_common(board: SquareGrid, sizes: dict[int, int]) -> int:
    """How many clauses state that two roots, cells that may be absent, have no cell in common."""
    variables = tuple(Variable(index, "v", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(board.cells))
    pairs: list[tuple[Cell, Cell, Formula]] = [(link.first, link.second, True) for link in board.links]
    presence = {cell: Holds(variable) for cell, variable in zip(board.cells, variables, strict=True)}
    graph = build_graphs.graph(presence, pairs)
    every = [(vertex, True) for vertex in range(len(board.cells))]
    claims = [build.at_most(build_graphs.component_size(graph, vertex, every), most) for vertex, most in sizes.items()]
    finds = {"v": {variable.place: variable for variable in variables}}
    constraints = tuple(Constraint(claim, ORIGIN) for claim in claims)
    of = Problem(board, finds, variables, constraints, (ORIGIN.rule,), graphs=True)
    assert answers(of, engines.engine("cadical")) == brute_force(of)
    clauses = [one for one in membership_clauses(presolve(of).roots, lambda found: found) if isinstance(one, nodes.Or)]
    return sum(len(one.parts) == 2 and all(map(is_apart, one.parts)) for one in clauses)


def is_apart(formula: Formula) -> bool:
    return isinstance(formula, nodes.Not) and isinstance(formula.part, nodes.Joined)


def test_vertices_in_common_are_stated_where_they_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two roots may both reach the middle of the row."""
    assert in_common(SquareGrid(1, 6), {0: 4, 5: 4}) == 2
    assert in_common(SquareGrid(3, 3), dict.fromkeys(range(9), 3)) == 38
    monkeypatch.setattr(reachability, "MOST_SHARED", 0.15)
    assert in_common(SquareGrid(1, 6), {0: 4, 5: 4}) == 2
    assert in_common(SquareGrid(3, 3), dict.fromkeys(range(9), 3)) == 0
