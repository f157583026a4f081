"""Boards in one line, a character a cell: sizes, signs, mistakes, lists of them, and how their rules are found."""

import json
from pathlib import Path

import pytest

from puzzlelang import pipeline, readers
from puzzlelang.batch.inputs import Inputs
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards, outside
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from tests.commands import run

SUDOKU = pipeline.load("sudoku")

WELL_KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def read(text: str) -> Puzzle:
    return boards.read(SUDOKU, Source("line", text))


def failure(text: str) -> Diagnostic:
    with pytest.raises(Failed) as caught:
        read(text)
    (result,) = caught.value.diagnostics
    return result


def clues(board: Puzzle) -> dict[str, object]:
    return {str(cell): value for cell, value in board.givens["clue"].items()}


def test_every_cell_has_a_character() -> None:
    board = read(f"\ufeff {WELL_KNOWN}\r\n")
    assert (board.geometry.height, board.geometry.width) == (9, 9)
    assert len(board.givens["clue"]) == 30
    assert {place: clues(board)[place] for place in ("R1C1", "R1C5", "R9C9")} == {"R1C1": 5, "R1C5": 7, "R9C9": 9}


@pytest.mark.parametrize("blank", "0*_-")
def test_cells_without_a_number_have_many_signs(blank: str) -> None:
    assert clues(read(WELL_KNOWN.replace(".", blank))) == clues(read(WELL_KNOWN))


@pytest.mark.parametrize("side", [4, 5, 6, 9, 16, 25])
def test_sizes_follow_from_the_length(side: int) -> None:
    assert read("1" + "." * (side * side - 1)).geometry.width == side


def test_letters_go_on_behind_nine() -> None:
    board = read("AgF9" + "." * 252)
    assert clues(board) == {"R1C1": 10, "R1C2": 16, "R1C3": 15, "R1C4": 9}
    assert outside.write(SUDOKU, board, "line").startswith("AGF9...")


def test_a_line_is_written_as_it_was_read() -> None:
    assert outside.write(SUDOKU, read(WELL_KNOWN), "line") == WELL_KNOWN


def test_the_rules_are_those_that_read_lines(tmp_path: Path) -> None:
    text = boards.board_source(Source("line", WELL_KNOWN))
    rules, puzzle = readers.rules_for(text, None, {})
    assert rules.title == "Sudoku"
    assert len(puzzle.givens["clue"]) == 30
    # Short lines may be rows of other boards, so they do not tell their rules.
    assert boards.detect_format("1" + "." * 15) is None
    assert boards.detect_format("1" + "." * 15, SUDOKU) is not None
    assert boards.detect_format("." * 256, pipeline.load("slitherlink")) is None


def test_of_two_blanks_on_a_large_board_nobody_knows_which_is_a_number() -> None:
    result = failure("0" + "." * 255)
    assert (result.code, result.span and result.span.start) == ("E203", 0)
    assert "both `0` and `.`" in result.message


@pytest.mark.parametrize(
    ("text", "code"),
    [("1" * 80, "E109"), ("." * 80 + "X", "E109"), ("1.3.5..........." + "\n" + "." * 16, "E109")],
)
def test_other_lines_are_board_text(text: str, code: str) -> None:
    with pytest.raises(Failed) as caught:
        read(text)
    assert code in {item.code for item in caught.value.diagnostics}


@pytest.mark.parametrize("text", ["1" * 80, "." * 80 + "!"])
def test_what_is_no_line_is_refused_as_one(text: str) -> None:
    with pytest.raises(Failed) as caught:
        outside.read(SUDOKU, Source("line", text), outside.RecognisedType("line", ""))
    assert caught.value.diagnostics[0].code == "E203"


def test_candidates_of_each_cell_are_no_line() -> None:
    assert boards.detect_format("1.3.5.7.9" + "123456789" * 80, SUDOKU) is None
    assert boards.detect_format("1.34" * 16, SUDOKU) is None
    assert boards.detect_format("2..." * 16, SUDOKU) is not None


def test_a_board_that_is_not_square_has_no_line() -> None:
    rules = pipeline.ruleset(
        Source(
            "r",
            'puzzle "P" board rectangle given clue : cells to number? find x : set of cells as "%" '
            'rule r "r": count(x) = 0 read line "p": cells(clue)',
        )
    )
    with pytest.raises(Failed, match="rows"):
        pipeline.convert(rules, pipeline.board(rules, "1..\n...\n"), "line")


def test_numbers_beyond_the_letters_are_refused() -> None:
    rules = pipeline.ruleset(
        Source(
            "r",
            'puzzle "P" board rectangle given clue : cells to number? find x : set of cells as "%" '
            'rule r "r": count(x) = 0 read line "p": cells(clue)',
        )
    )
    board = pipeline.board(rules, "99 . . .\n. . . .\n. . . .\n. . . .\n")
    with pytest.raises(Failed) as caught:
        pipeline.convert(rules, board, "line")
    assert caught.value.diagnostics[0].code == "E208"


def test_lists_have_a_board_in_each_line(tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"# two\n{WELL_KNOWN}\n\n{WELL_KNOWN.replace('.', '0')}\n")
    assert [item.source.text.replace("0", ".") for item in Inputs([str(path)], None).items()] == [WELL_KNOWN] * 2  # type: ignore[arg-type]
    done = run("batch", str(path), "--ask", "solve", "--output", str(tmp_path / "out.jsonl"))
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [record["rules"] for record in records] == ["sudoku"] * 2


def test_a_list_of_small_boards_needs_its_rules(tmp_path: Path) -> None:
    path = tmp_path / "small.sdm"
    path.write_text("1" + "." * 15 + "\n" + "2" + "." * 15 + "\n")
    done = run("batch", "--rules", "sudoku", str(path), "--output", str(tmp_path / "out.jsonl"))
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 2


def test_a_command_solves_a_line() -> None:
    done = run("solve", WELL_KNOWN, "--as", "text")
    assert done.returncode == 0
    assert SOLVED in done.stdout.replace("\n", "")
