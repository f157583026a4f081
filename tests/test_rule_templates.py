"""Rules with parameters: each use is the rule that one would write out, with a sentence in the file's own words."""

from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats.text import read
from puzzlelang.ground import from_typed
from puzzlelang.problem import to_text as problem_text
from puzzlelang.render import players
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, to_text
from puzzlelang.typed import ir
from puzzlelang.typed import to_text as typed_text
from puzzlelang.typed.lint import ruleset_warnings

HEAD = """puzzle "X"
given clue  : cells to number?
given room  : partition of cells = rows
given total : room to number?
given stars : number = 1
find  black : set of cells as "#"
find  digit : cells to 1..2
let light_grey = cells - black
"""

COMMON = """rule apart(S) "No two {S} cells are side by side": no a, b in adjacent: a in S and b in S
rule holds(f, g) "{c|A cell} holds {c.g|the number given in it}": every c in cells with c.g: c.f = c.g
rule rooms(P, n, S) "{r} has {r.n|{S} cell|{S} cells}": every r in P with r.n: count(S & r) = r.n
rule never(S) "{S} is never seen": count(S) = 0
rule least(n, S) "At least {n|cell is|cells are} {S}": count(S) >= n
rule near(S) "{c} has a neighbour": every c in S: some x in next(c): {c, x} - S = {} and count(f of {c}) = 1
"""
COMMON = COMMON.replace(" and count(f of {c}) = 1", "")


def ruleset(text: str, folder: Path | None = None) -> ir.Ruleset:
    return pipeline.ruleset(Source("x.rules", text), folder)


def mistakes(text: str, folder: Path | None = None) -> tuple[Diagnostic, ...]:
    with pytest.raises(Failed) as failed:
        ruleset(text, folder)
    return failed.value.diagnostics


EQUAL = [
    ("apart(black)", '"No two black cells are side by side": no a, b in adjacent: a in black and b in black'),
    (
        "apart(light_grey)",
        '"No two light grey cells are side by side": no a, b in adjacent: a in light_grey and b in light_grey',
    ),
    (
        'apart({c in cells with c.clue}) "No two clues touch {a}"',
        '"No two clues touch {a}": no a, b in adjacent: '
        "a in {c in cells with c.clue} and b in {c in cells with c.clue}",
    ),
    (
        "holds(digit, clue)",
        '"{c|A cell} holds {c.clue|the number given in it}": every c in cells with c.clue: c.digit = c.clue',
    ),
    (
        "rooms(room, total, black)",
        '"{r} has {r.total|black cell|black cells}": every r in room with r.total: count(black & r) = r.total',
    ),
    ("never(light_grey)", '"Light grey is never seen": count(light_grey) = 0'),
    ("least(2, black)", '"At least 2 cells are black": count(black) >= 2'),
    ("least(1, black)", '"At least 1 cell is black": count(black) >= 1'),
    ("least(stars, black)", '"At least {stars|cell is|cells are} black": count(black) >= stars'),
    (
        "least(stars, black) when stars > 1",
        '"At least {stars|cell is|cells are} black" when stars > 1: count(black) >= stars',
    ),
    ("near(black)", '"{c} has a neighbour": every c in black: some x in next(c): {c, x} - black = {}'),
]
BOARD = "1.2\n.2.\n"


@pytest.mark.parametrize(("use", "written_out"), EQUAL)
def test_a_use_is_the_rule_written_out(use: str, written_out: str) -> None:
    used = ruleset(f"{HEAD}{COMMON}rule x = {use}\n")
    blank = "#\n" * COMMON.count("\n")  # so that both stand in one line
    plain = ruleset(f"{HEAD}{blank}rule x {written_out}\n")
    (one,), (other,) = used.rules, plain.rules
    assert (one.name, one.text) == (other.name, other.text)
    assert players.rule_sentences(used) == players.rule_sentences(plain)

    def grounded(rules: ir.Ruleset) -> str:
        problem = from_typed.ground(rules, read.read(rules, Source("board", BOARD)))
        return problem_text.text(problem)

    assert grounded(used) == grounded(plain)


def test_the_use_is_what_messages_name() -> None:
    rules = ruleset(f"{HEAD}{COMMON}rule touch = apart(black)\n")
    puzzle = read.read(rules, Source("board", "..\n"))
    drawing = read.read_drawing(rules, puzzle, Source("drawing", "##\n"))
    (broken,) = pipeline.check(rules, puzzle, drawing).findings
    assert (broken.rule.name, broken.sentence) == ("touch", "No two black cells are side by side")


def test_names_of_a_template_are_its_own(tmp_path: Path) -> None:
    """A file may call things as the template calls its variables, and the arguments are still the file's."""
    (tmp_path / "common.rules").write_text(COMMON)
    text = 'puzzle "X"\ninclude "common"\nfind a : set of cells\nfind S : set of cells\nrule x = apart(a)\n'
    plain = text.replace("= apart(a)", '"…": no p, q in adjacent: p in a and q in a')
    shown = typed_text.text(ruleset(text, tmp_path)).replace("a#0", "p#0").replace("b#1", "q#1")
    assert shown.splitlines()[-1] == typed_text.text(ruleset(plain, tmp_path)).splitlines()[-1]


@pytest.mark.parametrize(
    ("use", "code", "at", "elsewhere"),
    [
        ("apart(blck)", "E020", "blck", "apart"),
        ("aprt(black)", "E063", "aprt", ""),
        ("apart(black, digit)", "E026", "rule x = apart(black, digit)", "apart"),
        ("apart(digit)", "E025", "digit", "apart"),
        ("apart(cells - black)", "E063", "cells - black", "apart"),
        ('holds(digit, cells - black) "H"', "E063", "cells - black", "holds"),
        ("holds(digit, clu)", "E021", "clu", "holds"),
        ('apart(black) "See {c}"', "E050", "{c}", "apart"),
        ("least(black, black)", "E031", None, "rule x = least(black, black)"),
    ],
)
def test_mistakes_point_at_both_places(use: str, code: str, at: str | None, elsewhere: str, tmp_path: Path) -> None:
    (tmp_path / "common.rules").write_text(COMMON)
    result = mistakes(f'{HEAD}include "common"\nrule x = {use}\n', tmp_path)[0]
    assert result.code == code
    assert result.span is not None
    if at is not None:
        assert result.span.text == at
    assert not elsewhere or elsewhere in [label.span.text for label in result.labels]


@pytest.mark.parametrize(
    ("template", "codes"),
    [
        ('rule a(S, S) "A": count(S) = 1', ["E023"]),
        ('rule a(S) "{t}": count(S) = 1', ["E050"]),
        ('rule a(S) "A": count(S) = strange', ["E020"]),
        ('rule a(S) "A": no S in cells: S.black', ["E024"]),
        ("rule a(S): count(S) = 1", ["E009"]),
        ('rule a(S) "A": count(S) = 1\nrule a(S) "B": count(S) = 2', ["E052"]),
        ('rule a() "A": count(S) = 1', ["E003"]),
    ],
)
def test_mistakes_in_a_template(template: str, codes: list[str]) -> None:
    assert [item.code for item in mistakes(f"{HEAD}{template}\n")] == codes
    assert codes[0] in [item.code for item in mistakes(f"{HEAD}{template}\nrule x = a(black)\n")]


def test_what_a_broken_include_may_have_brought_is_not_missed() -> None:
    result = pipeline.analyse(
        Source("t", f"{HEAD}include prelude\nrule touch = apart(black)\nrule pool = apar(black)\n")
    )
    assert {item.code for item in result.diagnostics} == {"E003"}
    result = pipeline.analyse(Source("t", f'{HEAD}include "prelude"\nrule pool = apar(black)\n'))
    assert [item.code for item in result.diagnostics] == ["E063"]


def test_two_uses_of_one_name() -> None:
    result = mistakes(f"{HEAD}{COMMON}rule x = apart(black)\nrule x = near(black)\n")
    assert [item.code for item in result] == ["E052"]


def test_an_own_template_that_nothing_uses() -> None:
    rules = ruleset(f'{HEAD}rule own(S) "O": count(S) = 1\nrule x "X": count(black) = 1\n')
    assert [item.span.text for item in ruleset_warnings(rules) if item.code == "W071" and item.span][-1:] == ["own"]


@pytest.mark.parametrize(
    "text",
    [
        'rule apart(S, T) "No {S}":\n  no a, b in adjacent: a in S and b in T\n',
        "rule touch = apart(black, cells - white)\n",
        'rule touch = apart(black) "No two" when level = pool\n',
        "rule in = apart(black)\n",
    ],
)
def test_texts_are_kept(text: str) -> None:
    file = from_text.parse(Source("x.rules", text))
    assert to_text.file_text(file) == text
    assert to_text.format_source(Source("x.rules", text)) == text


def test_long_uses_are_broken() -> None:
    text = f'rule touch = apart({", ".join(["black"] * 6)}) "No two black cells are side by side" when level = pool\n'
    written = to_text.format_source(Source("x.rules", text))
    assert [len(line) <= layout_columns() for line in written.splitlines()] == [True, True, True]
    assert from_text.parse(Source("x.rules", written)) == from_text.parse(Source("x.rules", text))


def layout_columns() -> int:
    from puzzlelang.syntax import layout

    return layout.COLUMNS
