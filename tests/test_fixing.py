"""`given clue : … fixes digit` is the rule that one would write out, on every board and for every command."""

import random
import re

import pytest

from puzzlelang import pipeline, workshop
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.examples import prove_examples, unproved_warnings
from puzzlelang.formats import boards
from puzzlelang.problem.findings import Worth
from puzzlelang.render import players
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, to_text, tree
from puzzlelang.typed import ir
from puzzlelang.typed.lint import ruleset_warnings
from puzzlelang.workers.limits import Limits

Case = tuple[str, str, str]
"""A given without `fixes`, the rest of the file, and the rule that `fixes` stands for."""

CASES: dict[str, Case] = {
    "numbers": (
        "given clue : cells to number? FIXES digit",
        "find digit : cells to 1..2",
        "every c in cells with c.clue: c.digit = c.clue",
    ),
    "a question mark": (
        "given clue : cells to number or unknown? FIXES digit",
        "find digit : cells to 1..2",
        "every c in cells with number c.clue: c.digit = c.clue",
    ),
    "places that may be empty": (
        "given clue : cells to number? FIXES digit",
        "find digit : cells to 1..2?",
        "every c in cells with c.clue: present(c.digit) and c.digit = c.clue",
    ),
    "names of several declarations": (
        'given clue : cells to {dark, light}? FIXES tone as dark "1", light "2"',
        'find tone : cells to {light, dark, none} as light "2", dark "1", none "."',
        "every c in cells with c.clue: c.tone = c.clue",
    ),
    "a set": (
        'given clue : set of cells FIXES black as "1"',
        'find black : set of cells as "#"',
        "every c in clue: c.black",
    ),
    "a part of the board": (
        "let west = {c in cells where c.column = 1}\ngiven clue : cells to number? FIXES digit",
        "find digit : west to 1..2",
        "every c in cells with c.clue: present(c.digit) and c.digit = c.clue",
    ),
    "hidden": (
        "given clue : cells to number? FIXES digit",
        "find digit : cells to 1..2 hidden\nfind black : set of cells\n"
        'rule odd "O": every c in cells: c.black iff c.digit = 1',
        "every c in cells with c.clue: c.digit = c.clue",
    ),
}


def both(case: Case) -> tuple[ir.Ruleset, ir.Ruleset]:
    given, rest, rule = case
    short = f'puzzle "X"\n{given.replace("FIXES", "fixes")}\n{rest}\n'
    long = f'puzzle "X"\n{re.sub(r" FIXES [a-z]+", "", given)}\n{rest}\nrule clue "C": {rule}\n'
    return tuple(pipeline.ruleset(Source("x.rules", text)) for text in (short, long))  # type: ignore[return-value]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_it_has_the_answers_of_the_rule(case: Case) -> None:
    short, long = both(case)
    rest = random.Random(1)
    signs = ".12?" if "unknown" in case[0] else ".1" if "set of" in case[0] else ".12"
    for _ in range(6):
        board = "\n".join("".join(rest.choice(signs) for _ in range(2)) for _ in range(2)) + "\n"
        actual = []
        for rules in (short, long):
            try:
                puzzle = pipeline.board(rules, Source("board", board))
                result = pipeline.solve(rules, puzzle, limit=64)
                actual.append(sorted(result.text(index) for index in range(len(result.answers))))
            except Failed as failed:
                actual.append([item.code for item in failed.diagnostics])
        assert actual[0] == actual[1], board


DIGITS = """puzzle "X"
given clue : cells to number? fixes digit
find digit : cells to 1..width
rule line "{l} holds every digit once": every l in lines: distinct(digit of l)
example "solved" board "1." answer "12"
"""


def test_a_drawing_over_a_given_is_named() -> None:
    rules = pipeline.ruleset(Source("x.rules", DIGITS))
    puzzle = pipeline.board(rules, Source("board", "1.\n..\n"))
    drawing = boards.read_drawing(rules, puzzle, Source("drawing", "21\n12\n"))
    (result,) = pipeline.check(rules, puzzle, drawing).findings
    assert (result.rule.name, result.sentence, result.broken) == ("clue", "R1C1 holds the given 1", True)
    assert [str(cell) for cell in result.cells] == ["R1C1"]


def test_an_example_may_break_it_and_none_has_to() -> None:
    text = DIGITS.replace("12", "12\n21").replace('"1."', '"""\n1.\n..\n"""').replace('"12\n21"', '"""\n12\n21\n"""')
    rules = pipeline.ruleset(Source("x.rules", text))
    assert [item.message for item in unproved_warnings(rules, prove_examples(rules))] == [
        "no example breaks rule `line`"
    ]
    wrong = text + 'example "over" board """\n1.\n..\n""" drawing """\n21\n12\n""" breaks clue\n'
    outcomes = prove_examples(pipeline.ruleset(Source("x.rules", wrong)))
    assert [outcome.diagnostics for outcome in outcomes] == [(), ()]


def test_players_are_not_told() -> None:
    rules = pipeline.ruleset(Source("x.rules", DIGITS))
    assert players.rule_sentences(rules) == ["Each row and column holds every digit once."]
    assert not ruleset_warnings(rules)


def test_boards_are_made_and_reduced() -> None:
    rules = pipeline.ruleset(Source("x.rules", DIGITS))
    (result,) = workshop.generate(rules, (3, 3), seed=3, within=Limits(60)).puzzles
    assert pipeline.solve(rules, result).unique
    assert 0 < len(result.givens["clue"]) < 9


@pytest.mark.parametrize(
    ("given", "code", "at"),
    [
        ("cells to number? fixes blak", "E064", "blak"),
        ("cells to number? fixes black", "E064", "black"),
        ("lines to number? fixes digit", "E064", "digit"),
        ("cells to {a, b}? fixes digit", "E064", "digit"),
        ("cells to numbers? fixes digit", "E064", "digit"),
        ("cells to number? fixes other", "E064", "other"),
        ("set of links fixes black", "E064", "black"),
        ("partition of cells fixes area", "E064", "area"),
        ("cells to number? mends digit", "E003", "mends"),
        ("cells to number? fixes", "E003", None),
    ],
)
def test_what_cannot_be_fixed(given: str, code: str, at: str | None) -> None:
    text = (
        f'puzzle "X"\ngiven clue : {given}\ngiven other : set of cells\nfind digit : cells to 1..2\n'
        'find black : set of cells\nfind area : partition of cells\nrule x "X": count(black) = 1\n'
    )
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("x.rules", text))
    result: Diagnostic = failed.value.diagnostics[0]
    assert (result.code, len(failed.value.diagnostics)) == (code, 1)
    if at is not None:
        assert result.span is not None
        assert result.span.text == at


def test_a_rule_of_the_same_name() -> None:
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("x.rules", DIGITS + 'rule clue "X": count(cells) > 0\n'))
    assert [item.code for item in failed.value.diagnostics] == ["E052"]


def test_the_text_is_kept() -> None:
    text = 'given clue  : cells to number? fixes digit  as 1 "a" at left = 3\nfind  fixes : cells to 1..2\n'
    assert to_text.format_source(Source("x.rules", text)) == text
    (given, _) = from_text.parse(Source("x.rules", text)).statements
    assert isinstance(given, tree.GivenStatement)
    assert given.fixes is not None
    assert given.fixes.text == "digit"


def test_a_drawing_is_checked_with_the_givens_below_it() -> None:
    """Nobody draws over a given; a `?` says nothing, and what is drawn there counts."""
    rules = pipeline.load("sudoku")
    board = "size: 4x4\n1...\n....\n....\n....\n\n[answer]\n"
    for row, broken in (("?1??", ["line", "box"]), ("?2??", []), ("2?3?", ["clue"])):
        verdict = pipeline.check(rules, pipeline.board(rules, f"{board}{row}\n????\n????\n????\n"))
        assert list(dict.fromkeys(item.rule.name for item in verdict.findings if item.broken)) == broken, row
        assert not [item for item in verdict.findings if item.rule.name == "clue" and not item.broken]
    doubled = pipeline.board(rules, f"{board}?1??\n????\n????\n????\n")
    before_steps = pipeline.hint(rules, doubled).verdict
    assert before_steps is not None
    assert before_steps.worth is Worth.BROKEN
