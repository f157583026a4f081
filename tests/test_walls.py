"""Nested tuples of hints and walls."""

import random

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import outside, wall_tuples
from puzzlelang.formats.pieces.places import from_links
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.source import Source

RULES = pipeline.load("aquarium")
SMALL = "((1,1),(1,1),(0,1,1,1),(0,1),(2,1,0,1),(1,1))"


def read(text: str, size: tuple[int, int] | None = None) -> Puzzle:
    return outside.read(RULES, Source("board", text), outside.RecognisedType("walls", ""), size)


def failure(text: str, size: tuple[int, int] | None = None) -> Diagnostic:
    with pytest.raises(Failed) as caught:
        read(text, size)
    (result,) = caught.value.diagnostics
    return result


def test_walls_make_tanks_and_hints() -> None:
    board = read(SMALL)
    assert [[str(cell) for cell in region.cells] for region in board.partitions["tank"]] == [["R1C1", "R2C1", "R2C2"],
                                                                                             ["R1C2"]]  # fmt: skip
    assert {str(line): value for line, value in board.givens["clue"].items()} == {
        "column 1": 1, "column 2": 1, "row 1": 0, "row 2": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace(",", " , ").replace("(", "\n( "),
        SMALL.replace(")", ",)") + "\n\n",
        "  " + SMALL.replace(",", ",\n"),
    ],
)
def test_the_layout_is_free(text: str) -> None:
    assert outside.write(RULES, read(text), "walls") == outside.write(RULES, read(SMALL), "walls")
    assert wall_tuples.type_of(text) == ""


@pytest.mark.parametrize(
    ("text", "code", "message", "place"),
    [
        (SMALL[:-1], "E202", "this bracket is never closed", (1, 1)),
        (SMALL[:-2], "E202", "this bracket is never closed", (1, 40)),
        (SMALL + ")", "E202", "the tuples end before this", (1, 46)),
        ("1,2", "E202", "the tuples begin with `(`", (1, 1)),
        ("(1,2)", "E202", "here should stand a tuple of numbers, in brackets", (1, 2)),
        ("((1,(2)))", "E202", "tuples lie two deep here, and this one lies in a third", (1, 5)),
        ("((1 2))", "E202", "here should stand `,` or `)`", (1, 5)),
        ("((1,,2))", "E202", "here should stand a number", (1, 5)),
        ("((1,-2))", "E202", "here should stand a number", (1, 5)),
        ("((1,a))", "E202", "here should stand a number", (1, 5)),
        ("((1,1234567))", "E203", "a number of 7 digits is too long", (1, 5)),
        ("(())", "E203", "a board has 2 tuples, and 2 more for each row, not 1", (1, 1)),
        ("((),(),(1,1),())", "E203", "the board has no cells", (1, 1)),
        (SMALL.replace("(0,1)", "(0,1,0)"), "E203",
         "the walls below row 1 are 3 numbers, and there should be 2", (1, 24)),
        (SMALL.replace("(0,1,1,1)", "(0,1,1)"), "E203",
         "row 1, its hint and its walls, is 3 numbers, and there should be 4", (1, 14)),
        (SMALL.replace("(0,1),(2", "(0,2),(2"), "E203", "a wall is 1 and a gap 0, not 2", (1, 27)),
        (SMALL.replace("(2,1,0,1)", "(2,0,0,1)"), "E203", "the rim of the board has a gap here", (1, 33)),
        (SMALL.replace("(2,1,0,1)", "(2,\n1,0,0)"), "E203", "the rim of the board has a gap here", (2, 5)),
        (SMALL.replace("(1,1),(0", "(1,0),(0"), "E203", "the rim of the board has a gap here", (1, 11)),
        (SMALL.replace("(2,1", "(3,1"), "E203", "row 2 has 2 cells, not 3", (1, 31)),
        (SMALL.replace("((1,1)", "((1,7)"), "E203", "column 2 has 2 cells, not 7", (1, 5)),
    ],
)  # fmt: skip
def test_mistakes_are_named_and_placed(text: str, code: str, message: str, place: tuple[int, int]) -> None:
    result = failure(text)
    assert (result.code, result.message) == (code, message)
    assert result.span is not None
    assert result.span.source.line_column(result.span.start) == place


def test_another_size_is_refused() -> None:
    assert read(SMALL, (2, 2)).geometry.height == 2
    assert failure(SMALL, (2, 3)).code == "E205"


@pytest.mark.parametrize("text", ["....", "T.T.", "1 ##.", "(..)", "", "a(b", "https://puzz.link/p?tents/1/1/"])
def test_board_text_is_not_taken_for_tuples(text: str) -> None:
    assert wall_tuples.type_of(text) is None


def test_tuples_are_never_evaluated() -> None:
    assert failure("((print(1),1))").code == "E202"
    assert failure("(" * 100_000).code == "E202"


def test_what_tuples_cannot_tell_is_refused() -> None:
    board = pipeline.board(RULES, "aab\nabb\n")
    with pytest.raises(Failed) as caught:
        outside.write(RULES, board, "walls")
    assert caught.value.diagnostics[0].code == "E208"


def test_walls_cannot_tell_another_rule_for_water() -> None:
    with pytest.raises(Failed) as caught:
        outside.write(RULES, pipeline.board(RULES, "level: pool\n\n  11\n\n2 aa\n"), "walls")
    (result,) = caught.value.diagnostics
    assert (result.code, result.message) == (
        "E208",
        "a tuple of hints and walls (`aquarium`) cannot hold all that the board says of `level` (`pool`)",
    )


def random_board(chance: random.Random) -> Puzzle:
    geometry = SquareGrid(chance.randint(1, 7), chance.randint(1, 12))
    hints: dict[Key, Value] = {line: chance.randint(0, len(line.cells)) for line in geometry.lines}
    cut = [link for link in geometry.links if chance.random() < 0.6]
    return Puzzle(Source("", ""), geometry, {"clue": hints}, {"tank": from_links(geometry, "tank", cut)})


def test_what_is_written_reads_back() -> None:
    chance = random.Random(3)
    for _ in range(100):
        board = random_board(chance)
        again = read(outside.write(RULES, board, "walls"))
        assert hints_and_tanks(again) == hints_and_tanks(board)


def hints_and_tanks(board: Puzzle) -> object:
    hints = {str(line): value for line, value in board.givens["clue"].items()}
    return hints, [tuple(map(str, region.cells)) for region in board.partitions["tank"]]


def test_walls_cannot_tell_a_tank_in_two_pieces() -> None:
    board = pipeline.board(RULES, "  101\n\n2 aba\n")
    with pytest.raises(Failed) as caught:
        outside.write(RULES, board, "walls")
    (result,) = caught.value.diagnostics
    assert (result.code, result.message) == (
        "E208",
        "tank a lies in several pieces, and walls cannot say that they are one",
    )
