"""Givens that grounding reads, so that they are fixed before a search; the expressions of declarations."""

import itertools
from collections.abc import Mapping

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.places import Place
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap, SearchedGiven, presence_name
from puzzlelang.making.example_statistics import empty_template
from puzzlelang.making.fixed_givens import fixed_givens, ranging_givens
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Solution, Value
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.typed.lint import ruleset_warnings
from puzzlelang.typed.subexpressions import declaration_expressions

GIVENS = """puzzle "Test" in object
given block : set of cells  as "#"
given free  : set of cells  as "o"
given most  : number?
given clue  : cells to number?
given least : number
"""


def of(more: str) -> ir.Ruleset:
    """The checked rules with these declarations and rules."""
    return pipeline.ruleset(Source("test.rules", GIVENS + more + "\n"))


@pytest.mark.parametrize(
    ("more", "values", "presence"),
    [
        ("find black : set of cells\nrule one \"One\": every c in free: c.black", set(), set()),
        ("find black : set of cells - block\nrule one \"One\": every c in free: c.black", {"block"}, set()),
        ("find digit : cells to least..9\nrule one \"One\": every c in free: c.digit = 1", set(), set()),
        ("find digit : cells - block to 0..least\nrule one \"One\": every c in free with c.digit: c.digit = 1",
         {"block"}, set()),
        ("find digit : cells to 0..max(c.clue for c in cells with c.clue)\n"
         "rule one \"One\": every c in free: c.digit = 1", set(), set()),
        ("find digit : cells to 0..count({c in cells where present(c.clue)})\n"
         "rule one \"One\": every c in free: c.digit = 1", set(), {"clue"}),
        ("find area : partition of cells - block\nrule one \"One\": every a in area: count(a) = 2", {"block"}, set()),
        ("let rest = cells - block\nfind area : partition of rest\nrule one \"One\": every a in area: count(a) = 2",
         {"block"}, set()),
        ("find black : set of cells\nfind area : partition of cells - black - block\n"
         "rule one \"One\": every a in area: count(a) = 2", {"block"}, set()),
        ("let rest = {c in cells where not present(c.clue)}\nfind area : partition of rest\n"
         "rule one \"One\": every a in area: count(a) = 2", set(), {"clue"}),
    ],
)  # fmt: skip
def test_what_declarations_read_is_fixed(more: str, values: set[str], presence: set[str]) -> None:
    result = fixed_givens(of(more))
    assert set(result.values) == values
    assert set(result.presence) == presence


def test_ends_of_ranges_read_givens() -> None:
    rules = of(
        "find digit : cells to 0..least\n"
        'rule one "One": every n in 1..max(c.clue for c in cells with c.clue): some c in cells: c.digit = n'
    )
    assert set(fixed_givens(rules).values) == set()
    assert ranging_givens(rules) == set(fixed_givens(rules, ranges=True).values) == {"least", "clue"}


def test_a_declaration_has_a_domain_and_the_ends_of_a_range() -> None:
    rules = of(
        "find digit : cells - block to 0..least\nfind area : partition of cells - free\n"
        'rule one "One": every a in area: count(a) = 2'
    )
    texts = [[part.span.text for part in declaration_expressions(one.kind)] for one in (*rules.givens, *rules.finds)]
    assert texts == [[], [], [], [], [], ["cells - block", "0", "least"], ["cells - free"]]


def test_a_given_in_the_domain_of_a_partition_is_used() -> None:
    rules = of('find area : partition of cells - block\nrule one "One": every a in area: count(a) = 2')
    unused = [warning.message for warning in ruleset_warnings(rules) if warning.code == "W070"]
    assert unused == [f"no rule uses the given `{name}`" for name in ("free", "most", "clue", "least")]


RANGED = """puzzle "Test" in number
given clue  : cells to number?
find  digit : cells to 0..max(c.clue for c in cells with c.clue)
rule  all   "Each number up to the largest clue is there": every n in 0..max(c.clue for c in cells with c.clue):
  some c in cells: c.digit = n
rule  clue  "A clue is not the digit": no c in cells with c.clue: c.digit = c.clue
"""


def test_ends_of_ranges_may_be_variables() -> None:
    """Values that are searched together are right if and only if the board with these clues has that answer."""
    rules, most = pipeline.ruleset(Source("test.rules", RANGED)), 2
    template = empty_template(rules, (1, 3))
    cells = template.geometry.cells
    both = from_typed.ground(rules, template, role_swap=RoleSwap({"clue": SearchedGiven(True, 0, most)}))
    seen = set()
    for clues in itertools.product([None, *range(most + 1)], repeat=3):
        said = {cell: clue for cell, clue in zip(cells, clues, strict=True) if clue is not None}
        board = msgspec.structs.replace(template, givens={"clue": said})
        alone = from_typed.ground(rules, board)
        top = max(said.values(), default=0)
        for digits in itertools.product(range(most + 1), repeat=3):
            there = {presence_name("clue"): {cell: cell in said for cell in cells}}
            drawn = {"clue": dict.fromkeys(cells, 0) | said, "digit": dict(zip(cells, digits, strict=True)), **there}
            fits = max(digits) <= top and _holds(alone, {"digit": drawn["digit"]} if top else {})
            answer = Solution({"digit": drawn["digit"]})
            swapped = RoleSwap({"clue": SearchedGiven(True, 0, most)}, answer)
            assert _holds(both, drawn) == _holds(from_typed.ground(rules, template, role_swap=swapped), drawn) == fits
            seen.add(fits)
    assert seen == {True, False}


def _holds(problem: Problem, drawn: Mapping[str, Mapping[Place, Value]]) -> bool:
    return evaluate.satisfies(problem, problem.partial(drawn))
