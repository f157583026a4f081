"""Killer Sudokus in one line: cages, sums, diagonals, mistakes, and what is written."""

import pytest

from puzzlelang import pipeline, readers
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards, outside
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source

KILLER = pipeline.load("killer-sudoku")

NUMBERS = [2561, 2561, *range(2, 80), 80 + 256 * 9]
"""A cage of two cells with the sum 10, and one of a cell with the sum 9."""


def line(numbers: list[int] = NUMBERS, letters: str = "") -> str:
    return f"3x3:{letters}:k:{':'.join(map(str, numbers))}:"


def read(text: str) -> Puzzle:
    return boards.read(KILLER, Source("line", text))


def failure(text: str) -> Diagnostic:
    with pytest.raises(Failed) as caught:
        read(text)
    (result,) = caught.value.diagnostics
    assert result.span is not None
    return result


def test_cages_and_sums() -> None:
    board = read(line())
    cages = {" ".join(map(str, one.cells)): board.givens["total"][one] for one in board.partitions["cage"]}
    assert cages == {"R1C1 R1C2": 10, "R9C9": 9}
    assert board.options == {"diagonal": "free"}
    assert read(line(letters="d")).options == {"diagonal": "distinct"}
    assert read(line().rstrip(":") + "\n").partitions["cage"][0].label == "a"


def test_the_rules_are_found() -> None:
    rules, _ = readers.rules_for(boards.board_source(Source("line", line())), None, {})
    assert rules.title == "Killer Sudoku"


@pytest.mark.parametrize("letters", ["", "d"])
def test_what_is_written_is_read_again(letters: str) -> None:
    board = read(line(letters=letters))
    written = outside.write(KILLER, board, "killer")
    assert written.startswith(f"3x3:{letters}:k:2560:2560:2:3:")
    again = read(written)
    assert outside.write(KILLER, again, "killer") == written
    assert [one.cells[0].index for one in again.partitions["cage"]] == [0, 80]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (line(NUMBERS[:-1]), "E203", "the cage of a cell"),
        (line([*NUMBERS, 3]), "E203", "more than the board has room for"),
        (line().replace(":40:", ":x:"), "E203", "the cage of a cell"),
        (line([9_999_999, *NUMBERS[1:]]), "E203", "too long"),
        (line(letters="q"), "E203", "variant `q`"),
    ],
)
def test_mistakes(text: str, code: str, words: str) -> None:
    result = failure(text)
    assert (result.code, words in result.message) == (code, True), result.message


@pytest.mark.parametrize("text", ["3x3:k:1", "4x4::k:1:2", "3x3::k:", "x"])
def test_other_texts_are_none_of_these(text: str) -> None:
    result = boards.detect_format(text)
    assert result is None or result.format != "killer"


def test_a_cage_without_a_sum_is_not_written() -> None:
    grid = "\n".join(["aa.......", *["........."] * 8])
    with pytest.raises(Failed) as caught:
        pipeline.convert(KILLER, pipeline.board(KILLER, f"[cage]\n{grid}\n\n[total]\n"), "killer")
    assert caught.value.diagnostics[0].code == "E208"
    small = pipeline.board(KILLER, "[cage]\naa..\n....\n....\n....\n\n[total]\na: 3\n")
    with pytest.raises(Failed, match="9 rows"):
        pipeline.convert(KILLER, small, "killer")
