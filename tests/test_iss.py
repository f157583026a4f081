"""Texts and addresses of the Interactive Sudoku Solver: what they become, what is refused, and broken ones."""

import contextlib
from collections.abc import Iterator
from itertools import permutations, product
from urllib.parse import quote

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.formats.fpuzzles.record import Board
from tests import library
from tests.test_setters_programs import board_of, failure, maker, marks

VARIANT = pipeline.load("variant-sudoku")
ADDRESS = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="


def regions(board: Board) -> list[object]:
    return [cell.region for cell in board.cells]


def test_givens_and_candidates() -> None:
    board = board_of(".Shape~4x4.~R1C1_1~R1C2_2_3~R1C3_1_2~.~R1C3_2_4~R2C1_1_2_3_4.")
    said = [(at, cell.value, cell.given, cell.candidates) for at, cell in enumerate(board.cells) if cell.value]
    assert said == [(0, 1, True, ()), (2, 2, True, ())]
    assert [cell.candidates for cell in board.cells[:5]] == [(), (2, 3), (), (), ()]


def test_large_boards_have_letters_in_cells() -> None:
    board = board_of(".Shape~16x16.~RaC1_16~RgCg_2")
    assert {at: cell.value for at, cell in enumerate(board.cells) if cell.given} == {9 * 16: 16, 255: 2}


@pytest.mark.parametrize(
    ("text", "told", "found"),
    [
        ("", [], [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]),
        (".RegionSize~4", [], [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]),
        (".NoBoxes", [], [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4),
        (".NoBoxes.Jigsaw~4x4~xaaaxxxxxxxxxxxa", [("extraregion", "R1C2 R1C3 R1C4 R4C4")], [0] * 4 + [1] * 4),
        (".NoBoxes.Jigsaw~aabbaabbccddccdd", [], [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]),
        (".Jigsaw~aaaaaaaaaaaaaaaa", [], [0, 0, 1, 1]),
    ],
)
def test_regions(text: str, told: list[object], found: list[object]) -> None:
    assert marks(f".Shape~4x4{text}") == told
    assert regions(board_of(f".Shape~4x4{text}"))[: len(found)] == found


def test_pieces_of_a_jigsaw_beside_boxes_are_extra_regions() -> None:
    piece = "aaaabbbbccccdddd"
    assert marks(f".Shape~4x4.Jigsaw~{piece}")[1] == ("extraregion", "R2C1 R2C2 R2C3 R2C4")
    assert len(marks(f".Shape~4x4.NoBoxes.Jigsaw~{piece}.Jigsaw~{piece}")) == 8


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        (".Cage~5~R1C1~R1C2", [("killercage", "R1C1 R1C2", 5)]),
        (".Cage~0~R1C1~R1C2", [("extraregion", "R1C1 R1C2")]),
        (".Sum~5~R1C1~R2C1", [("littlekillersum", "R1C1 R2C1", 5)]),
        (".Sum~0_=_1_-1~R1C1~R1C2", [("Sum with factors",)]),
        (".AllDifferent~R1C1~r2c2", [("extraregion", "R1C1 R2C2")]),
        (".Thermo~R1C1~R2C2", [("thermometer", "R1C1 R2C2")]),
        (".Arrow~R1C1~R1C2~R1C3", [("arrow", "R1C1", "R1C1 R1C2 R1C3")]),
        (".PillArrow~2~R1C2~R1C1~R2C1", [("arrow", "R1C1 R1C2", "R1C1 R2C1")]),
        (".PillArrow~3~R1C1~R1C2~R2C2~R3C2", [("arrow", "R1C1 R1C2 R2C2", "R2C2 R3C2")]),
        (".Whisper~R1C1~R1C2", [("whispers", "R1C1 R1C2", 5)]),
        (".Whisper~6~R1C1~R1C2~R1C1", [("whispers", "R1C1 R1C2 R1C1", 6)]),
        (".Renban~R1C1~R1C2", [("renban", "R1C1 R1C2")]),
        (".Palindrome~R1C1~R1C2", [("palindrome", "R1C1 R1C2")]),
        (".Between~R1C1~R1C2~R1C3", [("betweenline", "R1C1 R1C2 R1C3")]),
        (".Lockout~4~R1C1~R1C2~R1C3", [("lockout", "R1C1 R1C2 R1C3")]),
        (".Lockout~3~R1C1~R1C2~R1C3", [("Lockout 3", "R1C1 R1C2 R1C3")]),
        (".RegionSumLine~R1C3~R1C4", [("regionsumline", "R1C3 R1C4")]),
        (".NoBoxes.RegionSumLine~R1C3~R1C4", [("RegionSumLine without boxes", "R1C3 R1C4")]),
        (".Entropic~R1C1~R1C2~R1C3", [("entropicline", "R1C1 R1C2 R1C3")]),
        (".Modular~3~R1C1~R1C2~R1C3", [("modularline", "R1C1 R1C2 R1C3")]),
        (".Modular~2~R1C1~R1C2", [("parityline", "R1C1 R1C2")]),
        (".Modular~4~R1C1~R1C2", [("Modular 4", "R1C1 R1C2")]),
        (".Zipper~R1C1~R1C2~R1C3", [("zipperline", "R1C1 R1C2 R1C3")]),
        (".DoubleArrow~R1C1~R1C2~R1C3", [("doublearrow", "R1C1 R1C2 R1C3")]),
        (".WhiteDot~R1C1~R1C2", [("difference", "R1C1 R1C2", 1)]),
        (".BlackDot~R1C1~R2C1~R9C9", [("ratio", "R1C1 R2C1", 2)]),
        (".X~R1C1~R1C2~R2C2", [("xv", "R1C1 R1C2", "X"), ("xv", "R1C2 R2C2", "X")]),
        (".V~R1C2~R1C1", [("xv", "R1C2 R1C1", "V")]),
        (".GreaterThan~R1C2~R1C1", [("thermometer", "R1C1 R1C2")]),
        (".StrictXV", [("negative xv",)]),
        (".StrictKropki", [("strictkropki",)]),
        (".AntiKnight.AntiKing", [("antiknight",), ("antiking",)]),
        (".AntiConsecutive", [("nonconsecutive",)]),
        (".Diagonal~1.Diagonal~-1", [("diagonal+",), ("diagonal-",)]),
        (".DisjointSets", [("disjointgroups",)]),
        (".GlobalEntropy", [("globalentropy",)]),
        (".Quad~R1C1~2~3~3", [("quadruple", "R1C1 R1C2 R2C1 R2C2", (2, 3, 3))]),
        (".Skyscraper~C5~3~", [("skyscraper", "R0C5", 3)]),
        (".Skyscraper~R5~~4", [("skyscraper", "R5C10", 4)]),
        (".XSum~C1~9~8", [("xsum", "R0C1", 9), ("xsum", "R10C1", 8)]),
        (".NumberedRoom~R9~2", [("numberedroom", "R9C0", 2)]),
        (".Sandwich~0~C4", [("sandwichsum", "R0C4", 0)]),
        (".LittleKiller~9~R8C1", [("littlekillersum", "R8C1 R9C2", 9)]),
        (".LittleKiller~9~R1C2", [("littlekillersum", "R1C2 R2C1", 9)]),
        (".LittleKiller~9~R2C9", [("littlekillersum", "R2C9 R1C8", 9)]),
        (".LittleKiller~9~R9C8", [("littlekillersum", "R9C8 R8C9", 9)]),
        (".Indexing~C~R1C1~R2C1", [("rowindexer", "R1C1 R2C1")]),
        (".Indexing~R~R1C1", [("columnindexer", "R1C1")]),
        (".CountingCircles~R1C1~R2C1", [("countingcircle", "R1C1 R2C1")]),
        (".SameValues~2~R1C1~R2C1", [("clone", "R1C1 R2C1")]),
        (".SameValues~2~R1C1~R2C1~R1C2~R2C2", [("SameValues of 2 sets",)]),
        (".Or.~R1C1_1.And.End.~R1C1_2.End.AntiKing", [("Or",), ("antiking",)]),
        ("\n .AntiKing\n .Cage ~ 5 ~ R1C1 ~ R1C2\n", [("antiking",), ("killercage", "R1C1 R1C2", 5)]),
    ],
)
def test_types(text: str, mark: list[object]) -> None:
    assert marks(text) == mark


def test_windoku() -> None:
    assert [mark[1].split()[0] for mark in marks(".Windoku")] == ["R2C2", "R6C2", "R2C6", "R6C6"]  # type: ignore[attr-defined]
    assert marks(".Shape~7x7.Windoku") == []


@pytest.mark.parametrize(
    ("text", "code", "words", "column"),
    [
        (".Shape~6x8", "E204", "6 rows and 8 columns", 1),
        (".Shape~9x9~0-8", "E204", "digits `0-8`", 12),
        (".Shape~9x9~9~Raw", "E204", "kind `Raw`", 14),
        (".Shape~17x17", "E203", "a shape as", 8),
        (".Shape~9x9.Shape~9x9", "E203", "twice", 11),
        (".Cage~x~R1C1~R1C2", "E203", "number", 7),
        (".Cage~5~R1C1~R1C1", "E204", "a cell twice", 14),
        (".Cage~5", "E203", "1 cells at least", 1),
        (".Thermo~R1C1~VA1", "E204", "`VA1` is a variable", 14),
        (".Thermo~R1C1~R0C1", "E203", "no cell", 14),
        (".Thermo~R1C1~~R1C2", "E203", "a cell such as", 14),
        (".~R1C1_5~R1C1_6", "E204", "no number is left", 10),
        (".~R1C1_0", "E203", "numbers from 1 to 9", 3),
        (".~R1C1", "E203", "numbers from 1 to 9", 3),
        (".WhiteDot~R1C1~R2C2", "E203", "share a side", 1),
        (".AntiKing~R1C1", "E203", "no arguments", 11),
        (".Diagonal~2", "E203", "1 or -1", 11),
        (".Skyscraper~A1~3", "E203", "a row or a column", 13),
        (".Skyscraper~C10~3", "E203", "no `C10`", 13),
        (".Skyscraper~C1~0", "E203", "cannot be 0", 16),
        (".Skyscraper~C1~1.Skyscraper~C1~~2", "E204", "same place", 17),
        (".LittleKiller~9~R9C1", "E203", "no diagonal", 17),
        (".LittleKiller~9~R5C5", "E203", "no diagonal", 17),
        (".PillArrow~4~R1C1~R1C2", "E203", "2 or 3 cells", 12),
        (".PillArrow~2~R1C1~R1C3~R1C4", "E203", "left to right", 1),
        (".Quad~R9C1~1", "E203", "no four cells", 7),
        (".Indexing~B~R1C1", "E203", "C or R", 11),
        (".AntiKing.End", "E203", "nothing ends", 10),
        (".AntiKing.Or.~R1C1_1", "E203", "no `.End`", 10),
        (".Shape~4x4.Jigsaw~aabbaabcccddcddd", "E203", "should have 4 cells", 19),
        (".NoBoxes.Jigsaw~aa", "E203", "81 letters", 17),
    ],
)
def test_mistakes(text: str, code: str, words: str, column: int) -> None:
    result = failure(text)
    assert result.span is not None
    assert (result.code, result.span.start + 1) == (code, column)
    assert words in result.message


@pytest.mark.parametrize(
    "name", ["Lunchbox", "Or", "NFA", "Regex", "Var", "Pair", "ChaosConstruction", "RegionSize", "FullRank", "Unknown"]
)
def test_types_without_a_rule_are_refused_by_name(name: str) -> None:
    text = f".Cage~8~R1C1~R1C2\n.{name}~4" + ("\n.End" if name == "Or" else "")
    with pytest.raises(Failed, match=f"`{name}") as caught:
        pipeline.board(VARIANT, text)
    (result,) = caught.value.diagnostics
    assert result.span is not None
    assert result.span.start == text.index(f".{name}")


def test_types_of_other_sizes_are_refused() -> None:
    assert marks(".Shape~6x6.GlobalEntropy") == [("GlobalEntropy on a board of 6 digits",)]
    assert marks(".Shape~7x7.DisjointSets") == [("DisjointSets on a board of 7 digits",)]
    assert marks(".Shape~10x10.DisjointSets") == [("disjointgroups",)]
    assert marks(".AntiConsecutive.WhiteDot~R1C1~R1C2")[0] == ("AntiConsecutive beside WhiteDot",)


def test_addresses() -> None:
    text = ".Shape~4x4.~R1C1_1 .Cage~5~R2C2~R2C3"
    for packed in (quote(text, safe=""), text.replace(" ", "+")):
        assert marks(f"{ADDRESS}{packed}&x=1") == [("killercage", "R2C2 R2C3", 5)]
    assert failure(f"{ADDRESS}1...").code == "E202"
    assert failure(f"{ADDRESS}&x=1").code == "E202"


@pytest.mark.parametrize("text", [".Abc.\n.....\n", "..1.\n....\n", ".A~\n...", "...", ".X.V\n....\n", ". AntiKing ."])
def test_other_texts_are_boards(text: str) -> None:
    result = boards.detect_format(text)
    assert (result is not None and result.format == "fpuzzles") == (text == ".A~\n...")


WINDOKU = (
    ".Windoku.~R2C6_5~R2C8_1~R3C5_2~R3C9_6~R4C7_4~R5C3_5~R5C7_6~R6C2_8~R6C6_7~R6C7_3~R7C4_2~R7C5_1~R7C6_4~R8C2_7~R8C9_2"
    "~R9C3_6~R9C8_4"
)


def test_a_board_is_solved() -> None:
    result = pipeline.solve(VARIANT, WINDOKU)
    assert len(result.answers) == 1
    assert "".join(map(str, result.answers[0].values["digit"].values())).startswith("79286153446397521815")
    assert not pipeline.solve(VARIANT, f"{WINDOKU}.StrictXV").answers


def test_marks_hold_in_the_answer() -> None:
    lines = ".Modular~2~R1C1~R1C2.CountingCircles~R2C2~R2C3~R5C5.GreaterThan~R1C1~R1C2.Sum~12~R1C1~R2C2~R3C3"
    result = pipeline.solve(VARIANT, f".Shape~6x6{lines}")
    digits = list(result.answers[0].values["digit"].values())
    assert all(isinstance(digit, int) for digit in digits)
    first, second, third = (int(str(digits[at])) for at in (0, 1, 7))
    assert (first - second) % 2 == 1
    assert first > second
    assert first + third + int(str(digits[14])) == 12
    circles = [digits[at] for at in (7, 8, 28)]
    assert all(circles.count(digit) == digit for digit in circles)


def sudokus() -> Iterator[tuple[int, ...]]:
    """All Sudokus of four rows."""
    rows = list(permutations(range(1, 5)))
    for four in product(rows, repeat=4):
        boxes = [four[top][left : left + 2] + four[top + 1][left : left + 2] for top in (0, 2) for left in (0, 2)]
        if all(len(set(part)) == 4 for part in (*zip(*four, strict=True), *boxes)):
            yield tuple(digit for row in four for digit in row)


@pytest.mark.library
@pytest.mark.parametrize(
    ("white", "black"), library.few([((0, 1, 2, 3), ()), ((0, 1), (2, 3)), ((0, 2), (1, 3, 0))], 1)
)
def test_strict_kropki_is_about_pairs_without_any_dot(white: tuple[int, ...], black: tuple[int, ...]) -> None:
    """Dots stand at the pairs of an answer that could have one, as far as they are of some remainders."""
    whole = (2, 1, 4, 3, 4, 3, 1, 2, 3, 4, 2, 1, 1, 2, 3, 4)
    links = [(at, at + step) for at in range(16) for step in (1, 4) if at + step < 16 and (step == 4 or at % 4 < 3)]

    def near(board: tuple[int, ...], pair: tuple[int, int]) -> bool:
        return abs(board[pair[0]] - board[pair[1]]) == 1

    def twice(board: tuple[int, ...], pair: tuple[int, int]) -> bool:
        return max(board[at] for at in pair) == 2 * min(board[at] for at in pair)

    whites = [pair for pair in links if near(whole, pair) and (pair[0] % 4 in white or not twice(whole, pair))]
    blacks = [pair for pair in links if twice(whole, pair) and (pair[0] % 4 in black or not near(whole, pair))]
    wanted = {
        board
        for board in sudokus()
        if all(near(board, pair) for pair in whites)
        and all(twice(board, pair) for pair in blacks)
        and not any(near(board, pair) or twice(board, pair) for pair in links if pair not in (*whites, *blacks))
    }
    items = [
        f".{kind}~" + "~".join(f"R{at // 4 + 1}C{at % 4 + 1}" for at in pair)
        for kind, pairs in (("WhiteDot", whites), ("BlackDot", blacks))
        for pair in pairs
    ]
    result = pipeline.solve(VARIANT, f".Shape~4x4.StrictKropki{''.join(items)}", limit=None)
    assert {tuple(answer.values["digit"].values()) for answer in result.answers} == wanted
    assert (whole in wanted) == all(pair in (*whites, *blacks) for pair in links if near(whole, pair))


def test_sequences_and_entropy_of_sudokumaker() -> None:
    entropy = {"type": 16}
    assert marks(maker(entropy)) == [("entropy []",)]
    assert marks(maker({"type": 405, "lines": [[0, 1, 2]]})) == [("sequence", "R1C1 R1C2 R1C3")]


WHOLE = (
    ".Shape~9x9.NoBoxes.Jigsaw~111222333111222333111222333444555666444555666444555666777888999777888999777888999"
    ".~R1C1_5~R1C2_1_2.Cage~8~R1C1~R1C2.Sum~9~R3C3~R4C4.PillArrow~2~R2C1~R2C2~R3C2.Whisper~4~R5C5~R5C6.Modular~3~R6C1"
    "~R6C2~R6C3.X~R7C1~R7C2.Quad~R8C1~2~3.XSum~R2~9~8.LittleKiller~9~R1C3.Indexing~C~R9C9.Diagonal~1.Sandwich~3~C2"
    ".SameValues~2~R4C5~R6C7.Or.Thermo~R1C1~R1C2.End.Skyscraper~C5~2~3"
)


def test_broken_texts_end_in_diagnostics() -> None:
    assert len(board_of(WHOLE).marks) > 10
    broken = [WHOLE[:end] for end in range(len(WHOLE))]
    broken += [
        WHOLE[:at] + other + WHOLE[at + 1 :] for at in range(0, len(WHOLE), 3) for other in ("~", ".", "²", "", "-")
    ]
    for text in broken:
        with contextlib.suppress(Failed):
            board_of(text)
