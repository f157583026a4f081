"""Pictures of patterns show what no board has, and what follows."""

from collections.abc import Sequence

from puzzlelang import pipeline
from puzzlelang.geometry.places import Corner
from puzzlelang.scene.record import Highlight, Mark, Role, Scene, Sign, Stroke, TextMark, Tone
from puzzlelang.techniques.boards import board
from puzzlelang.techniques.pictures import ASIDE, before_and_after
from puzzlelang.techniques.record import Fact, Pattern, Presence, Spot, Window
from puzzlelang.techniques.searched import open_rules

WINDOW = Window(1, 2)
LEFT, RIGHT = Spot("cell", 1, 1), Spot("cell", 1, 3)
CELLS = "R2C2", "R2C3"
"""The names of both cells of the window, with a ring around them."""


def pictures(name: str, premises: Sequence[Fact], conclusions: Sequence[Fact]) -> tuple[Scene, Scene]:
    opened = open_rules(pipeline.load(name))
    shown = board(opened, Pattern(WINDOW, tuple(premises), tuple(conclusions)))
    return before_and_after(opened.rules, shown, pipeline.picture)


def at(scene: Scene, cell: str) -> list[Mark]:
    return [mark for mark in scene.marks() if str(getattr(mark, "at", "")) == cell]


def test_a_given_that_is_absent_is_crossed_out_aside() -> None:
    tent = Fact("tent", RIGHT, Presence.ABSENT)
    before, after = pictures("tents", [Fact("tree", LEFT, Presence.ABSENT)], [tent])
    for scene in (before, after):
        signs = [mark for mark in at(scene, CELLS[0]) if isinstance(mark, Sign)]
        assert [(one.shape, one.slot) for one in signs] == [("tree", ASIDE), ("cross", ASIDE)]
    clues, _ = pictures("nurikabe", [Fact("clue", LEFT, Presence.ABSENT)], [])
    marks = at(clues, CELLS[0])
    assert [mark.parts for mark in marks if isinstance(mark, TextMark)] == [("?",)]
    assert [mark.shape for mark in marks if isinstance(mark, Sign)] == ["cross"]


def test_a_given_of_any_kind_is_faint_with_a_question_mark() -> None:
    before, _ = pictures("masyu", [Fact("pearl", LEFT, Presence.PRESENT)], [])
    sign, text = sorted(at(before, CELLS[0]), key=lambda mark: isinstance(mark, TextMark))
    assert isinstance(sign, Sign)
    assert isinstance(text, TextMark)
    assert (sign.tone, text.parts) == (Tone.FAINT, ("?",))
    named, _ = pictures("masyu", [Fact("pearl", LEFT, "white")], [])
    assert [mark.tone for mark in at(named, CELLS[0]) if isinstance(mark, Sign)] != [Tone.FAINT]


def test_what_follows_stands_out() -> None:
    tent = Fact("tent", RIGHT, Presence.ABSENT)
    premises = [Fact("tree", LEFT, Presence.PRESENT)]
    before, after = pictures("tents", premises, [Fact("tent", LEFT, Presence.ABSENT), tent])
    # that a tree is no tent needs no outline
    highlights = [[mark for mark in one.marks() if isinstance(mark, Highlight)] for one in (before, after)]
    assert [[(str(mark.at), mark.role) for mark in some] for some in highlights] == [
        [],
        [(CELLS[1], Role.FORCES)],
    ]  # that a tree is no tent stands for itself
    on = Fact("line", Spot("link", 1, 2), Presence.PRESENT)
    before, after = pictures("masyu", [Fact("line", Spot("link", 1, 0), Presence.PRESENT)], [on])
    strokes = [[mark.tone for mark in one.marks() if isinstance(mark, Stroke)] for one in (before, after)]
    assert len(strokes[0]) == 1
    assert Tone.GREEN not in strokes[0]
    assert sorted(strokes[1], key=str) == sorted([*strokes[0], Tone.GREEN], key=str)
    assert not any(isinstance(mark, Highlight) for mark in after.marks())


def test_pictures_of_windows_are_without_captions_and_names() -> None:
    _, after = pictures("battleship", [], [Fact("ship", LEFT, Presence.PRESENT)])
    assert (after.captions, after.banks, after.margins, after.named) == ((), {}, (), False)
    assert all(not isinstance(getattr(mark, "at", None), Corner) for mark in after.marks())
