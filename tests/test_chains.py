"""Chains side by side are flat: how many parts they have does not matter, how deep they are does."""

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from tests import library

RULES = """puzzle "Chain"
board rectangle
find black : set of cells as "#"
rule chain "The chain": {formula}
"""

PARTS = {
    "and": (" and ", "count(black) < 3"),
    "not": (" and ", "not count(black) = 3"),
    "every": (" and ", "(every c in cells: not c.black)"),
    "or": (" or ", "(no c in cells: c.black)"),
    "if": (" and ", "(if count(black) = 1 then count(black) = 2)"),
    "iff": (" iff ", "(count(black) = 2)"),
}
SUMS = {"+": (" + ", "count(black)"), "+ if": (" + ", "(if count(black) = 1 then 1 else 0)")}
SETS = {"set +": (" + ", "black"), "set &": (" & ", "black")}


def solutions(formula: str) -> int:
    rules = pipeline.ruleset(Source("chain.rules", RULES.format(formula=formula)))
    return len(pipeline.solve(rules, "..\n", limit=None).answers)


@pytest.mark.library
@pytest.mark.parametrize("many", [107, 1000][: len(library.amount(1, 2))])
@pytest.mark.parametrize("word", PARTS)
def test_conditions_side_by_side(word: str, many: int) -> None:
    sign, part = PARTS[word]
    few = 2 + many % 2
    assert solutions(sign.join([part] * many)) == solutions(sign.join([part] * few))


@pytest.mark.parametrize("many", [107, 300])
def test_sums_and_sets_side_by_side(many: int) -> None:
    for sign, part in SUMS.values():
        assert solutions(f"{sign.join([part] * many)} = {many}") == 2
    for sign, part in SETS.values():
        assert solutions(f"count({sign.join([part] * many)}) = 2") == 1


@library.sweep_large
def test_as_many_conditions_side_by_side_as_a_statement_may_have() -> None:
    assert solutions(" and ".join(["count(black) < 3", *["not count(black) = 1"] * 2000])) == 2


@pytest.mark.parametrize(
    "formula",
    [
        "(" * 5000 + "count(black) = 1" + ")" * 5000,
        "not " * 5000 + "count(black) = 1",
        "(if count(black) = 1 then " * 500 + "count(black) = 1" + ")" * 500,
        "every c in cells: " * 500 + "c.black",
        "count(black) > " + " - ".join(["1"] * 5000),
        "count(black) > " + " * ".join(["1"] * 5000),
        "not not not (" * 90 + "count(black) = 1" + ")" * 90,
    ],
)
def test_what_is_deep_is_refused(formula: str) -> None:
    with pytest.raises(Failed, match="E006"):
        solutions(formula)
