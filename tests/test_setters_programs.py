"""Boards of SudokuPad and SudokuMaker, packed and plain, and wrong values anywhere in boards of all three programs."""

import contextlib
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards
from puzzlelang.formats.fpuzzles import addresses
from puzzlelang.formats.fpuzzles.file import read_board
from puzzlelang.formats.fpuzzles.lzstring import IN_ADDRESSES, compress
from puzzlelang.formats.fpuzzles.record import Board, Mark
from puzzlelang.source import Source
from tests import library
from tests.test_fpuzzles import RULES, WHOLE, blank

SUDOKU = pipeline.load("sudoku")

Json = dict[str, Any]


def board_of(text: Json | str) -> Board:
    return read_board(Source("board", text if isinstance(text, str) else json.dumps(text)))


def failure(text: Json | str) -> Diagnostic:
    with pytest.raises(Failed) as caught:
        board_of(text)
    (result,) = caught.value.diagnostics
    assert result.span is not None
    return result


def marks(text: Json | str) -> list[tuple[object, ...]]:
    return [shown(mark) for mark in board_of(text).marks]


def shown(mark: Mark) -> tuple[object, ...]:
    cells = " ".join(f"R{row}C{column}" for row, column in mark.cells)
    lines = " / ".join(" ".join(f"R{row}C{column}" for row, column in line) for line in mark.lines)
    return tuple(one for one in (mark.field, cells, lines, mark.value) if one not in ("", None))


# ------------------------------------------------------------------------------------------------- SudokuPad


def pad(**fields: Any) -> Json:
    regions = [[[row, column] for column in range(4)] for row in range(4)]
    return {
        "id": "x",
        "cellSize": 50,
        "cells": [[{} for _ in range(4)] for _ in range(4)],
        "regions": regions,
        **fields,
    }


def test_givens_and_regions() -> None:
    result = pad()
    result["cells"][1][2] = {"value": "3", "pencilMarks": [1]}
    board = board_of(result)
    assert [(at, cell.value) for at, cell in enumerate(board.cells) if cell.given] == [(6, 3)]
    assert [cell.region for cell in board.cells] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    assert board_of(pad(regions=[])).cells[0].region is None


CELLS = [[0, 0], [0, 1]]


@pytest.mark.parametrize(
    ("cage", "mark"),
    [
        ({"cells": CELLS, "value": "5", "sum": 5, "unique": True}, [("killercage", "R1C1 R1C2", 5)]),
        ({"cells": CELLS, "value": "5", "unique": True}, [("killercage", "R1C1 R1C2", 5)]),
        ({"cells": CELLS, "unique": True}, [("extraregion", "R1C1 R1C2")]),
        ({"cells": CELLS, "value": "5"}, [("cage", "R1C1 R1C2", 5)]),
        ({"cells": CELLS, "value": "5", "unique": True, "type": "new"}, [("cage", "R1C1 R1C2", 5)]),
        ({"cells": CELLS, "hidden": True, "unique": False}, []),
        ({"value": "rules: Normal"}, []),
    ],
)
def test_cages(cage: Json, mark: list[object]) -> None:
    assert marks(pad(cages=[cage])) == mark


def test_what_is_drawn_is_a_mark() -> None:
    result = marks(
        pad(
            lines=[{"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#CFCFCF"}],
            arrows=[{"wayPoints": [[-0.5, 0.5], [0.2, 1.2]]}],
            overlays=[{"center": [2.5, 3], "text": "X"}, {"center": [1, 1], "rounded": True}],
            underlays=[{"center": [3.5, 3.5]}],
        )
    )
    drawn = [("line", "R1C1 R2C2"), ("line", "R1C2"), ("text", "R3C4", "X"), ("circle", "R2C2"), ("rectangle", "R4C4")]
    assert result == drawn


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ({"wayPoints": [[0, 0], [4, 4]], "color": "#34BBE6", "thickness": 2}, [("diagonal-",)]),
        ({"wayPoints": [[4, 0], [0, 4]], "color": "#34bbe6"}, [("diagonal+",)]),
        ({"wayPoints": [[0, 0], [4, 4]], "color": "#34BBE7"}, [("line", "R1C1")]),
        ({"wayPoints": [[0, 0], [3, 3]], "color": "#34BBE6"}, [("line", "R1C1 R4C4")]),
        ({"wayPoints": [[0, 0], [4, 4]], "color": "#34BBE6", "fill": "#000000"}, [("line", "R1C1")]),
        ({"wayPoints": [[0, 0], "x", 3], "color": "#34BBE6"}, [("line", "R1C1")]),
    ],
)
def test_diagonals_that_sudokupad_checks_itself(line: Json, mark: list[object]) -> None:
    assert marks(pad(lines=[line])) == mark


def test_switches_and_metadata() -> None:
    answer = "1234341221434321"
    metadata = {"title": "T", "rules": "Normal", "solution": answer, "antiknight": True, "norowcol": True}
    result = pad(metadata=metadata, **{"global": ["antiking"]}, foglight=[[0, 0]])
    assert marks(result) == [("antiknight",), ("norowcol",), ("antiking",)]
    assert "".join(map(str, board_of(result).solution.values())) == answer
    assert board_of(pad(cages=[{"value": f"solution: {answer}"}])).solution == board_of(result).solution


def test_the_packed_form_is_read() -> None:
    text = (
        "{id:'x',cs:50,ce:[[{v:5},,],[,,],[,,{v:1}]],re:[[[0,0],[0,1],[0,2]],[[1,0],[1,1],[1,2]],[[2,0],[2,1],[2,2]]]"
    )
    text += ",ca:[{v:'title: It\\'s \"x\"'},{ce:[[0,0],[0,1]],v:8,unique:t,c1:FF0011,c2:#0}],fog:f}"
    board = board_of("https://sudokupad.app/scl" + compress(text.replace('"x"', "'x'".replace("'", "\\'"))))
    assert [cell.value for cell in board.cells] == [5, None, None, None, None, None, None, None, 1]
    assert [shown(mark) for mark in board.marks] == [("killercage", "R1C1 R1C2", 8)]


def test_plain_boards() -> None:
    board = board_of("scf5" + "o" * 13 + "A")
    assert [(at, cell.value) for at, cell in enumerate(board.cells) if cell.value] == [(0, 5)]
    board = board_of("https://sudokupad.app/scf" + "o" * 13 + "K*xtSome**Title*aMe*w")
    assert [mark.field for mark in board.marks] == ["diagonal+", "diagonal-", *["extraregion"] * 4]
    assert "this has 82 cells" in failure("scf" + "o" * 13 + "U").message


def test_packs_of_one() -> None:
    inner = "scl" + compress(json.dumps(pad()))
    assert len(board_of("pack" + compress(json.dumps({"puzzles": [{"puzzle": inner}]}))).cells) == 16
    assert "2 boards" in failure("pack" + compress(json.dumps({"puzzles": [{"puzzle": inner}] * 2}))).message
    twice = "pack" + compress(json.dumps({"puzzles": [{"puzzle": "pack" + compress(json.dumps({"puzzles": []}))}]}))
    assert failure(twice).code == "E202"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (pad(cells=[]), "no cells"),
        (pad(cells=[[{}, {}], [{}]]), "row 2 has 1 cells"),
        (pad(regions=[[[0, 0]], [[0, 0]]]), "in two regions"),
        (pad(regions=[[[0, 9]]]), "no cell of the board"),
        (pad(cages=[{"cells": [[0]], "value": 3}]), "no cell of the board"),
        (pad(lines=7), "a list"),
    ],
)
def test_mistakes_of_sudokupad(told: Json, words: str) -> None:
    assert words in failure(told).message


# ------------------------------------------------------------------------------------------------- SudokuMaker


def maker(*constraints: Json, **members: Any) -> Json:
    regions = {"type": 1, "regions": [at // 4 for at in range(16)]}
    puzzle = {"type": "sudoku", "size": 4, "cells": [{} for _ in range(16)], "constraints": [regions, *constraints]}
    return {"formatVersion": "1.5.0", "puzzle": puzzle | members}


def test_cells_and_regions() -> None:
    cells: list[Json] = [{} for _ in range(16)]
    cells[5], cells[6] = {"value": 3, "given": True}, {"value": 2}
    board = board_of("https://sudokumaker.app/?puzzle=" + compress(json.dumps(maker(cells=cells)), IN_ADDRESSES))
    assert [(at, cell.value, cell.given) for at, cell in enumerate(board.cells) if cell.value] == [
        (5, 3, True),
        (6, 2, False),
    ]
    assert [cell.region for cell in board.cells] == [at // 4 for at in range(16)]
    assert board_of(maker(constraints=[{"type": 1, "regions": [-1] * 16}])).cells[0].region is None


@pytest.mark.parametrize(
    ("constraint", "mark"),
    [
        ({"type": 0}, []),
        ({"type": 13}, [("antiknight",)]),
        ({"type": 13, "disabled": True}, []),
        ({"type": 100, "cells": [0, 5]}, [("even", "R1C1 R2C2")]),
        ({"type": 601, "cells": [15]}, [("columnindexer", "R4C4")]),
        ({"type": 200, "clues": [{"edge": 2, "value": 1}]}, [("difference", "R1C2 R1C3", 1)]),
        (
            {"type": 201, "clues": [{"edge": 6, "value": 2}], "negative": [2]},
            [("ratio", "R1C3 R2C3", 2), ("negative ratio",)],
        ),
        ({"type": 201, "clues": [], "negative": [3]}, [("negative ratio 3",)]),
        (
            {"type": 202, "clues": [{"edge": 1, "value": 10}], "negative": [5, 10]},
            [("xv", "R1C1 R1C2", "X"), ("negative xv",)],
        ),
        ({"type": 300, "thermometers": [[0, 5]]}, [("thermometer", "R1C1 R2C2")]),
        ({"type": 300, "thermometers": [[0, 5]], "slow": True}, [("slowthermometer", "R1C1 R2C2")]),
        (
            {"type": 301, "cages": [{"cells": [0, 1], "value": 5}, {"cells": [2]}]},
            [("killercage", "R1C1 R1C2", 5), ("killercage", "R1C3")],
        ),
        ({"type": 302, "groups": [[0, 5], [1, 6]]}, [("clone", "R1C1 R2C2"), ("clone", "R1C2 R2C3")]),
        ({"type": 302, "groups": [[0, 5, 10]]}, [("clone of 3 cells", "R1C1 R2C2 R3C3")]),
        ({"type": 303, "clues": [{"corner": 6, "digits": [1, 2]}]}, [("quadruple", "R1C1 R1C2 R2C1 R2C2", (1, 2))]),
        ({"type": 305, "cells": [3]}, [("extraregion", "R1C4")]),
        ({"type": 401, "lines": [[0, 1]], "minDifference": 3}, [("whispers", "R1C1 R1C2", 3)]),
        ({"type": 401, "lines": [[0, 1]]}, [("whispers", "R1C1 R1C2", 2)]),
        ({"type": 404, "lines": [[0, 1]], "singleRegionTotals": True}, [("singleregiontotals", "R1C1 R1C2")]),
        ({"type": 405, "lines": [[0, 1]]}, [("sequence", "R1C1 R1C2")]),
        (
            {"type": 408, "bulbsWithArrows": [{"bulbCells": [1, 0], "arrows": [[1, 2]]}]},
            [("arrow", "R1C1 R1C2", "R1C2 R1C3")],
        ),
        ({"type": 408, "bulbsWithArrows": [{"bulbCells": [1], "arrows": [[2]]}]}, [("arrow", "R1C2", "R1C2 R1C3")]),
        (
            {"type": 500, "clues": [{"outerCell": 1, "diagonal": 1, "value": 9}]},
            [("littlekillersum", "R1C2 R2C3 R3C4", 9)],
        ),
        ({"type": 500, "clues": [{"outerCell": 2, "diagonal": -1}]}, [("littlekillersum", "R1C1")]),
        ({"type": 502, "clues": [{"outerCell": 11, "value": 7}, {"outerCell": 6}]}, [("xsum", "R1C5", 7)]),
        ({"type": 1000, "definition": {"name": "Odd sums"}}, [("custom", "Odd sums")]),
        ({"type": 2000, "lines": []}, [("line",)]),
        ({"type": 2003, "areas": [{"x": 0, "y": 0, "width": 4, "height": 4}]}, []),
        ({"type": 2003, "areas": [{"x": 1, "y": 0, "width": 3, "height": 3}]}, [("areas",)]),
        ({"type": 4000}, []),
        ({"type": 777}, [("constraint 777",)]),
    ],
)
def test_constraints(constraint: Json, mark: list[object]) -> None:
    assert marks(maker(constraint)) == mark


@pytest.mark.parametrize(
    ("members", "mark"),
    [({"minDigit": 0}, ("minDigit", 0)), ({"maxDigit": 9}, ("maxDigit", 9)), ({"type": "custom"}, ("type", "custom"))],
)
def test_other_digits_and_kinds_are_marks(members: Json, mark: object) -> None:
    assert marks(maker(**members)) == [mark]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (maker(size=0), "a board"),
        (maker(size=5), "16 cells, and the board has 25"),
        (maker(width=5), "its sides are 4 and 5"),
        (maker({"cells": []}), "no `type`"),
        (maker({"type": 100, "cells": [16]}), "`16` is no cell"),
        (maker({"type": 200, "clues": [{"edge": 0}]}), "no two cells"),
        (maker({"type": 200, "clues": [{"edge": 29}]}), "no two cells"),
        (maker({"type": 200, "clues": [{}]}), "no `edge`"),
        (maker({"type": 303, "clues": [{"corner": 99, "digits": [1]}]}), "no cells lie"),
        (maker({"type": 501, "clues": [{"outerCell": 7, "value": 1}]}), "beside the board"),
        (maker({"type": 500, "clues": [{"outerCell": 0, "diagonal": -1}]}), "no diagonal"),
        (maker({"type": 500, "clues": [{"outerCell": 0, "diagonal": 2}]}), "1 or -1"),
        (maker({"type": 408, "bulbsWithArrows": [{"bulbCells": [], "arrows": [[1, 2]]}]}), "no bulb"),
        (maker({"type": 1, "regions": []}), "regions are stated twice"),
        (maker(constraints=[{"type": 1, "regions": [1]}]), "regions are stated for 1 cells"),
    ],
)
def test_mistakes_of_sudokumaker(told: Json, words: str) -> None:
    result = failure(told)
    assert words in result.message or result.code == "E203"


# ------------------------------------------------------------------------------------------- wrong values anywhere

VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    17,
    10**9,
    1.5,
    1e300,
    "",
    "x",
    "R99C1",
    "\ud800",
    [],
    [[]],
    {},
    {"cells": 7},
    [None],
]


def changed(found: Any) -> Iterator[Any]:
    """The value with each of its parts replaced by each of `VALUES` in turn."""
    yield from VALUES
    if isinstance(found, dict):
        for name, inner in found.items():
            yield from ({**found, name: other} for other in changed(inner))
    if isinstance(found, list) and found:
        # Of lists of the same all over the first and the last are enough.
        for at in {0, len(found) - 1}:
            yield from ([*found[:at], other, *found[at + 1 :]] for other in changed(found[at]))


LINES: Json = {
    "thermometer": [{"lines": [["R1C1", "R2C2"]]}],
    "whispers": [{"lines": [["R1C1", "R2C2"]], "value": "2"}],
    "arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R2C2"]]}],
    "littlekillersum": [{"cell": "R0C1", "cells": ["R1C2", "R2C3", "R3C4"], "direction": "DR", "value": "9"}],
    "clone": [{"cells": ["R1C1"], "cloneCells": ["R2C3"]}],
    "killercage": [{"cells": ["R1C1"], "value": "3"}],
    "cage": [{"cells": [], "value": "title: x", "fontC": "#0000"}],
}
FIELDS = {name: value for name, value in {**WHOLE, **LINES}.items() if name not in ("size", "grid")}
BOARDS = {
    "f-puzzles": [WHOLE],
    "SudokuPad": [
        pad(cages=[{"cells": CELLS, "value": "5", "unique": True}], metadata={"title": "x", "antiknight": True}),
        pad(lines=[{"wayPoints": [[0.5, 0.5]]}], overlays=[{"center": [1, 1], "text": "x"}]),
    ],
    "SudokuMaker": [
        maker({"type": 200, "clues": [{"edge": 2, "value": 1}], "negative": [1]}, {"type": 100, "cells": [0]}),
        maker({"type": 408, "bulbsWithArrows": [{"bulbCells": [1, 0], "arrows": [[1, 2]]}]}),
        maker({"type": 500, "clues": [{"outerCell": 1, "diagonal": 1, "value": 9}]}, {"type": 401, "lines": [[0, 1]]}),
        maker({"type": 303, "clues": [{"corner": 6, "digits": [1, 2]}]}, {"type": 301, "cages": [{"cells": [0]}]}),
        maker(
            {"type": 2003, "areas": [{"x": 0}]},
            {"type": 1000, "definition": {"name": "x"}},
            {"type": 300, "thermometers": [[0]]},
        ),
    ],
}


@library.sweep_large
@pytest.mark.parametrize("program", library.few(BOARDS, 1))
def test_wrong_values_anywhere_end_in_diagnostics(program: str) -> None:
    wrong = [text for board in BOARDS[program] for text in map(json.dumps, changed(board))]
    if program == "f-puzzles":  # each field alone as well
        alone = ({**blank(), name: other} for name, value in FIELDS.items() for other in changed(value))
        wrong += map(json.dumps, alone)
    wrong = [text for text in wrong if boards.detect_format(text) is not None]
    assert len(wrong) > 100
    for text in wrong:
        try:
            boards.read(RULES, Source("board", text))
        except Failed as failed:
            for item in failed.diagnostics:
                assert item.span is not None, item
                assert 0 <= item.span.start <= item.span.end <= len(item.span.source.text), item


def test_boards_cut_off_anywhere_end_in_diagnostics() -> None:
    for address in (addresses.f_puzzles_address(json.dumps(WHOLE)), "fpuz" + compress(json.dumps(pad()))):
        for length in range(0, len(address), 7):
            with contextlib.suppress(Failed):
                boards.read(RULES, Source("board", address[:length]))


@pytest.mark.library
@pytest.mark.parametrize(
    "text",
    library.few(
        [
            '{"size":4,"grid":' + "[" * 300_000,
            json.dumps(blank(even=[{"cell": "R1C1"}] * 20_000)),
            json.dumps(blank(arrow=[{"cells": ["R1C1"], "lines": [["R1C1", "R2C2"]]}] * 5_000)),
            json.dumps({"size": 100, "grid": [[{}] * 100] * 100}),
            '{"grid":[' + '"x",' * 100_000,
            '{"puzzle":{"cells":[' + "{}," * 100_000 + "{}]}}",
            '{"cells":[[' + "{}," * 100_000 + "{}]]}",
        ],
        3,
    ),
    ids=library.few(range(7), 3),
)
def test_large_texts_are_read_in_good_time(text: str) -> None:
    address = "fpuz" + compress(text)
    begin = time.process_time()
    with contextlib.suppress(Failed):
        boards.read(RULES, Source("board", address))
    assert time.process_time() - begin < 10


LATIN = (
    "https://sudokumaker.app/?puzzle=N4IgZg9gTgtghgFwGoFMoGcCWEB2IBcIAjAHQCsJADCADQgAOArgF7MA2KBoOcMnhtEHEYIAFtAIgAwqKiZ0"
    "AFQj1R6ANaZBAYxRs26AgG1gAXxqnzZi9au3L9mw7uOXzt04%2BvP7r75--vQL8ggOCw0LcAXTotXHQEKDhMHAQDfENIkxMgA"
)
"""A real address of SudokuMaker, which tells neither a size nor regions."""


def test_a_size_may_follow_from_the_cells() -> None:
    board = board_of(LATIN)
    assert (board.size, board.marks, {cell.region for cell in board.cells}) == (9, [], {None})
