"""Areas with two marks as labels: no answer is lost, none is won, and nothing is left to be cut."""

import random

import msgspec
import pytest

from puzzlelang.deductions import paired_labels
from puzzlelang.deductions.claims import claims
from puzzlelang.deductions.placements.paired_marks import PairedMarks, paired_marks
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Constraint, Formula, Holds, Kind, Problem, Term, Variable
from puzzlelang.solving import engines, pipelines
from tests import library
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers
from tests.test_sat import ORIGIN


class Paired:
    """A board cut into areas, each with two of some marks, and random claims about the sizes at these."""

    def __init__(self, seed: object, size: tuple[int, int] | None = None) -> None:
        self.random = random.Random(f"pairs {seed}")
        self.board = SquareGrid(*(size or self.random.choice(((2, 3), (2, 4), (3, 3)))))
        links = self.board.links
        self.variables = tuple(Variable(index, "v", link, Kind.MEMBER, 0, 1) for index, link in enumerate(links))
        holds = [Holds(variable) for variable in self.variables]
        # A variable is a border on one half of the boards, and a link on the other.
        on = [build.negation(one) for one in holds] if self.random.random() < 0.5 else holds
        edges = [(link.first, link.second, here) for link, here in zip(links, on, strict=True)]
        self.graph = build_graphs.graph(dict.fromkeys(self.board.cells, True), edges)
        msgspec.structs.force_setattr(self.graph, "exact", {(a, b): when for a, b, when in self.graph.edges})
        self.every = [(vertex, True) for vertex in range(len(self.board.cells))]
        self.marks = sorted(self.random.sample(range(len(self.board.cells)), self.random.choice((2, 4, 4))))
        self.holds = holds

    def size(self, vertex: int) -> Term:
        return build_graphs.component_size(self.graph, vertex, self.every)

    def two(self, vertex: int) -> Formula:
        number = build_graphs.component_size(self.graph, vertex, [(mark, True) for mark in self.marks])
        return build.disjunction([build.negation(build_graphs.first(self.graph, vertex)), build.equal(number, 2)])

    def joined(self, one: int, other: int) -> Formula:
        exact = self.graph.exact or {}
        return exact.get((one, other), build_graphs.joined(self.graph, one, other))

    def compared(self, vertex: int) -> Formula:
        number = self.random.randint(1, 6)
        result = build.at_most if self.random.random() < 0.7 else build.equal
        part = result(self.size(vertex), number)
        return part if self.random.random() < 0.5 else build.negation(part)

    def claim(self) -> Formula:
        one, other = sorted(self.random.sample(self.marks, 2))
        chance = self.random.random()
        if chance < 0.3:
            return build.negation(build.equal(self.size(one), self.random.randint(2, 5)))
        if chance < 0.4:
            return build.disjunction([self.compared(one), self.compared(one)])
        if chance < 0.5:  # a claim that is no table of two marks, and stays
            return build.disjunction([self.random.choice(self.holds), self.joined(one, other)])
        apart = build.negation(self.joined(one, other))
        left, right = self.compared(one), self.compared(other)
        said = build.same(left, right) if chance < 0.8 else build.disjunction([left, build.conjunction([right, left])])
        return build.disjunction([apart, said])

    def problem(self, count: int | None = None) -> Problem:
        result = [self.two(vertex) for vertex in range(len(self.board.cells))]
        result += [self.claim() for _ in range(self.random.randint(0, 5) if count is None else count)]
        exact = [
            build.disjunction([when, build.negation(nodes.Joined(self.graph, a, b))]) for a, b, when in self.graph.edges
        ]
        constraints = tuple(Constraint(one, ORIGIN) for one in result if one is not True)
        finds = {"v": {variable.place: variable for variable in self.variables}}
        return Problem(
            self.board, finds, self.variables, constraints, (ORIGIN.rule,), definitions=tuple(exact), graphs=True
        )


def marks_of(of: Problem) -> PairedMarks:
    (result,) = paired_marks(claims(of, {}), {})
    return result


@library.sweep_large
def test_answers_stay_the_same() -> None:
    _stay_the_same(range(60))


@pytest.mark.long
def test_answers_stay_the_same_on_more_boards() -> None:
    _stay_the_same(range(60, 300))


def _stay_the_same(seeds: range) -> None:
    some = 0
    for seed in seeds:
        of = Paired(seed).problem()
        assert pipelines.PAIRS in pipelines.lazy(of).used
        wanted = brute_force(of)
        assert answers(of, engines.engine("cadical")) == wanted, seed
        some += bool(wanted)
    assert some > len(seeds) // 3


@pytest.mark.parametrize("seed", range(4))
def test_answers_of_z3_stay_the_same(seed: int) -> None:
    of = Paired(f"z3 {seed}", (2, 3)).problem()
    assert answers(of, engines.engine("z3")) == brute_force(of)


@pytest.mark.library
@pytest.mark.parametrize("seed", library.amount(2, 6))
def test_answers_stay_the_same_without_labels(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    of = Paired(seed).problem()
    wanted = brute_force(of)
    assert answers(of, engines.engine("cadical", [pipelines.PAIRS])) == wanted
    monkeypatch.setattr(paired_labels, "MOST_CLAUSES", -1)
    assert pipelines.PAIRS not in pipelines.lazy(of).used
    assert answers(of, engines.engine("cadical")) == wanted


def test_no_statement_about_graphs_is_left() -> None:
    of = Paired("plain", (3, 3)).problem(0)
    prepared = pipelines.lazy(of)
    assert not prepared.abstraction.atoms
    assert not prepared.marked
    assert pipelines.lazy(of, [pipelines.PAIRS]).abstraction.atoms


def test_sizes_of_pairs_are_tables() -> None:
    """Of marks 3 and 1 an area has two cells, of 3 and 6 four or five; no area has two marks of 3."""
    board = Paired("table", (3, 4))
    board.marks = [0, 3, 8, 11]
    clue = dict(zip(board.marks, (3, 1, 6, 3), strict=True))
    output = [build.negation(build.equal(board.size(mark), clue[mark])) for mark in board.marks]
    for place, one in enumerate(board.marks):
        for other in board.marks[place + 1 :]:
            less = [build.at_most(board.size(mark), clue[mark]) for mark in (one, other)]
            apart = build.negation(board.joined(one, other))
            output.append(build.disjunction([apart, build.same(less[0], build.negation(less[1]))]))
    of = board.problem(0)
    constraints = (*of.constraints, *(Constraint(one, ORIGIN) for one in output))
    result = marks_of(msgspec.structs.replace(of, constraints=constraints))
    assert result.marks == board.marks
    assert result.allowed == {
        (0, 3): [(2, 2)],
        (0, 8): [(4, 5)],
        (3, 8): [(2, 5)],
        (3, 11): [(2, 2)],
        (8, 11): [(4, 5)],
    }


def test_sizes_may_have_gaps() -> None:
    board = Paired("gaps", (2, 4))
    board.marks = [0, 7]
    of = board.problem(0)
    more = [build.negation(build.equal(board.size(0), 6)), build.negation(build.equal(board.size(7), 7))]
    of = msgspec.structs.replace(of, constraints=(*of.constraints, *(Constraint(one, ORIGIN) for one in more)))
    assert marks_of(of).allowed == {(0, 7): [(2, 5), (8, 8)]}
    assert answers(of, engines.engine("cadical")) == brute_force(of)
