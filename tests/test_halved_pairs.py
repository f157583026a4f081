"""Pairs of which one order is enough, as what is said of them stays the same in the other."""

import pytest

from puzzlelang import pipeline
from puzzlelang.source import Source
from tests.random_puzzles import answers

HEAD = """\
puzzle "Pairs"
find s : set of cells
find e : set of links
let part(c) = component(c, s by touching)
let others(c) = component(c, s + {c})
let way(c) = component(c, e)
let far(x, y) = x.row != y.row and x.column != y.column
let ordered(x, y) = x.row < y.row
let stretch(x, y) = between(x, y) + {x, y}
"""

BOARD = """\
..
..
"""

SYMMETRIC = {
    "set": "b in component(a, s) and a.row != b.row",
    "let": "b in part(a) and a.column = b.column",
    "turned": "a in part(b) and not (b in component(a, s))",
    "line": "b in way(a) and a.row = b.row",
    "let of both": "a in s and b in s and far(b, a)",
    "between": "count(s & stretch(a, b)) = 2 and count(s & between(b, a)) = 0",
    "pair": "s & {b, a} = {a, b}",
}

OTHERS = {
    "with the first": "b in component(a, s + {a}) and a.row = b.row",
    "one alone": "b in component(a, s) and a.row < b.row",
    "let of one": "a in s and b in s and ordered(a, b)",
}


ORDERED = {"a let with the first": 12, "with the first": 4, "one alone": 4, "let of one": 4}
"""How many constraints there are in both orders, but for those that are true anyway."""


def pairs_of(body: str, quantifier: str) -> tuple[int, set[tuple[int, ...]]]:
    """The number of constraints, and all answers."""
    rules = pipeline.ruleset(Source("pairs", f'{HEAD}rule r "R": {quantifier}: {body}\n'))
    problem = pipeline.ground(rules, pipeline.board(rules, BOARD))
    return len(problem.constraints), set(answers(problem))


def each(body: str) -> tuple[int, set[tuple[int, ...]]]:
    """The same, said of each two cells in both orders."""
    return pairs_of(body, "no a in cells: some b in cells - {a}")


@pytest.mark.parametrize("form", SYMMETRIC)
def test_one_order_is_enough_for_places_of_one_component(form: str) -> None:
    body = SYMMETRIC[form]
    count, some = pairs_of(body, "no a, b in pairs(cells)")
    assert count <= 6, "four cells have six pairs"
    assert some == each(body)[1]


@pytest.mark.parametrize("form", OTHERS)
def test_where_the_order_matters_both_are_looked_at(form: str) -> None:
    body = OTHERS[form]
    count, some = pairs_of(body, "no a, b in pairs(cells)")
    assert some == each(body)[1]
    assert count == ORDERED[form]
