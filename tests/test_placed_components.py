"""Components that are placements: no answer is lost, and none is won."""

from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.deductions.apply import deduce
from puzzlelang.deductions.placements.placed_exclusions import PlacedExclusions
from puzzlelang.geometry.motions import Equality, images, shifted
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Formula, Graph, Holds, Problem, Term
from puzzlelang.solving import engines
from puzzlelang.source import Source
from tests import library
from tests.deduced import compare
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force
from tests.test_deductions import Random, beside
from tests.test_graph_words import answers

SET_SIZES = ((1, 4), (2, 2), (2, 3), (3, 2), (3, 3))
AREA_SIZES = ((1, 5), (2, 2), (2, 3), (3, 2))


def members(chance: Random) -> tuple[Graph, list[Formula]]:
    """Cells of a set, some of which are certain or missing; now and then with a step that is none."""
    cells = [cell for cell in chance.board.cells if not chance.spoilt(0.1)] or list(chance.board.cells)
    opposite = chance.spoilt(0.3)
    presence: dict[Cell, Formula] = {}
    for cell in cells:
        here: Formula = Holds(chance.unknown(cell))
        presence[cell] = True if chance.spoilt() else build.negation(here) if opposite else here
    return beside(chance, presence), []


def areas(chance: Random) -> tuple[Graph, list[Formula]]:
    """Areas of a partition, on a board with or without a missing cell."""
    cells = {cell: True for cell in chance.board.cells if not chance.spoilt(0.05)}
    links = [link for link in chance.board.links if link.first in cells and link.second in cells]
    pairs = [(link.first, link.second, build.negation(Holds(chance.unknown(link)))) for link in links]
    graph = build_graphs.graph(dict.fromkeys(cells, True), pairs)
    msgspec.structs.force_setattr(graph, "exact", {(a, b): when for a, b, when in graph.edges})
    return graph, [build.disjunction([when, build.negation(nodes.Joined(graph, a, b))]) for a, b, when in graph.edges]


def lines(graph: Graph, vertex: int, axis: int) -> Term:
    """How many rows or columns the component of a vertex meets."""
    result: dict[int, list[Formula]] = {}
    for other, place in enumerate(graph.places):
        assert isinstance(place, Cell)
        result.setdefault((place.row, place.column)[axis], []).append(build_graphs.joined(graph, vertex, other))
    return build.count(map(build.disjunction, result.values()))


def along(graph: Graph, vertex: int, row: bool) -> Term:
    """How many cells of its row or column the component of a vertex has."""
    here = graph.places[vertex]
    assert isinstance(here, Cell)
    beside_it = [
        other
        for other, place in enumerate(graph.places)
        if isinstance(place, Cell) and (place.row == here.row if row else place.column == here.column)
    ]
    return build.count(build_graphs.joined(graph, vertex, other) for other in beside_it)


def shape(chance: Random, graph: Graph, kind: str, vertex: int) -> Formula:
    """What is said of the shape of each component."""
    whole = build_graphs.component_size(graph, vertex)
    match kind:
        case "square":
            return build.equal(lines(graph, vertex, 0), lines(graph, vertex, 1))
        case "wide":
            return build.at_most(lines(graph, vertex, 0), 1)
        case "twice":
            return build.equal(whole, build.total((), ((2, lines(graph, vertex, 1)),)))
        case "short row":
            return build.at_most(along(graph, vertex, True), 2)
        case _:
            raise AssertionError(kind)


def run(graph: Graph, vertex: int, step: int) -> Term:
    """How many present cells follow each other from a cell on, in the order of its row."""
    here = graph.places[vertex]
    assert isinstance(here, Cell)
    there: list[Formula] = []
    parts: list[Formula] = []
    for column in range(1, 4):
        other = next(
            (
                number
                for number, place in enumerate(graph.places)
                if isinstance(place, Cell) and (place.row, place.column) == (here.row, here.column + step * column)
            ),
            None,
        )
        there.append(False if other is None else graph.presence[other])
        parts.append(build.conjunction(there))
    return build.count(parts)


def clue(chance: Random, graph: Graph) -> Formula:
    """A statement about one or two components, as a clue may make it."""
    pick = chance.chance.randrange
    count = len(graph.places)
    first, second, number = pick(count), pick(count), chance.chance.randint(0, 4)
    whole = build_graphs.component_size(graph, first)
    some = build_graphs.component_size(graph, first, [(vertex, True) for vertex in range(count) if vertex % 2])
    open_ = [
        (vertex, Holds(chance.unknown(chance.board.cells[0])) if vertex == second else True) for vertex in range(count)
    ]
    beside_it = [
        build.disjunction(build_graphs.joined(graph, vertex, other) for other in graph.beside[first])
        for vertex in range(count)
    ]
    turns = [_turns(chance, graph, vertex) for vertex in (first, second)]
    sides = [
        build.count((build_graphs.joined(graph, vertex, second), graph.presence[vertex])) for vertex in (first, second)
    ]
    seen = [run(graph, vertex, step) for vertex, step in ((first, 1), (second, chance.chance.choice((-1, 1))))]
    there = [build.negation(graph.presence[vertex]) for vertex in dict.fromkeys((first, second))]
    return chance.chance.choice(
        (
            lambda: build.equal(whole, number),
            lambda: build.at_most(whole, number),
            lambda: build.equal(some, number),
            lambda: build.at_most(some, build_graphs.component_size(graph, second)),
            lambda: build.negation(build.equal(whole, build_graphs.component_size(graph, second))),
            lambda: build.equal(build_graphs.component_size(graph, first, open_), number),
            lambda: build.equal(turns[0], number),
            lambda: build.negation(build.equal(*turns)),
            lambda: build.at_most(*turns),
            lambda: build_graphs.joined(graph, first, second),
            lambda: build.negation(build_graphs.joined(graph, first, second)),
            lambda: build_graphs.first(graph, first),
            lambda: build.equal(build.count(beside_it), number),
            lambda: build.at_most(build.total((), ((1, sides[0]), (2, sides[1]))), number),
            lambda: build.disjunction((*there, build.negation(build.equal(*seen)))),
            lambda: build.disjunction(
                (build.negation(build.conjunction(map(build.negation, there))), build.equal(*seen))
            ),
            lambda: build.disjunction((there[0], build.equal(seen[0], number % 3))),
            lambda: build_graphs.congruent(graph, first, second, Equality("rectangle", True)),
            lambda: build_graphs.congruent(graph, first, second, Equality("rectangle", False)),
            lambda: build_graphs.has_shape(graph, first, *chance.chance.choice(SHAPES)),
            lambda: build_graphs.connected(graph),
        )
    )()


SHAPES = [
    (images(shifted((row, column, 0) for row, column in cells), equal)[0], equal)
    for equal in (Equality("rectangle", True), Equality("rectangle", False))
    for cells in ([(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0), (1, 1)], [(0, 0), (0, 1), (0, 2)])
]


def _turns(chance: Random, graph: Graph, start: int) -> Term:
    """Count the cells of a component that have a number of neighbours in it, or that are alone or first in it."""
    most = chance.chance.randrange(3)
    beside_them = [
        build.count(build_graphs.joined(graph, start, other) for other in graph.beside[vertex])
        for vertex in range(len(graph.places))
    ]
    counted = [
        (
            vertex,
            chance.chance.choice(
                (
                    build.equal(number, 2),
                    build.at_most(number, most),
                    build.conjunction((build_graphs.first(graph, vertex), build.at_most(1, number))),
                    build.same(build_graphs.joined(graph, start, vertex), build.equal(number, most)),
                    build.at_most(build_graphs.component_size(graph, vertex), most + 1),
                )
            ),
        )
        for vertex, number in enumerate(beside_them)
    ]
    return build_graphs.component_size(graph, start, counted)


def shapes(chance: Random, partition: bool) -> Problem:
    """Components that are rectangles of one shape, and a few clues."""
    graph, definitions = (areas if partition else members)(chance)
    kind = chance.chance.choice(("square", "square", "wide", "twice", "short row"))
    claims: list[Formula] = []
    for vertex in range(len(graph.places)):
        if not chance.spoilt(0.01):
            said = build.conjunction((build_graphs.rectangle(graph, vertex), shape(chance, graph, kind, vertex)))
            claims.append(chance.first(graph, vertex, said))
    claims += [chance.variant(clue(chance, graph)) for _ in range(chance.chance.choice((0, 1, 1, 2)))]
    return chance.problem(claims, definitions)


def apart(chance: Random, partition: bool) -> Problem:
    """Components of bounded size, and some pairs of vertices that are in different ones."""
    return bounded(chance, partition, 4)


def bounded(chance: Random, partition: bool, most_apart: int = 0) -> Problem:
    """Components of bounded size, and a few clues, some about the borders of a single cell."""
    graph, definitions = (areas if partition else members)(chance)
    count = len(graph.places)
    sizes = [chance.chance.randint(1, 4)] * count
    if chance.spoilt(0.2):
        sizes = [chance.chance.randint(1, 3) for _ in range(count)]
    exactly = chance.chance.random() < 0.6
    marks = [(vertex, True) for vertex in range(count) if chance.chance.random() < 0.5]
    claims: list[Formula] = []
    for vertex, size in enumerate(sizes):
        whole = build_graphs.component_size(graph, vertex)
        said = build.equal(whole, size) if exactly else build.at_most(whole, size)
        if chance.spoilt(0.01):
            continue
        absent = build.negation(graph.presence[vertex])
        claims.append(build.disjunction((absent, said)) if chance.spoilt(0.2) else chance.first(graph, vertex, said))
        if chance.spoilt(0.2):
            number = build_graphs.component_size(graph, vertex, marks)
            claims.append(chance.first(graph, vertex, build.at_most(number, 1)))
    if partition:
        for vertex, around in enumerate(graph.beside):
            if chance.chance.random() < 0.3:
                open_ = [(graph.exact or {})[min(vertex, other), max(vertex, other)] for other in around]
                claims.append(chance.variant(build.equal(build.count(open_), chance.chance.randint(0, 3))))
    claims += [chance.variant(clue(chance, graph)) for _ in range(chance.chance.choice((0, 1, 1)))]
    for _ in range(chance.chance.randint(1, most_apart) if most_apart else 0):
        first, second = chance.chance.randrange(count), chance.chance.randrange(count)
        claims.append(build.negation(build_graphs.joined(graph, first, second)))
    return chance.problem(claims, definitions)


def numbered(chance: Random, _partition: bool) -> Problem:
    """Components of one size, or nearly, and how many there are."""
    graph, definitions = members(chance)
    size = chance.chance.randint(1, 3)
    claims: list[Formula] = []
    for vertex in range(len(graph.places)):
        whole = build_graphs.component_size(graph, vertex)
        limit = build.at_most(whole, size) if chance.spoilt(0.05) else build.equal(whole, size)
        claims.append(chance.first(graph, vertex, limit))
    firsts = [build_graphs.first(graph, vertex) for vertex in range(len(graph.places)) if not chance.spoilt(0.05)]
    total = build.total(((2 if chance.spoilt(0.02) else 1, one) for one in firsts), (), chance.chance.randint(0, 1))
    compared = build.equal if chance.chance.random() < 0.7 else build.at_most
    claims.append(chance.variant(compared(total, chance.chance.randint(0, 4))))
    return chance.problem(claims, definitions)


def two_sets(chance: Random, _partition: bool) -> Problem:
    """A set, its complement, and the components of cells that are both in it or both not."""
    inside: dict[Cell, Formula] = {cell: Holds(chance.unknown(cell)) for cell in chance.board.cells}
    outside = {cell: here if chance.spoilt(0.01) else build.negation(here) for cell, here in inside.items()}
    links = [link for link in chance.board.links if not chance.spoilt(0.01)]
    same = [build.same(inside[link.first], inside[link.second]) for link in links]
    if chance.spoilt(0.3):
        same = [
            build.disjunction((one, build.same(outside[link.second], outside[link.first])))
            for one, link in zip(same, links, strict=True)
        ]
    pairs = [(link.first, link.second, when) for link, when in zip(links, same, strict=True)]
    alike = build_graphs.graph(dict.fromkeys(inside, True), pairs)
    sets_ = [beside(chance, inside), beside(chance, outside)]
    claims: list[Formula] = []
    for graph, truth in zip(sets_, chance.chance.choice(((True, False), (True, True), (False, False))), strict=True):
        for vertex in range(len(graph.places)):
            shape_ = build_graphs.rectangle(graph, vertex)
            claims.append(chance.first(graph, vertex, shape_ if truth else build.negation(shape_)))
    for vertex in range(len(alike.places)):
        if chance.chance.random() < 0.4:
            size = build_graphs.component_size(alike, vertex)
            number = chance.chance.randint(1, 4)
            claims.append(
                chance.variant(build.equal(size, number) if chance.spoilt(0.7) else build.at_most(size, number))
            )
    return chance.problem(claims, [])


def differing(chance: Random, partition: bool) -> Problem:
    """Components of bounded size with at most one vertex of some kinds."""
    graph, definitions = (areas if partition else members)(chance)
    count = len(graph.places)
    pick = chance.chance
    pool: list[Formula] = [Holds(chance.unknown(chance.board.cells[0])) for _ in range(2)]
    pool += [True, build.negation(pool[0]), *(here for here in graph.presence[:2] if here is not True)]
    kinds = [[pick.choice(pool) for _ in range(count)] for _ in range(pick.randint(1, 2))]
    most = pick.randint(2, 3)
    claims: list[Formula] = []
    for vertex in range(count):
        claims.append(chance.first(graph, vertex, build.at_most(build_graphs.component_size(graph, vertex), most)))
        inside = [build_graphs.joined(graph, vertex, other) for other in range(count)]
        alone = [
            build.at_most(build.count(map(build.nested_conjunction, zip(inside, kind, strict=True))), 1)
            for kind in kinds
        ]
        if chance.spoilt(0.02):
            continue
        if chance.spoilt(0.1):
            claims.append(build.disjunction((build.negation(graph.presence[vertex]), build.conjunction(alone))))
        elif chance.spoilt(0.1):
            claims.append(build.disjunction((pool[0], build.conjunction(alone))))
        else:
            claims.append(chance.first(graph, vertex, build.conjunction(alone)))
    return chance.problem(claims, definitions)


KINDS: dict[str, tuple[Callable[[Random, bool], Problem], str]] = {
    "shapes": (shapes, "boxes"),
    "bounded": (bounded, "polyominoes"),
    "apart": (apart, "polyominoes"),
    "differing": (differing, "polyominoes"),
    "numbered": (numbered, "polyominoes"),
    "two sets": (two_sets, "alike"),
}


def placed(kind: str, partition: bool, seed: object, most: int) -> Counter[str]:
    """Which deductions were used, how often; all of them, and the one for this kind alone, have the right answers."""
    make, name = KINDS[kind]
    chance = Random(f"{kind} {partition} {seed}", AREA_SIZES if partition else SET_SIZES)
    return compare(make(chance, partition), (kind, seed), most, [name])


@pytest.mark.library
@pytest.mark.parametrize("partition", [False, True])
@pytest.mark.parametrize("kind", dict.fromkeys((*library.few(KINDS, 2), "numbered", "apart")))
def test_answers_stay_the_same(kind: str, partition: bool) -> None:
    seeds = library.amount(24, 120)
    used = sum((placed(kind, partition, f"few {seed}", 600) for seed in seeds), Counter[str]())
    assert used[KINDS[kind][1]] > len(seeds) // 4, used


@pytest.mark.long
@pytest.mark.parametrize("partition", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(20))
def test_answers_stay_the_same_for_many(kind: str, partition: bool, seed: int) -> None:
    for number in range(100):
        placed(kind, partition, f"many {seed} {number}", 1500)


def test_a_component_of_size_0_is_absent() -> None:
    """A claim that a rectangle has no cells only says that its vertex is not in the set."""
    placed("shapes", False, "many 1 53", 1500)


@pytest.mark.parametrize("partition", [False, True])
def test_what_differs_within_components_is_said_of_pairs(partition: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such claims are read as what they are, and not otherwise counted."""
    taken: list[bool] = []
    take = PlacedExclusions.take
    monkeypatch.setattr(PlacedExclusions, "take", lambda self, claim: taken.append(take(self, claim)) or taken[-1])
    for seed in range(40):
        deduce(differing(Random(f"taken {seed}", AREA_SIZES if partition else SET_SIZES), partition))
    assert sum(taken) > 30


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (1, 5)])
@pytest.mark.parametrize(
    "said",
    [
        "every s in components(filled): count(s) <= 3 and distinct(digit of s)",
        "every s in components(filled): count(s) = 3 and distinct(digit of s)",
        "every c in filled: count(component(c, filled)) <= 3 and distinct(digit of component(c, filled))",
        "every s in components(filled): count(s) <= 3 and count({c in s where c.digit = 1}) <= 1",
    ],
)
def test_numbers_differ_within_components(said: str, size: tuple[int, int]) -> None:
    text = f"""
puzzle "Differing"
board rectangle
find digit : cells to 0..2
let filled = {{c in cells where c.digit > 0}}
rule said "It is so": {said}
"""
    problem = pipeline.ground(pipeline.ruleset(Source("differing.rules", text)), puzzle(SquareGrid(*size), ()))
    assert "polyominoes" in deduce(problem).used
    assert answers(problem, engines.engine("cadical")) == brute_force(problem)
