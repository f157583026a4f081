"""Files of nonograms with keywords: both dialects, answers, mistakes, and what is written."""

import pytest

from puzzlelang import pipeline, readers
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards, outside
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source

NONOGRAM = pipeline.load("nonogram")

FILE = """\
catalogue "a test"
title "H & O"
by "nobody"
unknown words are remarks

width 3
height 2

rows
1,1
0

columns
1
0
1

goal "101000"
"""


def read(text: str) -> Puzzle:
    result = boards.detect_format(text)
    assert result == outside.RecognisedType("non", "")
    return outside.read(NONOGRAM, Source("file.non", text), result)


def failure(text: str) -> Diagnostic:
    with pytest.raises(Failed) as caught:
        read(text)
    (result,) = caught.value.diagnostics
    return result


def runs(board: Puzzle) -> dict[str, object]:
    return {str(line): value for line, value in board.givens["clue"].items()}


EXPECTED = {"column 1": (1,), "column 2": (), "column 3": (1,), "row 1": (1, 1), "row 2": ()}


def test_runs_and_answer() -> None:
    board = read(FILE)
    assert (board.geometry.height, board.geometry.width) == (2, 3)
    assert runs(board) == EXPECTED
    assert board.drawing is not None
    assert "".join(str(int(bool(one))) for one in board.drawing.values["ink"].values()) == "101000"


@pytest.mark.parametrize(
    "text",
    [
        FILE.replace("\n0\n", "\n\n"),  # a blank line for a line without runs
        FILE.replace("\n1\n", "\n\n1\n\n"),  # blank lines that say nothing
        FILE.replace("width", "columns").replace("height", "rows"),
        FILE.replace("\n", "\r\n"),
        FILE.replace("1,1", "1 , 1"),
    ],
)
def test_dialects(text: str) -> None:
    assert runs(read(text)) == EXPECTED


def test_the_rules_are_found() -> None:
    rules, _ = readers.rules_for(boards.board_source(Source("file.non", FILE)), None, {})
    assert rules.title == "Nonogram"


def test_what_is_written_is_read_again() -> None:
    written = pipeline.convert(NONOGRAM, read(FILE), "non")
    assert runs(read(written)) == EXPECTED
    assert pipeline.convert(NONOGRAM, read(written), "non") == written
    without = pipeline.convert(NONOGRAM, read(FILE.split("goal")[0]), "non")
    assert "goal" not in without


def test_a_line_without_a_clue_is_not_written() -> None:
    board = pipeline.board(NONOGRAM, "   1 .\n1 . .\n. . .\n")
    with pytest.raises(Failed) as caught:
        pipeline.convert(NONOGRAM, board, "non")
    assert caught.value.diagnostics[0].code == "E208"


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("width 3", "width 5", "E203", "below `columns` stand 3 lines"),
        ("width 3", "width 0", "E203", "below `columns` stand 3 lines"),
        ("width 3", "width 999999", "E203", "and the board has 999999 columns"),
        ("width 3", "width 9999999", "E202", "should stand a number"),
        ("height 2", "tall 2", "E202", "does not say its height"),
        ("rows\n", "row\n", "E202", "no runs of rows"),
        ("1,1", "1,x", "E203", "the length of a run"),
        ("1,1", "1,,1", "E203", "the length of a run"),
        ("1,1", "1,9999999", "E203", "the length of a run"),
        ("1,1", "1a,1b", "E204", "the colour `a`"),
        ("101000", "10100", "E203", "the answer has 5 cells"),
        ("101000", "101002", "E204", "`2` means nothing"),
        ("height 2", "height 2\nheight 2", "E202", "stands twice"),
    ],
)
def test_mistakes(old: str, new: str, code: str, words: str) -> None:
    result = failure(FILE.replace(old, new))
    assert result.code == code
    assert words in result.message
    assert result.span is not None
