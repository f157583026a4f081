"""What is written in an outside format comes back whole, or is refused; defaults count as said."""

from collections.abc import Mapping

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.ground import from_typed
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source

JIGSAW = "1...\n..2.\n....\n....\n\n[box]\naaab\nacbb\nccdb\ncddd\n"
PLAIN = "1...\n..2.\n.3..\n...4\n"
BOXES = "\n[box]\naabb\naabb\nccdd\nccdd\n"


def refusal(rules: str, board: str, form: str) -> str:
    ruleset = pipeline.load(rules)
    with pytest.raises(Failed) as caught:
        pipeline.convert(ruleset, pipeline.board(ruleset, board), form)
    (result,) = caught.value.diagnostics
    assert result.code == "E208"
    return result.message


@pytest.mark.parametrize(
    ("rules", "board", "form", "lost"),
    [
        ("sudoku", JIGSAW, "puzzlink", "box"),
        ("sudoku", JIGSAW, "pzprv3", "box"),
        ("sudoku", "diagonal: distinct\n\n" + PLAIN, "puzzlink", "diagonal"),
        ("sudoku", "diagonal: distinct\n\n" + PLAIN, "puzzleteam", "diagonal"),
        ("minesweeper", "mines: 2\n\n1..\n...\n", "pzprv3", "mines"),
        ("minesweeper", "mines: 2\n\n1..\n...\n", "puzzlink", "mines"),
        ("aquarium", "  1 .\n1 aa\n. bb\n1 aa\n", "pzprv3", "tank"),
        ("star-battle", "stars: 3\n\nabcde\nabcde\nabcde\nabcde\nabcde\n", "puzzleteam", "stars"),
    ],
)
def test_what_would_be_lost_is_named(rules: str, board: str, form: str, lost: str) -> None:
    assert f"cannot hold all that the board says of `{lost}`" in refusal(rules, board, form)


@pytest.mark.parametrize(
    ("rules", "board", "form", "said"),
    [
        ("minesweeper", "mines: 2\n\n1..\n...\n", "pzprv3", "`mines` (`2`)"),
        ("sudoku", "diagonal: distinct\n\n" + PLAIN, "puzzlink", "`diagonal` (`distinct`)"),
        ("yajilin", "[clue]\n1..\n...\n[way]\n.>.\n...\n", "pzprv3", "`clue`"),
        ("castle-wall", "[colour]\no..\n...\n\n[clue]\n?..\n...\n", "puzzlink", "`clue` (`?` at R1C1)"),
    ],
)
def test_a_value_that_would_be_lost_is_told_with_its_place(rules: str, board: str, form: str, said: str) -> None:
    assert f"cannot hold all that the board says of {said}" in refusal(rules, board, form)


def test_what_could_not_be_read_again_is_not_written() -> None:
    result = refusal("star-battle", "aabb\naabb\nccdd\nccdd\n", "puzzleteam")
    assert result == "a Puzzle Team task (`star-battle`) of this board could not be read: `4` means nothing here"


@pytest.mark.parametrize(("said", "value"), [("0", ()), ("1,1", (1, 1))])
@pytest.mark.parametrize("form", ["puzzlink", "pzprv3", "tatham", "puzzleteam", "text"])
def test_lists_read_back_in_every_form(form: str, said: str, value: object) -> None:
    rules = pipeline.load("nonogram")
    puzzle = pipeline.board(rules, f"  1 1 1\n{said} . . .\n1 . . .\n1 . . .\n")
    text = pipeline.convert(rules, puzzle, form)
    again = pipeline.board(rules, text, (3, 3))
    lines = {str(line): value for line, value in again.givens["clue"].items()}
    blank = () if again.options.get("blank") == "empty" else None
    assert lines.get("row 1", blank) == value


def test_a_bank_is_the_same_however_often_a_shape_is_repeated() -> None:
    rules = pipeline.load("statue-park")
    puzzle = pipeline.board(rules, "bank: 2*#/# ##/#.\n\n....\n.o..\n....\n....\n")
    for form in ("puzzlink", "pzprv3"):
        assert pipeline.convert(rules, pipeline.board(rules, pipeline.convert(rules, puzzle, form)), form)


def test_missing_hints_are_told_in_plain_words() -> None:
    assert "one or more are missing" in refusal("tents", " 1..\n.T..\n1...\n....\n", "tatham")
    assert "one or more are missing" in refusal("tents", " 1..\n.T..\n1...\n....\n", "puzzleteam")


@pytest.mark.parametrize(
    ("board", "wanted"),
    [
        (PLAIN, {"puzzlink": "/4/4/1k2h3k4", "tatham": "2x2:1e2b3e4", "puzzleteam": "1e2b3e4"}),
        (PLAIN + BOXES, {"puzzlink": "/4/4/1k2h3k4", "tatham": "2x2:1e2b3e4", "puzzleteam": "1e2b3e4"}),
        (JIGSAW, {"tatham": "4j:1e2i,b__b__caa__c_", "puzzleteam": "1e2i;1,1,1,2,1,3,2,2,3,3,4,2,3,4,4,4"}),
    ],
)
def test_defaults_are_written_where_they_are_needed(board: str, wanted: Mapping[str, str]) -> None:
    rules = pipeline.load("sudoku")
    puzzle = pipeline.board(rules, board)
    for form, text in wanted.items():
        written = pipeline.convert(rules, puzzle, form)
        assert written.strip().endswith(text)
        again = pipeline.board(rules, written)
        assert pipeline.convert(rules, again, form) == written
        other = pipeline.convert(rules, again, "puzzleteam")
        assert pipeline.convert(rules, puzzle, "puzzleteam") == other


def test_a_saved_file_without_boxes_is_a_drawing_on_a_board_with_them() -> None:
    rules = pipeline.load("sudoku")
    puzzle = pipeline.board(rules, "2x2:1e2b3e4")
    solved = pipeline.solve(rules, PLAIN)
    drawn = pipeline.convert(rules, solved.puzzle, "pzprv3", solved.answers[0])
    drawing = boards.read_drawing(rules, puzzle, Source("drawn", drawn))
    assert drawing is not None
    assert pipeline.check(rules, puzzle, drawing).findings == ()
    with pytest.raises(Failed, match="another board"):
        boards.read_drawing(rules, pipeline.board(rules, "2x2:2e2b3e4"), Source("drawn", drawn))


STATED = """\
puzzle "T"
board rectangle
given room : partition of cells = boxes(2, 2)
given wall : set of cells = {c in cells where c.row = 1}
given most : number = 1 + 1
given kind : {white, black} = black
given clue : cells to number?
given many : number
find x : set of cells as "#"
find y : cells to 0..2
rule r "r": count(x) = many
"""


def test_all_kinds_of_defaults_are_put_in() -> None:
    rules = pipeline.ruleset(Source("t", STATED))
    puzzle = from_typed.with_defaults(rules, pipeline.board(rules, "many: 1\n..\n..\n"))
    assert [len(region.cells) for region in puzzle.partitions["room"]] == [4]
    assert sorted(map(str, puzzle.givens["wall"])) == ["R1C1", "R1C2"]
    assert (puzzle.givens["most"], puzzle.givens["kind"]) == ({None: 2}, {None: "black"})
    said = pipeline.board(rules, "many: 1\nmost: 3\nkind: white\n\n..\n..\n")
    assert from_typed.with_defaults(rules, said).givens["kind"] == {None: "white"}
    lacking = Puzzle(said.source, said.geometry, {})
    assert from_typed.with_defaults(rules, lacking) is lacking


def test_what_is_absent_has_no_default() -> None:
    rules = pipeline.ruleset(Source("t", 'puzzle "T"\ngiven most : number? = 1\nfind x : set of cells as "#"\n'))
    puzzle = pipeline.board(rules, "..\n")
    assert from_typed.with_defaults(rules, puzzle).givens == puzzle.givens


def saved(reading: str, drawn: str) -> str:
    rules = pipeline.ruleset(Source("t", f'{STATED}read pzprv3 "t": number(many){reading}\n'))
    puzzle = pipeline.board(rules, f"many: 1\n\n..\n..\n\n{drawn}")
    return pipeline.convert(rules, puzzle, "pzprv3")


def test_drawings_come_back_whole_or_are_refused() -> None:
    assert saved(', cells("#": x)', "[x]\n#.\n..\n") == "pzprv3\nt\n2\n2\n1\n# .\n. .\n"
    assert saved(', cells("#": x)', "[x]\n#?\n??\n") == "pzprv3\nt\n2\n2\n1\n# .\n. .\n"
    assert saved(', cells("#": x), cells(y)', "[x]\n#.\n..\n\n[y]\n1.\n.0\n").endswith("# .\n. .\n1 .\n. 0\n")
    with pytest.raises(Failed, match="`y`"):
        saved(', cells("#": x)', "[x]\n#.\n..\n\n[y]\n1.\n..\n")
    with pytest.raises(Failed, match="`x`"):
        saved(", cells(y)", "[x]\n#.\n..\n\n[y]\n1.\n..\n")
