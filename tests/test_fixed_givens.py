"""Givens that grounding reads, so that they are fixed before a search; the expressions of declarations."""

import pytest

from puzzlelang import pipeline
from puzzlelang.making.fixed_givens import fixed_givens
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
        ("find digit : cells to least..9\nrule one \"One\": every c in free: c.digit = 1", {"least"}, set()),
        ("find digit : cells - block to 0..least\nrule one \"One\": every c in free with c.digit: c.digit = 1",
         {"block", "least"}, set()),
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
