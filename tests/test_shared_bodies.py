"""Bodies of quantifiers that are grounded once for each place, wherever the quantifier stands."""

from collections.abc import Callable

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.places import Square
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground import kept_values
from puzzlelang.ground.values import Compiled, Frame, Value
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Kind, Problem, Term, Variable
from puzzlelang.problem.traversal import PARTS, split
from puzzlelang.solving import engines
from puzzlelang.source import Source
from tests import library
from tests.graph_words import puzzle
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers

BODIES = (
    "no c in black: some n in next(c): n.black and n not in grey",
    "every c in cells: count({n in next(c) where (n.black and not n.grey)}) < 2",
    "every c in cells: exactly 1 n in around(c): n.black and (some m in next(n): m.grey)",
    "every p in components(black): some c in p: some n in around(c): n.grey and n not in p",
    "every p in components(black): every c in p: every n in next(c): if n.grey then n in p",
    "every c in cells: at most 2 n in next(c): some m in next(n): m.black and not c.grey",
    "every p in components(black): some c in p where (no n in next(c): n.grey): c in grey",
    "every c in black: every x in component(c, black) where (some n in next(x): n.grey): x = c or c.grey",
    "every c in cells: every d, e in pairs(directions): if count(ray(c, d while {x in cells where "
    "(next(x, d) & black != {}) or (next(x, e) & grey != {})})) = 1 then c.black",
    "every a, b in pairs(cells): max(x.row for x in next(a)) < max(y.row for y in next(b)) or (a.black and not b.grey)",
    "every a, b in pairs(cells): max(x.row for x in next(a) & black) <= max(y.row for y in next(b)) or b.grey",
)


RULES = """
puzzle "Bodies"
board rectangle
find black : set of cells
find grey : set of cells
rule said "It is so": {said}
"""


def ground(said: str) -> Problem:
    rules = pipeline.ruleset(Source("bodies.rules", RULES.replace("{said}", said)))
    return pipeline.ground(rules, puzzle(SquareGrid(2, 3), ()))


@pytest.mark.library
@pytest.mark.parametrize("said", library.few(BODIES, 3))
def test_answers_are_those_of_brute_force(said: str) -> None:
    problem = ground(said)
    assert answers(problem, engines.engine("cadical")) == brute_force(problem)


def test_what_is_said_of_a_cell_is_one_formula() -> None:
    """Of the neighbours of six cells, fourteen in all, six are different."""
    seen: dict[int, nodes.And] = {}
    waiting: list[object] = [one.formula for one in ground(BODIES[0]).constraints]
    while waiting:
        result = waiting.pop()
        if isinstance(result, nodes.And) and any(isinstance(part, nodes.Not) for part in result.parts):
            seen[id(result)] = result
        waiting.extend(PARTS[type(result)](result))  # type: ignore[index]
    assert len(seen) == 6


def test_a_quantifier_about_a_cell_is_grounded_once() -> None:
    """Each of six cells is looked at from all six, and from both sides of an `if`."""
    said = (
        "every a in cells: every c in cells: if (some n in next(c): n.grey) then a.grey or (some m in next(c): m.grey)"
    )
    seen: dict[int, nodes.Or] = {}
    waiting: list[object] = [one.formula for one in ground(said).constraints]
    while waiting:
        result = waiting.pop()
        if isinstance(result, nodes.Or) and all(isinstance(part, nodes.Holds) for part in result.parts):
            seen[id(result)] = result
        waiting.extend(PARTS[type(result)](result))  # type: ignore[index]
    assert len(seen) == 6


LINE = """
puzzle "Line"
board rectangle
find line : set of links
rule said "It is so": {said}
"""


@pytest.mark.parametrize("order", ["=", "<", "!="])
def test_what_a_line_reaches_is_the_same_for_all_pairs(order: str) -> None:
    """In each direction a row of four cells has two cells that are reached by two links."""
    counts = f"count(straight(a, right, line)) {order} 1 + count(straight(b, left, line))"
    said = f"every a, b in pairs(cells): a.row = b.row or {counts}"
    rules = pipeline.ruleset(Source("line.rules", LINE.replace("{said}", said)))
    problem = pipeline.ground(rules, puzzle(SquareGrid(2, 4), ()))
    assert answers(problem, engines.engine("cadical")) == brute_force(problem)
    seen: set[int] = set()
    waiting: list[object] = [one.formula for one in problem.constraints]
    while waiting:
        result = waiting.pop()
        if isinstance(result, nodes.And) and all(isinstance(part, nodes.Holds) for part in result.parts):
            seen.add(id(result))
        waiting.extend(PARTS[type(result)](result))  # type: ignore[index]
    assert len(seen) == 8


@pytest.mark.parametrize(("same", "made"), [(True, 4), (False, 40)])
def test_values_of_several_places_are_kept_while_they_come_again(same: bool, made: int) -> None:
    """Four values come again and again; of forty that come once each none is kept, and each is made again."""
    request: list[tuple[object, ...]] = []

    def make(frame: Frame) -> Value:
        request.append((frame[0], frame[1]))
        return len(request)

    value = kept_values.for_places(make, (0, 1))
    cells = SquareGrid(5, 8).cells
    pairs = [(cells[i % 2], cells[i // 2 % 2]) for i in range(40)] if same else [(cells[0], one) for one in cells]
    results = [value([*pair]) for pair in pairs]
    assert len(request) == made
    if same:
        assert results == [1 + i % 4 for i in range(40)]
    else:
        assert [value([*pair]) for pair in pairs] == [41 + i for i in range(40)]


@pytest.mark.parametrize(
    "kept", [lambda make: kept_values.for_places(make, (0, 1)), lambda make: kept_values.known_for_each_place(make, 0)]
)
def test_values_of_sets_are_made_each_time(kept: Callable[[Compiled], Compiled]) -> None:
    """A variable may stand for a set, as an argument of a template: no key for a lookup."""
    (cell,) = SquareGrid(1, 1).cells
    request: list[object] = []

    def make(frame: Frame) -> Value:
        request.append(frame[0])
        return len(request)

    assert [kept(make)([{cell: True}, cell]) for _ in range(2)] == [1, 2]


def test_a_number_that_the_board_decides_is_computed_once_for_each_place() -> None:
    cells = SquareGrid(1, 2).cells
    request: list[object] = []

    def make(frame: Frame) -> Term:
        request.append(frame[0])
        cell = frame[0]
        assert isinstance(cell, Square)
        return cell.column if cell is cells[0] else unknown

    unknown = nodes.Number(Variable(0, "digit", cells[1], Kind.NUMBER, 1, 3), 1, 3)
    value = kept_values.known_for_each_place(make, 0)
    assert [value([cell]) for cell in (*cells, *cells)] == [1, unknown, 1, unknown]
    assert request == [cells[0], cells[1], cells[1]]


WAYS = "every a, b in pairs(black): distance({0}, {1}, cells - grey + {{{0}, {1}}}) != 2"
BOTH = f"({WAYS.format('a', 'b')}) and ({WAYS.format('b', 'a')})"


@library.sweep_large
def test_equal_sets_have_one_graph_and_distances_no_direction() -> None:
    """Both halves of the rule ask the same of each pair that may be two steps apart."""
    once, twice = ground(WAYS.format("a", "b")), ground(BOTH)
    graphs = [
        {id(one.graph) for part in problem.constraints for one in split(part.formula)[1]} for problem in (once, twice)
    ]
    assert len(graphs[0]) == len(graphs[1]) == 8
    assert len(twice.definitions) == len(once.definitions)
    assert answers(twice, engines.engine("cadical")) == brute_force(once)
