"""What the page thinks that a change does, run by Node: the same as what the service does, and in the same order."""

import json
import random
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.formats import boards
from puzzlelang.formats.text import write
from puzzlelang.geometry.places import Place
from puzzlelang.puzzle import Puzzle
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.to_svg import page_svg
from puzzlelang.sessions import highlights
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.web import editing, fresh, pictures
from puzzlelang.web.controls import Control, controls
from puzzlelang.web.requests import Change
from puzzlelang.web.service import PAGE
from puzzlelang.web.stamps import ANY, Stamps, stamps
from tests.library import sweep

NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run the page's code")

PREDICT = """
const { Sheet, changed, unwritten, writtenText } = await import(process.argv[1]);
const { marks, controls, finds, changes } = JSON.parse(process.argv[2]);
let sheet = new Sheet({ text: "begun", marks });
for (const { control, ...change } of changes) sheet = changed(sheet, change, controls[control] || null, finds);
const found = unwritten(sheet);
const [asked, shown] = ["change", "marks"].map((name) => found.map((one) => one[name]));
console.log(JSON.stringify({ changes: asked, marks: shown, text: writtenText(sheet) }));
"""


def predicted(told: object) -> Any:
    """The changes that the page asks for, and what it shows after each."""
    assert NODE is not None
    address = (PAGE / "sheets.js").as_uri()
    ran = subprocess.run(
        [NODE, "--input-type=module", "--eval", PREDICT, "--", address, json.dumps(told)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def stamped(rules: ir.Ruleset, puzzle: Puzzle, offered: Sequence[Control]) -> Stamps:
    scene = highlights.picture(rules, puzzle)
    return stamps(rules, puzzle, scene, figure(scene).targets, offered, dark=False)


def touches(puzzle: Puzzle, offered: Sequence[Control], chance: random.Random) -> list[dict[str, Any]]:
    """Touches of what changes place by place, at random."""
    board = puzzle.geometry
    there: dict[str, Sequence[Place]] = {
        "cell": board.cells, "link": board.links, "border": board.borders, "corner": board.corners,
        "line": board.lines, "view": board.views, "region": board.cells,
    }  # fmt: skip
    result: list[dict[str, Any]] = []
    for _ in range(12):
        control = chance.choice(offered)
        if not (places := there.get(control.sort)):
            continue
        some = [str(place) for place in chance.sample(places, min(len(places), chance.choice([1, 1, 2, 3])))]
        value = chance.choice([None, None, None, "", *control.steps])
        back = chance.random() < 0.3
        result.append({"control": control.name, "name": control.name, "places": some, "value": value, "back": back})
    return result


@sweep
def test_a_change_looks_as_the_service_makes_it(name: str) -> None:
    rules, chance = pipeline.load(name), random.Random(name)
    puzzle = fresh.board(rules, None)
    every = controls(rules, puzzle)
    there = stamped(rules, puzzle, every)
    offered = [one for one in every if one.name in there and one.role == "find"]
    if not offered:
        return
    changes = touches(puzzle, offered, chance)
    result = predicted(
        {
            "marks": pictures.marks(rules, puzzle),
            "controls": {one.name: msgspec.to_builtins(one) for one in offered},
            "finds": [find.name for find in rules.finds],
            "changes": changes,
        }
    )
    assert result["text"] == "begun"
    request = msgspec.convert(result["changes"], list[Change])
    assert len(request) == len(changes)
    for change, shown in zip(request, result["marks"], strict=True):
        puzzle = editing.apply_change(rules, puzzle, change)
        again = boards.read(rules, Source("board", write.write(rules, puzzle, puzzle.drawing)))
        said = {declared: values for declared, values in pictures.marks(rules, again).items() if values}
        assert {declared: values for declared, values in shown.items() if values} == said, change


def elements(picture: str, place: str) -> list[str]:
    """What a picture has as found at a place."""
    lines = [line for line in picture.splitlines() if f" data-found={quoteattr(place)}" in line]
    return [line.replace(f" data-found={quoteattr(place)}", "") for line in lines]


@sweep
def test_a_stamp_is_what_the_service_draws_where_nothing_else_is(name: str) -> None:
    rules, chance = pipeline.load(name), random.Random(name)
    puzzle = fresh.board(rules, None)
    offered = controls(rules, puzzle)
    for declared, values in stamped(rules, puzzle, offered).items():
        find = rules.find(declared)
        if find is None or isinstance(find.kind, ir.PartitionKind):
            continue
        single = sorted(values.keys() - {ANY})
        for value in chance.sample(single, min(3, len(single))):
            for place, result in values[value].items():
                drawn = editing.apply_change(rules, puzzle, Change(name=declared, places=[place], value=value))
                shown = page_svg(figure(highlights.picture(rules, drawn))).picture
                if f"data-given={quoteattr(place)}" not in shown:
                    seen = "".join(elements(shown, place))
                    assert seen == "".join(stamp.svg for stamp in result), (declared, value, place)


def test_a_value_makes_way_for_what_is_given_at_once() -> None:
    """The weight of a letter stands below it, before the service draws it as after."""
    rules = pipeline.load("letter-weights")
    puzzle = boards.read(rules, Source("board", "weights: 1,2\n\nAB..\n\n[total]\n. . 3 .\n"))
    result = stamped(rules, puzzle, controls(rules, puzzle))["weight"]["2"]
    for place in ("R1C1", "R1C2"):
        drawn = editing.apply_change(rules, puzzle, Change(name="weight", places=[place], value="2"))
        shown = page_svg(figure(highlights.picture(rules, drawn))).picture
        assert "".join(elements(shown, place)) == "".join(stamp.svg for stamp in result[place])
    assert result["R1C1"] != result["R1C4"]
    assert next(iter(result)) == "R1C4"  # what stands for all places of its shape comes first


def test_borders_between_values_have_a_stamp() -> None:
    rules = pipeline.load("fillomino")
    puzzle = boards.read(rules, Source("board", "2.\n..\n"))
    offered = controls(rules, puzzle)
    assert [one.parted for one in offered if one.name == "digit"] == [True]
    assert [stamp.layer for stamp in stamped(rules, puzzle, offered)["digit"][ANY]["R1C1"]] == ["lines"]
