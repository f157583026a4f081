"""A `let` that nothing uses is told, and whatever is unknown in it."""

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from puzzlelang.typed.lint import ruleset_warnings

RULES = """puzzle "Unused"
board rectangle
given clue : cells to number?
find black : set of cells as "#"
{let}
rule one "There is a black cell": count(black) > 0
rule clue "{{c}} has {{c.clue}}": every c in cells with c.clue: count(black & next(c)) = c.clue
"""


@pytest.mark.parametrize(
    "let", ["let white = cells - black", "let way(c) = next(c) - black", "let far(c, n) = c.row + n"]
)
def test_what_nothing_uses_is_told(let: str) -> None:
    rules = pipeline.ruleset(Source("unused.rules", RULES.format(let=let)))
    assert [item.code for item in ruleset_warnings(rules)] == ["W071"]


def test_what_another_let_uses_is_used() -> None:
    text = RULES.format(let="let way(c) = next(c) - black\nlet ways(c) = count(way(c))")
    result = ruleset_warnings(
        pipeline.ruleset(Source("unused.rules", text.replace("count(black) > 0", "some c in cells: ways(c) > 1")))
    )
    assert result == ()


def test_what_bounds_a_find_is_used() -> None:
    rules = pipeline.ruleset(
        Source(
            "areas.rules",
            'puzzle "Areas"\nboard rectangle\ngiven wall : set of cells as "x"\nlet open = cells - wall\n'
            'find area : partition of open\nrule two "{r|Each area} has two cells": every r in area: count(r) = 2\n',
        )
    )
    assert ruleset_warnings(rules) == ()


@pytest.mark.parametrize(
    ("let", "code", "word"),
    [
        ("let odd(c) = c.weight", "E021", "weight"),
        ("let odd(c) = count(c.bla)", "E021", "bla"),
        ("let odd(c) = count(blak & next(c))", "E020", "blak"),
        ("let odd(c) = nexd(c)", "E022", "nexd"),
        ("let odd(c, d) = if c.clue in d.rooms then 1 else 2", "E021", "rooms"),
        ("let odd(c) = every x in c.near: x.black", "E021", "near"),
        ("let odd = count(blak)", "E020", "blak"),
    ],
)
def test_unknown_names_are_told_even_where_nothing_uses_the_let(let: str, code: str, word: str) -> None:
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("unused.rules", RULES.format(let=let)))
    (item,) = failed.value.diagnostics
    assert item.span is not None
    assert (item.code, item.span.text) == (code, word)


@pytest.mark.parametrize(
    ("end", "codes"),
    [
        ("max(c.clue for c in cells with c.clue)", ["W080"]),
        ("max(c.clue for c in cells with c.clue) + 1", ["W080"]),
        ("max(c.clue for c in cells with c.clue) + count(cells)", []),
        ("1 + max(c.clue for c in cells with c.clue) + 2 * width", []),
    ],
)
def test_a_range_may_go_beyond_the_clues_by_what_the_board_allows(end: str, codes: list[str]) -> None:
    text = f"""puzzle "Beyond"
board rectangle
given clue : cells to number? fixes digit
find digit : cells to 1..{end}
rule rise "The numbers rise along a row": every a, b in adjacent where a.row = b.row: a.digit < b.digit
"""
    assert [item.code for item in ruleset_warnings(pipeline.ruleset(Source("beyond.rules", text)))] == codes
