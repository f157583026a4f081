"""Penpa addresses: read, written, and refused with a place where they are broken."""

import base64
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.cli import propose
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.files import MOST_BYTES
from puzzlelang.formats import boards, outside
from puzzlelang.formats.penpa import file
from puzzlelang.puzzle import UNKNOWN, Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.codecs.penpa import PIECES
from puzzlelang.typed.ir import Ruleset
from tests import library

HOST = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
BOARDS = [line.split() for line in (Path(__file__).parent / "data/penpa.txt").read_text("utf-8").splitlines()]

Marks = Mapping[str, Any]


def packed(text: str | bytes) -> str:
    writer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = writer.compress(text if isinstance(text, bytes) else text.encode()) + writer.flush()
    return base64.b64encode(data).decode()


def lines(
    rows: int, columns: int, question: Marks, answer: Marks, margins: Sequence[int] = (0, 0, 0, 0), tags: str = ""
) -> list[str]:
    """The text of a board as Penpa writes it, all words in full."""
    result = [f"square,{columns},{rows},38,0,1,1", json.dumps(list(margins)), "{}", json.dumps(question)]
    return [*result, json.dumps(answer), "", *[""] * 11, tags]


def link(rows: int, columns: int, question: Marks, answer: Marks | None = None, **more: Any) -> str:
    return HOST + packed("\n".join(lines(rows, columns, question, answer or {}, **more)))


def cell(columns: int, row: int, column: int) -> str:
    """The number of a cell on a grid of so many columns, both counted from 1."""
    return str((row + 1) * (columns + 4) + column + 1)


def rules(declared: str, pieces: str) -> Ruleset:
    rest = 'find else_ : set of cells as "%" rule r "r": count(else_) = 0'
    return pipeline.ruleset(Source("p.rules", f'puzzle "P" board rectangle {declared} {rest} read penpa "p": {pieces}'))


def values_by_name(puzzle: Puzzle) -> dict[str, dict[str, object]]:
    """What is given, by the names of places; regions by their cells."""
    result = {name: {str(key): value for key, value in values.items()} for name, values in puzzle.givens.items()}
    for name, regions in puzzle.partitions.items():
        result[name] = {region.label: " ".join(map(str, region.cells)) for region in regions}
    return {name: values for name, values in result.items() if values}


def drawn(puzzle: Puzzle) -> dict[str, dict[str, object]]:
    values = puzzle.drawing.values if puzzle.drawing else {}
    return {name: {str(key): value for key, value in result.items() if value} for name, result in values.items()}


def refused(stated: Ruleset, text: str) -> Diagnostic:
    with pytest.raises(Failed) as caught:
        pipeline.board(stated, Source("<link>", text))
    return caught.value.diagnostics[0]


# ------------------------------------------------------------------------------------------------------ whole boards


@pytest.mark.library
@pytest.mark.parametrize(("name", "text"), library.few(BOARDS, 6), ids=[name for name, _ in library.few(BOARDS, 6)])
def test_a_board_of_others_has_one_answer_which_comes_back(name: str, text: str) -> None:
    stated = pipeline.load(name)
    puzzle = pipeline.board(stated, text)
    result = pipeline.solve(stated, puzzle)
    assert result.unique
    written = pipeline.convert(stated, puzzle, "penpa", result.answers[0])
    assert written.startswith(HOST)
    again = pipeline.board(stated, written)
    assert values_by_name(again) == values_by_name(puzzle)
    assert pipeline.check(stated, again).right


UNTOLD = {
    *(("aquarium", "pool"), ("binairo", "equal-allowed"), ("statue-park", "pieces"), ("numberlink", "all-cells")),
    *(("five-cells", "medium"), ("sukoro", "medium"), ("sukoro-room", "medium")),
    *(("variant-sudoku", "small"), ("variant-sudoku", "medium")),
    *(("heyapin", "medium"), ("icelom", "medium"), ("kissing-polyominoes", "small"), ("regional-polyominoes", "small")),
    *(("castle-wall", "medium"), ("futoshiki", "large"), ("sheep-wolf-slitherlink", "large")),
}
"""Boards with an option, a bank or a constraint that no mark can tell; answers below a `?`, and in areas around missing
cells; a colour without a number, a mark between neighbours, an animal on a number.
"""


READ_BY = sorted(path for path in resources.library_files() if "\nread penpa" in path.read_text(encoding="utf-8"))
"""Rule files with a statement."""

_ELSEWHERE = re.compile(r"^board (?!.*\b(?:rectangle|square|any)\b)", re.MULTILINE)

SQUARES = [path for path in READ_BY if not _ELSEWHERE.search(path.read_text(encoding="utf-8"))]
"""Those that play on squares; boards of other lattices are read, and not written."""


def test_files_that_play_on_squares_are_known_by_their_text() -> None:
    assert [path for path in READ_BY if {"rectangle", "square"} & set(pipeline.load(str(path)).lattices)] == SQUARES


def test_the_statements_have_types_of_their_own() -> None:
    types = [outside.readings(pipeline.load(str(path)), "penpa")[0].type for path in READ_BY]
    assert len(set(types)) == len(types) > 80


@pytest.mark.library
@pytest.mark.parametrize("path", library.few(SQUARES, 30), ids=lambda path: path.stem)
def test_boards_of_the_library_are_written(path: Path) -> None:
    stated = pipeline.load(str(path))
    (reading,) = outside.readings(stated, "penpa")
    written = 0
    for board in sorted((resources.library().parent / "examples" / path.stem).glob("*.txt")):
        if board.name.endswith(".answer.txt") or (path.stem, board.stem) in UNTOLD:
            continue
        puzzle = pipeline.board(stated, board)
        own = board.with_suffix(".answer.txt")
        drawing = boards.read_drawing(stated, puzzle, pipeline.read_text(own)) if own.exists() else None
        text = pipeline.convert(stated, puzzle, "penpa", drawing)
        assert boards.detect_format(text) == outside.RecognisedType("penpa", reading.type)
        assert (pipeline.board(stated, text).drawing is None) == (drawing is None)
        written += 1
    assert written


# ------------------------------------------------------------------------------------------------------------- pieces

C = "cells to"
READ: dict[str, tuple[str, str, str, dict[str, dict[str, object]]]] = {
    "surface": (
        f"given tint : {C} {{red, blue}}?", 'surface("3": tint red, "5+2": tint blue)',
        '{"surface": {"A1": 3, "A2": [5, 2]}}', {"tint": {"R1C1": "red", "R1C2": "blue"}},
    ),
    "shaded": (
        "given dark : set of cells", "shaded(dark)", '{"surface": {"A1": 8, "A2": 2, "B3": 4}}',
        {"dark": {"R1C1": True, "R2C3": True}},
    ),
    "blocks": (
        f"given wall : set of cells given clue : {C} number?", 'blocks("#": wall, clue)',
        '{"surface": {"A1": 4, "A2": 4}, "number": {"A2": ["3", 4, "1"]}}',
        {"wall": {"R1C1": True}, "clue": {"R1C2": 3}},
    ),
    "castle": (
        f"given colour : {C} {{black, white}}? given way : {C} direction? given clue : {C} number?",
        'castle("black": colour black, "white": colour white; way; clue)',
        '{"surface": {"A1": 4}, "number": {"A2": ["2_1", 1, "2"], "A3": [" ", 1, "2"]}}',
        {"colour": {"R1C1": "black", "R1C2": "white", "R1C3": "white"}, "way": {"R1C2": "left"}, "clue": {"R1C2": 2}},
    ),
    "symbols": (
        "given star : set of cells given dot : links to {a}? given joint : set of corners",
        'symbols("star 2": star; "circle_S 1": dot a; "circle_S 1": joint, "cross 1001": nothing)',
        '{"symbol": {"A1": [2, "star", 1], "A1>": [1, "circle_S", 1], "A1v": [1, "circle_S", 2],'
        ' "A1x": [1, "circle_S", 1], "A2x": [[1, 0, 0, 1], "cross", 1]}}',
        {"star": {"R1C1": True}, "dot": {"R1C1-R1C2": "a", "R1C1-R2C1": "a"},
         "joint": {"the corner at the top left of R2C2": True}},
    ),
    "inequalities": (
        "given sign : links to {less, more}?", 'inequalities("less": sign less, "more": sign more)',
        '{"symbol": {"A1>": [3, "inequality", 1], "A1v": [2, "inequality", 1]}}',
        {"sign": {"R1C1-R1C2": "more", "R1C1-R2C1": "less"}},
    ),
    "numbers": (
        f"given clue : {C} number or unknown? given side : links to number?", 'numbers(" ": clue unknown, clue; side)',
        '{"number": {"A1": ["12", 1, "1"], "A2": [7, 1, "1"], "A3": [" ", 1, "1"], "B1": ["?", 1, "1"],'
        ' "B2": [[1, 0], 1, "7"], "A1>": ["4", 1, "1"]}}',
        {"clue": {"R1C1": 12, "R1C2": 7, "R1C3": "?", "R2C1": "?"}, "side": {"R1C1-R1C2": 4}},
    ),
    "greys": (
        f"given clue : {C} number or unknown?", 'greys("#": clue unknown, clue)',
        '{"surface": {"A1": 8, "A2": 3}, "number": {"A2": ["3", 1, "1"]}}', {"clue": {"R1C1": "?", "R1C2": 3}},
    ),
    "fractions": (
        f"given upper : {C} number or unknown? given low : {C} number?", 'fractions(" ": upper unknown, upper; low)',
        '{"number": {"A1": ["2", 1, "1"], "A2": [" ", 1, "1"]}, "numberS": {"B1.0": ["1", 1], "B1.3": ["3", 1]},'
        ' "symbol": {"B1": [6, "ox_B", 1]}}',
        {"upper": {"R1C1": 2, "R1C2": "?", "R2C1": 1}, "low": {"R2C1": 3}},
    ),
    "dice": (
        f"given pips : {C} number? given star : set of cells", 'dice(pips), symbols("star 2": star)',
        '{"symbol": {"A1": [[0, 0, 0, 0, 1, 0, 0, 0, 0], "dice", 1], "A2": [[0, 1, 1, 0, 0, 0, 0, 0, 1], "dice", 1],'
        ' "A3": [2, "star", 1]}}',
        {"pips": {"R1C1": 1, "R1C2": 3}, "star": {"R1C3": True}},
    ),
    "doors": (
        "given door : views to {entry, exit}?", 'doors("in": door entry, "out": door exit)',
        '{"symbol": {"@2v": [7, "arrow_N_B", 1], "B1v": [7, "arrow_N_G", 1], "A0>": [5, "arrow_N_B", 1],'
        ' "B3>": [1, "arrow_N_B", 1]}}',
        {"door": {"column 2 seen from the top": "entry", "column 1 seen from the bottom": "exit",
                  "row 1 seen from the left": "entry", "row 2 seen from the right": "entry"}},
    ),
    "lines across the rim": (
        "given road : set of links given gate : set of views", "lines(road; gate)",
        '{"line": {"A1-A2": 3, "@2-A2": 2, "B3-B4": 2}}',
        {"road": {"R1C1-R1C2": True},
         "gate": {"column 2 seen from the top": True, "row 2 seen from the right": True}},
    ),
    "gridlines": (
        "given room : partition of cells given part : set of links", "edges(room), gridlines(part)",
        '{"lineE": {"@2x-A2x": 2, "A2x-B2x": 2}, "deletelineE": {"@1x-A1x": 1, "A1x-A2x": 1}}',
        {"room": {"a": "R1C1 R1C2 R2C1 R2C2", "b": "R1C3 R2C3"},
         "part": {"R2C1-R2C2": True, "R1C1-R2C1": True, "R1C3-R2C3": True}},
    ),
    "digits": (
        f"given clue : {C} numbers or unknown?", "digits(clue)",
        '{"number": {"A1": ["12", 1, "4"], "A2": ["?", 1, "4"], "A3": [3, 1, "1"], "B1": ["1?", 1, "4"]}}',
        {"clue": {"R1C1": "(1, 2)", "R1C2": "(?,)", "R1C3": "(3,)", "R2C1": "(1, ?)"}},
    ),
    "arrows": (
        f"given way : {C} direction? given clue : {C} number or unknown?", "arrows(way; clue)",
        '{"number": {"A1": ["3_0", 1, "2"], "A2": ["?", 1, "2"], "B3": ["10_3", 1, "2"]}}',
        {"way": {"R1C1": "up", "R2C3": "down"}, "clue": {"R1C1": 3, "R1C2": "?", "R2C3": 10}},
    ),
    "castle without arrows": (
        f"given tone : {C} {{black, white}}? given size : {C} number?",
        'castle("black": tone black, "white": tone white; size)',
        '{"surface": {"A1": 4}, "number": {"A1": ["3", 4, "1"], "A2": ["2", 1, "1"], "A3": [" ", 1, "1"]}}',
        {"tone": {"R1C1": "black", "R1C2": "white", "R1C3": "white"}, "size": {"R1C1": 3, "R1C2": 2}},
    ),
    "old arrows": (
        f"given way : {C} direction? given clue : {C} number?", "arrows(way; clue)",
        '{"number": {"A1": [3, 1, "1"]}, "symbol": {"A1": [[0, 0, 0, 0, 0, 1, 0, 0], "arrow_fouredge_B", 1]}}',
        {"way": {"R1C1": "up"}, "clue": {"R1C1": 3}},
    ),
    "lines": ("given road : set of links", "lines(road)", '{"line": {"A1-A2": 3, "A2-B2": 2, "A3v": 98}}',
        {"road": {"R1C1-R1C2": True, "R1C2-R2C2": True}}),
    "half lines": ("given road : set of links", "lines(road)", '{"line": {"A1-A1>": 3}}',
        {"road": {"R1C1-R1C2": True}}),
    "edges": (
        "given room : partition of cells", "edges(room)",
        '{"lineE": {"@2x-A2x": 2, "A2x-B2x": 2, "@0x-@1x": 2}, "deletelineE": {"A1x-B1x": 1}}',
        {"room": {"a": "R1C1 R1C2 R2C1 R2C2", "b": "R1C3 R2C3"}},
    ),
    "diagonals": (
        f"given slash : {C} {{down, up}}?", 'edges("falling": slash down, "rising": slash up)',
        '{"lineE": {"@0x-A1x": 2, "@2x-A1x": 2}}', {"slash": {"R1C1": "down", "R1C2": "up"}},
    ),
    "half of a pipe": (
        f"given pipe : {C} {{bend, straight}}?", 'pipes("right+down": pipe bend, "up+down": pipe straight)',
        '{"line": {"A1-A1>": 2, "A1-A1v": 2, "A2-A2v": 2, "A2-@2v": 2}}',
        {"pipe": {"R1C1": "bend", "R1C2": "straight"}},
    ),
    "deleted edges": (
        "given joined : set of links", "deleted(joined)",
        '{"deletelineE": {"@1x-A1x": 1}}', {"joined": {"R1C1-R1C2": True}},
    ),
    "bars": (
        "given cross : set of cells given beam : cells to {level, upright}?",
        'bars("both": cross, "level": beam level, "upright": beam upright)',
        '{"wall": {"A0>-A1>": 2, "@1v-A1v": 2, "A1>-A2>": 2, "A3v-B3v": 2}}',
        {"cross": {"R1C1": True}, "beam": {"R1C2": "level", "R2C3": "upright"}},
    ),
    "symbols on black cells": (
        f"given wall : set of cells given fan : {C} direction?", 'blocks("#": wall, "arrow_B_W 3": fan up)',
        '{"surface": {"A1": 4, "A2": 4}, "symbol": {"A2": [3, "arrow_B_W", 1]}}',
        {"wall": {"R1C1": True}, "fan": {"R1C2": "up"}},
    ),
    "arrows on grey cells": (
        f"given way : {C} direction? given clue : {C} number or unknown?", 'arrows(way; "#": clue unknown, clue)',
        '{"surface": {"A1": 8, "A2": 3}, "number": {"A2": ["2_1", 1, "2"]}}',
        {"way": {"R1C2": "left"}, "clue": {"R1C1": "?", "R1C2": 2}},
    ),
    "letters": (
        f"given clue : {C} number?", "letters(clue)",
        '{"number": {"A1": ["B", 1, "1"], "A2": ["A", 1, "1"], "B1": [3, 1, "1"]}}',
        {"clue": {"R1C1": 2, "R1C2": 1, "R2C1": 3}},
    ),
    "letters of one's own": (
        f"given clue : {C} number?", "letters(clue)",
        '{"number": {"A1": ["U", 1, "1"], "A2": ["G", 1, "1"]}}', {"clue": {"R1C1": 2, "R1C2": 1}},
    ),
    "small": (
        f"given a : {C} number? given b : {C} number?", "topleft(a), right(b)",
        '{"numberS": {"A1.0": ["5", 1], "A2.5": ["6", 1]}}', {"a": {"R1C1": 5}, "b": {"R1C2": 6}},
    ),
    "cages": (
        "given cage : partition of cells? given total : cage to number?", "cages(cage), topleft(total)",
        '{"killercages": [["A1", "A2"], ["B3"]], "numberS": {"A1.0": ["7", 1]}}',
        {"cage": {"a": "R1C1 R1C2", "b": "R2C3"}, "total": {"cage a": 7}},
    ),
    "groups": (
        "given cage : groups of cells given total : cage to number?", "groups(cage; total)",
        '{"killercages": [["A2", "A1"], [], ["B3"]], "numberS": {"A1.0": ["7", 1]}}',
        {"total": {"cage a": 7}},
    ),
    "paths": (
        "given tube : paths of cells given slow : paths of cells", 'paths("thermos": tube, "plain thermos": slow)',
        '{"thermo": [["A2", "A1", "B1"], ["A2", "A3"]], "nobulbthermo": [["B1", "B2"]]}', {},
    ),
    "shafts": (
        "given bulb : paths of cells given arrow : paths of cells", "shafts(bulb; arrow)",
        '{"arrows": [["A2", "A1", "B1"], ["A2", "A3"]]}', {},
    ),
    "thermos": (
        f"given tube : partition of cells? given step : {C} number?", "thermos(tube; step)",
        '{"thermo": [["A2", "A1", "B1"]]}',
        {"tube": {"a": "R1C1 R1C2 R2C1"}, "step": {"R1C2": 1, "R1C1": 2, "R2C1": 3}},
    ),
    "besides": (
        f"given clue : {C} number?", 'numbers(clue), besides("edges": nothing, "frames": nothing)',
        '{"number": {"A1": ["1", 1, "1"]}, "lineE": {"A1x-B1x": 2}, "squareframe": [[["A1"], 2]]}',
        {"clue": {"R1C1": 1}},
    ),
}  # fmt: skip
"""Declared, pieces, marks on 2 x 3 cells (`B3>` is the border right of `B3`, `B3x` its corner), what is read."""


def numbered(content: Any, rows: int = 2, columns: int = 3) -> Any:
    """Marks with points such as `A1>` in place of their numbers."""
    amount = (rows + 4) * (columns + 4)

    def point(name: str) -> int:
        own = name.rstrip(">vx") if "." not in name else name.split(".")[0]
        number = int(cell(columns, ord(own[0]) - ord("@"), int(own[1:])))
        if "." in name:
            place = int(name.split(".")[1])
            return 4 * ((1 + place // 4) * amount + number) + place % 4
        return number + amount * {"": 0, "x": 1, "v": 2, ">": 3}[name[len(own) :]]

    def known(text: str) -> bool:
        return text[:1] in "@AB" and text[1:2].isdigit()

    match content:
        case dict():
            return {
                ",".join(map(str, map(point, key.split("-")))) if known(key) else key: numbered(value, rows, columns)
                for key, value in content.items()
            }
        case list():
            return [numbered(value, rows, columns) for value in content]
        case str() if known(content):
            return point(content)
        case _:
            return content


GATHERED = {
    "groups": {"cage": ["R1C1 R1C2", "R2C3"]},
    "paths": {"tube": ["R1C2 R1C1 R2C1", "R1C2 R1C3"], "slow": ["R2C1 R2C2"]},
    "shafts": {"bulb": ["R1C2"], "arrow": ["R1C2 R1C1 R2C1", "R1C2 R1C3"]},
}
"""The groups and paths that are read, by their cells."""


def gathered(puzzle: Puzzle) -> dict[str, list[str]]:
    return {name: [" ".join(map(str, one.members)) for one in groups] for name, groups in puzzle.groups.items()}


@pytest.mark.parametrize("name", READ)
def test_a_piece_is_read_and_written(name: str) -> None:
    declared, pieces, marks, expected = READ[name]
    stated = rules(declared, pieces)
    puzzle = pipeline.board(stated, link(2, 3, numbered(json.loads(marks))))
    result = {
        key: {place: value if isinstance(value, bool | int) else shown(value) for place, value in values.items()}
        for key, values in values_by_name(puzzle).items()
    }
    assert result == expected
    again = pipeline.board(stated, pipeline.convert(stated, puzzle, "penpa"))
    assert values_by_name(again) == values_by_name(puzzle)
    assert gathered(again) == gathered(puzzle) == GATHERED.get(name, {})


def shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(str, value))}{',' if len(value) == 1 else ''})"
    return str(value)


def test_every_piece_is_tried() -> None:
    text = " ".join(pieces for _, pieces, *_ in READ.values()).replace("(", " ").split()
    alike = {"topright", "bottomleft", "bottomright", "top", "left", "bottom"}
    assert {word for word in PIECES if word not in text} == alike | {"missing", "corners", "rims"}


def beside(columns: int, *texts: tuple[int, int, str]) -> Marks:
    """Texts in cells, by row and column from 1, on a grid of so many columns."""
    return {"number": {cell(columns, row, column): [text, 1, "1"] for row, column, text in texts}}


def test_clues_stand_beside_the_board() -> None:
    lists = rules("given clue : lines to numbers or unknown?", "numbers(clue)")
    marks = beside(5, (1, 3, "1"), (2, 3, "?"), (3, 2, "3"))
    puzzle = pipeline.board(lists, link(4, 5, marks, margins=(2, 0, 2, 0)))
    result = {place: shown(value) for place, value in values_by_name(puzzle)["clue"].items()}
    assert result == {"column 1": "(1, ?)", "row 1": "(3,)"}
    both = rules("given plus : lines to number? given minus : lines to number?", "numbers(plus; minus)")
    marks = beside(5, (2, 1, "5"), (2, 5, "6"), (4, 2, "7"))
    puzzle = pipeline.board(both, link(4, 5, marks, margins=(1, 1, 1, 1)))
    assert values_by_name(puzzle) == {"plus": {"row 1": 5}, "minus": {"column 1": 7, "row 1": 6}}
    views = rules("given clue : views to number?", "numbers(clue)")
    assert values_by_name(pipeline.board(views, link(4, 5, marks, margins=(1, 1, 1, 1)))) == {
        "clue": {"column 1 seen from the bottom": 7, "row 1 seen from the left": 5, "row 1 seen from the right": 6}
    }
    starred = rules("given clue : lines to numbers or unknown?", "numbers(clue)")
    puzzle = pipeline.board(starred, link(4, 5, beside(5, (2, 3, "*"), (3, 1, "*"), (3, 2, "2")), margins=(2, 0, 2, 0)))
    result = {place: shown(value) for place, value in values_by_name(puzzle)["clue"].items()}
    assert result == {"column 1": "(*,)", "row 1": "(*, 2)"}
    one = rules("given clue : lines to number?", "numbers(clue)")
    two = beside(5, (1, 3, "1"), (2, 3, "2"))
    assert refused(one, link(4, 5, two, margins=(2, 0, 2, 0))).code == "E204"
    alone = rules("given most : number = 3", "numbers(most)")
    assert values_by_name(pipeline.board(alone, link(4, 5, beside(5, (1, 3, "1")), margins=(2, 0, 2, 0)))) == {
        "most": {"None": 1}
    }


def test_small_numbers_stand_on_the_rim() -> None:
    stated = rules("given clue : lines to number?", 'rims("?": nothing, clue)')
    amount = (3 + 4) * (4 + 4)
    above, before = int(cell(4, 1, 3)), int(cell(4, 2, 1))
    marks = {"numberS": {str(4 * (amount + above) + 2): ["5", 1], str(4 * (amount + before) + 1): ["2", 1]}}
    puzzle = pipeline.board(stated, link(3, 4, marks, margins=(1, 0, 1, 0)))
    assert values_by_name(puzzle) == {"clue": {"column 2": 5, "row 1": 2}}
    assert values_by_name(pipeline.board(stated, pipeline.convert(stated, puzzle, "penpa"))) == values_by_name(puzzle)


def test_numbers_beside_the_board_that_say_nothing() -> None:
    stated = rules("given clue : lines to number?", 'besides("positions": nothing, "range": nothing), numbers(clue)')
    usual = [(4, 2, "1"), (4, 3, "2"), (2, 4, "1"), (3, 4, "2")]
    marks = beside(4, (1, 2, "7"), (1, 4, "{1-2}"), *usual)
    assert values_by_name(pipeline.board(stated, link(4, 4, marks, margins=(1, 1, 1, 1)))) == {"clue": {"column 1": 7}}
    # A number that does not count its line is a second clue, and another range would mean something.
    for wrong in ((4, 2, "3"), (1, 4, "{0-4}")):
        marks = beside(4, (1, 2, "7"), *(one for one in usual if one[:2] != wrong[:2]), wrong)
        assert refused(stated, link(4, 4, marks, margins=(1, 1, 1, 1))).code == "E204"


def test_an_alphabet_beside_the_board() -> None:
    stated = rules("given most : number given clue : views to 1..most?", "letters(clue; most)")
    marks = beside(4, (1, 2, "T"), (4, 2, "O"), (1, 1, "DOT"))
    puzzle = pipeline.board(stated, link(4, 4, marks, margins=(1, 1, 1, 1)))
    expected = {"column 1 seen from the top": 3, "column 1 seen from the bottom": 2}
    assert values_by_name(puzzle) == {"clue": expected, "most": {"None": 3}}
    assert values_by_name(pipeline.board(stated, pipeline.convert(stated, puzzle, "penpa"))) == values_by_name(puzzle)


def cage_lines(*lines: tuple[str, int, str, int]) -> dict[str, int]:
    """Lines around cages on 2 x 3 cells, each from a small place of a cell to one of another."""
    amount = 6 * 7
    numbers = {name: int(cell(3, ord(name[0]) - ord("@"), int(name[1]))) for line in lines for name in line[::2]}
    return {f"{4 * (amount + numbers[a]) + i},{4 * (amount + numbers[b]) + j}": 10 for a, i, b, j in lines}


TWO = [
    *(("A1", 0, "A1", 1), ("A1", 0, "A1", 2), ("A1", 2, "A1", 3), ("A1", 1, "A2", 0), ("A1", 3, "A2", 2)),
    *(("A2", 0, "A2", 1), ("A2", 1, "A2", 3), ("A2", 2, "A2", 3)),
]


def test_cages_may_be_told_by_lines() -> None:
    stated = rules("given cage : groups of cells", "groups(cage)")
    assert gathered(pipeline.board(stated, link(2, 3, {"cage": cage_lines(*TWO)}))) == {"cage": ["R1C1 R1C2"]}
    # One that is there as a list, too, is there once; an open one means nothing.
    both = {"cage": cage_lines(*TWO), **numbered({"killercages": [["A1", "A2"], ["B3"]]})}
    assert gathered(pipeline.board(stated, link(2, 3, both))) == {"cage": ["R1C1 R1C2", "R2C3"]}
    assert refused(stated, link(2, 3, {"cage": cage_lines(*TWO[1:])})).code == "E204"
    written = pipeline.convert(stated, pipeline.board(stated, link(2, 3, both)), "penpa")
    result = file.find_address(Source("<link>", written))
    assert result is not None
    question = json.loads(file.board_text(Source("<link>", written), result.board).text.split("\n")[3])
    assert set(question["cage"]) > set(cage_lines(*TWO))


def test_what_arrows_and_cages_must_be() -> None:
    stated = rules("given cage : groups of cells given total : cage to number?", "groups(cage; total)")
    marks = {"killercages": [["A1", "A2"]], "numberS": {"A1.0": ["7", 1], "A2.0": ["8", 1]}}
    assert refused(stated, link(2, 3, numbered(marks))).message.startswith("a second number")
    marks = {"killercages": [["A1", "A2"]], "numberS": {"A1.0": ["x", 1]}}
    assert refused(stated, link(2, 3, numbered(marks))).message == "`x` is no value of total"
    assert refused(stated, link(2, 3, {"killercages": [[8]]})).code == "E203"
    arrows = rules("given bulb : paths of cells given arrow : paths of cells", "shafts(bulb; arrow)")
    assert refused(arrows, link(2, 3, numbered({"arrows": [["A1", "A1"]]}))).code == "E204"
    assert refused(arrows, link(2, 3, {"arrows": [[999]]})).code == "E203"


def test_cells_may_be_corners() -> None:
    declared = "given clue : cells to number or unknown? given road : set of links = {}"
    stated = rules(declared, 'corners, numbers(" ": clue unknown, clue), lines(road)')
    marks = numbered({"number": {"@0x": ["1", 1, "1"], "B3x": [" ", 1, "1"]}, "lineE": {"@0x-@1x": 2, "A3x-B3x": 2}})
    puzzle = pipeline.board(stated, link(2, 3, marks))
    assert (puzzle.geometry.height, puzzle.geometry.width) == (3, 4)
    roads = {"R1C1-R1C2": True, "R2C4-R3C4": True}
    assert values_by_name(puzzle) == {"clue": {"R1C1": 1, "R3C4": UNKNOWN}, "road": roads}
    assert values_by_name(pipeline.board(stated, pipeline.convert(stated, puzzle, "penpa"))) == values_by_name(puzzle)
    single = pipeline.board(stated, "[clue]\n1 2\n")
    with pytest.raises(Failed) as caught:
        pipeline.convert(stated, single, "penpa")
    assert caught.value.diagnostics[0].code == "E208"
    other = ["hex,3,3,38,0,1,1", "[0]", "{}", "{}", "{}", "[54]"]
    assert refused(stated, HOST + packed("\n".join(other))).code == "E202"


def test_a_board_of_one_cell_has_no_marks_between_cells() -> None:
    stated = rules(
        "given star : set of cells given dot : links to {a}?", 'symbols("star 2": star; "circle_S 1": dot a)'
    )
    puzzle = pipeline.board(stated, link(1, 1, {"symbol": {cell(1, 1, 1): [2, "star", 1]}}))
    assert values_by_name(puzzle) == {"star": {"R1C1": True}}
    assert values_by_name(pipeline.board(stated, pipeline.convert(stated, puzzle, "penpa"))) == values_by_name(puzzle)


def test_cells_may_be_missing() -> None:
    head = lines(2, 3, {}, {})
    head[5] = "[16,1,1,5,2]"  # the middle of the second row is not there
    text = HOST + packed("\n".join(head))
    declared = 'given hole : set of cells as "x" find a : set of cells as "#"'
    stated = pipeline.ruleset(Source("h", f'puzzle "H" board rectangle without hole {declared} '
                                          'rule r "r": count(a) = 0 read penpa "h": missing(hole)'))  # fmt: skip
    puzzle = pipeline.board(stated, text)
    assert values_by_name(puzzle) == {"hole": {"R2C2": True}}
    assert values_by_name(pipeline.board(stated, pipeline.convert(stated, puzzle, "penpa"))) == values_by_name(puzzle)
    result = refused(rules("given clue : cells to number?", "numbers(clue)"), text)
    assert (result.code, "missing(" in result.help) == ("E204", True)


def test_a_trimmed_board_is_as_large_as_its_cells() -> None:
    head = lines(2, 3, {}, {})
    head[5] = "[17,1]"
    puzzle = pipeline.board(rules("given clue : cells to number?", "numbers(clue)"), HOST + packed("\n".join(head)))
    assert (puzzle.geometry.height, puzzle.geometry.width) == (1, 2)


# ------------------------------------------------------------------------------------------------------------ answers

SHADE = 'given clue : cells to number? find dark : set of cells as "#", not "+"'


def test_the_answer_is_what_is_drawn() -> None:
    stated = rules(SHADE, "numbers(clue), shaded(dark)")
    text = link(2, 3, numbered({"number": {"A1": ["1", 1, "1"]}}), numbered({"surface": {"A2": 4, "B1": 2}}))
    puzzle = pipeline.board(stated, text)
    assert drawn(puzzle)["dark"] == {"R1C2": True}
    assert drawn(pipeline.board(stated, pipeline.convert(stated, puzzle, "penpa", puzzle.drawing)))["dark"] == {
        "R1C2": True
    }


def test_what_is_given_need_not_be_drawn_again() -> None:
    stated = rules("given clue : cells to 1..3? find digit : cells to 1..3", "numbers(clue; digit)")
    given = numbered({"number": {"A1": ["1", 1, "1"]}})
    assert pipeline.board(stated, link(2, 3, given)).drawing is None
    puzzle = pipeline.board(stated, link(2, 3, given, numbered({"number": {"A2": ["2", 2, "1"]}})))
    assert drawn(puzzle)["digit"] == {"R1C1": 1, "R1C2": 2}
    assert values_by_name(puzzle) == {"clue": {"R1C1": 1}}


@pytest.mark.parametrize(
    ("declared", "pieces", "answer", "expected"),
    [
        (SHADE, "numbers(clue), shaded(dark)", [["A1", "A3"], [], [], [], [], []],
         {"dark": {"R1C1": True, "R1C3": True}}),
        (SHADE, "numbers(clue), shaded(dark)", [[["A1", 4]], [], [], [], [], []], {"dark": {"R1C1": True}}),
        ("find road : set of links", "lines(road)", [[], ["A1-A2,1"], [], [], [], []], {"road": {"R1C1-R1C2": True}}),
        ("find n : links to 0..2", 'lines("3": n 1, "30": n 2, "": n 0)', [[], ["A1-A2,2"], [], [], [], []],
         {"n": {"R1C1-R1C2": 2}}),
        ("find wall : set of borders", "edges(wall)", [[], [], ["A1x-B1x,1"], [], [], []],
         {"wall": {"border R2C1/R2C2": True}}),
        ("find n : cells to 0..99", "numbers(n)", [[], [], [], [], ["A2,12"], []], {"n": {"R1C2": 12}}),
        ("find tent : set of cells", 'symbols("tents 2": tent)', [[], [], [], [], [], ["A2,2F"]],
         {"tent": {"R1C2": True}}),
    ],
)  # fmt: skip
def test_an_answer_to_compare_with(declared: str, pieces: str, answer: Any, expected: dict[str, Any]) -> None:
    def renamed(item: Any) -> Any:
        if isinstance(item, list):
            return [int(next(iter(numbered({item[0]: 0})))), item[1]]
        key, _, rest = item.partition(",")
        return ",".join([next(iter(numbered({key: 0}))), *([rest] if rest else [])])

    text = link(2, 3, {}) + "&a=" + packed(json.dumps([[renamed(item) for item in kind] for kind in answer]))
    puzzle = pipeline.board(rules(declared, pieces), text.replace("m=edit", "m=solve"))
    result = drawn(puzzle)
    assert {name: result[name] for name in expected} == expected


def test_check_takes_an_address_with_its_answer() -> None:
    stated = pipeline.load("norinori")
    (text,) = (text for name, text in BOARDS if name == "norinori")
    puzzle = pipeline.board(stated, text)
    assert puzzle.drawing is not None
    assert not pipeline.check(stated, puzzle, puzzle.drawing).right
    solved = pipeline.convert(stated, puzzle, "penpa", pipeline.solve(stated, puzzle).answers[0])
    drawing = boards.read_drawing(stated, puzzle, Source("<link>", solved))
    assert drawing is not None
    assert pipeline.check(stated, puzzle, drawing).right


# ------------------------------------------------------------------------------------------------------- what is broken

CLUES = rules("given clue : cells to number?", "numbers(clue)")
PLAIN = numbered({"number": {"A1": ["1", 1, "1"]}})


def test_a_bomb_is_refused() -> None:
    bomb = HOST + packed(b"square,3,2\n" + b" " * (MOST_BYTES + 10))
    assert len(bomb) < 10_000
    assert refused(CLUES, bomb).code == "E307"
    # Short forms that grow when they are written in full.
    assert refused(CLUES, HOST + packed("square,3,2\n" + "z8" * (MOST_BYTES // 4))).code == "E307"
    assert refused(CLUES, link(2, 3, {}) + "&a=" + packed(b"[" * (MOST_BYTES + 10))).code == "E307"


def test_a_large_board_is_refused(small_memory: None) -> None:
    assert refused(CLUES, link(9_999, 9_999, {})).code == "E110"


@pytest.mark.parametrize(
    ("line", "text", "code", "at"),
    [
        (0, "iso,3,2,38", "E202", (1, 1)),
        (0, "", "E202", (1, 1)),
        (0, "square,3", "E202", (1, 8)),
        (0, "square,x,2", "E202", (1, 8)),
        (0, "square,99999,2", "E202", (1, 8)),
        (0, "square,0,2", "E203", (1, 8)),
        (1, "[0,0]", "E202", (2, 1)),
        (1, "[0,0,0,-1]", "E202", (2, 1)),
        (1, "[0,0,3,3]", "E203", (1, 8)),
        (1, "[0,0,0", "E203", (2, 7)),
        (1, "[NaN]", "E203", (2, 1)),
        (3, "[", "E203", (4, 2)),
        (3, "{} {}", "E203", (4, 3)),
        (3, '{"number":3}', "E203", (4, 11)),
        (3, '{"number":{"1":["1",1,"1"],}}', "E203", (4, 28)),
        (3, '{"number":{"16":["1",1]}}', "E203", (4, 12)),
        (3, '{"number":{"16":[{},1,"1"]}}', "E203", (4, 12)),
        (3, '{"number":{"x":["1",1,"1"]}}', "E203", (4, 12)),
        (3, '{"number":{"999999":["1",1,"1"]}}', "E203", (4, 12)),
        (3, '{"number":{"16":["cat",1,"1"]}}', "E204", (4, 12)),
        (3, '{"number":{"100":["1",1,"1"]}}', "E204", (4, 12)),
        (3, '{"surface":{"16":true}}', "E203", (4, 13)),
        (3, '{"surface":{"16":4}}', "E204", (4, 13)),
        (3, '{"symbol":{"16":["a","b",1]}}', "E203", (4, 12)),
        (3, '{"lineE":{"16,17,18":2}}', "E203", (4, 11)),
        (3, '{"line":{"16,":2}}', "E203", (4, 10)),
        (3, '{"killercages":[[-1]]}', "E203", (4, 17)),
        (3, '{"killercages":[[16]]}', "E204", (4, 17)),
        (3, '{"squareframe":[[16]]}', "E204", (4, 17)),
        (3, '{"numberS":{"16":["1",1]}}', "E203", (4, 13)),
        (3, '{"number":' + "[" * 100_000, "E203", (4, 12)),
        (3, '{"number":{"16":[' + "9" * 5_000 + ',1,"1"]}}', "E203", (4, 17)),
        (5, "[1,2,3", "E203", (6, 7)),
        (5, "[1.5]", "E203", (6, 1)),
        (5, "[99999]", "E203", (6, 1)),
    ],
)
def test_broken_texts(line: int, text: str, code: str, at: tuple[int, int]) -> None:
    whole = lines(2, 3, PLAIN, {})
    whole[line] = text
    result = refused(CLUES, HOST + packed("\n".join(whole)))
    assert result.span is not None
    assert (result.code, result.span.source.line_column(result.span.start)) == (code, at), result
    assert result.span.source.name == "<link> (unpacked)"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("m=edit&p=", "E202", 9),
        ("m=edit&p=7VZN", "E202", 13),
        ("m=edit&p=!!!!", "E202", 9),
        ("m=edit&p=////", "E202", 9),
        (f"m=edit&p={packed(bytes([255]))}", "E202", 9),
        (f"m=edit&p={packed('square,3,2')[:-4]}", "E202", None),
    ],
)
def test_broken_addresses(text: str, code: str, at: int | None) -> None:
    result = refused(CLUES, text)
    assert result.span is not None
    assert (result.code, result.span.source.text) == (code, text)
    assert at is None or result.span.start == at


def test_a_cut_off_address_is_refused_wherever_it_ends() -> None:
    whole = link(2, 3, PLAIN)
    for end in range(len(HOST), len(whole.rstrip("=")) - 1, 3):
        assert refused(CLUES, whole[:end]).code == "E202"


def test_an_answer_in_another_form_is_refused() -> None:
    for answer in ("[[],[]]", '[["a"],[],[],[],[],[]]', "{}", "[[],[],[],[],[],[5]]", "[[[]],[],[],[],[],[]]"):
        result = refused(CLUES, link(2, 3, PLAIN) + "&a=" + packed(answer))
        assert result.code == "E203", answer


def test_addresses_in_other_forms_are_read() -> None:
    plain = packed("\n".join(lines(2, 3, PLAIN, {})))
    for text in (
        f"m=edit&p={plain}",
        f"http://localhost/p/?m=solve&p={plain.rstrip('=')}",
        f"penpa.example/#m=solve&q=1&p={plain.replace('+', '%2B').replace('/', '%2F')}\n",
        f"{HOST}{plain.replace('+', '-').replace('/', '_')}",
    ):
        assert values_by_name(pipeline.board(CLUES, text)) == {"clue": {"R1C1": 1}}, text
    assert boards.detect_format("https://example.org/?m=edit&q=1") is None
    assert boards.detect_format("https://example.org/?m=no&p=1") is None


def test_the_type_is_what_the_author_says_alone() -> None:
    for tags, kind in (
        ('["tents"]', "tents"), ('["country road"]', "countryroad"), ('["slant (gokigen)"]', "slant"),
        ("[]", ""), ('["a","b"]', ""), ("{", ""), ("3", ""), ("", ""),
    ):  # fmt: skip
        assert boards.detect_format(link(2, 3, {}, tags=tags)) == outside.RecognisedType("penpa", kind)
    # Rules that are named read a board of another type all the same.
    assert values_by_name(pipeline.board(CLUES, link(2, 3, PLAIN, tags='["tents"]'))) == {"clue": {"R1C1": 1}}


# ------------------------------------------------------------------------------------------------------------- writing


def test_what_is_written() -> None:
    stated = rules(f"{SHADE} given room : partition of cells", "edges(room), numbers(clue), shaded(dark)")
    puzzle = pipeline.board(stated, "[clue]\n1..\n...\n[room]\naab\naab\n")
    text = pipeline.convert(stated, puzzle, "penpa")
    source = Source("<link>", text)
    result = file.find_address(source)
    assert result is not None
    whole = file.board_text(source, result.board).text.split("\n")
    assert len(whole) == 19
    assert whole[0].split(",")[:3] == ["square", "3", "2"]
    assert whole[1] == "[0,0,0,0]"
    question = json.loads(whole[3])
    assert question["number"] == {cell(3, 1, 1): ["1", 1, "1"]}
    assert list(question["lineE"].values()) == [2, 2]
    assert whole[5] == "[16,1,1,5,1,1]"
    assert whole[17] == '["p"]'


@pytest.mark.parametrize(
    ("declared", "pieces", "marks"),
    [
        ("given clue : cells to numbers?", 'digits("1,2": clue 12, clue)', '{"number": {"A1": ["12", 1, "4"]}}'),
        ("given tint : cells to {red}?", 'surface("green": tint red, tint red)', '{"surface": {"A1": 3}}'),
        ("given spot : set of cells", 'symbols("star": spot, spot)', '{"symbol": {"A1": [1, "star", 1]}}'),
        ("given k : cells to {red}?", 'shaded("5": k red, k red)', '{"surface": {"A1": 3}}'),
        ("given road : links to {red}?", 'lines("red": road red, road red)', '{"line": {"A1-A2": 3}}'),
    ],
)
def test_what_has_no_item_is_not_written(declared: str, pieces: str, marks: str) -> None:
    stated = rules(declared, pieces)
    puzzle = pipeline.board(stated, link(2, 3, numbered(json.loads(marks))))
    assert values_by_name(puzzle)
    with pytest.raises(Failed) as caught:
        pipeline.convert(stated, puzzle, "penpa")
    assert caught.value.diagnostics[0].code == "E208"


# ------------------------------------------------------------------------------------------------------------ overview


def test_what_is_in_an_address() -> None:
    marks = numbered({"number": {"A1": ["1", 1, "1"], "A2": ["1", 1, "1"]}, "squareframe": [[["A1"], 2]]})
    text = link(2, 3, marks, numbered({"surface": {"B1": 4}}), tags='["tents"]')
    assert propose.parts("penpa", Source("<link>", text)).splitlines() == [
        "type tents, 2 rows, 3 columns",
        "",
        "puzzle, numbers: 2",
        "  cells: `1` x2",
        "    numbers, digits, arrows, blocks, castle",
        "",
        "puzzle, frames: 1",
        "  cells: `frames` x1",
        '    besides("frames": nothing)',
        "",
        "answer, surface: 1",
        "  cells: `4` x1",
        "    surface, shaded, blocks, castle",
    ]
