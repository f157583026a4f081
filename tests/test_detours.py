"""Answers found from shorter ones, and codes for what is apart: none is lost or won, whatever else is said."""

import random
from collections.abc import Sequence

import pytest

from puzzlelang.deductions.dominance import without_detours
from puzzlelang.geometry.places import Link
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground import curves
from puzzlelang.problem import build, build_graphs
from puzzlelang.problem.record import Constraint, Formula, Graph, Holds, Kind, Problem, Variable
from puzzlelang.solving import cadical, dominance, engines, lazy_graphs, pipelines
from puzzlelang.solving.engine import Engine, Sat, Undecided
from tests import library
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers
from tests.test_sat import ORIGIN

WITHOUT = (pipelines.DETOURS, pipelines.CODES)
PLAIN = Engine(
    "without detours", lambda stated, _: lazy_graphs.session(cadical.ENGINE, pipelines.lazy(stated, WITHOUT))
)
"""Knows nothing of detours."""


class Paths:
    """Paths on a board, some of its links missing, with ends and with claims of any kind about them."""

    def __init__(self, seed: object, sizes: tuple[tuple[int, int], ...]) -> None:
        self.random = random.Random(str(seed))
        self.board = SquareGrid(*self.random.choice(sizes))
        share = self.random.choice((1.0, 1.0, 0.85))
        links = [link for link in self.board.links if self.random.random() < share]
        self.variables = tuple(Variable(n, "line", link, Kind.MEMBER, 0, 1) for n, link in enumerate(links))
        self.links: dict[Link, Formula] = {link: Holds(self.variables[n]) for n, link in enumerate(links)}
        self.curve = curves.curve_of(self.board, {link: Holds(self.variables[n]) for n, link in enumerate(links)})
        self.ends = dict.fromkeys(self.random.sample(self.board.cells, self.random.choice((2, 4, 4))), True)

    def graph(self) -> Graph:
        """The graph of the line, or another that says the same."""
        if self.random.random() < 0.5:
            return self.curve.graph
        presence = dict.fromkeys(self.board.cells, True)
        return build_graphs.graph(presence, [(link.first, link.second, on) for link, on in self.links.items()])

    def claims(self) -> list[Formula]:
        line, graph = list(self.links.values()), self.graph()
        ends = [graph.index[cell] for cell in self.ends if cell in graph.index]
        result: list[Formula] = [curves.paths(self.curve, dict.fromkeys(self.ends, True))]
        numbers = {vertex: self.random.randint(0, 2) for vertex in ends}
        for vertex in ends:
            for other in ends:
                if numbers[vertex] < numbers[other]:
                    result.append(build.negation(build_graphs.joined(graph, vertex, other)))
        for _ in range(self.random.choice((0, 0, 1, 2))):
            around = self.random.choice(list(self.curve.meeting.values()))
            here = [on for _, on in around]
            some = self.random.sample(line, 2)
            a, b = self.random.sample(range(len(graph.places)), 2)
            result.append(
                self.random.choice(
                    (
                        build.disjunction(here),
                        build.at_most(build.count(here), 1),
                        build.disjunction([build.negation(self.random.choice(here)), here[0]]),
                        build.disjunction(some),
                        build.negation(build.conjunction(some)),
                        build.disjunction([some[0], build_graphs.joined(graph, a, b)]),
                        build_graphs.connected(graph),
                    )
                )
            )
        return result

    def problem(self, claims: Sequence[Formula]) -> Problem:
        constraints = tuple(Constraint(claim, ORIGIN) for claim in claims if claim is not True)
        finds = {"line": {variable.place: variable for variable in self.variables}}
        return Problem(self.board, finds, self.variables, constraints, (ORIGIN.rule,), graphs=True)


def compare(seed: object, sizes: tuple[tuple[int, int], ...], *, brute: bool) -> bool:
    """Whether there were detours."""
    paths = Paths(seed, sizes)
    of = paths.problem(paths.claims())
    wanted = brute_force(of) if brute else answers(of, PLAIN)
    assert answers(of, engines.engine("cadical")) == wanted, seed
    return without_detours(of) is not None


@pytest.mark.library
def test_answers_stay_the_same() -> None:
    seeds = library.amount(5, 40)
    assert sum(compare(f"few{seed}", ((3, 3), (2, 4)), brute=True) for seed in seeds) > len(seeds) // 3


@library.sweep_large
def test_answers_of_larger_boards_stay_the_same() -> None:
    assert sum(compare(f"more{seed}", ((3, 4), (4, 3), (4, 4), (2, 6)), brute=False) for seed in range(60)) > 25


@pytest.mark.library
@pytest.mark.parametrize("budget", [0, 1, 10])
def test_answers_stay_the_same_whatever_the_search_for_full_ones_may_take(
    monkeypatch: pytest.MonkeyPatch, budget: int
) -> None:
    monkeypatch.setattr(dominance, "FULL_BUDGET", budget)
    for seed in library.amount(4, 20):
        compare(f"few{seed}", ((3, 3), (2, 4)), brute=True)


def of_pairs(size: tuple[int, int], *pairs: tuple[int, int], whole: bool = False) -> Problem:
    """A path between the two cells of each pair, none between different pairs; `whole`: each cell is on a path."""
    paths = Paths("pairs", (size,))
    assert len(paths.links) == len(paths.board.links)
    paths.ends = {paths.board.cells[place]: True for pair in pairs for place in pair}
    graph = paths.curve.graph
    numbers = {graph.index[paths.board.cells[place]]: n for n, pair in enumerate(pairs) for place in pair}
    apart = [
        build.negation(build_graphs.joined(graph, a, b)) for a in numbers for b in numbers if numbers[a] < numbers[b]
    ]
    visited = [build.disjunction(on for _, on in around) for around in paths.curve.meeting.values()]
    return paths.problem(
        [curves.paths(paths.curve, dict.fromkeys(paths.ends, True)), *apart, *(visited if whole else ())]
    )


@pytest.mark.parametrize(
    ("size", "pairs", "links"),
    [
        ((4, 5), ((4, 7), (12, 15)), 18),  # both paths go around; they could be shorter
        ((2, 3), ((0, 1), (3, 5)), 3),  # the corner between two ends stays empty
    ],
)
def test_an_answer_that_visits_all_cells_comes_first(
    size: tuple[int, int], pairs: tuple[tuple[int, int], ...], links: int
) -> None:
    session = engines.engine("cadical").open(of_pairs(size, *pairs), False)
    outcome = session.solve()
    session.close()
    assert isinstance(outcome, Sat)
    assert sum(map(bool, outcome.values)) == links


@pytest.mark.parametrize(
    ("size", "pairs", "count"),
    [
        ((3, 3), ((0, 6), (1, 2)), 2),  # the first path is straight, the second winds in two ways
        ((2, 4), ((0, 3), (4, 7)), 1),
        ((2, 4), ((0, 7), (3, 4)), 0),
        ((2, 5), ((0, 5), (1, 4)), 1),  # a path that passes itself is the only one
    ],
)
def test_all_answers_are_found_where_paths_visit_all_cells(
    size: tuple[int, int], pairs: tuple[tuple[int, int], ...], count: int
) -> None:
    of = of_pairs(size, *pairs, whole=True)
    detour_free = without_detours(of)
    assert detour_free is not None
    assert not detour_free.detours
    wanted = brute_force(of)
    assert answers(of, engines.engine("cadical")) == wanted
    assert len(wanted) == count


def test_an_engine_without_a_budget_attempts_nothing() -> None:
    session = engines.engine("z3").open(of_pairs((2, 3), (0, 2), (3, 5)), False)
    assert isinstance(session.attempt((), 1000), Undecided)
    session.close()


@pytest.mark.library
@pytest.mark.parametrize("name", library.few([pipelines.DETOURS, pipelines.CODES], 1))
def test_detours_and_codes_can_be_left_out(name: str) -> None:
    used = 0
    for seed in library.amount(6, 20):
        paths = Paths(f"few{seed}", ((3, 3), (2, 4)))
        of = paths.problem(paths.claims())
        used += pipelines.lazy(of).used.get(name, 0)
        assert name not in pipelines.lazy(of, {name}).used
        assert answers(of, engines.engine("cadical", {name})) == brute_force(of), seed
    assert used > len(library.amount(3, 15))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_answers_stay_the_same_for_many(seed: int) -> None:
    for more in range(50):
        compare(f"many{seed} {more}", ((3, 4), (4, 3), (4, 4), (2, 6)), brute=False)
