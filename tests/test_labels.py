"""Parts of equal numbers that say how large they are: reasons by number are true and suffice, and no answer is lost."""

import itertools
import random
from itertools import pairwise

import pytest

from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs import domain_refinement, value_components
from puzzlelang.graphs.abstraction import abstract
from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import find_components
from puzzlelang.graphs.reasons import reasons
from puzzlelang.problem import build, build_graphs, evaluate, nodes, traversal
from puzzlelang.problem.record import Constraint, Formula, Graph, Holds, Kind, Number, Problem, Term, Variable
from puzzlelang.solving import engines
from tests import library
from tests.random_puzzles import brute_force
from tests.test_graph_reasons import explained
from tests.test_graph_words import answers
from tests.test_sat import ORIGIN

CASES = ("plain", "other number", "edge that is on", "another condition")
"""What edges say; all but the first are no labels."""


class Maker:
    """Boards with a number in each cell, some cells missing or there as a member says."""

    def __init__(self, seed: object, sizes: tuple[tuple[int, int], ...], most: int, case: str = "plain") -> None:
        self.random = random.Random(str(seed))
        self.case = case
        self.board = SquareGrid(*self.random.choice(sizes))
        here = self.random.choice((1.0, 0.8))
        self.cells = [cell for cell in self.board.cells if self.random.random() < here] or list(self.board.cells)
        variables = [Variable(n, "digit", cell, Kind.NUMBER, 1, most) for n, cell in enumerate(self.cells)]
        self.digit = {one.place: Number(one, one.low, one.high) for one in variables}
        total = len(variables)
        members = [Variable(total + n, "some", cell, Kind.MEMBER, 0, 1) for n, cell in enumerate(self.cells[:2])]
        self.members: list[Formula] = [Holds(one) for one in members]
        self.variables = (*variables, *members)

    def graph(self) -> Graph:
        unsure = self.random.random() < 0.3
        presence: dict[Cell, Formula] = {
            cell: self.random.choice(self.members) if unsure and self.random.random() < 0.4 else True
            for cell in self.cells
        }
        return build_graphs.graph(presence, [(a, b, self.when(a, b)) for a, b in self.beside()])

    def beside(self) -> list[tuple[Cell, Cell]]:
        pairs = itertools.combinations(self.cells, 2)
        return [(a, b) for a, b in pairs if abs(a.row - b.row) + abs(a.column - b.column) == 1]

    def when(self, a: Cell, b: Cell) -> Formula:
        """The two have the same number, said once or in both orders, or something else now and then."""
        one, other = self.digit[a], self.digit[b]
        if self.case != "plain" and self.random.random() < 0.4:
            third = self.digit[self.random.choice(self.cells)]
            return {
                "other number": build.equal(one, third),
                "edge that is on": True,
                "another condition": build.disjunction((build.equal(one, other), self.members[0])),
            }[self.case]
        same = build.equal(one, other)
        return build.disjunction((same, build.equal(other, one))) if self.random.random() < 0.5 else same

    def difference(self, graph: Graph, cell: Cell) -> Term:
        """How much larger the part of a cell is than a number says, mostly its own; or how much smaller."""
        vertices = range(len(graph.places))
        some = self.random.random() < 0.15
        counted = [(vertex, self.members[0] if some and vertex % 2 else True) for vertex in vertices]
        size = build_graphs.component_size(graph, graph.index[cell], counted)
        of = self.digit[cell if self.random.random() < 0.85 else self.random.choice(self.cells)]
        factor = self.random.choice((1, 1, -1, 2))
        return build.total((), [(factor, size), (-factor, of)])

    def claims(self) -> list[Formula]:
        """Each number says how large its part is, or is given, or nothing is said of it."""
        graph = self.graph()
        result: list[Formula] = []
        for cell in self.cells:
            chance = self.random.random()
            if chance < 0.75:
                result.append(build.equal(self.difference(graph, cell), 0))
            elif chance < 0.85:
                result.append(build.equal(self.digit[cell], self.random.randint(1, self.digit[cell].high)))
        return result

    def problem(self, formulas: list[Formula]) -> Problem:
        kept = tuple(Constraint(formula, ORIGIN) for formula in formulas if formula is not True)
        return Problem(self.board, {}, self.variables, kept, (ORIGIN.rule,), graphs=True)


def explain(seed: int, case: str) -> None:
    maker = Maker(f"{case}{seed}", ((1, 4), (2, 2), (1, 5)), 3, case)
    every = list(itertools.product(*(range(one.low, one.high + 1) for one in maker.variables)))
    cell = maker.random.choice(maker.cells)
    formula = build.equal(maker.difference(maker.graph(), cell), 0)
    for atom, _ in abstract(maker.problem([formula])).atoms:
        for _ in range(3):
            explained(atom, every, list(maker.random.choice(every)))


def agree(seed: int, case: str) -> None:
    maker = Maker(f"answers{case}{seed}", ((1, 5), (2, 2), (2, 3), (3, 2)), 4 if seed % 2 else 3, case)
    stated = maker.problem(maker.claims())
    assert answers(stated, engines.engine("cadical")) == brute_force(stated)


@pytest.mark.parametrize("case", CASES)
def test_reasons_by_number_are_true_and_suffice(case: str) -> None:
    for seed in range(6):
        explain(seed, case)


@pytest.mark.library
@pytest.mark.parametrize("case", CASES)
def test_no_answer_is_lost_or_won(case: str) -> None:
    for seed in library.amount(1, 4):
        agree(seed, case)


def test_a_part_that_is_too_small_is_so_for_every_greater_number() -> None:
    variables = [Variable(n, "digit", cell, Kind.NUMBER, 1, 9) for n, cell in enumerate(SquareGrid(1, 4).cells)]
    digits = [Number(one, one.low, one.high) for one in variables]
    at = dict(zip(SquareGrid(1, 4).cells, digits, strict=True))
    graph = build_graphs.graph(dict.fromkeys(at, True), [(a, b, build.equal(at[a], at[b])) for a, b in pairwise(at)])
    atom = build.equal(build_graphs.component_size(graph, 0), digits[0])
    assert isinstance(atom, nodes.Equal)
    answer = GraphAnswer([8, 8, 1, 1], bool)
    result = list(reasons(atom, lambda one: find_components(one, answer), answer))
    for number in range(1, 10):
        output = any(all(evaluate.truth(part, (number, number, 1, 1)) for part in reason) for reason in result)
        assert output == (number > 2)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_no_answer_of_many_is_lost_or_won(seed: int) -> None:
    for case in CASES:
        explain(seed, case)
        agree(seed, case)


def narrowed(maker: Maker) -> domain_refinement.NarrowProblem | None:
    """That numbers are sizes of parts, with values up to 1 or 2 and one for all beyond; None if no size is left."""
    some = maker.random.sample(maker.cells, min(2, len(maker.cells)))
    claims = [build.equal(maker.difference(maker.graph(), cell), 0) for cell in some]
    result = domain_refinement.size_variables(maker.problem(claims))
    return None if result is None else domain_refinement.narrow_problem(result, maker.random.choice((1, 2)))


def explain_narrow(seed: int) -> int:
    """How many of the reasons, for some values, are told where edges are unsure."""
    maker = Maker(f"narrow{seed}", ((1, 4), (2, 2), (1, 5)), 5)
    result = narrowed(maker)
    if result is None:
        return 0
    variables, chance = result.problem.variables, maker.random
    some = [[chance.randint(one.low, one.high) for one in variables] for _ in range(400)]
    # Few numbers, so that parts are seldom single cells.
    same = [one.name == "digit" for one in variables]
    some += [[values[0] if digit else value for digit, value in zip(same, values, strict=True)] for values in some]
    for atom, _ in abstract(result.problem).atoms:
        for values in chance.sample(some, 6):
            explained(atom, some, list(values))
    graphs = {id(one.graph): one.graph for one in traversal.split(*(c.formula for c in result.problem.constraints))[1]}
    known = [value_components.vertex_values(graph) for graph in graphs.values()]
    return sum(1 for one in known if one is not None and one.unsure == {result.beyond})


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domain_refinement, "FEW", 1)
    monkeypatch.setattr(domain_refinement, "TIMES", 1)


@library.sweep_large
@pytest.mark.usefixtures("few")
def test_reasons_by_number_are_true_where_the_greatest_value_stands_for_more() -> None:
    seeds = library.amount(5, 20)
    assert sum(explain_narrow(seed) for seed in seeds) >= len(seeds) // 2


@pytest.mark.long
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("seed", range(1000, 1030))
def test_many_reasons_are_true_where_the_greatest_value_stands_for_more(seed: int) -> None:
    for more in range(10):
        explain_narrow(100 * seed + more)


@pytest.mark.library
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("case", CASES)
def test_no_answer_of_narrow_problems_is_lost_or_won(case: str) -> None:
    for seed in [50 + more for more in library.amount(1, 4)]:
        agree(seed, case)


def test_only_equal_numbers_are_labels() -> None:
    for seed in range(40):
        maker = Maker(seed, ((2, 3),), 3)
        graph = maker.graph()
        joined = {vertex for vertex, beside in enumerate(graph.neighbours) if beside}
        known = value_components.vertex_values(graph)
        assert known is not None
        assert known.numbers == {vertex: maker.digit[maker.cells[vertex]] for vertex in joined}
        assert not known.unsure
        other = Maker(seed, ((2, 3),), 3, "edge that is on").graph()
        if any(when is True for _, _, when in other.edges):
            assert value_components.vertex_values(other) is None
