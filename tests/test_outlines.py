"""Strands that turn four times are outlines of rectangles: no answer is lost, and none is won."""

import itertools
from collections.abc import Iterator
from functools import cache

import pytest

from puzzlelang import pipeline
from puzzlelang.deductions.apply import NAMES, PARTS, deduce
from puzzlelang.deductions.truth_tables import TruthTables
from puzzlelang.geometry.places import Link
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Formula, Holds, Kind, Problem, Variable
from puzzlelang.solving import cadical, engines, projected_session
from puzzlelang.source import Source
from tests import library
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force
from tests.test_deductions import Random
from tests.test_graph_words import answers

RULES = """
puzzle "Outlines"
board rectangle
given mark : set of cells as "m"
find line : set of links
let strand(k) = component(k, line by strands(line))
let turned(k) = count({{c in turns(line) where (some m in links(c): m in strand(k))}})
let begun = {{k in line where k.first in turns(line)}}
let ended = {{k in line where k.second in turns(line)}}
let cut = {{k in line where k.first in crossed(line)}}
let ends_turned(k) = count(begun & strand(k)) + count(ended & strand(k))
rule said "It is so": {said}
"""


def grounded(said: str, size: tuple[int, int], marks: tuple[tuple[int, int], ...] = ()) -> Problem:
    rules = pipeline.ruleset(Source("outlines.rules", RULES.format(said=said)))
    return pipeline.ground(rules, puzzle(SquareGrid(*size), marks))


BOARDS = [((3, 3), ((2, 2),)), ((2, 4), ((1, 2),))]
"""Sizes, each with the cells that are marked."""


@pytest.mark.parametrize(
    ("said", "used"),
    [
        ("loops(line, cells) and (every k in line: turned(k) = 4)", True),
        ("loops(line) and (every k in line: turned(k) = 4)", True),
        ("loops(line, mark) and (every k in line: turned(k) <= 5)", True),
        ("loops(line, cells) and (every k in line: ends_turned(k) = 8)", True),
        ("loops(line, cells) and (every k in line: 2 * ends_turned(k) + 1 <= 20)", True),
        ("loops(line) and (every k in line: turned(k) = 4) and count(components(line by strands(line))) <= 1", True),
        ("loops(line) and (every k in line: turned(k) = 4 and (some c in mark: k in links(c)))", False),
        ("loops(line) and (every k in line: turned(k) = 4) and (no k in line: count(strand(k)) = 6)", True),
        ("loops(line) and (every a, b in pairs(line): a in strand(b)) and (every k in line: turned(k) = 4)", True),
        ("loops(line, cells) and (every k in line: turned(k) <= 6)", False),
        ("loops(line, cells) and (every k in line: ends_turned(k) = 4)", False),
        ("loops(line, cells) and (every k in line: count(begun & strand(k)) = 4)", False),
        ("(every k in line: turned(k) = 4)", False),
        ("loops(line, cells) and (every k in line: turned(k) + count(mark) = 5)", True),
        ("loops(line, cells) and (every k in line where k.first in mark: turned(k) = 4)", False),
        (
            "loops(line, cells) and (every k in line: count({c in touched(line) where "
            "(some m in links(c): m in strand(k))}) = 4)",
            False,
        ),
    ],
)
@pytest.mark.library
@pytest.mark.parametrize(("size", "marks"), BOARDS if library.whole else BOARDS[1:])
def test_answers_stay_the_same(
    said: str, used: bool, size: tuple[int, int], marks: tuple[tuple[int, int], ...]
) -> None:
    problem = grounded(said, size, marks)
    assert ("outlines" in deduce(problem).used) == used
    expected = brute_force(problem)
    assert answers(problem, engines.engine("cadical")) == expected
    assert answers(problem, engines.engine("cadical", {*NAMES} - {"outlines"})) == expected
    assert answers(deduce(problem, {PARTS}).problem, projected_session.eager_engine(cadical.ENGINE)) == expected


def test_fences_around_cells_are_outlines_too() -> None:
    text = RULES.format(said="loops(line, corners) and (every k in line: turned(k) = 4)")
    lines = (
        one
        for one in text.replace("links", "borders").splitlines()
        if not one.startswith(("let begun", "let end", "let cut"))
    )
    rules = pipeline.ruleset(Source("fences.rules", "\n".join(lines)))
    problem = pipeline.ground(rules, puzzle(SquareGrid(2, 2), ()))
    assert "outlines" in deduce(problem).used
    expected = brute_force(problem)
    assert len(expected) > 9
    assert answers(problem, engines.engine("cadical")) == expected


def edges(top: int, bottom: int, left: int, right: int) -> frozenset[tuple[int, int]]:
    """The links of an outline, by where they lie between cells."""
    rows = {(2 * row - 1, 2 * column) for row in (top, bottom) for column in range(left, right)}
    return frozenset(rows | {(2 * row, 2 * column - 1) for row in range(top, bottom) for column in (left, right)})


Outlined = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]], frozenset[tuple[int, int]]]
"""Its links, its points, and its corners."""


@cache
def rectangles(height: int, width: int) -> list[Outlined]:
    result = []
    for top, bottom in itertools.combinations(range(1, height + 1), 2):
        for left, right in itertools.combinations(range(1, width + 1), 2):
            corners = frozenset(itertools.product((top, bottom), (left, right)))
            sides = {(row, column) for row in (top, bottom) for column in range(left, right + 1)}
            sides |= {(row, column) for row in range(top, bottom + 1) for column in (left, right)}
            result.append((edges(top, bottom, left, right), frozenset(sides), corners))
    return result


def crossed(height: int, width: int) -> Iterator[list[Outlined]]:
    """All sets of outlines that share no link, and meet only where both go straight."""
    every = rectangles(height, width)

    def more(start: int, kept: list[Outlined]) -> Iterator[list[Outlined]]:
        yield kept
        for number in range(start, len(every)):
            links, points, corners = every[number]
            if all(not links & one[0] and not corners & one[1] and not points & one[2] for one in kept):
                yield from more(number + 1, [*kept, every[number]])

    return more(0, [])


def crossed_links(one: Outlined, others: list[Outlined]) -> int:
    """How many of its links have another outline at their upper or left end."""
    ends = [(row - (row % 2 == 0), column - (column % 2 == 0)) for row, column in one[0]]
    points = {(2 * row - 1, 2 * column - 1) for other in others if other is not one for row, column in other[1]}
    return sum(end in points for end in ends)


@pytest.mark.parametrize("said", ["turned(k) = 4", "ends_turned(k) = 8"])
@pytest.mark.parametrize("size", [(3, 4), (4, 4)])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_outlines_that_cross_are_all_found(size: tuple[int, int], said: str, number: int) -> None:
    """With a number, no outline has so many links that begin where it is crossed."""
    also = f"and (no k in line: count(cut & strand(k)) = {number})" if number else ""
    problem = grounded(f"loops(line, cells) and (every k in line: {said}) {also}", size)
    assert "outlines" in deduce(problem).used
    expected = {
        frozenset().union(*(one[0] for one in kept))
        for kept in crossed(*size)
        if not number or all(crossed_links(one, kept) != number for one in kept)
    }
    assert size == (3, 4) or number == 2 or any(len(one) > 14 for one in expected)
    result = set()
    for values in answers(problem, engines.engine("cadical")):
        drawn = (one.place for one in problem.variables if values[one.index])
        result.add(frozenset(place.lattice for place in drawn if isinstance(place, Link)))
    assert result == expected


def test_a_truth_table_is_the_reference_semantics() -> None:
    used = 0
    for seed in range(400):
        chance = Random(f"tables {seed}", ((1, 3), (2, 2)))
        unknown = [Holds(chance.unknown(cell)) for cell in chance.board.cells]
        formula = random_formula(chance, unknown, 3)
        tables = TruthTables([one.variable.index for one in unknown])
        result = tables.table(formula)
        assert result is not None
        used += 0 < result < tables.every
        for row in range(tables.size):
            values = [bool(row >> position & 1) for position in range(len(unknown))]
            assert evaluate.truth(formula, values) == bool(result >> row & 1)
    assert used > 100


def random_formula(chance: Random, leaves: list[Holds], depth: int) -> Formula:
    def inner() -> Formula:
        return random_formula(chance, leaves, depth - 1)

    pick = chance.chance
    if depth == 0 or pick.random() < 0.2:
        return pick.choice(leaves)
    terms = [(pick.choice((-1, 1, 2)), inner()) for _ in range(pick.randint(1, 3))]
    total, number = build.total(terms, (), pick.randint(0, 1)), pick.randint(-1, 3)
    return pick.choice(
        (
            lambda: build.negation(inner()),
            lambda: build.conjunction((inner(), inner())),
            lambda: build.disjunction((inner(), inner())),
            lambda: build.same(inner(), inner()),
            lambda: build.equal(total, number),
            lambda: build.at_most(total, number),
        )
    )()


def test_a_truth_table_of_anything_else_is_not_known() -> None:
    number = Variable(0, "n", None, Kind.NUMBER, 1, 3)
    member = Variable(1, "s", None, Kind.MEMBER, 0, 1)
    other = nodes.Equal(nodes.Number(number, 1, 3), 2)
    tables = TruthTables([member.index])
    assert tables.table(other) is None
    assert tables.table(build.conjunction((Holds(member), other))) is None
    assert tables.table(Holds(Variable(2, "t", None, Kind.MEMBER, 0, 1))) is None
