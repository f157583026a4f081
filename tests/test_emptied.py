"""Drawings that are finished though they leave open what stays empty: in every genre all that there is is drawn."""

from collections.abc import Mapping

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.formats import boards
from puzzlelang.geometry.places import Place
from puzzlelang.problem.findings import Worth
from puzzlelang.puzzle import Drawing, Puzzle, Solution, Value
from puzzlelang.questions import check
from puzzlelang.source import Source
from puzzlelang.typed import ir, looks

GENRES = sorted(path.stem for path in resources.library_files())

TENTS = " 0110\n1....\n0.T..\n1...T\n0....\n"

ALL = pipeline.ruleset(
    Source(
        "all.rules",
        """
puzzle "All that can be empty"
board rectangle
given size : cells to 1..4?
find room  : partition of cells
find sign  : cells to {none, dot}  as none ".", dot "o"
find line  : links to 0..2         as 0 ".", 1 "-|", 2 "=H"
find wall  : set of borders
find digit : cells to 1..3?

rule dots  "{a} holds one dot, in its first cell":
  every a in room: count({c in a where c.sign = dot}) = 1
rule sizes "{a} has as many cells as it says":
  every a in room: every c in a with c.size: count(a) = c.size
rule lines "Three links are drawn":
  sum(l.line for l in links) = 3
rule walls "There is no wall":
  count(wall) = 0
rule twos  "There is one number, a 2":
  count({c in cells where present(c.digit)}) = 1 and (every c in cells with c.digit: c.digit = 2)
""",
    )
)


def judged_text(rules: ir.Ruleset, board: str) -> tuple[Worth, bool]:
    return judged(rules, boards.read(rules, Source("board", board)))


def judged(rules: ir.Ruleset, puzzle: Puzzle, drawing: Drawing | None = None) -> tuple[Worth, bool]:
    with OpenPuzzle(rules, puzzle, here=True) as opened:
        result = opened.check(drawing)
    emptied = result.empty_completion is not None
    shown = check.as_json(result)
    assert shown.get("emptied", False) is emptied
    assert shown["status"] == result.worth.value
    assert result.finished is (result.right or emptied)
    return result.worth, emptied


@pytest.mark.parametrize(
    ("drawing", "worth", "emptied"),
    [
        ("?*??/????/??*?/????", Worth.OPEN, True),
        ("?*x?/xxxx/??*?/????", Worth.OPEN, True),
        (".*../..../..*./....", Worth.RIGHT, False),
        ("?*??/????/????/????", Worth.OPEN, False),
        ("?*?*/????/??*?/????", Worth.BROKEN, False),
        ("?x??/????/??*?/????", Worth.OPEN, False),
        ("????/????/????/????", Worth.OPEN, False),
    ],
)
def test_what_is_open_is_empty_if_that_is_right(drawing: str, worth: Worth, emptied: bool) -> None:
    text = drawing.replace("x", ".").replace("/", "\n")
    assert judged_text(pipeline.load("tents"), f"{TENTS}\n[answer]\n{text}\n") == (worth, emptied)


def test_a_board_on_which_nothing_is_drawn_is_open() -> None:
    text = 'puzzle "A"\nboard square\nfind x : set of cells\nrule a "none": count(x) = 0\n'
    rules = pipeline.ruleset(Source("a.rules", text))
    assert judged_text(rules, "..\n..\n") == (Worth.OPEN, False)
    assert judged_text(rules, "..\n..\n\n[answer]\n.?\n??\n") == (Worth.OPEN, True)


def test_each_kind_of_find_has_a_way_to_be_empty() -> None:
    puzzle = boards.read(ALL, Source("board", "[size]\n2..\n..4\n"))
    cells, links = puzzle.geometry.cells, puzzle.geometry.links
    assert links[0].first is cells[0]
    drawn: dict[str, Mapping[Place, Value]] = {
        "room": dict.fromkeys(cells[:2], "a"),
        "sign": {cells[0]: "dot", cells[5]: "dot"},
        "line": {links[0]: 2, links[1]: 1},
        "digit": {cells[3]: 2},
    }
    assert judged(ALL, puzzle, Drawing(drawn)) == (Worth.OPEN, True)
    for find in drawn:
        less = {name: values for name, values in drawn.items() if name != find}
        assert judged(ALL, puzzle, Drawing(less)) == (Worth.OPEN, False), find


def solved(opened: OpenPuzzle, example: ir.Example) -> Solution | None:
    for one in example.verdicts:
        if one.answer is not None:
            return opened.check(boards.read_drawing(opened.rules, opened.puzzle, one.answer)).answer
        if one.solutions == 1:
            return opened.solve(1).answers[0]
    return None


def seen(find: ir.Find, rules: ir.Ruleset, values: Mapping[Place, Value]) -> Mapping[Place, Value]:
    """What somebody draws of an answer: no values that say that there is nothing."""
    look = looks.appearance(rules, find)
    return {
        place: value
        for place, value in values.items()
        if value is not False and (value is True or look.of(value).shape != "nothing")
    }


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if at % 12 else name for at, name in enumerate(GENRES)]
)
def test_in_every_genre_all_that_there_is_is_enough(name: str) -> None:
    rules = pipeline.load(name)
    for example in rules.examples:
        puzzle = boards.read(rules, example.board or Source(example.title, example.url or ""))
        with OpenPuzzle(rules, puzzle, here=True) as opened:
            answer = solved(opened, example)
            if answer is None:
                continue
            finds = [find for find in rules.finds if find.name in answer.values]
            drawn = {find.name: seen(find, rules, answer.values[find.name]) for find in finds}
            result = opened.check(Drawing(drawn))
            assert result.finished
            assert answer in (result.answer, result.empty_completion)
            return
    raise AssertionError("no example has an answer")
