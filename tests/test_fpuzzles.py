"""Boards of f-puzzles: every field, its defaults and mistakes; nothing is overlooked; what is written is read again."""

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from puzzlelang import pipeline, readers
from puzzlelang.batch.inputs import Inputs
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards, outside
from puzzlelang.formats.fpuzzles import addresses
from puzzlelang.formats.fpuzzles.lzstring import compress
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests.commands import run

SUDOKU = pipeline.load("sudoku")
VARIANT = pipeline.load("variant-sudoku")

DECLARED = """
puzzle "Setters"
board square
given clue : cells to 1..width?
given box : partition of cells = boxes(root(height), height / root(height))
option knight : {free, distinct} = free
option undotted : {free, other} = free
option unmarked : {free, other} = free
given parity : cells to {even, odd}?  as even "e", odd "o"
given candidate : cells to numbers?
given extreme : cells to {low, high}?  as low "v", high "^"
given index : cells to {row, column}?  as row "r", column "c"
given white : links to number?
given black : links to number?
given mark : links to {five, ten}?  as five "V", ten "X"
given quad : corners to numbers?
given sandwich : lines to number?
given xsum : views to number?
given seen : views to number?
find digit : cells to 1..width
rule clue "clue": every c in cells with c.clue: c.digit = c.clue
read fpuzzles "sudoku": givens(clue; digit), regions(box), candidates(candidate),
  flag("antiknight": knight distinct), flag("negative ratio": undotted other), flag("negative xv": unmarked other),
  cells("even": parity even, "odd": parity odd, "minimum": extreme low, "maximum": extreme high,
    "rowindexer": index row, "columnindexer": index column),
  links("difference": white, "ratio": black, "xv": mark), corners("quadruple": quad),
  lines("sandwichsum": sandwich), views("xsum": xsum, "skyscraper": seen), besides("text": nothing)
"""


def ruleset(text: str) -> Ruleset:
    return pipeline.ruleset(Source("setters.rules", text))


RULES = ruleset(DECLARED)

Json = dict[str, Any]


def blank(size: int = 4, **fields: Any) -> Json:
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **fields}


def at(place: str, **members: Any) -> Json:
    board = blank()
    board["grid"][int(place[1]) - 1][int(place[3]) - 1] = members
    return board


def read(board: Json | str, rules: Ruleset = RULES) -> Puzzle:
    return boards.read(rules, Source("board", board if isinstance(board, str) else json.dumps(board)))


def failure(board: Json | str, rules: Ruleset = RULES) -> Diagnostic:
    with pytest.raises(Failed) as caught:
        read(board, rules)
    (result,) = caught.value.diagnostics
    assert result.span is not None
    return result


def given(board: Puzzle, name: str) -> Mapping[str, object]:
    return {str(key): value for key, value in board.givens.get(name, {}).items()}


# ------------------------------------------------------------------------------------------------- fields


def test_givens_and_what_is_filled_in() -> None:
    board = blank()
    board["grid"][0][0] = {"value": 3, "given": True}
    board["grid"][1][2] = {"value": "2", "given": True}
    assert given(read(board), "clue") == {"R1C1": 3, "R2C3": 2}
    assert read(board).drawing is None
    board["grid"][3][3] = {"value": 1}
    assert given(read(board), "clue") == {"R1C1": 3, "R2C3": 2}
    drawing = read(board).drawing
    assert drawing is not None
    assert {str(cell): value for cell, value in drawing.values["digit"].items()} == {"R1C1": 3, "R2C3": 2, "R4C4": 1}


ANSWER = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]


@pytest.mark.parametrize("solution", [ANSWER, list(map(str, ANSWER)), "".join(map(str, ANSWER))])
def test_the_solution_is_the_drawing(solution: object) -> None:
    drawing = read(blank(solution=solution)).drawing
    assert drawing is not None
    assert list(drawing.values["digit"].values()) == ANSWER


def test_a_solution_may_be_open_in_places() -> None:
    drawing = read(blank(solution=[0, None, ".", 4, *[0] * 12])).drawing
    assert drawing is not None
    assert {str(cell): value for cell, value in drawing.values["digit"].items()} == {"R1C4": 4}
    assert read(blank(solution=[0] * 16)).drawing is None


def test_a_solution_may_stand_in_a_cage_without_cells() -> None:
    contents = "solution: " + "".join(map(str, ANSWER))
    drawing = read(blank(cage=[{"value": "title: x"}, {"cells": [], "value": contents}])).drawing
    assert drawing is not None
    assert list(drawing.values["digit"].values()) == ANSWER


def test_what_is_filled_in_comes_before_the_solution() -> None:
    drawing = read(at("R1C1", value=4) | {"solution": ANSWER}).drawing
    assert drawing is not None
    assert list(drawing.values["digit"].values()) == [4]


def test_regions() -> None:
    assert read(blank()).partitions == {}
    board = blank()
    for row in board["grid"]:
        for cell, region in zip(row, "abcd", strict=True):
            cell["region"] = region
    assert [len(one.cells) for one in read(board).partitions["box"]] == [4, 4, 4, 4]
    assert str(read(board).partitions["box"][0].cells[1]) == "R2C1"
    # A cell that tells none lies in the usual box.
    board = at("R1C1", region=1)
    assert sorted(len(one.cells) for one in read(board).partitions["box"]) == [3, 4, 4, 5]
    assert "R1C1 lies in no region" in failure(at("R1C1", region=None)).message


def test_cells_may_lie_in_no_region_if_the_rules_know_that() -> None:
    rules = ruleset(
        'puzzle "P" board square given clue : cells to 1..width? given box : partition of cells? '
        'find digit : cells to 1..width rule r "r": every c in cells with c.clue: c.digit = c.clue '
        'read fpuzzles "sudoku": givens(clue), regions(box)'
    )
    assert sorted(len(one.cells) for one in read(at("R1C1", region=None), rules).partitions["box"]) == [3, 4, 4, 4]
    assert sorted(len(one.cells) for one in read(blank(5), rules).partitions["box"]) == [5] * 5


def test_boxes_where_the_rules_have_others() -> None:
    assert len(read(blank(5)).partitions["box"]) == 5
    result = read(blank(10)).partitions["box"]
    assert {str(cell) for cell in result[0].cells} == {f"R{row}C{column}" for row in (1, 2) for column in range(1, 6)}


@pytest.mark.parametrize(("second", "answers"), [("R3C6", 0), ("R4C7", 1)])
def test_disjoint_groups_follow_the_usual_boxes(second: str, answers: int) -> None:
    """Boxes of 10x10 are two rows tall, though the square root is 3."""
    board = blank(10, disjointgroups=True)
    for row, column in ((1, 1), (int(second[1]), int(second[3]))):
        board["grid"][row - 1][column - 1] = {"value": 1, "given": True}
    assert len(pipeline.solve(VARIANT, read(board, VARIANT), limit=1).answers) == answers


def test_candidates() -> None:
    assert given(read(at("R2C2", givenPencilMarks=[1, "3"])), "candidate") == {"R2C2": (1, 3)}
    assert given(read(at("R2C2", givenPencilMarks=None)), "candidate") == {}


def test_notes_say_nothing() -> None:
    read(at("R2C2", centerPencilMarks=[1], cornerPencilMarks=[2], highlight=3, givenPencilMarks=[]))


def test_switches() -> None:
    assert read(blank()).options == {}
    assert read(blank(antiknight=True)).options == {"knight": "distinct"}
    assert read(blank(antiknight=False, negative=["ratio", "xv"])).options == {"undotted": "other", "unmarked": "other"}


def test_marks_of_cells() -> None:
    board = read(
        blank(
            even=[{"cell": "R1C1"}],
            odd=[{"cell": "r2c1"}],
            minimum=[{"cell": "R1C1"}],
            maximum=[{"cell": "R4C4"}],
            rowindexer=[{"cells": ["R3C1", "R3C2"]}],
        )
    )
    assert given(board, "parity") == {"R1C1": "even", "R2C1": "odd"}
    assert given(board, "extreme") == {"R1C1": "low", "R4C4": "high"}
    assert given(board, "index") == {"R3C1": "row", "R3C2": "row"}


def test_marks_between_cells() -> None:
    pair, other = ["R1C1", "R1C2"], ["R2C1", "R1C1"]
    board = read(
        blank(difference=[{"cells": pair}, {"cells": other, "value": "3"}], ratio=[{"cells": pair, "value": ""}])
    )
    assert given(board, "white") == {"R1C1-R1C2": 1, "R1C1-R2C1": 3}
    assert given(board, "black") == {"R1C1-R1C2": 2}
    board = read(
        blank(
            xv=[{"cells": pair, "value": "x"}, {"cells": other, "value": "V"}, {"cells": ["R4C4", "R4C3"], "value": ""}]
        )
    )
    assert given(board, "mark") == {"R1C1-R1C2": "ten", "R1C1-R2C1": "five"}


def test_quadruples() -> None:
    cells = ["R2C2", "R1C1", "R1C2", "R2C1"]
    board = read(blank(quadruple=[{"cells": cells, "values": [1, 1, 4]}]))
    assert list(given(board, "quad").values()) == [(1, 1, 4)]
    assert given(read(blank(quadruple=[{"cells": cells, "values": []}])), "quad") == {}


def test_clues_outside() -> None:
    board = read(
        blank(
            sandwichsum=[{"cell": "R0C2", "value": "3"}, {"cell": "R4C5", "value": 0}, {"cell": "R1C0", "value": ""}],
            xsum=[{"cell": "R5C1", "value": "7"}],
            skyscraper=[{"cell": "R2C0", "value": "2"}, {"cell": "R2C5", "value": "3"}],
        )
    )
    assert given(board, "sandwich") == {"column 2": 3, "row 4": 0}
    assert given(board, "xsum") == {"column 1 seen from the bottom": 7}
    assert given(board, "seen") == {"row 2 seen from the left": 2, "row 2 seen from the right": 3}


def test_a_key_may_name_a_value() -> None:
    rules = ruleset(DECLARED.replace('"xv": mark', '"xv X": mark ten, "xv V": mark five'))
    board = blank(xv=[{"cells": ["R1C1", "R1C2"], "value": "X"}])
    assert given(read(board, rules), "mark") == {"R1C1-R1C2": "ten"}
    assert given(read(pipeline.convert(rules, read(board, rules), "fpuzzles"), rules), "mark") == {"R1C1-R1C2": "ten"}


# ------------------------------------------------------------------------------------------- nothing is overlooked

LINE = {"lines": [["R1C1", "R2C2"]]}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"killercage": [{"cells": ["R1C1"], "value": "3"}]}, "`killercage` at R1C1"),
        ({"thermometer": [LINE]}, "`thermometer` at R1C1"),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R2C2"]]}]}, "`arrow` at R1C1"),
        ({"littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "9"}]}, "`littlekillersum` at R1C2"),
        ({"clone": [{"cells": ["R1C1"], "cloneCells": ["R2C3"]}]}, "`clone` at R1C1"),
        ({"disjointgroups": True}, "`disjointgroups` is read by no piece"),
        ({"negative": ["difference"]}, "`negative difference` is read by no piece"),
        ({"somethingnew": [1]}, "`somethingnew` is read by no piece"),
        ({"line": [{**LINE, "outlineC": "#F067F0"}]}, "`line` at R1C1"),
        ({"circle": [{"cells": ["R3C1"], "value": "5"}]}, "`circle` (`5`) at R3C1"),
        ({"cage": [{"cells": ["R3C1"], "value": "DR7"}]}, "`cage` (`DR7`) at R3C1"),
    ],
)
def test_what_no_piece_reads_is_an_error(fields: Json, words: str) -> None:
    result = failure(blank(**fields))
    assert result.code == "E204"
    assert words in result.message
    assert "besides(" in result.help


def test_colours_of_cells_count_as_marks() -> None:
    assert "`colour` at R2C3" in failure(at("R2C3", c=3)).message


def test_besides_leaves_a_field_out() -> None:
    read(blank(text=[{"cells": ["R1C1"], "value": "A"}]))


@pytest.mark.parametrize(
    "origin", [{"fromConstraint": "Renban"}, {"isNewConstraint": True}, {"fromRangskSolver": True}]
)
def test_drawings_of_other_fields_say_nothing_themselves(origin: Json) -> None:
    even = [{"cell": "R1C1"}, {"cell": "R2C2"}]
    read(blank(line=[{**LINE, **origin}], even=even))
    # But where no other field has those cells, what the drawing stands for may be missing.
    assert "`line` at R1C1" in failure(blank(line=[{**LINE, **origin}], even=even[:1])).message


def test_texts_and_fog_say_nothing() -> None:
    read(
        blank(
            title="T", author="A", ruleset="Normal", successMessage="!", disabledlogic=["x"], highlightConflicts=True,
            foglight=["R1C1"], fogofwar=["R1C1"], cage=[{"cells": ["R1C1"], "value": "FOW"}],
        )
    )  # fmt: skip


def test_fields_that_say_nothing_may_be_there() -> None:
    empty: Json = {"killercage": [], "antiking": False, "arrow": None, "ruleset": "", "thermometer": [], "whatever": {}}
    assert read(blank(**empty)).options == {}


# ------------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("board", "code", "words"),
    [
        (blank(0), "E203", "no cells"),
        (blank() | {"size": 5}, "E203", "4 rows, and the size is 5"),
        (blank() | {"size": 10**9}, "E203", "a number from 0 on"),
        (blank() | {"size": "x"}, "E203", "a number from 0 on"),
        (blank() | {"grid": 7}, "E203", "a list"),
        (blank() | {"grid": [[{}]]}, "E203", "1 rows"),
        (blank() | {"grid": [[{}], [], [], []]}, "E203", "row 1 has 1 cells"),
        (at("R1C1", value="x"), "E203", "a number from 0 on"),
        (at("R1C1", value=-1), "E203", "a number from 0 on"),
        (at("R1C1", value=[1]), "E203", "a number or a text"),
        (at("R1C1", givenPencilMarks=7), "E203", "a list"),
        (at("R1C1", strange=7), "E204", "`strange` of a cell"),
        (at("R1C1", region=[1]), "E203", "a number or a text"),
        (blank(even=7), "E203", "a list"),
        (blank(even=[7]), "E203", "an object"),
        (blank(even=[{"cell": "R1C5"}]), "E203", "`R1C5` is no cell of the board"),
        (blank(even=[{"cell": "R0C1"}]), "E203", "`R0C1` is no cell of the board"),
        (blank(even=[{"cell": "A1"}]), "E203", "a cell such as `R1C1`"),
        (blank(even=[{"cell": 11}]), "E203", "a text"),
        (blank(even=[{}, {"cells": ["R1C1"]}]), "E203", "`even` has no `cell`"),
        (blank(even=[{"cell": "R1C1", "strength": 2}]), "E204", "`strength` of `even`"),
        (blank(even=[{"cell": "R1C1"}], odd=[{"cell": "R1C1"}]), "E204", "second value of `parity`"),
        (blank(difference=[{"cells": ["R1C1", "R1C3"]}]), "E204", "cannot stand between R1C1, R1C3"),
        (blank(difference=[{"cells": ["R1C1", "R1C2"], "value": "x"}]), "E204", "`x` is no value of white"),
        (blank(xv=[{"cells": ["R1C1", "R1C2"], "value": "XV"}]), "E204", "`XV` is no value of mark"),
        (blank(quadruple=[{"cells": ["R1C1", "R1C2"], "values": "1"}]), "E203", "a list"),
        (blank(quadruple=[{"cells": ["R1C1", "R3C2"], "values": [1]}]), "E204", "cannot stand between"),
        (blank(sandwichsum=[{"cell": "R1C1", "value": 1}]), "E203", "no place beside the board"),
        (blank(sandwichsum=[{"cell": "R0C0", "value": 1}]), "E204", "beside no row and no column"),
        (blank(sandwichsum=[{"cell": "R0C1", "value": 1}, {"cell": "R5C1", "value": 2}]), "E204", "something else"),
        (blank(negative=[1]), "E203", "a text"),
        (blank(solution=[1]), "E203", "1 cells"),
        (blank(solution=7), "E203", "a list"),
        (blank(arrow=[{"cells": ["R1C1"], "lines": [["R2C2", "R3C3"]]}]), "E203", "does not begin in its bulb"),
        (blank(clone=[{"cells": ["R1C1"], "cloneCells": ["R1C2", "R1C3"]}]), "E203", "1 cells have 2 clones"),
        (blank(littlekillersum=[{"cell": "R0C1", "direction": "UP"}]), "E203", "one of UL"),
        (blank(littlekillersum=[{"cell": "R0C1", "direction": "UL"}]), "E203", "no diagonal"),
        (blank(littlekillersum=[{"cell": "R0C1", "direction": "DR", "cells": ["R1C1"]}]), "E203", "not those of"),
    ],
)  # fmt: skip
def test_mistakes(board: Json, code: str, words: str) -> None:
    result = failure(board)
    assert (result.code, words in result.message) == (code, True), result.message


def test_a_place_may_be_told_twice_alike() -> None:
    pair = {"cells": ["R1C1", "R1C2"], "value": 3}
    assert given(read(blank(difference=[pair, pair])), "white") == {"R1C1-R1C2": 3}


@pytest.mark.parametrize(
    "text",
    ['{"grid": [', '{"grid": 1]}', '{"grid": [1 2]}', '{"grid": tru}', '{"grid": "' + "x" * 99, '{"grid":' + "[" * 999],
)
def test_broken_json(text: str) -> None:
    assert failure(text).code in ("E202", "E203")


def test_unknown_words_of_a_statement_are_mistakes() -> None:
    with pytest.raises(Failed, match="begins with what it reads"):
        ruleset(
            DECLARED.split("given xsum")[0]
            + 'find digit : cells to 1..width rule r "r": every c in cells: c.digit > 0 '
            + 'read fpuzzles "sudoku": cells(parity)'
        )


# ------------------------------------------------------------------------------------------------- addresses


TEXT = json.dumps(at("R1C2", value=3, given=True))


@pytest.mark.parametrize(
    "address",
    [
        addresses.f_puzzles_address(TEXT),
        addresses.sudokupad_address(TEXT),
        compress(TEXT),
        "fpuz" + compress(TEXT),
        "https://www.f-puzzles.com/?load=" + compress(TEXT).replace("+", " "),
        "f-puzzles.com/?x=1&load=" + compress(TEXT) + "&y=2",
        "https://sudokupad.app/fpuzzles" + compress(TEXT),
        "https://sudokupad.app/?puzzleid=fpuzzles" + compress(TEXT),
        "https://app.crackingthecryptic.com/sudoku/fpuz" + compress(TEXT),
        "https://beta.sudokupad.app/sudoku/?puzzleid=fpuz" + compress(TEXT) + "&setting-nogrid=1",
        TEXT,
        json.dumps(json.loads(TEXT), indent=2),
    ],
    ids=range(12),
)
def test_addresses(address: str) -> None:
    assert boards.detect_format(address) == outside.RecognisedType("fpuzzles", "sudoku")
    assert given(read(address), "clue") == {"R1C2": 3}


def test_slashes_that_a_server_merged_are_put_back() -> None:
    # A unit of sixteen ones is two slashes or more.
    packed = compress(json.dumps(at("R1C2", value=3, given=True) | {"title": "\uffff"}, ensure_ascii=False))
    assert packed.count("//") == 1
    assert given(read("https://sudokupad.app/fpuz" + packed.replace("//", "/")), "clue") == {"R1C2": 3}


@pytest.mark.parametrize(
    "address",
    [
        "https://f-puzzles.com/?id=2p8kmv5q",
        "https://sudokupad.app/AbCd123",
        "https://sudokupad.app/name/some-title",
        "https://app.crackingthecryptic.com/sudoku/FbbR6hJg2Q",
        "https://sudokumaker.app/?other=1",
    ],
)
def test_addresses_without_a_board_are_refused(address: str) -> None:
    result = failure(address)
    assert result.code == "E202"
    assert "only the number of a board" in result.message
    assert "?load=" in result.help


def test_a_payload_that_is_cut_off() -> None:
    result = failure(addresses.f_puzzles_address(TEXT)[:-12])
    assert (result.code, "ends too early" in result.message) == ("E202", True)


def test_a_bomb_is_refused() -> None:
    packed = compress('{"grid":"' + "a" * 1_000_001)
    assert "more than 1,000,000 characters" in failure("fpuz" + packed).message


@pytest.mark.parametrize(
    "text", ["scared", "fpuzzles are fun", "https://example.org/?load=N4Ig", "{a}", "N4Ig", "pack of wolves"]
)
def test_other_texts_are_none_of_these(text: str) -> None:
    result = boards.detect_format(text)
    assert result is None or result.format != "fpuzzles"


def test_the_rules_of_an_address_are_found() -> None:
    rules, board = readers.rules_for(
        boards.board_source(Source("address", addresses.f_puzzles_address(TEXT))), None, {}
    )
    assert rules.title == "Sudoku"
    assert given(board, "clue") == {"R1C2": 3}


# ------------------------------------------------------------------------------------------------- writing

WHOLE = blank(
    antiknight=True,
    negative=["xv"],
    even=[{"cell": "R1C1"}],
    maximum=[{"cell": "R1C1"}],
    columnindexer=[{"cells": ["R3C1", "R3C2"]}],
    difference=[{"cells": ["R1C1", "R1C2"], "value": "3"}],
    xv=[{"cells": ["R3C1", "R3C2"], "value": "V"}],
    quadruple=[{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 4]}],
    sandwichsum=[{"cell": "R0C2", "value": "3"}],
    skyscraper=[{"cell": "R2C5", "value": "3"}],
)
WHOLE["grid"][0][0] = {"value": 3, "given": True, "region": 2}
WHOLE["grid"][1][1] = {"givenPencilMarks": [1, 2]}


def contents(board: Puzzle) -> object:
    names = {name: given(board, name) for name in board.givens if board.givens[name]}
    parts = {name: [tuple(map(str, one.cells)) for one in regions] for name, regions in board.partitions.items()}
    drawing = board.drawing.values if board.drawing else {}
    drawn = {name: {str(place): value for place, value in values.items()} for name, values in drawing.items()}
    return names, parts, board.options, drawn


@pytest.mark.parametrize("form", ["fpuzzles", "fpuzzles-json", "sudokupad"])
def test_what_is_written_is_read_again(form: str) -> None:
    board = read(WHOLE)
    written = pipeline.convert(RULES, board, form)
    assert contents(read(written)) == contents(board)
    assert pipeline.convert(RULES, read(written), form) == written


def test_drawings_are_written() -> None:
    part = read(at("R1C1", value=4))
    assert contents(read(pipeline.convert(RULES, part, "fpuzzles"))) == contents(part)
    board = pipeline.board(SUDOKU, "1..4\n....\n....\n..2.\n")
    answer = pipeline.solve(SUDOKU, board).answers[0]
    text = pipeline.convert(SUDOKU, board, "fpuzzles-json", answer)
    assert json.loads(text)["solution"] == list(answer.values["digit"].values())
    assert pipeline.convert(SUDOKU, read(text, SUDOKU), "fpuzzles-json").count("given") == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("diagonal: distinct\n\n....\n....\n....\n....\n", "`diagonal` .`distinct`"),
        ("#...\n....\n....\n....\n", "lies in no region"),
    ],
)
def test_what_f_puzzles_cannot_say_is_refused(text: str, words: str) -> None:
    with pytest.raises(Failed, match=words) as caught:
        pipeline.convert(SUDOKU, pipeline.board(SUDOKU, text), "fpuzzles")
    assert caught.value.diagnostics[0].code == "E208"


def test_a_board_that_is_not_square_is_refused() -> None:
    rules = ruleset(DECLARED.replace("board square", "board rectangle"))
    board = pipeline.board(rules, ". . .\n. . .\n\n[box]\naab\nbbb\n")
    with pytest.raises(Failed, match="square"):
        pipeline.convert(rules, board, "fpuzzles")


def test_commands() -> None:
    board = blank()
    for index, cell in enumerate(cell for row in board["grid"] for cell in row):
        if index % 3:
            cell.update(value=ANSWER[index], given=True)
    address = addresses.f_puzzles_address(json.dumps(board))
    done = run("solve", address)
    assert (done.returncode, "1234\n3412\n2143\n4321" in done.stdout) == (0, True), done.stderr
    assert run("convert", address, "--to", "sudokupad").stdout.startswith("https://sudokupad.app/fpuzN4Ig")
    assert json.loads(run("convert", address, "--to", "fpuzzles-json").stdout)["size"] == 4
    refused = run("solve", "https://sudokupad.app/AbCd123")
    assert refused.returncode == 3
    assert "E202" in refused.stderr


DRAWN = blank(line=[{"lines": [["R1C1", "R2C2"]], "outlineC": "#123456"}], ruleset="Normal\nrules.")
DRAWN["text"] = [{"cells": ["R1C1"], "value": "X"}, {"cells": ["R2C1"], "value": "X", "fromConstraint": "X Sum"}]


def test_a_drawing_is_refused_with_the_words_of_its_setter() -> None:
    result = failure(DRAWN, SUDOKU)
    assert "--leave-out line" in result.help
    assert "Normal rules." in result.help


def test_drawings_are_left_out_on_purpose(tmp_path: Path) -> None:
    place = tmp_path / "drawn.json"
    place.write_text(json.dumps(DRAWN))
    options = ("--leave-out", "line", "--leave-out", "circle")
    part = run("convert", "sudoku", str(place), "--to", "text", *options)
    assert (part.returncode, "`text` (`X`) at R1C1" in part.stderr) == (3, True), part.stderr
    done = run("convert", "sudoku", str(place), "--to", "text", *options, "--leave-out", "text")
    assert (done.returncode, done.stdout) == (0, "....\n" * 4)
    assert "Left out: 1 `line` and 1 `text`." in done.stderr
    contents = json.loads(run("solve", str(place), "--leave-out", "line", "--leave-out", "text", "--json").stdout)
    assert contents["left_out"] == {"line": 1, "text": 1}
    refused = run("solve", "sudoku", "-", "--leave-out", "line", text="....\n" * 4)
    assert (refused.returncode, "--leave-out is for" in refused.stderr) == (2, True)


def test_lists_of_boards(tmp_path: Path) -> None:
    wrapped = [addresses.f_puzzles_address(TEXT), addresses.sudokupad_address(TEXT)]
    lists = {"links.txt": "\n".join(wrapped), "boards.jsonl": f"{TEXT}\n{TEXT}\n", "one.json": TEXT}
    lists["spread.json"] = json.dumps(json.loads(TEXT), indent=2)
    for name, text in lists.items():
        (tmp_path / name).write_text(text)
    result = list(Inputs([str(tmp_path / name) for name in lists], io.BytesIO()).items())
    assert [item.trouble for item in result] == [()] * 6
    assert [given(read(item.source.text), "clue") for item in result] == [{"R1C2": 3}] * 6
