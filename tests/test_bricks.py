"""Boards of hexagons as rows of bricks, in addresses and files of puzz.link."""

import pytest

from puzzlelang import Failed, pipeline
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source

RULES = pipeline.load("tawamurenga")


def board(text: str) -> Puzzle:
    return pipeline.board(RULES, Source("board", text))


SHAPES = [
    ("0", ". . .\n . .\n. . .\n"),
    ("1", ". . .\n . . .\n. . .\n"),
    ("2", " . . .\n. . .\n . . .\n"),
    ("3", " . . .\n. . . .\n . . .\n"),
]


@pytest.mark.parametrize(("shape", "rows"), SHAPES)
def test_the_shape_is_that_of_the_rows(shape: str, rows: str) -> None:
    puzzle = board(f"https://puzz.link/p?tawa/3/3/{shape}/1{chr(ord('a') + len(rows.split()) - 2)}")
    text = pipeline.convert(RULES, puzzle, "text")
    assert text == rows.replace(".", "1", 1)
    assert (
        pipeline.convert(RULES, board(text), "puzzlink").strip().startswith(f"https://puzz.link/p?tawa/3/3/{shape}/1")
    )
    saved = pipeline.convert(RULES, board(text), "pzprv3")
    assert saved.splitlines()[1:5] == ["tawa", "3", "3", shape]
    assert pipeline.convert(RULES, board(saved), "text") == text


def test_a_drawing_of_a_file_is_read() -> None:
    puzzle = board("pzprv3/tawa/5/5/0/# 2 + # 2 /# + 3 # /+ # # + # /# 5 # # /2 # + # 2 /")
    assert pipeline.check(RULES, puzzle).findings == ()
    assert puzzle.drawing is not None
    assert sum(map(bool, puzzle.drawing.values["black"].values())) == 12


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://puzz.link/p?tawa/3/3/4/1g", "4"),
        ("https://puzz.link/p?tawa/3/3", ""),
        ("https://puzz.link/p?tawa/3/3/", ""),
        ("https://puzz.link/p?tawa/3/3/01", "01"),
        ("https://puzz.link/p?tawa/1/3/0/1a", "1/3"),
        ("https://puzz.link/p?tawa/0/3/3/1a", "0/3"),
        ("https://puzz.link/p?tawa/3/3/0/1", ""),
        ("https://puzz.link/p?tawa/9999/9999/0/1", "9999/9999"),
        ("pzprv3/tawa/3/3/7/. . ./. ./. . ./", "7"),
        ("pzprv3/tawa/3/3", ""),
        ("pzprv3/tawa/3/3/0/. . ./. . ./. . ./", "."),
    ],
)
def test_what_is_wrong_is_shown(text: str, found: str) -> None:
    with pytest.raises(Failed) as failed:
        board(text)
    (only,) = failed.value.diagnostics
    assert only.span is not None
    assert only.span.text == found


def test_other_outlines_are_not_written() -> None:
    for rows in (". . .\n . .\n. .\n", ". .\n   .\n. .\n", ". . .\n. . .\n"):
        with pytest.raises(Failed):
            pipeline.convert(RULES, board(rows), "puzzlink")
