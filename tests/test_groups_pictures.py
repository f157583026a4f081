"""Groups and paths in pictures: beside each other where they overlap, told apart, and letters readable on them."""

import itertools

import pytest

from puzzlelang import pipeline
from puzzlelang.formats.text import read as board_text
from puzzlelang.geometry.places import Cell
from puzzlelang.scene import drawing, to_svg, to_terminal
from puzzlelang.scene.figure import Circle, FigurePath
from puzzlelang.scene.from_board import scene
from puzzlelang.scene.record import Fill, Outline, Route, Scene, Sign, TextMark
from puzzlelang.source import Source
from tests.test_visible import unseen

DECLARED = """puzzle "T"
board rectangle
given clue : cells to number?
given cage : groups of cells
given total : cage to number?
given extra : groups of cells
given thermo : paths of cells
given whisper : paths of cells
given apart : whisper to number?
given pair : groups of links
given way : paths of corners
find digit : cells to 1..9
rule clue "Given": every c in cells with c.clue: c.digit = c.clue
"""

BOARD = """3..
.5.
..7

[cage]
a: R1C1 R1C2 R2C1
b: R1C2 R2C2
c: R3C3
[total]
a: 12  b: 5
[extra]
a: R1C1 R1C2 R1C3
[thermo]
a: R3C1 R2C2 R1C3
[whisper]
a: R3C3 R3C2 R2C2 R3C3
[apart]
a: 4
[pair]
a: R1C1-R1C2 R2C1-R2C2
[way]
a: R1C1/bottom/right R2C2/bottom/right
"""

LOOKS = {
    "plain": "",
    "bands": "draw thermo: tube\ndraw whisper: bulb\n",
    "heads": "draw thermo: arrow\ndraw whisper: dashed line\ndraw cage: frames\n",
    "coloured": "draw thermo: bulb yellow\ndraw whisper: line blue\ndraw extra: fill black\ndraw cage: cages red\n",
    "hidden": "draw thermo: nothing\ndraw whisper: nothing\ndraw cage: nothing\ndraw extra: nothing\n",
}


def picture(looks: str) -> Scene:
    rules = pipeline.ruleset(Source("t.rules", DECLARED + looks))
    return scene(rules, board_text.read(rules, Source("board.txt", BOARD)))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("looks", LOOKS)
def test_what_is_given_shows_beside_groups_and_paths(looks: str, dark: bool) -> None:
    assert list(unseen(picture(LOOKS[looks]), dark=dark)) == []


def test_groups_that_overlap_lie_beside_each_other() -> None:
    outlines = [mark for mark in picture("").marks() if isinstance(mark, Outline)]
    assert len(outlines) == 4
    for one, other in itertools.combinations(outlines, 2):
        assert not set(one.cells) & set(other.cells) or one.level != other.level


def test_declarations_with_the_same_look_are_told_apart() -> None:
    marks = picture("").marks()
    routes = [mark for mark in marks if isinstance(mark, Route)]
    assert [(mark.shape, mark.variant) for mark in routes] == [("line", 0), ("line", 1), ("line", 2)]
    assert len({mark.tone for mark in routes}) == 3
    assert {(mark.shape, mark.variant) for mark in marks if isinstance(mark, Outline)} == {("cages", 0), ("cages", 1)}


def test_values_stand_where_their_group_begins() -> None:
    texts = {
        mark.at: (mark.parts, mark.slot) for mark in picture("").marks() if isinstance(mark, TextMark) and mark.slot
    }
    shown = {str(at): result for at, result in texts.items()}
    assert shown == {"R1C1": (("12",), "top left"), "R1C2": (("5",), "top left"), "R3C3": (("4",), "top left")}


@pytest.mark.parametrize(
    ("look", "circles", "lines"),
    [("line", 2, 2), ("dashed line", 0, 2), ("arrow", 2, 4), ("tube", 2, 2), ("bulb", 2, 2)],
)
def test_what_a_path_consists_of(look: str, circles: int, lines: int) -> None:
    """Each part is drawn twice: its rim, and above it a soft tone."""
    pieces = drawing.pieces(picture(f"draw thermo: {look}\ndraw whisper: nothing\ndraw way: nothing\n"))
    result = [piece for mark, all_ in pieces if isinstance(mark, Route) for piece in all_]
    assert sum(isinstance(piece, Circle) for piece in result) == circles
    assert sum(isinstance(piece, FigurePath) for piece in result) == lines


def test_filled_groups_and_places_that_are_no_cells() -> None:
    marks = picture("draw extra: fill cyan\n").marks()
    filled = [mark.at for mark in marks if isinstance(mark, Fill) and mark.soft]
    assert [str(cell) for cell in filled] == ["R1C1", "R1C2", "R1C3"]
    dots = [str(mark.at) for mark in marks if isinstance(mark, Sign) and not isinstance(mark.at, Cell)]
    assert dots == ["R1C1-R1C2", "R2C1-R2C2"]


def test_what_is_not_drawn_is_not_listed() -> None:
    shown = to_terminal.terminal(picture(""))
    assert "cage a: R1C1 R1C2 R2C1\n" in shown
    assert "whisper a: R3C3 R3C2 R2C2 R3C3\n" in shown
    assert "way a: R1C1/bottom/right" not in shown, "corners are called after the cell below them on the right"
    assert "way a: R2C2/top/left R3C3/top/left\n" in shown
    assert "cage" not in to_terminal.terminal(picture(LOOKS["hidden"]))
    assert not [mark for mark in picture(LOOKS["hidden"]).marks() if isinstance(mark, Outline)]


def test_the_same_board_gives_the_same_bytes() -> None:
    assert to_svg.svg(picture("")) == to_svg.svg(picture(""))
