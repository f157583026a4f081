"""Task strings of the Puzzle Team sites: pieces, sizes, mistakes, and boards with recorded answers."""

import csv
import random
from collections.abc import Iterator

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import outside
from puzzlelang.formats.pieces.places import from_links
from puzzlelang.formats.puzzleteam import task
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests.corpora import corpora

AQUARIUM, TENTS, SUDOKU = (pipeline.load(name) for name in ("aquarium", "tents", "sudoku"))
BINAIRO, LIGHT_UP, NONOGRAM, STARS = (
    pipeline.load(name) for name in ("binairo", "light-up", "nonogram", "star-battle")
)

COMING = {
    "loop": ('given clue : cells to number?', "signs(clue)"),
    "bridges": ('given clue : cells to number?', "signs(clue)"),
    "masyu": ('given pearl : cells to {white, black}?', 'signs("W": pearl white, "B": pearl black)'),
    "shingoki": (
        "given pearl : corners to {white, black}?\ngiven length : corners to number?",
        'circles("W": pearl white, "B": pearl black; length)',
    ),
    "galaxies": (
        "given centre : cells to {white, black}?\ngiven flank : links to {white, black}?\n"
        "given joint : corners to {white, black}?",
        'dots("W": centre white, "B": centre black; "W": flank white, "B": flank black; '
        '"W": joint white, "B": joint black)',
    ),
}  # fmt: skip
"""Declarations and pieces of genres whose rules do not matter here."""


def coming(name: str) -> Ruleset:
    declared, pieces = COMING[name]
    text = f'puzzle "{name}"\nboard rectangle\n{declared}\nfind mark : set of cells\n'
    text += f'rule none "Nothing is marked":\n  no c in cells: c.mark\nread puzzleteam "{name}": {pieces}\n'
    return pipeline.ruleset(Source(f"{name}.rules", text))


def read(rules: Ruleset, text: str, size: tuple[int, int] | None = None) -> Puzzle:
    return outside.read(rules, Source("task", text), outside.RecognisedType("puzzleteam", ""), size)


def failure(rules: Ruleset, text: str, size: tuple[int, int] | None = None) -> Diagnostic:
    with pytest.raises(Failed) as caught:
        read(rules, text, size)
    (result,) = caught.value.diagnostics
    return result


def shape(board: Puzzle) -> tuple[int, int]:
    return board.geometry.height, board.geometry.width


def contents(board: Puzzle) -> object:
    givens = {name: {str(key): value for key, value in values.items()} for name, values in board.givens.items()}
    parts = {name: [tuple(map(str, one.cells)) for one in regions] for name, regions in board.partitions.items()}
    return shape(board), {name: values for name, values in givens.items() if values}, parts


# -------------------------------------------------------------------------------------------- pieces


def test_signs_are_one_character_a_place() -> None:
    board = read(LIGHT_UP, "a0Bb4h3a\n")
    assert shape(board) == (4, 4)
    assert {str(cell): value for cell, value in board.givens["clue"].items()} == {"R1C2": 0, "R2C2": 4, "R4C3": 3}
    assert [str(cell) for cell in board.givens["block"]] == ["R1C3"]


def test_numbers_may_have_two_digits() -> None:
    board = read(SUDOKU, "a12_3b" + "z" * 5 + "i")
    assert {str(cell): value for cell, value in board.givens["clue"].items()} == {"R1C2": 12, "R1C3": 3}
    assert shape(board) == (12, 12)


def test_a_jigsaw_is_told_by_its_regions_and_written_so() -> None:
    text = "b1f2b4b5f3b;1,1,1,2,2,3,1,1,4,2,3,4,4,4,2,3,3,4,5,2,3,5,5,5,5"
    board = read(SUDOKU, text)
    # The task of a plain sudoku would lose the regions.
    assert len(board.partitions["box"]) == 5
    assert outside.write(SUDOKU, board, "puzzleteam") == text


def test_of_two_readings_the_one_that_came_further_explains() -> None:
    result = failure(SUDOKU, "b1f2b4b5f3b;1,1,1,2,2,3,1,1,4,2,3,4,4,4,2,3,3,4,5,x,3,5,5,5,5")
    assert (result.code, result.message) == ("E203", "here should stand the number of a region, a number")


def test_tents_count_the_gap_behind_the_last_tree() -> None:
    board = read(TENTS, "_c,0,1,1,0")
    assert [str(cell) for cell in board.givens["tree"]] == ["R1C1"]
    last = read(TENTS, "c_,0,1,1,0")
    assert [str(cell) for cell in last.givens["tree"]] == ["R2C2"]
    far = read(TENTS, "zb__f,0" + ",0" * 11)
    assert [str(cell) for cell in far.givens["tree"]] == ["R5C4", "R5C5", "R5C6"]


def test_runs_are_lists_and_an_empty_line_has_none() -> None:
    board = read(NONOGRAM, "1.1//2/1.1/1/0", (3, 3))
    lines = board.geometry.columns + board.geometry.rows
    assert [board.givens["clue"][line] for line in lines] == [(1, 1), (), (2,), (1, 1), (1,), ()]


@pytest.mark.parametrize(
    ("name", "text", "size"),
    [
        ("loop", "e03b2a1a3e22a1b", None),
        ("bridges", "4a5a4a3g3c2h24a6b4h4a5b4a", (7, 7)),
        ("masyu", "aWbWaWaWgWeWaWBaWaWBcWa", (6, 6)),
        ("shingoki", "aW3cB12bW2c", (2, 3)),
        ("shingoki", "aW3cB12dW2e", None),
        ("galaxies", "aYzcB", (5, 6)),
    ],
)
def test_pieces_of_coming_genres_read_back(name: str, text: str, size: tuple[int, int] | None) -> None:
    rules = coming(name)
    board = read(rules, text, size)
    assert outside.write(rules, board, "puzzleteam") == text


def test_dots_lie_in_cells_between_two_and_between_four() -> None:
    board = read(coming("galaxies"), "aaaA", (2, 2))
    assert {str(cell): value for cell, value in board.givens["centre"].items()} == {"R1C1": "white", "R1C2": "white"}
    assert {str(link): value for link, value in board.givens["flank"].items()} == {
        "R1C1-R1C2": "white", "R1C1-R2C1": "black",
    }  # fmt: skip
    corner = read(coming("galaxies"), "e", (2, 2)).givens["joint"]
    assert [place.index for place in corner if place is not None] == [4]


def test_long_lines_that_are_no_task_are_told_apart_at_once() -> None:
    assert task.type_of("1," * 200_000 + "!") is None
    assert task.type_of("a1" * 200_000 + "!") is None


def random_boards(chance: random.Random, rules: Ruleset, count: int) -> Iterator[Puzzle]:
    for _ in range(count):
        geometry = SquareGrid(chance.randint(1, 9), chance.randint(1, 9))
        clues: dict[Key, Value] = {line: chance.randint(0, len(line.cells)) for line in geometry.lines}
        marked: dict[Key, Value] = {cell: True for cell in geometry.cells if chance.random() < chance.random() / 2}
        tanks = from_links(geometry, "tank", [link for link in geometry.links if chance.random() < 0.6])
        if rules.given("tree"):
            yield Puzzle(Source("", ""), geometry, {"clue": clues, "tree": marked})
        elif rules.given("tank"):
            yield Puzzle(Source("", ""), geometry, {"clue": clues}, {"tank": tanks})
        else:
            runs: dict[Key, Value] = {
                line: (chance.randint(1, 9), 12)[: chance.randint(0, 2)] for line in clues if line
            }
            yield Puzzle(Source("", ""), geometry, {"clue": runs})


@pytest.mark.parametrize("rules", [AQUARIUM, TENTS, NONOGRAM], ids=lambda rules: rules.title)
def test_what_is_written_reads_back(rules: Ruleset) -> None:
    for board in random_boards(random.Random(11), rules, 100):
        assert contents(read(rules, outside.write(rules, board, "puzzleteam"), shape(board))) == contents(board)


@pytest.mark.parametrize("gap", [*range(53), 75, 76, 100])
def test_gaps_of_every_length(gap: int) -> None:
    geometry = SquareGrid(1, gap + 1)
    marked: dict[Key, Value] = {geometry.cells[-1]: True}
    clues: dict[Key, Value] = dict.fromkeys(geometry.lines, 0)
    written = outside.write(TENTS, Puzzle(Source("", ""), geometry, {"clue": clues, "tree": marked}), "puzzleteam")
    assert [cell.index for cell in read(TENTS, written, (1, gap + 1)).givens["tree"] if cell] == [gap]


def star_battle(size: int) -> str:
    return ",".join(str(1 + index // size) for index in range(size * size))


@pytest.mark.parametrize(("size", "stars"), [(5, 1), (8, 1), (10, 2), (14, 3)])
def test_the_size_of_a_star_battle_says_how_many_stars(size: int, stars: int) -> None:
    board = read(STARS, star_battle(size))
    assert board.givens["stars"] == {None: stars}
    assert outside.write(STARS, board, "puzzleteam") == star_battle(size)


def test_the_stars_of_other_sizes_are_not_guessed() -> None:
    result = failure(STARS, star_battle(9))
    assert (result.code, result.message) == ("E204", "`9` means nothing here")
    three = pipeline.board(STARS, "stars: 3\n" + "abcde\n" * 5)
    with pytest.raises(Failed) as caught:
        outside.write(STARS, three, "puzzleteam")
    assert caught.value.diagnostics[0].message == (
        "a Puzzle Team task (`star-battle`) cannot hold all that the board says of `stars` (`3`)"
    )


# --------------------------------------------------------------------------------------------- sizes


def test_a_board_need_not_be_square() -> None:
    # Three columns and two rows: only so is no hint longer than its line.
    board = read(AQUARIUM, "2_1_1_3_1;1,1,2,1,1,2")
    assert shape(board) == (2, 3)


def test_sums_decide_between_a_board_and_its_transpose() -> None:
    assert shape(read(AQUARIUM, "2_2_1_1_2;1,2,1,2,1,2")) == (3, 2)


def test_tanks_that_hang_together_decide_where_sums_do_not() -> None:
    assert shape(read(AQUARIUM, "0_0_0_0_0;1,2,3,1,2,3")) == (2, 3)
    assert shape(read(AQUARIUM, "0_0_0_0_0;1,2,1,2,1,2")) == (3, 2)


def test_a_square_is_preferred_if_the_task_leaves_it_open() -> None:
    assert shape(read(BINAIRO, "p")) == (4, 4)
    result = failure(BINAIRO, "h0c")
    assert (result.code, result.message) == ("E205", "this task fits boards of 3x4, 4x3, 2x6, 6x2, 1x12 and 12x1")
    assert "--size ROWSxCOLUMNS" in result.help
    assert shape(read(BINAIRO, "h0c", (3, 4))) == (3, 4)


def test_a_size_that_does_not_fit_is_refused() -> None:
    result = failure(AQUARIUM, "0_0_0_0_0;1,1,1,2,2,2", (4, 4))
    assert (result.code, result.message) == ("E205", "this task does not fit a board of 4 rows by 4 columns")
    assert result.help == "it fits 2x3 and 3x2"


def test_a_board_in_odd_pieces_is_legal() -> None:
    assert len(read(AQUARIUM, "0_0_0_0_0;1,1,2,2,1,1", (2, 3)).partitions["tank"]) == 2


# ------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("rules", "text", "code", "message", "column"),
    [
        (AQUARIUM, "1_2;1,2,3", "E203", "no board has 2 lines and 3 cells", 1),
        (AQUARIUM, "1_2,1", "E203", "here should stand `;`", 4),
        (AQUARIUM, "1__2;1", "E203", "here should stand a hint, a number", 3),
        (AQUARIUM, "1_2;1,", "E203", "here should stand the number of a region, a number", 7),
        (AQUARIUM, "1_1;1;", "E203", "`;` is more than the rules read here", 6),
        (AQUARIUM, "1_1234567;1", "E203", "a number of 7 digits is too long", 3),
        (TENTS, "az,1,1", "E203", "here should stand how many places are left behind the last mark, as a letter", 3),
        (TENTS, "a,1,1,1", "E203", "no board has 1 cell and 3 lines", 1),
        (SUDOKU, "a1_", "E203", "behind `_` should stand another number", 4),
        (SUDOKU, "a1c", "E203", "no square board has 5 cells", 1),
        (LIGHT_UP, "b9Cl", "E204", "`C` is no value of clue", 3),
        (STARS, "1,1", "E203", "no square board has 2 cells", 1),
        (NONOGRAM, "1./1", "E203", "here should stand the length of a run, a number", 3),
        (BINAIRO, "z" * 100_000, "E203", "no board has more than 10,000 cells", None),
        (coming("shingoki"), "aWb", "E203", "here should stand the number of the `W`, a number", 3),
        (coming("galaxies"), "a", "E205", "this task does not state the size of its board", 1),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("small_memory")
def test_mistakes_are_named_and_placed(rules: Ruleset, text: str, code: str, message: str, column: int | None) -> None:
    result = failure(rules, text)
    assert (result.code, result.message) == (code, message)
    assert result.span is not None
    assert column is None or result.span.source.line_column(result.span.start) == (1, column)


@pytest.mark.parametrize("text", ["aaaa", "dB"])
def test_a_dot_beyond_the_board_is_refused(text: str) -> None:
    assert failure(coming("galaxies"), text, (1, 2)).code == "E203"


def test_what_a_task_cannot_tell_is_refused() -> None:
    board = pipeline.board(TENTS, " 1.\n1T.\n...\n")
    with pytest.raises(Failed) as caught:
        outside.write(TENTS, board, "puzzleteam")
    assert caught.value.diagnostics[0].code == "E208"


@pytest.mark.usefixtures("small_memory")
def test_any_text_is_read_or_refused() -> None:
    chance = random.Random(5)
    tasks = [(AQUARIUM, "2_1_1_3_1;1,1,2,1,1,2"), (TENTS, "aadb,1,0,1,1,0,1"), (SUDOKU, "b1f2b4b5f3b;1,1,1,2,2,3,1"),
             (NONOGRAM, "1.1//2/1.1/1"), (LIGHT_UP, "a0Bb4h3a"), (coming("shingoki"), "aW3cB12dW2e")]  # fmt: skip
    codes: set[str] = set()
    for _ in range(1500):
        rules, text = chance.choice(tasks)
        signs = list(text)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(signs))
            signs[at : at + chance.randint(0, 1)] = chance.choice("azAWB019_,;./?é٣ ")
        try:
            read(rules, "".join(signs))
        except Failed as failed:
            codes |= {item.code for item in failed.diagnostics}
    assert codes <= {"E110", "E203", "E204", "E205"}


@pytest.mark.parametrize("text", ["1_2;1", "a1b2zz", "aWdWbBeW", "1.1/2/1", "aaf,1,2", "1,1,2,2", "5_5_2_2\n", "p1a"])
def test_tasks_are_recognised(text: str) -> None:
    assert task.type_of(text) == ""


@pytest.mark.parametrize("text", ["1 1 ##.", "TT", "aabb", ".3..", "", "_", "T.T.\n....", "1T..", "aaBBbb", "12",
                                  "####", "aaaa bbbb", "puzzle/1", "1.1", "abcdefghijklmnop", "0T....", "a_b c",
                                  "1234"])  # fmt: skip
def test_board_text_is_not_taken_for_a_task(text: str) -> None:
    assert task.type_of(text) is None


# ------------------------------------------------------------------------------- boards with recorded answers

WITH_ANSWERS = [("binairo", BINAIRO, "digit"), ("sudoku", SUDOKU, "digit"), ("jigsaw-sudoku", SUDOKU, "digit")]


def rows(name: str) -> list[dict[str, str]]:
    folder = corpora()
    if folder is None:
        pytest.skip("the boards are not here")
    with (folder / "puzzleteam" / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.parametrize(
    ("name", "rules", "find"), WITH_ANSWERS, ids=lambda item: item if isinstance(item, str) else ""
)
def test_recorded_answers_are_the_only_ones(name: str, rules: Ruleset, find: str) -> None:
    for row in rows(name):
        board = read(rules, row["task"])
        assert shape(board) == (int(row["height"]), int(row["width"]))
        assert outside.write(rules, board, "puzzleteam") == row["task"]
        assert outside.recognise_type(row["task"], rules) == outside.RecognisedType("puzzleteam", "")
        result = pipeline.solve(rules, board)
        assert result.unique
        answer = ",".join(str(result.answers[0].values[find][cell]) for cell in board.geometry.cells)
        assert not row["answer"] or answer == row["answer"]


@pytest.mark.parametrize("name", ["loop", "masyu", "bridges"])
def test_every_recorded_task_of_coming_genres_reads_back(name: str) -> None:
    rules = coming(name)
    for row in rows(name):
        width = int(row["width"])
        cells = sum(ord(sign) - ord("`") if sign.islower() else 1 for sign in row["task"])
        size = int(row["height"]) or cells // width, width
        board = read(rules, row["task"], size)
        assert size[0] != size[1] or shape(read(rules, row["task"])) == size
        assert outside.write(rules, board, "puzzleteam") == row["task"]
        assert outside.recognise_type(row["task"], rules) == outside.RecognisedType("puzzleteam", "")
