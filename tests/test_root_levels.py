"""Levels of roots: no answer is lost, and no answer needs a cut about the members of such a component."""

import pytest

from puzzlelang.deductions import root_levels
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Constraint, Holds, Kind, Problem, Variable
from puzzlelang.solving import cadical, engines, lazy_graphs, pipelines
from puzzlelang.solving.engine import Sat
from puzzlelang.solving.graph_cuts import Profile
from tests import library
from tests.random_puzzles import brute_force
from tests.test_graph_spread import Areas
from tests.test_graph_words import answers
from tests.test_sat import ORIGIN


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels on boards of any size, after the first cut."""
    monkeypatch.setattr(root_levels, "LEAST_REACH", 0)
    monkeypatch.setattr(root_levels, "LINKS", 1)
    monkeypatch.setattr(lazy_graphs, "LEVELS_WORTH", 0)


def stated(of: Problem) -> int:
    """How many levels a problem has."""
    levels = pipelines.lazy(of).levels
    return 0 if levels is None else len(levels.variables)


@pytest.mark.usefixtures("at_once")
@pytest.mark.library
@pytest.mark.parametrize("engine", library.few(["cadical", "z3"], 1))
def test_answers_stay_the_same(engine: str) -> None:
    seeds = library.amount(12, 150) if engine == "cadical" else range(12)
    with_levels = 0
    for seed in seeds:
        of = Areas(f"levels{seed}").problem()
        with_levels += stated(of) > 0
        assert answers(of, engines.engine(engine)) == brute_force(of), seed
    assert with_levels > len(seeds) // 6


def islands(board: SquareGrid, sizes: dict[int, int], *, diagonal: bool = False) -> Problem:
    """Cells that may be absent, and components of so many cells; all other cells are joined to one of them."""
    variables = tuple(Variable(index, "v", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(board.cells))
    holds = [Holds(variable) for variable in variables]
    near = 2 if diagonal else 1
    pairs = [
        (one, other, True)
        for place, one in enumerate(board.cells)
        for other in board.cells[place + 1 :]
        if max(abs(one.row - other.row), abs(one.column - other.column)) == 1
        and abs(one.row - other.row) + abs(one.column - other.column) <= near
    ]
    graph = build_graphs.graph(dict(zip(board.cells, holds, strict=True)), pairs)
    every = [(vertex, True) for vertex in range(len(board.cells))]
    claims = [build.equal(build_graphs.component_size(graph, vertex, every), most) for vertex, most in sizes.items()]
    claims += [
        build.disjunction(
            [build.negation(holds[vertex]), *(build_graphs.joined(graph, root, vertex) for root in sizes)]
        )
        for vertex in range(len(board.cells))
        if vertex not in sizes
    ]
    claims += [build.negation(build_graphs.joined(graph, a, b)) for a in sizes for b in sizes if a < b]
    finds = {"v": {variable.place: variable for variable in variables}}
    constraints = tuple(Constraint(claim, ORIGIN) for claim in claims)
    return Problem(board, finds, variables, constraints, (ORIGIN.rule,), graphs=True)


@pytest.mark.library
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("diagonal", library.few([False, True], 1))
def test_islands_have_the_same_answers(diagonal: bool) -> None:
    """On a board with diagonal steps there are ways of either parity."""
    some = 0
    for sizes in ({0: 4, 10: 3}, {0: 5, 8: 3}, {5: 6}, {3: 3, 8: 4}):
        of = islands(SquareGrid(3, 4), sizes, diagonal=diagonal)
        assert stated(of) > 0
        result = answers(of, engines.engine("cadical"))
        assert result == brute_force(of)
        some += bool(result)
    assert some > 1


def rounds_and_cuts(of: Problem) -> tuple[int, int, int]:
    """Rounds of all answers, cuts about components until levels are stated, and after that."""
    prepared, profile = pipelines.lazy(of), Profile()
    before, after = [0], [0]
    session = lazy_graphs.session(cadical.ENGINE, prepared, profile)
    profile.tell = lambda _: (after if session.counts().deduced.get(pipelines.LEVELS) else before).append(1)
    while True:
        result = session.solve()
        if not isinstance(result, Sat):
            return profile.rounds, sum(before), sum(after)
        session.exclude(result.values, range(len(of.variables)))


@pytest.mark.usefixtures("at_once")
def test_levels_leave_no_cut() -> None:
    of = islands(SquareGrid(4, 4), {0: 5, 15: 5, 6: 4})
    _, before, after = rounds_and_cuts(of)
    assert before > 0
    assert after == 0


def test_without_levels_there_are_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    of = islands(SquareGrid(4, 4), {0: 5, 15: 5, 6: 4})
    many = rounds_and_cuts(of)
    assert stated(of) == 0
    monkeypatch.setattr(root_levels, "LEAST_REACH", 0)
    monkeypatch.setattr(lazy_graphs, "LEVELS_WORTH", 0)
    assert rounds_and_cuts(of)[0] < many[0]


def test_levels_that_cost_too_much_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    of = islands(SquareGrid(4, 4), {0: 7, 15: 3})
    monkeypatch.setattr(root_levels, "LEAST_REACH", 0)
    both = stated(of)
    monkeypatch.setattr(root_levels, "MOST_LEVELS", both - 1)
    assert 0 < stated(of) < both
