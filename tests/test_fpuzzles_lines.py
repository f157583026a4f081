"""Groups, paths and arrows of f-puzzles: what they fill, their defaults, mistakes, and what is written again."""

import json
from typing import Any

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.puzzle import Puzzle
from tests.library import ROOT
from tests.test_fpuzzles import Json, blank, failure, given, read, ruleset

DECLARED = """
puzzle "Lines"
board square
given clue : cells to 1..width?
given box : partition of cells = boxes(root(height), height / root(height))
given cage : groups of cells = {}
given total : cage to number?
given extra : groups of cells = {}
given twin : groups of cells = {}
given thermo : paths of cells = {}
given renban : paths of cells = {}
given whisper : paths of cells = {}
given apart : whisper to number?
given pill : paths of cells = {}
given arrow : paths of cells = {}
given slope : paths of cells = {}
given slant : slope to number?
find digit : cells to 1..width
rule clue "clue": every c in cells with c.clue: c.digit = c.clue
read fpuzzles "sudoku": givens(clue; digit), regions(box),
  groups("killercage": cage; total), groups("extraregion": extra, "clone": twin),
  paths("thermometer": thermo, "renban": renban), paths("whispers": whisper; apart), arrows(pill; arrow),
  paths("littlekillersum": slope; slant)
"""

RULES = ruleset(DECLARED)
VARIANT = pipeline.load("variant-sudoku")


def groups(board: Puzzle, name: str) -> dict[str, str]:
    return {str(group): " ".join(map(str, group.members)) for group in board.groups.get(name, ())}


def example(name: str) -> str:
    return (ROOT / "examples" / "variant-sudoku" / f"{name}.txt").read_text()


def lines(*texts: str) -> list[list[str]]:
    return [text.split() for text in texts]


def test_cages_may_have_a_sum() -> None:
    cages = [{"cells": ["R2C1", "R1C1", "R1C1"], "value": "5"}, {"cells": ["R2C1"], "value": ""}, {"cells": ["R4C4"]}]
    board = read(blank(killercage=cages), RULES)
    assert groups(board, "cage") == {"cage a": "R1C1 R2C1", "cage b": "R2C1", "cage c": "R4C4"}
    assert given(board, "total") == {"cage a": 5}


def test_clones_are_pairs() -> None:
    clone = [{"cells": ["R1C1", "R1C2", "R4C4"], "cloneCells": ["R2C3", "R2C4", "R4C4"]}]
    assert groups(read(blank(clone=clone), RULES), "twin") == {"twin a": "R1C1 R2C3", "twin b": "R1C2 R2C4"}


def test_lines_keep_their_order_and_may_cross_themselves() -> None:
    result = {"thermometer": [{"lines": lines("R2C2 R1C1", "R2C2 R3C3 R2C2 R4C4")}, {"lines": []}]}
    board = read(blank(**result), RULES)
    assert groups(board, "thermo") == {"thermo a": "R2C2 R1C1", "thermo b": "R2C2 R3C3 R2C2 R4C4"}


def test_neighbours_on_whispers_differ_by_half_of_the_size() -> None:
    result = [{"lines": lines("R1C1 R1C2")}, {"lines": lines("R2C1 R2C2", "R3C1 R3C2"), "value": "3"}]
    assert given(read(blank(5, whispers=result), RULES), "apart") == {"whisper a": 3, "whisper b": 3, "whisper c": 3}
    assert given(read(blank(4, whispers=result[:1]), RULES), "apart") == {"whisper a": 2}
    assert given(read(blank(9, whispers=result[:1]), RULES), "apart") == {"whisper a": 5}


def test_arrows_belong_to_their_bulbs() -> None:
    result = [
        {"cells": ["R1C2", "R1C1"], "lines": lines("R1C1 R2C1", "R1C2 R2C2 R3C3")},
        {"cells": ["R1C1", "R1C2"], "lines": lines("R1C2 R1C3", "R1C2")},
        {"cells": ["R4C1", "R3C1"], "lines": lines("R4C1 R4C2")},
        {"cells": ["R4C4"], "lines": []},
    ]
    board = read(blank(arrow=result), RULES)
    assert groups(board, "pill") == {"pill a": "R1C1 R1C2", "pill b": "R3C1 R4C1"}
    assert list(groups(board, "arrow").values()) == ["R1C1 R2C1", "R1C2 R2C2 R3C3", "R1C2 R1C3", "R4C1 R4C2"]


def test_little_killers_are_diagonals() -> None:
    result = [
        {"cell": "R0C1", "direction": "DR", "cells": ["R1C2", "R2C3", "R3C4"], "value": "9"},
        {"cell": "R5C0", "direction": "UR"},
        {"cell": "R0C5", "cells": ["R1C4", "R2C3", "R3C2", "R4C1"]},
    ]
    board = read(blank(littlekillersum=result), RULES)
    assert list(groups(board, "slope").values()) == ["R1C2 R2C3 R3C4", "R4C1 R3C2 R2C3 R1C4", "R1C4 R2C3 R3C2 R4C1"]
    assert given(board, "slant") == {"slope a": 9}


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"killercage": [{"cells": [], "value": "3"}]}, "E203", "no `cells`"),
        ({"killercage": [{"cells": ["R1C1"], "value": "A"}]}, "E204", "`A` is no value of total"),
        ({"killercage": [{"cells": ["R1C1"], "repeats": True}]}, "E204", "`repeats` of `killercage`"),
        ({"renban": [{"lines": lines("R1C1 R1C1")}]}, "E204", "stays at R1C1"),
        ({"renban": [{"lines": lines("R1C1 R0C1")}]}, "E203", "`R0C1` is no cell"),
        ({"renban": [{"lines": lines("R1C1"), "value": "2"}]}, "E204", "`value` of `renban`"),
        ({"extraregion": [{"cells": ["R1C1"], "value": "2"}]}, "E204", "`value` of `extraregion`"),
        ({"arrow": [{"lines": lines("R1C1 R1C2")}]}, "E203", "no `cells`"),
        (
            {
                "arrow": [
                    {"cells": ["R1C1", "R1C2"], "lines": lines("R1C1 R2C1")},
                    {"cells": ["R1C2", "R1C3"], "lines": lines("R1C2 R2C2")},
                ]
            },
            "E204",
            "two bulbs share R1C2",
        ),
        ({"slowthermometer": [{"lines": lines("R1C1 R1C2")}]}, "E204", "`slowthermometer` at R1C1 is read by no piece"),
    ],
)
def test_mistakes(fields: Json, code: str, words: str) -> None:
    result = failure(blank(**fields), RULES)
    assert (result.code, words in result.message) == (code, True), result.message


def test_numbers_need_a_layer() -> None:
    rules = ruleset(DECLARED.replace("cage; total", "cage"))
    read(blank(killercage=[{"cells": ["R1C1"]}]), rules)
    assert "`5` of `killercage`" in failure(blank(killercage=[{"cells": ["R1C1"], "value": 5}]), rules).message


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ('groups("killercage": thermo)', "fills groups, and `thermo` belongs to paths"),
        ('paths("renban": cage)', "fills paths, and `cage` belongs to groups"),
        ("groups(cage)", "begins with what it reads"),
        ('groups("killercage": cage; apart)', "fills values of groups"),
        ('paths("renban": renban; apart)', "`apart` has values of `whisper`"),
        ('paths("renban": edges)', "`edges` is of links"),
        ("arrows(pill)", "2 things"),
    ],
)
def test_statements_that_do_not_fit(piece: str, words: str) -> None:
    declared = DECLARED.split("read fpuzzles")[0].replace("find digit", "given edges : paths of links = {}\nfind digit")
    with pytest.raises(Failed) as caught:
        ruleset(f'{declared}read fpuzzles "sudoku": {piece}')
    assert words in caught.value.diagnostics[0].message


WHOLE: dict[str, Any] = {
    "killercage": [{"cells": ["R1C1", "R2C1"], "value": "5"}, {"cells": ["R1C1"]}],
    "extraregion": [{"cells": ["R1C4", "R4C1"]}],
    "clone": [{"cells": ["R1C1"], "cloneCells": ["R2C3"]}],
    "thermometer": [{"lines": lines("R2C2 R1C1", "R2C2 R3C3 R2C2 R4C4")}],
    "renban": [{"lines": lines("R1C1 R1C2 R1C3")}],
    "whispers": [{"lines": lines("R4C1 R4C2"), "value": "1"}],
    "arrow": [
        {"cells": ["R1C1", "R1C2"], "lines": lines("R1C1 R2C1", "R1C2 R2C2 R3C3")},
        {"cells": ["R4C4"], "lines": lines("R4C4 R3C4")},
    ],
    "littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "9"}, {"cell": "R0C2", "direction": "DL"}],
}


@pytest.mark.parametrize("form", ["fpuzzles", "fpuzzles-json", "sudokupad", "text"])
def test_what_is_written_is_read_again(form: str) -> None:
    board = read(blank(**WHOLE), RULES)
    again = read(pipeline.convert(RULES, board, form), RULES)
    names = [one.name for one in RULES.givens]
    for name in names:
        assert sorted(groups(again, name).values()) == sorted(groups(board, name).values()), name
    assert [sorted(map(str, given(again, name).values())) for name in ("total", "apart", "slant")] == [
        ["5"],
        ["1"],
        ["9"],
    ]


def test_what_is_written_has_the_form_of_f_puzzles() -> None:
    result = json.loads(pipeline.convert(RULES, read(blank(**WHOLE), RULES), "fpuzzles-json"))
    assert result["littlekillersum"][0] == {
        "cell": "R0C1", "cells": ["R1C2", "R2C3", "R3C4"], "direction": "DR", "value": "9"
    }  # fmt: skip
    assert result["clone"] == WHOLE["clone"]
    assert result["arrow"] == WHOLE["arrow"]
    assert result["killercage"] == WHOLE["killercage"]


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("[twin]\na: R1C1 R1C2 R1C3", "clones are two cells"),
        ("[slope]\na: R1C1 R1C2", "no diagonal"),
        ("[slope]\na: R1C1 R2C2", "no diagonal"),
        ("[pill]\na: R1C1", "pill"),
        ("[pill]\na: R1C2 R1C1\n[arrow]\na: R1C1 R2C1", "pill"),
        ("[arrow]\na: R1C1 R2C1", "arrow"),
    ],
)
def test_what_f_puzzles_cannot_say_is_refused(block: str, words: str) -> None:
    board = pipeline.board(RULES, f"....\n....\n....\n....\n\n{block}\n")
    with pytest.raises(Failed, match=words) as caught:
        pipeline.convert(RULES, board, "fpuzzles")
    assert caught.value.diagnostics[0].code == "E208"


@pytest.mark.parametrize("form", ["fpuzzles", "sudokupad", "fpuzzles-json"])
@pytest.mark.parametrize("name", ["small", "medium"])
def test_boards_of_the_library_come_back(name: str, form: str) -> None:
    board = pipeline.board(VARIANT, example(name).partition("\n[room]")[0])
    again = pipeline.board(VARIANT, pipeline.convert(VARIANT, board, form))
    assert (again.options, again.assumed) == (board.options, {})
    assert pipeline.convert(VARIANT, again, "text") == pipeline.convert(VARIANT, board, "text")


def test_what_only_other_programs_know_is_refused_by_its_name() -> None:
    with pytest.raises(Failed, match="have nothing for `room`"):
        pipeline.convert(VARIANT, pipeline.board(VARIANT, example("medium")), "fpuzzles")


EMPTY = "......\n" * 6


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"entropy: mixed\n{EMPTY}", "`entropy`"),
        (f"kropki: strict\n{EMPTY}", "`kropki`"),
        (f"{EMPTY}\n[circle]\no.....\n" + "......\n" * 5, "`circle`"),
        (f"{EMPTY}\n[sequence]\na: R1C1 R1C2 R1C3\n\n[swing]\na: R2C1 R2C2\n", "`sequence` and `swing`"),
        (f"{EMPTY}\n[whisper]\na: R2C1 R2C2\n\n[apart]\na: 4\n", "differ by 3 or 2 .* R2C1 differ by 4"),
    ],
)
def test_constraints_that_f_puzzles_does_not_know(text: str, words: str) -> None:
    with pytest.raises(Failed, match=words) as caught:
        pipeline.convert(VARIANT, pipeline.board(VARIANT, text), "sudokupad")
    assert caught.value.diagnostics[0].code == "E208"


def test_what_only_scripts_show_is_drawn_as_well() -> None:
    blocks = {
        "[renban]": "a: R1C1 R1C2",
        "[slow]": "a: R2C1 R2C2",
        "[double]": "a: R3C1 R3C2 R3C3",
        "[lockout]": "a: R4C1 R4C2",
        "[whisper]": "a: R5C1 R5C2\nb: R6C1 R6C2",
        "[apart]": "a: 2",
        "[row_indexer]": "r.....\n" + EMPTY[7:],
        "[seen]": "top: 3 . . . . .\nleft: . . . . . .\nright: . . . . . .\nbottom: . . . . . .",
    }
    board = pipeline.board(VARIANT, "\n".join([EMPTY, *(f"{name}\n{text}\n" for name, text in blocks.items())]))
    result = json.loads(pipeline.convert(VARIANT, board, "fpuzzles-json"))
    drawn = [(one["lines"][0][0], one.get("fromConstraint", "Lockout")) for one in result["line"]]
    assert sorted(drawn) == [
        ("R1C1", "Renban"), ("R2C1", "Slow Thermometer"), ("R3C1", "Double Arrow"), ("R4C1", "Lockout"),
        ("R5C1", "Dutch Whispers"), ("R6C1", "German Whispers"),
    ]  # fmt: skip
    assert [one["cells"] for one in result["circle"]] == [["R3C1"], ["R3C3"], ["R2C1"], ["R4C1"], ["R4C2"]]
    assert [one["cells"] for one in result["cage"]] == [["R1C1"]]
    assert [(one["cells"], one["value"]) for one in result["text"]] == [(["R0C1"], "\u25af"), (["R0C1"], "3")]
    again = pipeline.board(VARIANT, json.dumps(result))
    assert groups(again, "whisper") == groups(board, "whisper")
