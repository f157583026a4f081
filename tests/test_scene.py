"""Pictures: every file of the library has one, and it is clean."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.puzzle import Drawing
from puzzlelang.scene.record import Role
from puzzlelang.scene.to_svg import svg
from puzzlelang.typed.ir import Ruleset
from puzzlelang.typed.look_words import SHAPES, Fit

ROOT = Path(__file__).parent.parent
LIBRARY = sorted(resources.library().glob("*.rules"))
ALLOWED = {"svg", "title", "path", "circle", "text", "rect", "g"}

MARKS = """puzzle "<b>Marks & more</b>"
given mark : set of cells as "<"
given clue : lines to number?
find chosen : set of cells as "&"
rule one "One": exactly 1 c in cells: c.chosen and not c.mark
"""


def elements(text: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter())


def rules_of(text: str) -> Ruleset:
    return pipeline.ruleset(pipeline.Source("marks.rules", text))


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_a_board_of_each_file_has_a_clean_picture(path: Path) -> None:
    rules = pipeline.load(str(path))
    boards = sorted((ROOT / "examples" / path.stem).glob("small.txt")) or sorted(
        (ROOT / "examples" / path.stem).glob("*.txt")
    )
    puzzle = pipeline.board(rules, boards[0])
    answer = pipeline.board(rules, boards[0]).drawing or Drawing({})
    for dark in (False, True):
        text = svg(pipeline.picture(rules, puzzle, answer), dark=dark, places=True)
        found = elements(text)
        assert {element.tag.rpartition("}")[2] for element in found} <= ALLOWED
        assert not {name for element in found for name in element.attrib} & {"id", "style", "onclick", "href"}
    assert text == svg(pipeline.picture(rules, puzzle, answer), dark=True, places=True)


def test_text_is_escaped() -> None:
    rules = rules_of(MARKS)
    shown = svg(pipeline.picture(rules, pipeline.board(rules, "<&\n.<\n")))
    texts = [element.text for element in elements(shown) if element.text and element.text.strip()]
    assert texts[0] == "<b>Marks & more</b>"
    assert texts.count("<") == 2
    assert texts.count("&") == 1


def test_every_place_can_be_pointed_at() -> None:
    rules = rules_of(MARKS)
    shown = svg(pipeline.picture(rules, pipeline.board(rules, " 10\n1..\n0..\n")), places=True)
    named = {element.get("data-place") for element in elements(shown)} - {None}
    assert named == {"R1C1", "R1C2", "R2C1", "R2C2", "row 1", "row 2", "column 1", "column 2"}


def test_each_role_looks_different_without_colour() -> None:
    rules = rules_of(MARKS)
    puzzle = pipeline.board(rules, "..\n..\n")
    cell = puzzle.geometry.cells[0]
    seen = set()
    for role in Role:
        shown = elements(svg(pipeline.picture(rules, puzzle, roles={cell: role})))
        shapes = [
            tuple(sorted((name, value) for name, value in element.attrib.items() if name not in ("stroke", "fill")))
            for element in shown
        ]
        seen.add(tuple(shapes))
    assert len(seen) == len(Role) - 1  # given and found are said by the marks themselves


@pytest.mark.parametrize(
    "word", [word for word, shape in SHAPES.items() if Fit.CELLS in shape.fits and word != "arrow"]
)
def test_every_shape_of_cells_is_drawn(word: str) -> None:
    rules = rules_of(MARKS + f"draw mark: {word}\n")
    bare = svg(pipeline.picture(rules, pipeline.board(rules, "..\n..\n")))
    shown = svg(pipeline.picture(rules, pipeline.board(rules, "<.\n..\n")))
    assert elements(shown)
    assert (shown == bare) is (word == "nothing")
