"""Where marks and letters stand in a picture: beside each other, none on another."""

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.puzzle import Drawing
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.figure import Circle, FigurePath, Writing
from puzzlelang.scene.place_names import ruler_depths
from puzzlelang.scene.record import GridLines, Scene, Tone
from puzzlelang.scene.spots import LETTER


def named(genre: str, board: str) -> Scene:
    """The bare board, with numbers beside its rows and columns."""
    rules = pipeline.load(genre)
    return msgspec.structs.replace(pipeline.picture(rules, pipeline.board(rules, board), Drawing({})), named=True)


def writings(scene: Scene) -> dict[str, Writing]:
    return {one.text: one for one in figure(scene).primitives if isinstance(one, Writing)}


def test_what_is_denied_does_not_stand_on_a_clue() -> None:
    rules = pipeline.load("nurikabe")
    puzzle = pipeline.board(rules, "2..\n...\n...\n")
    drawing = Drawing({"black": dict.fromkeys(puzzle.geometry.cells[:2], False)})
    dots = [one for one in figure(pipeline.picture(rules, puzzle, drawing)).primitives if isinstance(one, Circle)]
    clue, empty = sorted((one.x, one.y) for one in dots)
    assert empty == (1.5, 0.5)
    assert clue[0] < 0.25
    assert clue[1] > 0.75


@pytest.mark.parametrize(("genre", "clear"), [("slitherlink", 0.2), ("nurikabe", 0.05)])
def test_numbers_of_rows_are_alike_and_clear_of_the_board(genre: str, clear: float) -> None:
    scene = named(genre, f"{'.' * 12}\n" * 12)
    there = writings(scene)
    rows = [there[f"R{row}"] for row in range(1, 13)]
    assert len({one.height for one in rows}) == 1
    left, top = ruler_depths(scene)
    for one in rows:
        half = LETTER * one.height * len(one.text) / 2
        assert -left < one.x - half < one.x + half < -clear
    assert -top < there["C1"].y - there["C1"].height / 2 < there["C1"].y + there["C1"].height / 2 < -clear


def test_single_clues_stand_at_the_grid_as_the_last_of_several_do() -> None:
    rules = pipeline.load("nonogram")
    puzzle = pipeline.board(rules, "    1\n    1 4 1\n1 1 . . .\n  5 . . .\n  2 . . .\n")
    there = writings(pipeline.picture(rules, puzzle, Drawing({})))
    assert there["4"].y == pytest.approx(-0.375)
    assert there["5"].x + LETTER * there["5"].height / 2 == pytest.approx(-0.2, abs=0.05)


def test_bridges_have_hardly_a_grid_and_lines_of_one_width() -> None:
    rules = pipeline.load("hashi")
    puzzle = pipeline.board(rules, "1.3\n...\n..2\n")
    bridges = pipeline.solve(rules, puzzle).answers[0]
    scene = pipeline.picture(rules, puzzle, bridges)
    assert scene.grid is GridLines.TRACES
    paths = [one.paint for one in figure(scene).primitives if isinstance(one, FigurePath)]
    assert len({paint.width for paint in paths if paint.line is Tone.PEN}) == 1
    assert all(paint.dashes for paint in paths if paint.line is Tone.FAINT)
