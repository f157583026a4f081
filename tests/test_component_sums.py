"""Sums over the places of a component are sizes: they mean the same as sums over all cells, and engines agree."""

import pytest

from puzzlelang import pipeline
from puzzlelang.deductions.apply import deduce
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Problem
from puzzlelang.problem.traversal import split
from puzzlelang.solving import engines
from puzzlelang.source import Source
from tests.graph_words import Size, puzzle
from tests.random_puzzles import brute_force
from tests.test_graph_words import answers

AREAS, SETS = "find area : partition of cells", "find s : set of cells"
TWO = "\nfind t : set of cells"


def ground(finds: str, formula: str, size: Size) -> Problem:
    text = f'puzzle "Sums"\nboard rectangle\n{finds}\nrule said "It is so": {formula}\n'
    return pipeline.ground(pipeline.ruleset(Source("sums.rules", text)), puzzle(SquareGrid(*size), ()))


def pairs(problem: Problem) -> int:
    """How often something asks whether two vertices are joined."""
    return sum(isinstance(part, nodes.Joined) for one in problem.constraints for part in split(one.formula)[1])


@pytest.mark.parametrize(
    ("finds", "sum_of", "every", "fits", "size"),
    [
        (AREAS, "c.row for c in {}", "every p in area", "!= 4", (3, 2)),
        (AREAS, "c.row - 2 for c in {}", "every p in area", "<= 0", (3, 2)),
        (AREAS, "c.row * c.column for c in {} where c.row + c.column > 2", "every p in area", "!= 2", (2, 3)),
        (AREAS + TWO, "count(t & next(c)) for c in {}", "every p in area", "<= 3", (2, 2)),
        (SETS, "count(next(c) - s) for c in {}", "every p in components(s)", "= 2", (2, 3)),
        (SETS, "1 + 2 * count(corners(c) & corners(c, up)) - count(next(c) & s) for c in {}",
         "every p in components(s)", "> 3", (2, 3)),
        (SETS + TWO, "count(next(c) & t) for c in {} where c in t", "every p in components(s + t)",
         "in {0, 2}", (2, 2)),
        (SETS + TWO, "count(next(c)) for c in {} & t", "every p in components(s)", "<= 2", (2, 2)),
    ],
)  # fmt: skip
def test_sums_mean_the_same(finds: str, sum_of: str, every: str, fits: str, size: Size) -> None:
    head, _, condition = sum_of.partition(" where ")
    value, _, domain = head.partition(" for c in ")
    wanted = " and ".join(["c in p", *(["c in t"] if "& t" in domain else []), *([condition] if condition else [])])
    short = ground(finds, f"{every}: sum({sum_of.format('p')}) {fits}", size)
    plain = ground(finds, f"{every}: sum(if {wanted} then {value} else 0 for c in cells) {fits}", size)
    assert pairs(short) < pairs(plain)
    expected = brute_force(plain)
    assert expected
    assert brute_force(short) == expected
    assert answers(short, engines.engine("cadical")) == expected
    assert answers(short, engines.engine("z3")) == expected


def test_values_that_depend_on_the_component_are_summed_over_all_cells() -> None:
    problem = ground(SETS, "every p in components(s): sum(count(around(c) & s - p) for c in p) = 0", (2, 3))
    assert pairs(problem)
    assert answers(problem, engines.engine("cadical")) == brute_force(problem)


def test_sums_over_rectangles_choose_their_boxes() -> None:
    problem = ground(AREAS, "every p in area: rectangle(p) and sum(c.row * c.row for c in p) in 3..6", (2, 3))
    assert "boxes" in deduce(problem).used
    assert answers(problem, engines.engine("cadical")) == brute_force(problem)
