"""Patterns that hold wherever a window stands, and the relaxations that prove them."""

import itertools
import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.motions import equality
from puzzlelang.geometry.places import Cell, Place, Region
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_rows, nodes, traversal
from puzzlelang.problem.evaluate import satisfies, truth
from puzzlelang.problem.nodes import Formula, Graph, Holds, Kind, Variable
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Drawing
from puzzlelang.questions.graded_hints import graded_text
from puzzlelang.questions.walkthrough import Walkthrough, step_json
from puzzlelang.resources import library
from puzzlelang.scene.record import Denial, Role, Stroke
from puzzlelang.solving.cadical import CadicalSession
from puzzlelang.solving.engine import Session, Unsat
from puzzlelang.solving.pipelines import eager
from puzzlelang.source import Source
from puzzlelang.steps.rating.ratings import NAMES
from puzzlelang.steps.record import Tier
from puzzlelang.techniques import names as pattern_names
from puzzlelang.techniques import pairing, worth
from puzzlelang.techniques.boards import board
from puzzlelang.techniques.bounds import UNKNOWN, Capped
from puzzlelang.techniques.contexts import Contexts
from puzzlelang.techniques.contexts import Place as WindowPlace
from puzzlelang.techniques.graph_relaxation import GraphRelaxer
from puzzlelang.techniques.motions import MOTIONS, images
from puzzlelang.techniques.record import SIDES, Area, Fact, Pattern, Presence, Spot, Window
from puzzlelang.techniques.regions import areas_by_cell, fits
from puzzlelang.techniques.relaxation import Relaxer, clauses
from puzzlelang.techniques.samples import Sample, near, region_spots
from puzzlelang.techniques.search import FoundPattern, Plan, Search, begin, begin_further, windows
from puzzlelang.techniques.searched import OpenRules, ground_sample, open_rules
from puzzlelang.techniques.symmetry import symmetries
from puzzlelang.techniques.theory import Theories
from puzzlelang.techniques.to_json import best_patterns
from tests import library as sweeps
from tests.commands import run
from tests.pattern_facts import Lists, Way, ways
from tests.random_puzzles import right_values

GRID = SquareGrid(2, 3)
CELLS = [Variable(index, "in", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(GRID.cells)]
LINKS = [Variable(6 + index, "on", link, Kind.MEMBER, 0, 1) for index, link in enumerate(GRID.links)]
NUMBER = Variable(13, "n", GRID.cells[0], Kind.NUMBER, 0, 3)


def graph(*, certain: bool) -> Graph:
    """Cells that may be present, with edges that are certain or may be cut."""
    index = {cell: at for at, cell in enumerate(GRID.cells)}
    edges = (
        (index[link.first], index[link.second], True if certain else Holds(one))
        for link, one in zip(GRID.links, LINKS, strict=True)
    )
    return Graph(GRID.cells, tuple(Holds(one) for one in CELLS), tuple(sorted(edges, key=lambda edge: edge[:2])))


def statements(found: Graph) -> Iterator[Formula]:
    """One statement of each kind about a graph, and its negation."""
    alike = equality(GRID, turning=True)
    size = nodes.ComponentSize(found, 1, tuple((at, True) for at in range(6)), 0, 6)
    some = nodes.ComponentSize(found, 0, ((1, Holds(CELLS[1])), (5, Holds(LINKS[0]))), 0, 2)
    result: list[Formula] = [
        nodes.Connected(found), nodes.Acyclic(found), nodes.Joined(found, 0, 2), nodes.Joined(found, 1, 4),
        nodes.Reaches(found, 0, 4, 2), nodes.First(found, 1), nodes.Rectangle(found, 1),
        nodes.Congruent(found, 0, 2, alike), nodes.HasShape(found, 1, ((0, 0, 0), (0, 1, 0)), alike),
        nodes.Fits(found, 2, 0, alike),
        nodes.AtMost(size, 2), nodes.Equal(size, 3), nodes.Equal(some, 1),
        nodes.AtMost(nodes.Sum(((1, Holds(CELLS[0])),), ((1, size), (-1, nodes.Number(NUMBER, 0, 3))), 0, -3, 7), 2),
    ]  # fmt: skip
    for one in result:
        yield one
        yield build.negation(one)


def plain() -> Iterator[Formula]:
    """Formulas without graphs: connectives, counts, sums, matchings, rows."""
    a, b, c, d = (Holds(one) for one in CELLS[:4])
    number = nodes.Number(NUMBER, 0, 3)
    everything: list[Formula] = [
        build.conjunction((a, b, c)), build.disjunction((a, build.conjunction((b, c)))), build.same(a, b),
        build.same(build.conjunction((a, c)), d), build.at_most(build.count((a, b, c, d)), 2),
        build.equal(build.count((a, b, c, d)), 2), build.equal(build.total(((1, a), (-2, b), (1, d)), ()), 0),
        build.equal(number, build.count((a, b, c))), build.at_most(build.product(number, build.count((a, b))), 2),
        build.equal(build.choice(a, number, 1), 2), build.at_most(build.quotient(build.count((a, b, c)), number), 1),
        build.at_most(build.extreme(True, ((a, number), (b, 2)), 0), 1), build.distinct((number, build.count((a, b)))),
        build_rows.runs((a, b, c, d), (2,)), build_rows.in_order(((a, (b,)), (c, (d,))), (1,)),
        build_rows.paired(
            [(GRID.cells[at], Holds(CELLS[at])) for at in (0, 2, 4)],
            [(GRID.cells[at], Holds(CELLS[at])) for at in (1, 3, 5)],
            [(0, 0), (0, 1), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)],
        ),
    ]  # fmt: skip
    for one in everything:
        yield one
        yield build.negation(one)


def relaxed(formula: Formula, kept: Sequence[int]) -> tuple[Formula, Formula, int]:
    """What lies below and above a formula in the variables kept, and how many variables there are then."""
    fresh: list[Formula] = []

    def variable(*_: object) -> Formula:
        fresh.append(Holds(Variable(14 + len(fresh), "fresh", None, Kind.MEMBER, 0, 1)))
        return fresh[-1]

    shared: dict[tuple[object, ...], Graph] = {}

    def share(found: Graph) -> Graph:
        return shared.setdefault((found.places, found.presence, found.edges), found)

    places: dict[Place, Place] = {GRID.cells[at]: GRID.cells[at] for at in kept if at < 6}
    known = {at: nodes.Number(NUMBER, 0, 3) if at == 13 else Holds([*CELLS, *LINKS][at]) for at in kept}
    pair = {(one, other): variable() for one in GRID.cells for other in GRID.cells} if _pairs(formula) else {}
    state = Relaxer(
        known,
        GraphRelaxer(places, share),
        lambda state, node: pairing.partners(state, node, places, lambda _, *ends: pair[ends]),
    )
    found = state.formula(formula)
    return found.under, build.conjunction(clauses(found.over)), 14 + len(fresh)


def _pairs(formula: Formula) -> bool:
    return isinstance(formula, nodes.Paired) or (isinstance(formula, nodes.Not) and _pairs(formula.part))


def assignments(chance: random.Random) -> Iterator[list[bool | int]]:
    """A number of values of all variables of the grid."""
    for _ in range(6):
        yield [*(chance.random() < 0.6 for _ in range(13)), chance.randrange(4)]


def possible(formula: Formula, values: Sequence[bool | int], amount: int) -> bool:
    """Whether there are further values that make a formula true."""
    if isinstance(formula, bool):
        return formula
    variables = (*CELLS, *LINKS, NUMBER, *(Variable(at, "x", None, Kind.MEMBER, 0, 1) for at in range(14, amount)))
    session = CadicalSession(eager(Problem(GRID, {}, variables, (), (), definitions=(formula,), graphs=True)), False)
    result = session.solve([(at, value) for at, value in enumerate(values)])
    session.close()
    return not isinstance(result, Unsat)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 20))])
def test_a_relaxation_lies_on_both_sides_of_the_formula_whatever_is_not_kept(seed: int) -> None:
    chance = random.Random(seed)
    formulas = [*plain(), *statements(graph(certain=True)), *statements(graph(certain=False))]
    nothing = 0
    for formula in formulas:
        kept = sorted(chance.sample(range(14), chance.choice((7, 10, 14))))
        under, over, amount = relaxed(formula, kept)
        nothing += over is True
        for values in assignments(chance):
            holds = truth(formula, values)
            if holds:
                assert over is True or possible(over, values, amount), (formula, kept)
            else:
                assert under is False or possible(build.negation(under), values, amount), (formula, kept)
    assert nothing < len(formulas) * 2 / 3


FIRST, SECOND = (Variable(at, "n", GRID.cells[at], Kind.NUMBER, 0, 5) for at in (0, 1))
BLACK = Variable(2, "in", GRID.cells[2], Kind.MEMBER, 0, 1)
CAP = 3


def numbers_compared() -> Iterator[Formula]:
    """Statements about two numbers from 0 to 5 and a member, and their negations."""
    first, second, black = nodes.Number(FIRST, 0, 5), nodes.Number(SECOND, 0, 5), Holds(BLACK)
    difference, both = (build.total((), ((1, first), (sign, second))) for sign in (-1, 1))
    some: list[Formula] = [
        *(build.at_most(term, bound) for term in (first, difference, both) for bound in range(-1, 7)),
        *(build.equal(term, value) for term in (first, difference, both) for value in range(-1, 7)),
        *(build.distinct((first, second, number)) for number in (2, CAP, 5)),
        build.distinct((first, second)),
        build.equal(build.total([(2, black)], [(1, first), (-2, second)]), 0),
        build.at_most(build.choice(black, first, second), 2),
        build.at_most(build.extreme(True, ((True, first), (black, second)), 0), 2),
        build.same(black, build.equal(first, 2)), build.same(black, build.equal(first, CAP)),
    ]  # fmt: skip
    for one in some:
        yield one
        yield build.negation(one)


def test_numbers_with_a_cap_lie_on_both_sides_of_what_is_said_of_them() -> None:
    capped = [msgspec.structs.replace(one, index=at, high=CAP) for at, one in ((3, FIRST), (4, SECOND))]
    one, other = (Capped(nodes.Number(variable, 0, CAP), CAP) for variable in capped)
    exact = said = 0
    for kept in ({0: one, 1: other, 2: Holds(BLACK)}, {0: one, 1: nodes.Number(SECOND, 0, 5)}):
        for formula in numbers_compared():
            state = Relaxer(kept, lambda *_: UNKNOWN, lambda *_: True)
            between = state.formula(formula)
            exact, said = exact + between.exact, said + (between.over is not True)
            for first, second, black in itertools.product(range(6), range(6), (False, True)):
                values = [first, second, black, min(first, CAP), min(second, CAP)]
                holds = truth(formula, values)
                assert holds or not truth(between.under, values), (formula, values)
                assert not holds or truth(build.conjunction(clauses(between.over)), values), (formula, values)
    assert exact > 20
    assert said > 100


@pytest.mark.parametrize(
    ("body", "left_out"),
    [
        ("no c in black: c.row = 1", True),
        ("no a, b in adjacent: a in black and b in black and a.row = b.row", False),
        ("no a, b in adjacent: a in black and b in black and abs(a.row - b.row) + abs(a.column - b.column) > 1", False),
        ("no a, b in adjacent: a in black and b in black and 2 * a.row = a.row + b.row", False),
        ("no a, b in adjacent: a in black and b in black and a.row = b.column", True),
        ("no a, b in adjacent: a in black and b in black and a.row * b.row = 2", True),
        ("no a, b in adjacent: a in black and b in black and a.row < b.row + width", True),
        ("no a, b in adjacent: a in black and b in black and middle(a.row + b.row, a)", False),
        ("no a, b in adjacent: a in black and b in black and middle(a.row, a)", True),
    ],
)
def test_rules_that_only_compare_positions_are_not_left_out(body: str, left_out: bool) -> None:
    text = f"""puzzle "Rows" in shading
board rectangle
find black : set of cells  as "#"
let middle(sum, c) = sum = 2 * c.row
rule said "It is said":
  {body}
rule apart "Black cells are apart":
  no a, b in adjacent: a in black and b in black
"""
    opened = open_rules(pipeline.ruleset(Source("rows.rules", text)))
    assert opened.dropped == ({"said"} if left_out else frozenset())


def board_with_clues(premises: Sequence[Fact], height: int, width: int) -> str:
    """A board of Tapa with the clues of some premises."""
    clues = {(one.spot.row // 2, one.spot.column // 2): str(one.value) for one in premises if one.name == "clue"}
    rows = (" ".join(clues.get((row, at), ".") for at in range(width)) for row in range(height))
    return "\n".join(rows) + "\n"


@cache
def with_right_values(board: str) -> tuple[Problem, list[tuple[int, ...]]]:
    """A board of Tapa, and all assignments that are right; many patterns stand on the same."""
    rules = pipeline.load("tapa")
    problem = pipeline.ground(rules, pipeline.board(rules, Source("tapa.txt", board)))
    return problem, right_values(problem)


@pytest.mark.library
def test_what_is_said_of_lists_holds_on_every_tiny_board_by_the_reference_evaluator() -> None:
    """All patterns with one clue of Tapa in windows of up to 2x2 cells, wherever they fit."""
    _, search = search_patterns("tapa", 2, 2, 1)
    listed = [one for one in search.known.shown if any(isinstance(fact.value, str) for fact in one.premises)]
    assert len(listed) > 20
    fired = 0
    for height, width in ((2, 2), (2, 3), (3, 3))[: 3 if sweeps.whole else 2]:
        board = Sample(SquareGrid(height, width), 0, 0)
        spots = {spot: place for place, spot in near(Window(height, width), board).items()}
        for pattern in listed:
            for premises, conclusions in facts_on(pattern, height, width):
                problem, right = with_right_values(board_with_clues(premises, height, width))
                said = [way for fact in conclusions if (way := ways(problem, fact, spots))]
                for values in right:
                    fired += 1
                    assert all(any(all(values[at] == value for at, value in one) for one in way) for way in said)
    assert fired > 100


def test_what_mentions_a_variable_is_what_lists_it() -> None:
    for formula in (*plain(), *statements(graph(certain=True)), *statements(graph(certain=False))):
        listed = {one.index for one in traversal.variables(formula)}
        for wanted in ({0}, {5, 9}, {13}, set()):
            mentions = traversal.Mentions(wanted)
            assert [mentions(formula), mentions(formula)] == [bool(listed & wanted)] * 2


RULES = '''
puzzle "Walls"
board rectangle
include "prelude"
given tree : set of cells as "T"
find black : set of cells as "#"
rule tree "No tree is black": no c in tree: c in black
rule touch = apart(black)
rule white "All white cells are connected": connected(cells - black)
rule beside "Each tree has a black cell beside it": every c in tree: count(next(c) & black) >= 1

example "A board with its answer"
  board """
T.
"""
  answer """
T#
"""
'''


def search_patterns(
    rules: str, rows: int, columns: int, premises: int, seconds: float = 600
) -> tuple[OpenRules, Search]:
    opened = open_rules(pipeline.ruleset(Source("walls.rules", rules)) if "\n" in rules else pipeline.load(rules))
    search = begin(opened, Plan(windows(rows, columns), premises), time.monotonic() + seconds)
    for _ in search.run():
        pass
    search.close()
    return opened, search


def facts_on(pattern: Pattern, height: int, width: int) -> Iterator[tuple[list[Fact], list[Fact]]]:
    """The premises and conclusions of a pattern wherever it fits on a board, in coordinates of the board."""
    window = pattern.window
    for down in range(height - window.rows + 1):
        for right in range(width - window.columns + 1):
            gaps = (down, right, height - window.rows - down, width - window.columns - right)
            if all(gap == 0 for side, gap in zip(SIDES, gaps, strict=True) if side in window.rims):
                yield on_board(pattern.premises, down, right), on_board(pattern.conclusions, down, right)


def on_board(facts: Sequence[Fact], down: int, right: int) -> list[Fact]:
    """The facts of a window that lies so many rows down and columns right."""
    return [
        msgspec.structs.replace(one, spot=Spot(one.spot.sort, one.spot.row + 2 * down, one.spot.column + 2 * right))
        for one in facts
    ]


def refuted(
    session: Session,
    problem: Problem,
    facts: tuple[Sequence[Fact], Fact],
    spots: Mapping[Spot, Place],
    lists: Lists | None = None,
) -> int:
    """Ask for an answer with premises and without a conclusion; there is none.  How often something was asked."""
    premises, conclusion = facts
    against = ways(problem, conclusion, spots, true=False)
    request = [
        [*itertools.chain(*some), *other]
        for some in itertools.product(*(ways(problem, one, spots, lists) for one in premises))
        for other in against
    ]
    for one in request:
        assert isinstance(session.solve(one), Unsat), (facts, one)
    return len(request)


def whole_boards(opened: OpenRules, sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[Sample, Problem]]:
    for height, width in sizes:
        sample = Sample(SquareGrid(height, width), 0, 0)
        yield sample, ground_sample(opened, sample, 0)


@pytest.mark.parametrize(
    ("rules", "size", "premises"),
    [
        ("tents", (1, 2), 1),
        *(
            pytest.param(name, (2, 2), 2, marks=pytest.mark.long)
            for name in ("slitherlink", "nurikabe", "masyu", "light-up", "tents", "hitori", "yajilin")
        ),
    ],
)
def test_patterns_hold_wherever_they_fit_on_whole_boards(rules: str, size: tuple[int, int], premises: int) -> None:
    opened, search = search_patterns(rules, *size, premises)
    assert search.known.patterns
    for sample, problem in whole_boards(opened, [(1, 3), (2, 2), (3, 2), (3, 4)]):
        height, width = sample.geometry.height, sample.geometry.width
        session = CadicalSession(eager(problem), cores=False)
        spots = {spot: place for place, spot in near(Window(height, width), sample).items()}
        for pattern in search.known.shown:
            for some, conclusions in facts_on(pattern, height, width):
                for conclusion in conclusions:
                    refuted(session, problem, (some, conclusion), spots)
        session.close()


def test_patterns_hold_on_every_tiny_board_by_the_reference_evaluator() -> None:
    opened = open_rules(pipeline.ruleset(Source("walls.rules", RULES)))
    search = begin(opened, Plan((Window(1, 2), Window(2, 2, ("top", "left"))), 2))
    assert len(list(search.run())) > 4
    fired = 0
    for sample, problem in whole_boards(opened, [(1, 3), (2, 2)]):
        height, width = sample.geometry.height, sample.geometry.width
        spots = {spot: place for place, spot in near(Window(height, width), sample).items()}
        placed = [
            [[ways(problem, fact, spots) for fact in facts] for facts in both]
            for pattern in search.known.shown
            for both in facts_on(pattern, height, width)
        ]
        for values in itertools.product((False, True), repeat=len(problem.variables)):
            if not satisfies(problem, values):
                continue

            def holds(fact: list[Way], values: Sequence[bool] = values) -> bool:
                return not fact or any(all(values[index] == value for index, value in way) for way in fact)

            for premises, conclusions in placed:
                if all(map(holds, premises)):
                    fired += 1
                    assert all(map(holds, conclusions))
    assert fired > 100


def divided(chance: random.Random, height: int, width: int) -> Sample:
    """A board with random regions, each in one piece."""
    grid = SquareGrid(height, width)
    regions: dict[Cell, str] = {}
    for cell in chance.sample(grid.cells, len(grid.cells)):
        beside = [regions[other] for other in grid.neighbours(cell) if other in regions]
        regions[cell] = chance.choice([*beside, *beside, str(cell)])
    return Sample(grid, 0, 0, {cell: regions[cell] for cell in grid.cells})


@sweeps.sweep_large
@pytest.mark.parametrize(
    ("rules", "plan", "boards"),
    [
        ("star-battle", Plan((Window(2, 2),), 0), 8),
        pytest.param("star-battle", Plan(windows(2, 3), 2), 60, marks=pytest.mark.long),
        pytest.param("heyawake", Plan(windows(2, 2), 2), 60, marks=pytest.mark.long),
        pytest.param("lits", Plan((Window(2, 3), Window(2, 3, ("top",))), 1), 60, marks=pytest.mark.long),
        pytest.param("fake-arrow", Plan(windows(1, 2), 2), 60, marks=pytest.mark.long),
    ],
)
def test_patterns_of_regions_hold_on_boards_with_any_regions(rules: str, plan: Plan, boards: int) -> None:
    search = begin(open_rules(pipeline.load(rules)), plan, time.monotonic() + 200)
    events = list(search.run())
    assert any(isinstance(event, FoundPattern) and event.pattern.window.areas for event in events)
    chance, tried = random.Random(1), 0
    for _ in range(boards):
        height, width = chance.choice(((2, 3), (3, 3), (3, 4)))
        sample = divided(chance, height, width)
        problem = ground_sample(search.opened, sample, 0)
        session = CadicalSession(eager(problem), cores=False)
        whole = Window(height, width, SIDES, areas_of(sample))
        regions = {place: None for places in problem.finds.values() for place in places if isinstance(place, Region)}
        spots = {spot: place for place, spot in near(whole, sample).items()}
        spots.update((spot, place) for place, spot in region_spots(whole, sample, regions).items())
        for pattern in search.known.shown:
            for down, right in itertools.product(range(height), range(width)):
                moved = whole_pattern(pattern, whole, down, right)
                for conclusion in () if moved is None else moved.conclusions:
                    assert moved is not None
                    tried += refuted(session, problem, (moved.premises, conclusion), spots)
        session.close()
    assert tried > boards
    search.close()


def areas_of(sample: Sample) -> tuple[Area, ...]:
    """All regions of a board, which are whole."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for cell, name in sample.regions.items():
        cells.setdefault(name, []).append((2 * cell.row - 1, 2 * cell.column - 1))
    return tuple(sorted(Area(tuple(sorted(some)), whole=True) for some in cells.values()))


def whole_pattern(pattern: Pattern, whole: Window, down: int, right: int) -> Pattern | None:
    """A pattern at a place of a board, None if it does not fit there."""
    window = pattern.window
    gaps = (down, right, whole.rows - window.rows - down, whole.columns - window.columns - right)
    if min(gaps) < 0 or any(gap > 0 for side, gap in zip(SIDES, gaps, strict=True) if side in window.rims):
        return None
    if not fits(window, areas_by_cell(whole), down, right):
        return None
    premises, conclusions = (on_board(facts, down, right) for facts in (pattern.premises, pattern.conclusions))
    return Pattern(window, tuple(premises), tuple(conclusions))


def names(pattern: Pattern) -> str:
    def words_of(fact: Fact) -> str:
        value = fact.value.value if isinstance(fact.value, Presence) else fact.value
        return f"{fact.name}{fact.spot.row},{fact.spot.column}={value}"

    return f"{' '.join(map(words_of, pattern.premises))} -> {' '.join(map(words_of, pattern.conclusions))}"


def test_threes_of_a_slitherlink_are_found() -> None:
    plan = Plan((Window(1, 1, ("top", "left")), Window(1, 2)), 2)
    search = begin(open_rules(pipeline.load("slitherlink")), plan)
    result = [(event.pattern.window, names(event.pattern)) for event in search.run() if isinstance(event, FoundPattern)]
    search.close()
    side = "clue1,1=3 clue1,3=3 -> line-1,2=absent line1,0=present line1,4=present line3,2=absent"
    assert (Window(1, 2), side) in result
    assert (Window(1, 1, ("top", "left")), "clue1,1=3 -> line0,1=present line1,0=present") in result


def test_a_search_reads_off_each_answer_what_it_breaks_and_denies() -> None:
    window = Window(1, 2, ("top",))
    search = begin(open_rules(pipeline.load("slitherlink")), Plan((window, Window(1, 1)), 1))
    events = list(search.run())
    seen = search.seen_answers[window]
    answers = [
        (context, values)
        for context in search.place(window).contexts()
        for fact in seen.premises
        if (values := context.answer((fact,))) is not None
    ]
    before = len(seen.answers)
    for context, values in answers:
        seen.add(context, values)
    for (context, values), (broken, denied) in zip(answers, seen.answers[before:], strict=True):
        assert [bool(broken >> at & 1) for at in range(len(seen.premises))] == [
            not context.true(values, fact) for fact in seen.premises
        ]
        assert [bool(denied >> at & 1) for at in range(len(seen.conclusions))] == [
            (fact.name, fact.spot) in context.theory.variables and context.true(values, fact) is not fact.holds
            for fact in seen.conclusions
        ]
    assert events
    assert any(denied for _, denied in seen.answers)
    search.close()


def test_sets_that_are_empty_by_default_are_premises_where_that_is_wished(tmp_path: Path) -> None:
    plain, wished = (open_rules(pipeline.load("mid-loop"), unknown) for unknown in ((), ("dot", "clue")))
    assert plain.searched == {}
    assert set(wished.searched) == {"dot"}
    assert wished.assumed == ("mid", "joint")
    target = tmp_path / "dots.json"
    arguments = (
        "--window",
        "1x1",
        "--premises",
        "1",
        "--unknown",
        "dot",
        "--best",
        "3",
        "--new",
        "0",
        "--save",
        str(target),
    )
    assert run("techniques", "mid-loop", *arguments).returncode == 0
    assert best_patterns(target.read_bytes()).assumed == ("mid", "joint")
    assert run("techniques", "mid-loop", "--unknown", "loop").returncode == 2


def test_names_say_how_two_links_lie() -> None:
    opened = open_rules(pipeline.load("simple-loop"))
    lies = {((1, 0), (1, 2)): "opposite each other", ((0, 1), (2, 1)): "opposite each other",
            ((1, 2), (3, 2)): "side by side", ((1, 2), (2, 1)): "at a right angle", ((1, 2), (2, 5)): ""}  # fmt: skip
    for spots, how in lies.items():
        drawn = tuple(Fact("line", Spot("link", *spot), Presence.PRESENT) for spot in spots)
        assert pattern_names.name(opened, Pattern(Window(2, 2), drawn, ())) == f"two lines {how}".strip()


def test_pictures_and_names_show_known_borders_of_a_partition() -> None:
    """A 3 of Shikaku in the corner that goes on down: it is no border below that makes one on the right."""
    kept = best_patterns((library() / "techniques" / "shikaku.json").read_bytes())
    one = next(one for one in kept.techniques if one.name == "a 3 and a place without a border in the corner")
    opened = open_rules(pipeline.load("shikaku"))
    assert pattern_names.name(opened, one.pattern()) == one.name
    shown = board(opened, one.pattern())
    before, after = (pipeline.picture(opened.rules, shown.puzzle, drawing) for drawing in (shown.before, shown.after))
    (known,) = [mark for mark in before.marks() if isinstance(mark, Denial | Stroke)]
    assert isinstance(known, Denial)
    (wall,) = [mark for mark in after.marks() if isinstance(mark, Stroke)]
    assert wall.shape == "wall"
    assert wall.at != known.at


def test_images_of_a_pattern_are_each_listed_once() -> None:
    pattern = Pattern(Window(1, 1, ("top",)), (Fact("way", Spot("cell", 1, 1), "up"),), ())
    assert {one.window.rims for one in images(pattern, MOTIONS)} == {("top",), ("left",), ("bottom",), ("right",)}
    assert [one.premises[0].value for one in images(pattern, MOTIONS) if one.window.rims == ("right",)] == ["right"]


@sweeps.sweep_large
def test_a_search_goes_on_where_it_stopped() -> None:
    opened, plan = open_rules(pipeline.ruleset(Source("walls.rules", RULES))), Plan(windows(1, 2), 2)
    whole, parts, again = (begin(opened, plan) for _ in range(3))
    wanted = [event for event in whole.run() if isinstance(event, FoundPattern)]
    events = parts.run()
    result = list(itertools.islice((event for event in events if isinstance(event, FoundPattern)), 1))
    again.go_on(parts.known.patterns, parts.finished)
    rest = [event for event in again.run() if isinstance(event, FoundPattern)]
    assert result
    assert rest
    assert [*result, *rest] == wanted
    for one in (whole, parts, again):
        one.close()


@sweeps.sweep_large
def test_a_further_search_has_what_an_earlier_one_found_and_looks_at_other_windows() -> None:
    opened = open_rules(pipeline.ruleset(Source("walls.rules", RULES)))
    first = begin(opened, Plan(windows(1, 2), 1))
    before = [event.pattern for event in first.run() if isinstance(event, FoundPattern)]
    done = len(first.finished)
    further = begin_further(first, opened, Plan(windows(2, 2), 1))
    after = [event.pattern for event in further.run() if isinstance(event, FoundPattern)]
    further.close()
    assert before
    assert after
    assert further.known.patterns == [*before, *after]
    assert {one.window.rows for one in after} == {2}
    assert len(further.finished) > done


@pytest.fixture
def walls(tmp_path: Path) -> Path:
    path = tmp_path / "walls.rules"
    path.write_text(RULES)
    return path


def test_the_command_shows_pictures_and_goes_on_from_what_it_kept(walls: Path, tmp_path: Path) -> None:
    small = (
        "techniques",
        str(walls),
        "--window",
        "1x2",
        "--premises",
        "2",
        "--all",
        "--keep",
        str(tmp_path / "kept.json"),
    )
    first = run(*small, "--limit", "1", "--style", "ascii")
    assert first.returncode == 0
    assert first.stdout.startswith("1. a tree\n+---+---+---+     +---+---+---+\n")
    assert "1 technique; stopped" in first.stderr
    second = run(*small, "--json")
    *lines, last = map(json.loads, second.stdout.splitlines())
    assert last == {"status": "complete", "techniques": len(lines), "assumed": [], "left_out": []}
    assert lines
    assert "tree" not in {one["name"] for one in lines}
    again = run(*small, "--json")
    assert again.stdout.splitlines() == ['{"status": "complete", "techniques": 0, "assumed": [], "left_out": []}']


def test_a_file_with_a_given_that_decides_what_rules_say_is_refused_with_its_place() -> None:
    with pytest.raises(Failed) as result:
        open_rules(pipeline.load("thermometers"))
    assert [(one.code, one.span.text) for one in result.value.diagnostics if one.span] == [("E361", "tube")]


@pytest.mark.library
@pytest.mark.parametrize(
    ("rules", "amount"),
    sweeps.few([("slitherlink", 8), ("mid-loop", 8), ("gokigen", 4), ("castle-wall", 1)], 1),
)
def test_turns_of_rules_are_those_that_rims_show_as_well(rules: str, amount: int) -> None:
    """Whether a cell is inside of a loop is told along one side of its row, which is lost in the open.

    In Mid Loop two lengths are equal, whichever of them comes first.
    """
    assert len(symmetries(Theories(open_rules(pipeline.load(rules), ("dot", "mid"))), 2)) == amount


def test_samples_have_room_for_the_lengths_that_are_premises() -> None:
    """A 5 of Geradeweg in the second row may be on a stretch that goes down, so the line need not go to the left."""
    every = Contexts(open_rules(pipeline.load("geradeweg")))
    place = WindowPlace(every, Window(2, 2, ("top",)))
    left = Fact("line", Spot("link", 3, 0), Presence.PRESENT)
    assert not place.forced((Fact("clue", Spot("cell", 3, 1), 5),), left)
    every.close()


def test_rules_with_a_given_that_cannot_be_unknown_are_left_out() -> None:
    opened = open_rules(pipeline.load("minesweeper"))
    assert opened.dropped == {"total"}
    every = Contexts(opened)
    three, one = Fact("clue", Spot("cell", 1, 3), 3), Fact("clue", Spot("cell", 1, 5), 1)
    mine = Fact("mine", Spot("cell", 1, 1), Presence.PRESENT)
    place = WindowPlace(every, Window(2, 3, ("top",)))
    assert place.forced((three, one), mine)
    assert not place.forced((three,), mine)
    every.close()


def test_a_kept_search_of_other_rules_is_not_gone_on_with(walls: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text("{}")
    result = run("techniques", str(walls), "--keep", str(kept))
    assert result.returncode == 3
    assert "is not a search for techniques of these rules" in result.stderr
    assert kept.read_text() == "{}"


@sweeps.sweep_large
def test_worth_counts_words_that_paths_save_and_finds_out_what_is_false() -> None:
    search = begin(open_rules(pipeline.load("slitherlink")), Plan((Window(1, 1), Window(1, 2)), 2))
    list(search.run())
    search.close()
    opened, known = search.opened, search.known
    solved = list(worth.solved_boards(opened, worth.examples(opened)))
    assert solved
    result = worth.worths(opened, known, known.patterns, solved)
    assert any(one.words > 0 for one in result)
    assert all(one.words == 0 for one in result if not one.fired)
    best = worth.best(opened, known, solved, 2)
    assert 0 < len(best) <= 2
    assert not any(one.pattern.direct for one in best)
    wrong = Pattern(Window(1, 1), (), (Fact("line", Spot("border", 0, 1), Presence.PRESENT),))
    with pytest.raises(Failed, match="says what an answer denies"):
        worth.worths(opened, known, [wrong], solved)


@sweeps.sweep_large
def test_patterns_say_nothing_of_what_nobody_draws() -> None:
    search = begin(open_rules(pipeline.load("fake-arrow")), Plan((Window(1, 1), Window(1, 1, ("bottom",))), 2))
    list(search.run())
    search.close()
    said = {fact.name for one in search.known.patterns for fact in (*one.premises, *one.conclusions)}
    assert said == {"arrow", "fake", "line"}


def test_the_best_are_kept_as_data_that_the_gallery_shows(walls: Path, tmp_path: Path) -> None:
    kept = tmp_path / "techniques" / "walls.json"
    kept.parent.mkdir()
    result = run(
        "techniques", str(walls), "--window", "1x2", "--premises", "1", "--best", "3", "--new", "0", "--save", str(kept)
    )
    assert result.returncode == 0
    assert json.loads(kept.read_text())["title"] == "Walls"
    assert run("gallery", str(walls), "-o", str(tmp_path / "pages")).returncode == 0
    kept.write_text("{}")
    wrong = run("gallery", str(walls), "-o", str(tmp_path / "others"))
    assert wrong.returncode == 3
    assert "error[E362]" in wrong.stderr


def black(row: int, column: int, *, present: bool) -> dict[str, object]:
    return {"name": "black", "sort": "cell", "row": row, "column": column, "present": present}


CORNER = {
    "name": "a way out of the corner",
    "rows": 2,
    "columns": 3,
    "rims": ["top", "left"],
    "premises": [black(1, 3, present=True)],
    "conclusions": [black(*at, present=False) for at in ((1, 1), (1, 5), (3, 1), (3, 3))],
}
NEVER = {**CORNER, "name": "never", "premises": [], "conclusions": [black(3, 3, present=False)]}


def black_drawn(walls: Path) -> Walkthrough:
    """The hint on a board with a black cell beside a corner."""
    rules = pipeline.load(str(walls))
    puzzle = pipeline.board(rules, "...\n...\n..T\n")
    return pipeline.hint(rules, puzzle, Drawing({"black": {puzzle.geometry.cells[1]: True}}))


def test_techniques_of_an_own_file_are_used_until_its_rules_change(walls: Path, tmp_path: Path) -> None:
    kept = tmp_path / "walls.json"
    assert black_drawn(walls).steps[0].tier is Tier.DIRECT
    kept.write_text(json.dumps({"techniques": [CORNER, NEVER]}))
    with pytest.raises(Failed, match="E362"):
        black_drawn(walls)
    renewed = run("techniques", str(walls), "--renew", str(kept))
    assert (renewed.returncode, renewed.stdout) == (1, "does not hold: never\n")
    assert json.loads(kept.read_text())["techniques"][0]["rules"] == ["touch", "white"]
    result = black_drawn(walls)
    (step,) = result.steps
    assert step.lines == (
        "R1C1, R1C3, R2C1 and R2C2 are white",
        "Pattern: a way out of the corner. Here: R1C2 is black.",
    )
    window = "R1C1 R1C2 R1C3 R2C1 R2C2 R2C3"
    assert graded_text(step, 2) == f"Pattern: a way out of the corner.\nLook here: {window}."
    assert {str(place) for place, role in result.roles().items() if role is Role.SUPPORTS} == {"R2C3"}
    output = step_json(step)
    assert (output["tier"], output["technique"]) == ("local pattern", "a way out of the corner")
    assert output["places"] == window.split()
    assert max(step.costs) <= NAMES[0][0]  # easy
    walls.write_text(RULES.replace(">= 1", ">= 0"))
    with pytest.raises(Failed, match="were proved for other rules"):
        black_drawn(walls)
    kept.write_text('{"kind": "board"}')  # beside the rules JSON may be anything
    assert black_drawn(walls).steps[0].tier is Tier.DIRECT


def test_the_gallery_shows_techniques_before_and_after(tmp_path: Path) -> None:
    assert run("gallery", "heyawake", "-o", str(tmp_path / "pages")).returncode == 0
    page = (tmp_path / "pages" / "genres" / "heyawake.html").read_text()
    amount = len(best_patterns((library() / "techniques" / "heyawake.json").read_bytes()).techniques)
    assert page.count("<figcaption>Before</figcaption>") == page.count("<figcaption>After</figcaption>") == amount > 0
    assert "<h2>Techniques</h2>" in page
