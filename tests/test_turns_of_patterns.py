"""Turns and flips after which patterns hold, also where rules name a first cell of two."""

import pytest

from puzzlelang import pipeline
from puzzlelang.source import Source
from puzzlelang.techniques.boards import board
from puzzlelang.techniques.keeping import proved, turns_of_all, without_images
from puzzlelang.techniques.motions import MOTIONS
from puzzlelang.techniques.record import Fact, Pattern, Presence, Spot, Window
from puzzlelang.techniques.searched import open_rules
from puzzlelang.techniques.symmetry import symmetries
from puzzlelang.techniques.theory import Theories
from puzzlelang.techniques.to_json import pattern_record

RULES = """
puzzle "Pairs" in shading
board rectangle
given pair : links to {strong, weak}? as strong "=", weak "-"
find  ink  : set of cells as "#"

rule first "The first cell of each pair is black":
  every l in links with l.pair: l.first.ink

rule same "Both cells of a pair are alike":
  every l in links with l.pair: l.first.ink = l.second.ink
"""


def pair(*blacks: int) -> Pattern:
    """A pair of two cells in a row, of which some are black."""
    conclusions = tuple(Fact("ink", Spot("cell", 1, at), Presence.PRESENT) for at in blacks)
    return Pattern(Window(1, 2), (Fact("pair", Spot("link", 1, 2), Presence.PRESENT),), conclusions)


@pytest.mark.parametrize(
    ("text", "black", "all_"),
    [(RULES, (1, 3), True), (RULES.partition("rule same")[0], (1,), False)],
    ids=["alike", "first"],
)
def test_a_pattern_has_the_turns_under_which_its_images_hold(text: str, black: tuple[int, ...], all_: bool) -> None:
    opened = open_rules(pipeline.ruleset(Source("pairs.rules", text)))
    own = symmetries(Theories(opened), 2)
    assert len(own) < len(MOTIONS)
    (kept,) = proved(opened, own, [pattern_record(opened, pair(*black))])
    assert turns_of_all(opened, own, [kept]) == tuple(one for one in MOTIONS if all_ or not one.columns)


def test_of_patterns_that_are_images_the_first_is_kept() -> None:
    opened = open_rules(pipeline.ruleset(Source("pairs.rules", RULES)))
    records = [pattern_record(opened, one) for one in (pair(1, 3), MOTIONS[1].pattern(pair(1, 3)))]
    assert without_images(MOTIONS, records) == records[:1]
    assert without_images(MOTIONS[:1], records) == records


def test_the_presence_of_a_name_is_open_and_said() -> None:
    opened = open_rules(pipeline.ruleset(Source("pairs.rules", RULES)))
    shown = board(opened, pair(1, 3))
    assert "pair" not in shown.puzzle.givens
    assert [(one.name, one.value, one.absent) for one in shown.open_givens] == [("pair", "strong", False)]
    assert shown.words == ("R2C2-R2C3 has a pair",)
