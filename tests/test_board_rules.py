"""Rules that say something about a board, as books and links tell them: none is left out that binds an answer."""

import json
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.render import board_rules, players
from puzzlelang.source import Source
from tests.library import ROOT, sweep_small

VARIANT = pipeline.load("variant-sudoku")
EMPTY = "....\n" * 4
PLAIN = ["Each row and column holds every digit once.", "Each box holds every digit once."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", []),
        ("knight: distinct\n", ["Cells a knight's move apart hold different digits."]),
        ("\n[thermo]\na: R1C1 R1C2\n", ["The digits of each thermometer increase from the bulb."]),
        ("\n[parity]\n....\n.o..\n....\n....\n", ["Each cell marked as odd holds an odd digit."]),
        (
            "\n[whisper]\na: R1C1 R1C2\n\n[apart]\na: 2\n",
            ["Digits next to each other on each whisper differ by its number at least."],
        ),
        (
            "\n[whisper]\na: R1C1 R1C2\n",
            ["Digits next to each other on a whisper without a number differ by half of the greatest digit at least."],
        ),
    ],
)
def test_only_rules_about_the_board_are_told(text: str, said: list[str]) -> None:
    head, body = (text, "") if text.startswith("knight") else ("", text)
    board = pipeline.board(VARIANT, f"{head}{EMPTY}{body}")
    assert players.rule_sentences(VARIANT, [board]) == PLAIN + said
    assert json.loads(pipeline.convert(VARIANT, board, "fpuzzles-json"))["ruleset"].split("\n") == PLAIN + said


def test_boards_together_have_the_rules_of_each() -> None:
    boards = [pipeline.board(VARIANT, text) for text in (f"king: distinct\n{EMPTY}", EMPTY)]
    result = players.rule_sentences(VARIANT, boards)
    assert result[2:] == ["Cells that touch at a corner hold different digits. (only if king = distinct)"]


def test_defaults_and_unknown_values_count() -> None:
    rules = pipeline.ruleset(
        Source(
            "rules",
            'puzzle "P"\nboard rectangle\ngiven mark : set of cells as "m" = {c in cells where c.row = 1}\n'
            "given clue : cells to 0..3 or unknown?\nfind ink : set of cells\n"
            'rule mark "Marks": every c in mark: c.ink\n'
            'rule three "Threes": every c in cells with number c.clue = 3: c.ink\n'
            'rule any "Any": every c in cells with c.clue: c.ink\n',
        )
    )
    result = [players.rule_sentences(rules, [pipeline.board(rules, text)]) for text in ("..\n", ".?\n", ".2\n")]
    assert result == [["Marks."], ["Marks.", "Threes.", "Any."], ["Marks.", "Any."]]


@sweep_small
def test_a_rule_that_is_left_out_makes_no_case(path: Path) -> None:
    rules = pipeline.load(path.parent.name)
    board = pipeline.board(rules, ROOT / path)
    stated = {constraint.origin.rule.name for constraint in pipeline.ground(rules, board).constraints}
    assert [rule.name for rule in rules.rules if rule.name in stated and not rule.implied] == [
        rule.name
        for rule in rules.rules
        if rule.name in stated and not rule.implied and board_rules.is_about(rules, rule, board)
    ]


def test_single_values_stand_in_the_sentences_of_a_board() -> None:
    rules = pipeline.load("star-battle")
    empty = "....\n....\n....\n....\n"
    one, two = (pipeline.board(rules, f"{empty}\nstars: {count}\n") for count in (1, 2))
    assert players.rule_sentences(rules, [two])[0] == "Each row and column holds 2 stars."
    assert players.rule_sentences(rules, [one])[0] == "Each row and column holds 1 star."
    assert players.rule_sentences(rules, [one, two])[0] == "Each row and column holds <stars> stars."
