"""Why a statement about a graph has its truth: reasons hold in the answer, and whatever holds them has that truth."""

import itertools
import random
from collections.abc import Callable, Sequence

import pytest

from puzzlelang.geometry.motions import Equality, images, shifted
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs.abstraction import Atom, abstract
from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import Components, find_components
from puzzlelang.graphs.eager import unfold
from puzzlelang.graphs.paths_and_cuts import separating_cut, shared_cut
from puzzlelang.graphs.reasons import cut_clause, reasons, truth
from puzzlelang.problem import build, build_graphs, evaluate, nodes
from puzzlelang.problem.record import Constraint, Formula, Graph, Holds, Kind, Problem, Term, Variable
from puzzlelang.problem.traversal import STATEMENTS, variables
from puzzlelang.solving import cadical, engines, lazy_graphs, pipelines
from puzzlelang.solving.engine import Sat
from puzzlelang.solving.graph_cuts import WORDS, Profile
from puzzlelang.solving.projected_session import eager_engine
from tests import library
from tests.graph_words import CASES, stated
from tests.random_puzzles import as_tuple, brute_force
from tests.test_graph_words import answers
from tests.test_sat import ORIGIN

SIZE = 8
BOARD = SquareGrid(3, 3)
MEMBERS = [Variable(index, "v", BOARD.cells[index], Kind.MEMBER, 0, 1) for index in range(SIZE)]
HOLDS: list[Formula] = [Holds(member) for member in MEMBERS]


SHAPES = [
    (images(shifted((row, column, 0) for row, column in cells), equal)[0], equal)
    for equal in (Equality("rectangle", True), Equality("rectangle", False))
    for cells in ([(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0), (1, 1)], [(0, 0), (0, 1), (0, 2)])
]


class Maker:
    """Random graphs over some members, and statements about them."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed))

    def literal(self) -> Formula:
        result = self.random.choice(HOLDS)
        return build.negation(result) if self.random.random() < 0.3 else result

    def condition(self, sure: float) -> Formula:
        """True with that chance, else a literal or a few."""
        if self.random.random() < sure:
            return True
        if self.random.random() < 0.75:
            return self.literal()
        parts = [self.literal(), self.literal()]
        return build.conjunction(parts) if self.random.random() < 0.5 else build.disjunction(parts)

    def graph(self) -> Graph:
        """Cells of a board, joined with those beside them or with any."""
        sure, steps, share = self.random.choice((0.0, 0.3, 1.0)), self.random.random() < 0.6, self.random.random()
        cells = self.random.sample(BOARD.cells, self.random.randint(2, 7))
        presence = {cell: self.condition(sure) for cell in sorted(cells, key=lambda cell: cell.index)}
        pairs = [
            (a, b, self.condition(self.random.choice((0.0, 0.5, 1.0))))
            for a, b in itertools.combinations(presence, 2)
            if (abs(a.row - b.row) + abs(a.column - b.column) == 1 if steps else self.random.random() < share)
        ]
        return build_graphs.graph(presence, pairs)

    def size(self, graph: Graph) -> Term:
        vertices = range(len(graph.places))
        counted = [(vertex, self.condition(0.5)) for vertex in vertices if self.random.random() < 0.8]
        return build_graphs.component_size(graph, self.random.choice(vertices), counted)

    def compared(self, graph: Graph) -> Formula:
        """A comparison with the sizes of parts in it."""
        sizes = [self.size(graph) for _ in range(3)]
        one, other, third = sizes
        factors = [self.random.choice((-2, -1, 1, 1, 2)) for _ in range(3)]
        counted = [(factors[2], self.literal())]
        term = self.random.choice(
            [
                one,
                build.total(counted, [(factors[0], one)], 1),
                build.total(counted, [(factors[0], one), (factors[1], other)]),
                build.product(one, other),
                build.choice(self.literal(), one, other),
                build.extreme(self.random.random() < 0.5, [(self.literal(), one), (True, other)], 0),
            ]
        )
        if self.random.random() < 0.15:
            return build.distinct([one, other, third])
        low, high = build.bounds(term)
        bound = self.random.randint(low, high)
        return build.equal(term, bound) if self.random.random() < 0.5 else build.at_most(term, bound)

    def statement(self) -> Formula:
        """A statement that a graph decides, if it is no constant."""
        graph = self.graph()
        vertices = range(len(graph.places))
        first, second = self.random.sample(vertices, 2)
        result: list[Callable[[], Formula]] = [
            lambda: build_graphs.connected(graph),
            lambda: build_graphs.joined(graph, first, second),
            lambda: build_graphs.first(graph, second),
            lambda: build.at_most(build_graphs.distance(graph, first, second)[0], self.random.randint(0, 3)),
            lambda: nodes.Reaches(graph, first, second, self.random.randint(1, 4)),
            lambda: build_graphs.acyclic(graph),
            lambda: build_graphs.rectangle(graph, first),
            lambda: build_graphs.congruent(graph, first, second, Equality("rectangle", self.random.random() < 0.5)),
            lambda: build_graphs.has_shape(graph, first, *self.random.choice(SHAPES)),
            lambda: build_graphs.fits(graph, first, second, Equality("rectangle", self.random.random() < 0.5)),
            lambda: self.compared(graph),
            lambda: self.compared(graph),
        ]
        return self.random.choice(result)()

    def formula(self, depth: int) -> Formula:
        """Statements joined in any way."""
        if depth == 0:
            return self.statement() if self.random.random() < 0.8 else self.literal()
        parts = [self.formula(depth - 1) for _ in range(2)]
        result: list[Callable[[], Formula]] = [
            lambda: build.conjunction(parts),
            lambda: build.disjunction(parts),
            lambda: build.same(*parts),
            lambda: build.negation(parts[0]),
            lambda: build.equal(build.count([*parts, self.literal()]), 2),
        ]
        return self.random.choice(result)()

    def nested(self) -> Formula:
        """A statement about a graph whose conditions are statements about another."""
        cells = self.random.sample(BOARD.cells, 4)
        inner = self.graph()
        near = [build_graphs.joined(inner, 0, vertex) for vertex in range(1, len(inner.places))]
        presence = {cell: self.random.choice([True, self.literal(), *near]) for cell in cells}
        pairs = [(a, b, self.random.choice([True, *near])) for a, b in itertools.combinations(cells, 2)]
        return build_graphs.connected(build_graphs.graph(presence, pairs))


def about(*formulas: Formula) -> Problem:
    kept = tuple(Constraint(formula, ORIGIN) for formula in formulas if formula is not True)
    finds = {"v": {member.place: member for member in MEMBERS}}
    return Problem(BOARD, finds, tuple(MEMBERS), kept, (ORIGIN.rule,), graphs=True)


EVERY = list(itertools.product((False, True), repeat=SIZE))


def explained(atom: Atom, among: Sequence[Sequence[bool | int]], values: list[bool | int]) -> None:
    """The reasons for the truth of a statement, which are tried on all those values."""
    known: dict[int, Components] = {}
    # Which variables are fixed decides what the reasons are, not whether they suffice.
    answer = GraphAnswer(values, bool, {index for index in range(len(values)) if index % 3 == len(among) % 2})

    def looks(graph: Graph) -> Components:
        return known.setdefault(id(graph), find_components(graph, answer))

    result = truth(atom, looks, answer)
    assert result is evaluate.truth(atom, values)
    given = list(reasons(atom, looks, answer))
    assert given
    for reason in given:
        assert all(evaluate.truth(one, values) is True for one in reason), (atom, values)
        for other in among:
            if all(evaluate.truth(one, other) is True for one in reason):
                assert evaluate.truth(atom, list(other)) is result, (atom, values, other)


def explain_many(seed: int, times: int) -> None:
    maker = Maker(seed)
    seen = 0
    while seen < times:
        stated = abstract(about(maker.statement()))
        for atom, _ in stated.atoms[:1]:
            explained(atom, EVERY, list(maker.random.choice(EVERY)))
            seen += 1


@pytest.mark.parametrize("seed", range(8))
def test_reasons_are_true_and_suffice(seed: int) -> None:
    explain_many(seed, 30)


def test_a_part_is_kept_from_another_by_the_side_that_faces_it() -> None:
    """In a row of cells of which the second and the fourth are there, only the third parts them."""
    row = SquareGrid(1, 5).cells
    graph = build_graphs.graph(
        dict(zip(row, HOLDS[:5], strict=True)), [(a, b, True) for a, b in itertools.pairwise(row)]
    )
    values = [index in (1, 3) for index in range(SIZE)]
    absent = [variable.index for variable in MEMBERS[:5] if not values[variable.index]]
    for atom in (nodes.Connected(graph), nodes.Joined(graph, 1, 3)):
        for reason in reasons(atom, lambda _: find_components(graph, values), values):
            assert {one.index for one in variables(*reason)}.intersection(absent) == {2}


@pytest.mark.parametrize("seed", range(4))
def test_vertices_that_share_a_cut_have_each_its_own(seed: int) -> None:
    maker = Maker(f"cuts {seed}")
    for _ in range(100):
        graph = maker.graph()
        result = find_components(graph, list(maker.random.choice(EVERY)))
        for first, second in itertools.permutations(range(len(graph.places)), 2):
            if result.part[first] >= 0 and result.part[second] >= 0 and result.part[first] != result.part[second]:
                own = separating_cut(result, result.members[result.part[first]], second)
                assert set(map(id, shared_cut(result, first, second))) == set(map(id, own))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_more_reasons_are_true_and_suffice(seed: int) -> None:
    explain_many(seed, 400)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.finds == "area"])
def test_reasons_about_areas_suffice_where_borders_part_areas(name: str) -> None:
    result = stated(CASES[name], (2, 3))
    atoms = [atom for atom, variable in abstract(result).atoms if variable.index == len(result.variables)]
    every = list(itertools.product((False, True), repeat=len(result.variables)))
    right = [values for values in every if all(evaluate.truth(one, values) is True for one in result.definitions)]
    later = [atom for atom, _ in abstract(result).atoms if not isinstance(atom, nodes.Joined)]
    chance = random.Random(name)
    for atom in (*atoms, *later):
        if evaluate_only(atom, len(result.variables)):
            for _ in range(3):
                explained(atom, right, list(chance.choice(right)))


def evaluate_only(atom: Atom, board: int) -> bool:
    """Whether a statement speaks of the board only, not of other statements."""
    return all(variable.index < board for variable in variables(atom))


def test_a_cut_says_that_the_reason_has_the_consequence() -> None:
    first, second, third = HOLDS[:3]
    for true in (False, True):
        clause = cut_clause([first, build.negation(second)], third, true)
        for values in EVERY:
            reason = values[0] and not values[1]
            assert evaluate.truth(clause, values) is (not reason or values[2] == true)


# ------------------------------------------------------------------------------------------- all of it at once


def unfolds(formula: Formula) -> None:
    """Each board extends to an answer of exactly one of the formula and its opposite."""
    for one in (formula, build.negation(formula)):
        of = about(one)
        plain = unfold(of)
        assert not plain.graphs
        assert plain.board == of.variables
        wanted = brute_force(of)
        session = cadical.ENGINE.open(plain, False)
        for values in EVERY:
            outcome = session.solve(list(enumerate(values)))
            assert isinstance(outcome, Sat) == (values in wanted), (one, values)
            if isinstance(outcome, Sat):
                assert evaluate.satisfies(plain, outcome.values)
        session.close()


@pytest.mark.parametrize("seed", range(40))
def test_statements_unfolded_are_as_true_as_they_were(seed: int) -> None:
    maker = Maker(f"unfold{seed}")
    unfolds(maker.statement())


@pytest.mark.parametrize("seed", range(8))
def test_statements_about_statements_unfolded(seed: int) -> None:
    unfolds(Maker(f"nested{seed}").nested())


@pytest.mark.library
@pytest.mark.parametrize("seed", library.few(library.amount(2, 6), 1))
def test_many_parts_compared_by_shape_unfolded(seed: int) -> None:
    """More parts than are followed one by one, so that all are laid on each other."""
    maker = Maker(f"shapes{seed}")
    graph = next(result for result in iter(maker.graph, None) if len(result.places) >= 5)
    pairs = list(itertools.combinations(range(len(graph.places)), 2))
    few = maker.random.sample(pairs, 6)
    counted = [build_graphs.congruent(graph, *pair, SHAPES[0][1]) for pair in few]
    unfolds(build.equal(build.count(counted), maker.random.randint(0, 3)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(600))
def test_many_statements_unfolded_are_as_true_as_they_were(seed: int) -> None:
    maker = Maker(f"more{seed}")
    unfolds(maker.nested() if seed % 10 == 0 else maker.formula(seed % 3))


def test_every_statement_has_the_word_of_the_rules() -> None:
    assert {*STATEMENTS} - {*WORDS} == set()


def compare(seed: int, depth: int, names: Sequence[str]) -> None:
    maker = Maker(f"mixed{seed}")
    of = about(maker.formula(depth), maker.formula(depth), build.disjunction([maker.literal(), maker.literal()]))
    wanted = brute_force(of)
    for name in names:
        for engine in (engines.engine(name), eager_engine(engines.engine(name))):
            assert answers(of, engine) == wanted, engine.name


@pytest.mark.parametrize("seed", range(12))
def test_engines_agree_on_mixed_statements(seed: int) -> None:
    compare(seed, 1 + seed % 2, ("cadical",))


@pytest.mark.parametrize("seed", range(100, 104))
def test_z3_agrees_on_mixed_statements(seed: int) -> None:
    compare(seed, 1, ("z3",))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_engines_agree_on_many_mixed_statements(seed: int) -> None:
    compare(seed, seed % 4, ("cadical", "z3") if seed % 3 == 0 else ("cadical",))


@pytest.mark.parametrize("name", ["cadical", "z3"])
def test_constraints_are_switched_off_and_cores_found_with_graphs(name: str) -> None:
    cells = dict(zip(BOARD.cells[:4], HOLDS, strict=False))
    pairs = [(BOARD.cells[index], BOARD.cells[index + 1], True) for index in range(3)]
    line = build_graphs.graph(cells, pairs)
    both = build.conjunction([HOLDS[0], HOLDS[3]])
    of = about(build_graphs.connected(line), both, build.negation(HOLDS[2]), HOLDS[5])
    for engine in (engines.engine(name), eager_engine(engines.engine(name))):
        session = engine.open(of, True)
        outcome = session.solve()
        assert getattr(outcome, "core", None) is None or set(outcome.core) <= {0, 1, 2}  # type: ignore[union-attr]
        assert not isinstance(outcome, Sat)
        for active in ((0, 1, 3), (0, 2), (1, 2, 3)):
            assert isinstance(session.solve((), active), Sat)
        assert not isinstance(session.solve([(1, False)], (0, 1)), Sat)
        assert isinstance(session.solve([(1, False)], (1, 2)), Sat)
        session.close()


@pytest.mark.parametrize("seed", range(6))
def test_formulas_added_later_keep_their_meaning(seed: int) -> None:
    """Formulas that nobody keeps must not lend their literals to those that come after them."""

    def of_number(number: int) -> Formula:
        one, two, three, four, five = random.Random(f"{seed} {number}").sample(HOLDS, 5)
        parts = [build.conjunction([one, build.negation(two)]), build.conjunction([three, four]), five]
        return build.disjunction(parts)

    session = cadical.ENGINE.open(about(), False)
    for number in range(6):
        session.add([of_number(number)])
    wanted = brute_force(about(*map(of_number, range(6))))
    result = set()
    while isinstance(outcome := session.solve(), Sat):
        result.add(as_tuple(outcome.values))
        session.exclude(outcome.values, range(SIZE))
    session.close()
    assert result == wanted


def with_sizes(seed: int) -> Problem:
    """A graph of which some sizes of parts are stated, and something is said of all parts, as most genres do."""
    maker = Maker(f"sizes{seed}")
    chance, graph = maker.random, maker.graph()
    vertices = range(len(graph.places))
    everything = [(vertex, True) for vertex in vertices]
    claims: list[Formula] = []
    for vertex in chance.sample(vertices, chance.randint(1, len(vertices))):
        size, number = build_graphs.component_size(graph, vertex, everything), chance.randint(0, 4)
        claim = build.equal(size, number) if chance.random() < 0.7 else build.at_most(size, number)
        claims.append(claim if chance.random() < 0.8 else build.disjunction([maker.literal(), claim]))
    counted = [(vertex, maker.condition(0.5)) for vertex in vertices if chance.random() < 0.7]
    number, shapes, sizes = chance.randint(0, 3), chance.random() < 0.4, chance.random() < 0.6
    for vertex in vertices:
        other = build.negation(build_graphs.first(graph, vertex))
        if shapes:
            claims.append(build.disjunction([other, build_graphs.rectangle(graph, vertex)]))
        if sizes:
            claims.append(
                build.disjunction([other, build.at_most(build_graphs.component_size(graph, vertex, counted), number)])
            )
    if chance.random() < 0.3:
        count = build.count(build_graphs.first(graph, vertex) for vertex in vertices)
        claims.append(build.at_most(count, chance.randint(0, len(vertices) - 1)))
    if chance.random() < 0.3:
        claims.append(build_graphs.connected(graph))
    return about(*claims)


def compare_with_sizes(seed: int) -> None:
    of = with_sizes(seed)
    wanted = brute_force(of)
    for engine in (engines.engine("cadical"), eager_engine(engines.engine("cadical"))):
        assert answers(of, engine) == wanted, engine.name


@pytest.mark.parametrize("seed", range(12))
def test_stated_sizes(seed: int) -> None:
    compare_with_sizes(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 400))
def test_stated_sizes_more_often(seed: int) -> None:
    compare_with_sizes(seed)


def test_what_counts_in_a_part_that_is_known_is_an_ordinary_count() -> None:
    """A partition whose areas the board decides: nothing is said of a graph any more."""
    places = BOARD.cells[:4]
    graph = build_graphs.graph(
        dict.fromkeys(places, True), [(places[0], places[1], True), (places[2], places[3], True)]
    )
    counted = [(vertex, HOLDS[vertex]) for vertex in range(4)]
    for vertex, mates in ((0, (0, 1)), (3, (2, 3))):
        size = build_graphs.component_size(graph, vertex, counted)
        assert not isinstance(size, nodes.ComponentSize)
        for values in itertools.product((False, True), repeat=SIZE):
            assert evaluate.reach(size, values) == (sum(values[mate] for mate in mates),) * 2


def cuts_about_sizes(problem: Problem) -> int:
    """How many cuts it takes to find every answer."""
    profile = Profile()
    session = lazy_graphs.session(engines.engine("cadical"), pipelines.lazy(problem), profile)
    while isinstance(outcome := session.solve(), Sat):
        session.exclude(outcome.values, range(len(outcome.values)))
    session.close()
    return sum(profile.cuts.values())


def test_one_cut_in_a_round_speaks_for_the_numbers_of_a_component(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all cells of a component have a number, and these are equal, a wrong size is said of one of them."""
    case = CASES["sizes as numbers of cells"]
    problem = stated(case, (2, 3))
    few = cuts_about_sizes(problem)
    monkeypatch.setattr(lazy_graphs, "cut_key", lambda atom, looks, values, fixed: None)
    assert few < cuts_about_sizes(problem)
