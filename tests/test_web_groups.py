"""Groups and paths as somebody draws them on the page."""

import pytest

from puzzlelang import pipeline
from puzzlelang.formats import boards
from puzzlelang.formats.text import write
from puzzlelang.formats.text.read import givens_key
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.web import editing, fresh
from puzzlelang.web.controls import controls
from puzzlelang.web.requests import Change

RULES = pipeline.ruleset(
    Source(
        "all.rules",
        """
puzzle "All"
board rectangle
given clue : cells to number?
given cage : groups of cells
given total : cage to number?
given thermo : paths of cells
given pair : groups of links
given weight : thermo to 1..3
find digit : cells to 1..3
rule total "{k} adds up to {k.total}": every k in cage with k.total: sum(digit of k) = k.total
rule rest "The rest": every t in thermo: count(pair) >= t.weight
""",
    )
)


def after(puzzle: Puzzle, *edits: tuple[str, str, str | None, bool]) -> Puzzle:
    for name, places, value, back in edits:
        edit = Change(name=name, places=places.split(), value=value, back=back)
        puzzle = editing.apply_change(RULES, puzzle, edit)
        again = boards.read(RULES, Source("board", write.write(RULES, puzzle)))
        assert givens_key(again) == givens_key(puzzle)
        puzzle = again
    return puzzle


def members_by_label(puzzle: Puzzle, name: str) -> dict[str, str]:
    return {one.label: " ".join(map(str, one.members)) for one in puzzle.groups.get(name, ())}


EDITS: dict[str, tuple[list[tuple[str, str, str | None, bool]], str, dict[str, str]]] = {
    "a drag is a group": ([("cage", "R1C2 R1C1", None, False)], "cage", {"a": "R1C1 R1C2"}),
    "a drag from a group adds to it": (
        [("cage", "R1C1 R1C2", None, False), ("cage", "R1C2 R2C2", None, False)],
        "cage",
        {"a": "R1C1 R1C2 R2C2"},
    ),
    "groups overlap": (
        [("cage", "R1C1 R1C2", None, False), ("cage", "R2C2 R1C2", None, False)],
        "cage",
        {"a": "R1C1 R1C2", "b": "R1C2 R2C2"},
    ),
    "places leave a group": (
        [("cage", "R1C1 R1C2 R2C2", None, False), ("cage", "R2C2", None, True)],
        "cage",
        {"a": "R1C1 R1C2"},
    ),
    "a group without places is gone": (
        [("cage", "R1C1 R1C2", None, False), ("cage", "R2C2", None, False), ("cage", "R1C1 R1C2", "", False)],
        "cage",
        {"b": "R2C2"},
    ),
    "what is gone leaves its name to the next": (
        [("cage", "R1C1", None, False), ("cage", "R1C1", "", False), ("cage", "R2C1", None, False)],
        "cage",
        {"a": "R2C1"},
    ),
    "a drag is a path": ([("thermo", "R2C1 R1C1 R1C2", None, False)], "thermo", {"a": "R2C1 R1C1 R1C2"}),
    "a path goes on from its end": (
        [("thermo", "R2C1 R1C1", None, False), ("thermo", "R1C1 R1C2 R2C1", None, False)],
        "thermo",
        {"a": "R2C1 R1C1 R1C2 R2C1"},
    ),
    "elsewhere another path begins": (
        [("thermo", "R2C1 R1C1", None, False), ("thermo", "R2C1 R2C2", None, False)],
        "thermo",
        {"a": "R2C1 R1C1", "b": "R2C1 R2C2"},
    ),
    "a path is gone as a whole": (
        [("thermo", "R2C1 R1C1 R1C2", None, False), ("thermo", "R1C1", None, True)],
        "thermo",
        {},
    ),
    "links": ([("pair", "R1C1-R1C2", None, False)], "pair", {"a": "R1C1-R1C2"}),
    "links along cells": ([("pair", "R1C1 R1C2 R2C2", None, False)], "pair", {"a": "R1C1-R1C2 R1C2-R2C2"}),
}


@pytest.mark.parametrize("what", EDITS)
def test_what_a_drag_means(what: str) -> None:
    edits, name, expected = EDITS[what]
    assert members_by_label(after(fresh.board(RULES, (2, 2)), *edits), name) == expected


def test_values_belong_to_the_group_that_begins_there() -> None:
    puzzle = after(
        fresh.board(RULES, (2, 3)),
        ("cage", "R1C1 R1C2 R2C2", None, False),
        ("cage", "R2C3 R1C2", None, False),
        ("total", "R1C2", "4", False),
        ("total", "R2C2", "6", False),
    )
    assert {str(place): value for place, value in puzzle.givens["total"].items()} == {"cage a": 6, "cage b": 4}
    puzzle = after(puzzle, ("cage", "R2C1", None, False), ("cage", "R1C1 R1C2 R2C2", "", False))
    assert {str(place): value for place, value in puzzle.givens["total"].items()} == {"cage b": 4}


def test_each_path_that_needs_a_value_has_one() -> None:
    puzzle = after(fresh.board(RULES, (2, 3)), ("thermo", "R1C1 R1C2", None, False))
    assert {str(place): value for place, value in puzzle.givens["weight"].items()} == {"thermo a": 1}


def test_groups_that_fit_stay_on_a_board_of_another_size() -> None:
    puzzle = after(
        fresh.board(RULES, (2, 3)), ("cage", "R1C3 R1C2", None, False), ("cage", "R1C1", None, False),
        ("total", "R1C1", "2", False), ("total", "R1C2", "3", False),
    )  # fmt: skip
    smaller = editing.resize(RULES, puzzle, (2, 2))
    assert members_by_label(smaller, "cage") == {"b": "R1C1"}
    assert {str(place): value for place, value in smaller.givens["total"].items()} == {"cage b": 2}


def test_controls_tell_what_can_be_touched() -> None:
    result = {one.name: (one.holds, one.sort) for one in controls(RULES, fresh.board(RULES, (2, 2)))}
    assert result["cage"] == ("group", "cell")
    assert result["total"] == ("number", "cell")
    assert result["thermo"] == ("path", "cell")
    assert result["pair"] == ("group", "link")
