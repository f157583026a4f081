"""What follows from constraints by their shape: no answer is lost, and none is won."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import product

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.cli import cost
from puzzlelang.deductions.apply import NAMES, PARTS, deduce
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import find_components
from puzzlelang.graphs.marked_components import cuts
from puzzlelang.graphs.rewrite import has_size
from puzzlelang.problem import build, build_graphs, evaluate, nodes
from puzzlelang.problem.record import Constraint, Formula, Graph, Holds, Kind, Problem, Variable
from puzzlelang.solving import engines, pipelines
from puzzlelang.solving.engine import Sat
from puzzlelang.source import Source
from tests import library
from tests.deduced import compare
from tests.random_puzzles import brute_force, size_of_search
from tests.test_graph_words import answers
from tests.test_sat import ORIGIN

SIZES = ((1, 5), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3))


class Random:
    """A board with a few claims; some of their shape is left out, negated or said under a condition now and then."""

    def __init__(self, seed: object, sizes: tuple[tuple[int, int], ...]) -> None:
        self.chance = random.Random(str(seed))
        self.board = SquareGrid(*self.chance.choice(sizes))
        self.variables: list[Variable] = []

    def spoilt(self, share: float = 0.06) -> bool:
        return self.chance.random() < share

    def unknown(self, place: object, high: int = 1) -> Variable:
        kind = Kind.MEMBER if high == 1 else Kind.NAME
        result = Variable(len(self.variables), "v", place, kind, 0, high, tuple("abc"[: high + 1]))  # type: ignore[arg-type]
        self.variables.append(result)
        return result

    def variant(self, formula: Formula) -> Formula:
        """The formula, or in its place something weaker or its opposite."""
        if not self.spoilt():
            return formula
        if self.chance.random() < 0.5:
            return build.negation(formula)
        return build.disjunction((formula, Holds(self.unknown(self.board.cells[0]))))

    def first(self, graph: Graph, vertex: int, statement: Formula) -> Formula:
        """What is said of the part of a vertex, wherever it is the first."""
        return build.disjunction((build.negation(build_graphs.first(graph, vertex)), statement))

    def problem(self, claims: list[Formula], definitions: list[Formula]) -> Problem:
        extra = [variable for variable in self.variables if self.chance.random() < 0.15]
        for one in extra:
            known = Holds(one) if one.kind is Kind.MEMBER else build.equal(nodes.Number(one, 0, one.high), 1)
            claims.append(known if self.chance.random() < 0.5 else build.negation(known))
        constraints = tuple(Constraint(claim, ORIGIN) for claim in claims if claim is not True)
        kept = tuple(one for one in definitions if one is not True)
        # Places may come twice, so the finds are no part of it.
        return Problem(
            self.board, {}, tuple(self.variables), constraints, (ORIGIN.rule,), definitions=kept, graphs=True
        )


def sets(chance: Random) -> Problem:
    """One or two sets of cells, of which some are absent or certain, that are connected or have rectangles as parts."""
    cells = [cell for cell in chance.board.cells if not chance.spoilt(0.1)]
    three = chance.spoilt(0.3)
    unknown = {cell: chance.unknown(cell, 2 if three else 1) for cell in cells}

    def value(cell: Cell, which: int) -> Formula:
        variable = unknown[cell]
        if three:
            return build.equal(nodes.Number(variable, 0, 2), which)
        return Holds(variable) if which == 0 else build.negation(Holds(variable))

    first: dict[Cell, Formula] = {cell: True if chance.spoilt() else value(cell, 0) for cell in cells}
    second = {cell: value(cell, 0 if chance.spoilt(0.02) else 1) for cell in cells if not chance.spoilt(0.04)}
    claims: list[Formula] = []
    for presence in (first, second):
        graph = beside(chance, presence)
        if chance.chance.random() < 0.7:
            claims.append(chance.variant(build_graphs.connected(graph)))
        if chance.chance.random() < 0.5:
            vertices = [vertex for vertex in range(len(graph.places)) if not chance.spoilt(0.01)]
            claims += [chance.first(graph, vertex, build_graphs.rectangle(graph, vertex)) for vertex in vertices]
        if chance.spoilt(0.2) and graph.places:
            size = build_graphs.component_size(graph, 0, [(other, True) for other in range(len(graph.places))])
            claims.append(chance.first(graph, 0, build.equal(size, 2)))
        if chance.spoilt(0.1) and graph.places:
            claims.append(build_graphs.rectangle(graph, 0))
    return chance.problem(claims, [])


def marked(chance: Random) -> Problem:
    """A set of cells whose parts hold one mark each, most of which say how large their part is."""
    cells = [cell for cell in chance.board.cells if not chance.spoilt(0.1)] or list(chance.board.cells)
    graph = beside(chance, {cell: True if chance.spoilt() else Holds(chance.unknown(cell)) for cell in cells})
    vertices = range(len(graph.places))
    marks = chance.chance.sample(vertices, min(len(vertices), chance.chance.choice((1, 2, 2, 3))))
    claims: list[Formula] = []
    for vertex in vertices:
        among = [(mark, True) for mark in marks if not chance.spoilt(0.01)]
        number = 2 if chance.spoilt(0.01) else 1
        if not chance.spoilt(0.01):
            one = build.equal(build_graphs.component_size(graph, vertex, among), number)
            claims.append(chance.first(graph, vertex, one))
    for mark in marks:
        size = build_graphs.component_size(graph, mark, [(vertex, True) for vertex in vertices])
        if not chance.spoilt(0.1):
            claims.append(chance.variant(build.equal(size, chance.chance.randint(1, 4))))
    if len(marks) > 1 and chance.spoilt(0.5):
        claims.append(chance.variant(differing(chance, graph, marks)))
    return chance.problem(claims, [])


def grouped(chance: Random) -> Problem:
    """A set of cells each of whose parts holds both ends of one of some links, or a cell of some."""
    cells = [cell for cell in chance.board.cells if not chance.spoilt(0.1)] or list(chance.board.cells)
    graph = beside(chance, {cell: True if chance.spoilt() else Holds(chance.unknown(cell)) for cell in cells})
    vertices = range(len(graph.places))
    edges = [(one, other) for one, other, _ in graph.edges]
    groups = chance.chance.sample(edges, min(len(edges), chance.chance.choice((1, 2, 3))))
    single = [(vertex,) for vertex in vertices if chance.spoilt(0.2)]
    claims: list[Formula] = []
    for vertex in vertices:
        held = [
            build.conjunction([build_graphs.joined(graph, vertex, other) for other in group])
            for group in (*groups, *single)
            if not chance.spoilt(0.01)
        ]
        if not chance.spoilt(0.01):
            claims.append(chance.first(graph, vertex, build.disjunction(held)))
    return chance.problem(claims, [])


def differing(chance: Random, graph: Graph, marks: list[int]) -> Formula:
    """A claim that compares what the parts of two marks have of some vertices."""
    counted = [(vertex, True) for vertex in range(len(graph.places)) if not chance.spoilt(0.2)]
    sizes = [build_graphs.component_size(graph, mark, counted) for mark in marks[:2]]
    differ = build.total((), ((1, sizes[0]), (-1, sizes[1])))
    return build.at_most(differ, 0) if chance.spoilt(0.5) else build.equal(differ, chance.chance.choice((0, 0, 1)))


def several(chance: Random) -> Problem:
    """A set of cells, or a partition, whose parts hold some marks each, and claims about the sizes of parts."""
    if chance.spoilt(0.5):
        graph, definitions = beside(chance, {cell: Holds(chance.unknown(cell)) for cell in chance.board.cells}), []
    else:
        graph, definitions = partition(chance)
    vertices = range(len(graph.places))
    among = [(vertex, True) for vertex in vertices if chance.chance.random() < 0.6] or [(0, True)]
    number = chance.chance.choice((1, 2, 2, 3))
    kind = chance.chance.choice(("exactly", "at least", "some"))
    claims: list[Formula] = []
    for vertex in vertices:
        size = build_graphs.component_size(graph, vertex, among)
        said = {
            "exactly": build.equal(size, number),
            "at least": build.at_most(number, size),
            "some": build.negation(build.equal(size, 0)),
        }[kind]
        if not chance.spoilt(0.01):
            claims.append(chance.first(graph, vertex, said))
    for mark, _ in among:
        size = build_graphs.component_size(graph, mark)
        joined = build_graphs.joined(graph, among[0][0], mark)
        if chance.spoilt(0.4):
            claims.append(build.disjunction((build.negation(joined), build.at_most(size, chance.chance.randint(1, 5)))))
    return chance.problem(claims, definitions)


def beside(chance: Random, presence: dict[Cell, Formula]) -> Graph:
    """The graph of steps from cell to cell; now and then with one missing, one under a condition or a jump."""
    pairs: list[tuple[Cell, Cell, Formula]] = [
        (link.first, link.second, True)
        for link in chance.board.links
        if link.first in presence and link.second in presence and not chance.spoilt(0.01)
    ]
    if pairs and chance.spoilt():
        pairs[0] = (*pairs[0][:2], Holds(chance.unknown(chance.board.cells[0])))
    if len(presence) > 4 and chance.spoilt():
        cells = list(presence)
        pairs.append((cells[0], cells[-1], True))
    return build_graphs.graph(presence, pairs)


def partition(chance: Random) -> tuple[Graph, list[Formula]]:
    """A partition of the cells, and what defines it."""
    board = chance.board
    uncut: list[Formula] = [build.negation(Holds(chance.unknown(link))) for link in board.links]
    pairs = [(link.first, link.second, here) for link, here in zip(board.links, uncut, strict=True)]
    graph = build_graphs.graph(dict.fromkeys(board.cells, True), pairs)
    msgspec.structs.force_setattr(graph, "exact", {(a, b): when for a, b, when in graph.edges})
    definitions = [build.disjunction([when, build.negation(nodes.Joined(graph, a, b))]) for a, b, when in graph.edges]
    return graph, list(definitions)


def areas(chance: Random) -> Problem:
    """A partition into rectangles with one mark each, some of which say what their area is like."""
    graph, definitions = partition(chance)
    vertices = range(len(chance.board.cells))
    marks = [vertex for vertex in vertices if chance.chance.random() < 0.4] or [0]
    claims: list[Formula] = []
    for vertex in vertices:
        counted = [(mark, True) for mark in marks]
        one = build.equal(build_graphs.component_size(graph, vertex, counted), 1)
        if not chance.spoilt(0.01):
            claims.append(chance.first(graph, vertex, build_graphs.rectangle(graph, vertex)))
        if not chance.spoilt(0.01):
            claims.append(chance.first(graph, vertex, one))
    for mark in marks:
        if chance.chance.random() < 0.6:
            claims.append(chance.variant(wanted(chance, graph, mark)))
    return chance.problem(claims, definitions)


def wanted(chance: Random, graph: Graph, mark: int) -> Formula:
    """A claim about the sizes of an area, as a rule or a clue may say it."""
    here = graph.places[mark]
    assert isinstance(here, Cell)
    cells = [(vertex, place) for vertex, place in enumerate(graph.places) if isinstance(place, Cell)]
    whole = build_graphs.component_size(graph, mark, [(vertex, True) for vertex, _ in cells])
    wide = build_graphs.component_size(graph, mark, [(vertex, True) for vertex, cell in cells if cell.row == here.row])
    tall = build_graphs.component_size(
        graph, mark, [(vertex, True) for vertex, cell in cells if cell.column == here.column]
    )
    differ = build.total((), ((1, wide), (-1, tall)))
    number = chance.chance.randint(1, 4)
    claim: Formula = chance.chance.choice(
        (
            build.equal(whole, number),
            build.at_most(whole, number),
            build.equal(differ, 0),
            build.at_most(1, differ),
            build.negation(build.equal(whole, number)),
            build.disjunction((build.equal(whole, 2), build.equal(differ, 1))),
            build.equal(build.remainder(whole, 2), 0),
        )
    )
    return claim


KINDS: dict[str, tuple[Callable[[Random], Problem], tuple[tuple[int, int], ...]]] = {
    "sets": (sets, SIZES),
    "marked": (marked, SIZES),
    "several": (several, SIZES),
    "grouped": (grouped, SIZES),
    "areas": (areas, ((1, 5), (2, 2), (2, 3), (3, 2), (2, 4))),
}


def deduced(kind: str, seed: object, most: int = 1500) -> Counter[str]:
    """Which deductions were used, how often."""
    make, sizes = KINDS[kind]
    return compare(make(Random(f"{kind} {seed}", sizes)), (kind, seed), most)


def compare_cuts(kind: str, seed: object, most: int = 1500) -> int:
    """How many clauses parts with too few marks, or too small, give; each is false of what draws them alone."""
    make, sizes = KINDS[kind]
    of = make(Random(f"{kind} {seed}", sizes))
    if size_of_search(of) > most:
        return 0
    right = brute_force(of)
    count = 0
    for one in deduce(of, NAMES).marked:
        for drawn in product(*(range(variable.low, variable.high + 1) for variable in of.variables)):
            for clause in cuts(one, find_components(one.graph, GraphAnswer(drawn, bool))):
                count += 1
                assert evaluate.truth(clause, drawn) is False, (kind, seed)
                assert all(evaluate.truth(clause, values) is True for values in right), (kind, seed)
    return count


@pytest.mark.parametrize("kind", ["marked", "several", "grouped", "areas"])
def test_parts_without_marks_are_cut_off(kind: str) -> None:
    assert sum(compare_cuts(kind, f"few {seed}", 300) for seed in range(60)) > 100


@pytest.mark.long
@pytest.mark.parametrize("kind", ["marked", "several", "grouped", "areas"])
def test_parts_without_marks_are_cut_off_often(kind: str) -> None:
    assert sum(compare_cuts(kind, f"many {seed}") for seed in range(1000)) > 1000


@pytest.mark.library
@pytest.mark.parametrize("kind", library.few(KINDS, 2))
def test_answers_stay_the_same(kind: str) -> None:
    used = sum((deduced(kind, f"few {seed}") for seed in range(60)), Counter[str]())
    wanted = {
        "sets": {"rectangles", "planar", "separators"},
        "marked": {"totals"},
        "several": set[str](),
        "grouped": set[str](),
        "areas": {"placements", "rectangles"},
    }[kind]
    assert all(used[name] > 5 for name in wanted), used


def test_compared_sizes_of_marks_are_counts() -> None:
    """No size is left in a comparison of two, where each of the two parts has a stated size."""
    board = SquareGrid(2, 3)
    variables = [Variable(index, "v", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(board.cells)]
    pairs = [(link.first, link.second, True) for link in board.links]
    graph = build_graphs.graph({cell: Holds(one) for cell, one in zip(board.cells, variables, strict=True)}, pairs)
    sizes = [build_graphs.component_size(graph, mark) for mark in (0, 5)]
    near = [build_graphs.component_size(graph, mark, [(1, True), (2, True), (4, True)]) for mark in (0, 5)]
    claims = [build.equal(size, 2) for size in sizes]
    claims.append(build.equal(build.total((), ((1, near[0]), (-1, near[1]))), 0))
    constraints = tuple(Constraint(claim, ORIGIN) for claim in claims)
    of = Problem(board, {}, tuple(variables), constraints, (ORIGIN.rule,), graphs=True)
    compared = deduce(of).problem.constraints[-1].formula
    assert isinstance(compared, nodes.Equal)
    assert not has_size(compared.term)
    assert answers(of, engines.engine("cadical")) == brute_force(of)


def test_constraints_that_are_switched_off_imply_nothing() -> None:
    """Sessions for cores know what holds of the constraints that are on, and no more."""
    for seed in range(12):
        kind = "sets" if seed % 2 else "areas"
        chance = Random(f"off {seed}", ((2, 2), (2, 3)))
        of = KINDS[kind][0](chance)
        if size_of_search(of) > 1500:
            continue
        session = engines.engine("cadical").open(of, True)
        for _ in range(4):
            active = [index for index in range(len(of.constraints)) if chance.chance.random() < 0.7]
            left = msgspec.structs.replace(of, constraints=tuple(of.constraints[index] for index in active))
            assert isinstance(session.solve((), active), Sat) == bool(brute_force(left)), seed


RULES = """\
puzzle "Islands"
board rectangle
given clue : cells to number?
given hole : set of cells as "x"
find white : set of cells as "#"
rule one "Each island holds exactly one number":
  every i in components(white - hole): count({c in i with c.clue}) = 1
rule size "The island of {c} has {c.clue} cells":
  every c in cells with c.clue: count(component(c, white - hole)) = c.clue
"""


def test_nothing_rests_on_constraints_that_were_taken_out() -> None:
    """Without the rule at one cell, an island that begins there may hold no number."""
    islands = pipeline.ruleset(Source("islands", RULES))
    of = pipeline.ground(islands, pipeline.board(islands, "...\n..2\n"))
    assert len(brute_force(of)) == 2
    for position in range(len(of.constraints)):
        kept = (*of.constraints[:position], *of.constraints[position + 1 :])
        left = msgspec.structs.replace(of, constraints=kept)
        for name in ("cadical", "z3"):
            assert answers(left, engines.engine(name)) == brute_force(left), (position, name)


WORDS = """\
puzzle "Words"
board rectangle
given hole : set of cells as "x"
given mark : set of cells as "m"
find s : set of cells as "#"
find area : partition of cells
let in_row(c) = count({d in c.area where d.row = c.row})
"""

SHAPES = {
    "rectangles": ("every g in components(s): rectangle(g)", {"rectangles"}),
    "rectangles beside holes": ("every g in components(s - hole): rectangle(g)", {"rectangles"}),
    "negated": ("not (every g in components(s): rectangle(g))", set()),
    "under a condition": ("count(s) > 2 or (every g in components(s): rectangle(g))", set()),
    "of some parts only": ("every g in components(s) where count(g) > 3: rectangle(g)", set()),
    "of another relation": (
        "every c in cells: every d in cells where c != d: d in component(c, s by adjacent) or count(s) > 0",
        set(),
    ),
    "two sets": ("connected(s) and connected(cells - s)", {"planar"}),
    "two sets beside holes": ("connected(s - hole) and connected(cells - s - hole)", {"planar"}),
    "one set": ("connected(s)", set()),
    "two sets that may share cells": ("connected(s) and connected(cells - mark)", set()),
    "what is beyond a cell that is known": (
        "connected(s) and (every c in mark: c.s) and (no c in hole: c.s)",
        {"separators"},
    ),
    "two sets, one or the other": ("connected(s) or connected(cells - s)", set()),
    "areas": (
        "(every p in area: rectangle(p)) and (every p in area: count({c in p where c.mark}) = 1)",
        {"placements"},
    ),
    "areas with sizes": (
        "(every p in area: rectangle(p)) and (every p in area: count({c in p where c.mark}) = 1)"
        " and (every c in mark: in_row(c) = 2)",
        {"placements"},
    ),
    "areas with two marks": (
        "(every p in area: rectangle(p)) and (every p in area: count({c in p where c.mark}) = 2)",
        {"rectangles"},
    ),
    "one mark each, of known size": (
        "(every g in components(s): count({c in g where c.mark}) = 1)"
        " and (every c in mark: count(component(c, s)) = 2)",
        {"totals"},
    ),
    "one mark each, of which none says its size": (
        "every g in components(s): count({c in g where c.mark}) = 1",
        set(),
    ),
    "one mark each, some of known size": (
        "(every g in components(s): count({c in g where c.mark}) = 1)"
        " and (every c in mark where c.column = 1: count(component(c, s)) = 2)",
        set(),
    ),
    "two marks each, of known size": (
        "(every g in components(s): count({c in g where c.mark}) = 2)"
        " and (every c in mark: count(component(c, s)) = 3)",
        set(),
    ),
    "one mark each, of size 2 at most": (
        "(every g in components(s): count({c in g where c.mark}) = 1)"
        " and (every c in mark: count(component(c, s)) <= 2)",
        set(),
    ),
    "areas with one mark of any shape": ("every p in area: count({c in p where c.mark}) = 1", set()),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_are_recognised(shape: str) -> None:
    """From the text of a rule to what is deduced from it; and the answers are those of its meaning."""
    rule, wanted = SHAPES[shape]
    finds = "\n".join(line for line in WORDS.splitlines() if "area" in line or "find" not in line)
    if "area" not in rule:
        finds = "\n".join(line for line in WORDS.splitlines() if "area" not in line)
    rules = pipeline.ruleset(Source("words", f'{finds}\nrule said "It is so": {rule}\n'))
    result: set[str] = set()
    for text in ("m..\n.xm\n", ".x.\n..m\n.m.\n", "m...m\n"):
        of = pipeline.ground(rules, pipeline.board(rules, text))
        used = set(deduce(of).used)
        assert used <= wanted, text
        result |= used
        if size_of_search(of) <= 600:
            assert answers(of, engines.engine("cadical")) == brute_force(of), text
    assert result == wanted


def test_no_answer_picks_representatives() -> None:
    """What is said of every component is said of each vertex, so no cut is about who is the first of one."""
    words = WORDS.replace("find area : partition of cells", "").split("let")[0]
    rule = 'rule said "It is so": every g in components(s): count(g) = 2'
    rules = pipeline.ruleset(Source("words", f"{words}\n{rule}\n"))
    of = pipeline.ground(rules, pipeline.board(rules, "...\n...\n...\n"))
    assert any(
        isinstance(atom, nodes.First) for atom, _ in pipelines.lazy(of, {PARTS, "polyominoes"}).abstraction.atoms
    )
    assert not any(isinstance(atom, nodes.First) for atom, _ in pipelines.lazy(of).abstraction.atoms)
    assert answers(of, engines.engine("cadical")) == brute_force(of)


def test_costs_name_what_was_deduced() -> None:
    words = WORDS.replace("find area : partition of cells", "").split("let")[0]
    rules = pipeline.ruleset(
        Source("words", f'{words}\nrule said "It is so": every g in components(s): rectangle(g)\n')
    )
    stats = pipeline.solve(rules, "...\n...\n").stats
    assert stats.deduced == {"rectangles": 8}
    assert "rectangles" in cost.as_text(stats)
    assert cost.as_json(stats)["deduced"] == stats.deduced


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(20))
def test_answers_stay_the_same_for_many(kind: str, seed: int) -> None:
    for more in range(50):
        deduced(kind, f"many {seed} {more}", 5000)
