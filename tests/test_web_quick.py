"""Marks that the page shows before the service has written them: at once, in order, none lost, none twice."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from puzzlelang.files import read_text  # noqa: E402
from tests.served import Served  # noqa: E402
from tests.test_web_finish import EXAMPLES, MIDDLES, fragment  # noqa: E402
from tests.test_web_page import Page, browser, own  # noqa: E402, F401

pytestmark = pytest.mark.long

PAINTED = """() => [...document.querySelectorAll("#picture svg :is(path, circle, text)")]
  .filter((one) => !["way", "cursor"].includes(one.getAttribute("class")) && getComputedStyle(one).display !== "none")
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const colours = ["fill", "stroke"].map((name) => one.getAttribute(name));
    return [...colours, ...[x, y, width, height].map(Math.round), one.textContent];
  }).map(String).sort()"""
"""What is painted, in whatever order."""


class Slow:
    """A page whose edits are held until they are let go."""

    def __init__(self, own: Served, browser: Any, genre: str) -> None:  # noqa: F811
        rules, text = (CAGES, CAGED) if genre == "cages" else ("", read_text(EXAMPLES / genre / "small.txt").text)
        self.held: list[Any] = []
        self.page = Page(own, browser, f"{own.address}?use=play#{fragment(genre, text, rules)}")
        self.page.page.wait_for_selector("#brush button")
        self.page.until("text === given", text)
        self.begun = text
        self.hold()

    def hold(self) -> None:
        self.page.page.route("**/api/edit", lambda route: self.held.append(route))  # noqa: PLW0108

    def click(self, *places: str) -> None:
        middles = self.page.page.evaluate(MIDDLES)
        for place in places:
            self.page.page.mouse.click(*middles[place])

    def changes(self, number: int) -> list[Any]:
        """What a request asks for."""
        while len(self.held) <= number:
            self.page.page.wait_for_timeout(20)
        return list(json.loads(self.held[number].request.post_data)["changes"])

    def let_go(self) -> None:
        """Answer what is held, and whatever comes."""
        self.page.page.route("**/api/edit", lambda route: route.continue_())
        for route in self.held:
            route.continue_()
        self.held = []

    def written(self) -> str:
        """The board as soon as all is written: as sharing it waits for that."""
        self.page.page.evaluate("document.getElementById('dialog-text').value = ''")
        self.page.page.click("#share")
        sync_api.expect(self.page.page.locator("#dialog-text")).to_have_value(re.compile("#"), timeout=60_000)
        self.page.page.keyboard.press("Escape")
        return self.page.text


@pytest.fixture(params=["nurikabe", "slitherlink", "masyu", "shikaku", "squaro"])
def slow(own: Served, browser: Any, request: Any) -> Iterator[Slow]:  # noqa: F811
    result = Slow(own, browser, request.param)
    yield result
    result.page.close()


SOME = {
    "nurikabe": ["R1C1", "R1C3", "R5C5", "R1C3"],
    "slitherlink": ["border R1C1/R1C2", "border R2C1/R2C2", "border R1C2/R2C2", "border R1C1/R1C2"],
    "masyu": ["R1C1-R1C2", "R1C2-R2C2", "R2C2-R2C3", "R1C1-R1C2"],
    "shikaku": ["R1C1", "R2C3", "R3C1"],
}
"""Places that are touched one after another, some of them twice."""


def painted(slow: Slow, *, joined: bool) -> list[str]:
    """What is painted; if lines may be `joined`, all but lines."""
    result: list[str] = slow.page.page.evaluate(PAINTED)
    return [one for one in result if not (joined and one.startswith("none,"))]


def genre(slow: Slow) -> str:
    """The genre that a page shows, by its heading."""
    return str(slow.page.page.inner_text("#board-heading")).split()[0].lower()


def test_marks_are_painted_as_the_service_will_paint_them(slow: Slow) -> None:
    corners = slow.page.page.evaluate(
        "[...document.querySelectorAll('[data-sort=corner]')].map((one) => one.dataset.place)"
    )
    places = corners[1:4] if genre(slow) == "squaro" else SOME[genre(slow)]
    bare = slow.page.page.evaluate(PAINTED)
    slow.click(*places)
    seen = slow.page.page.evaluate(PAINTED)
    assert seen != bare
    assert slow.page.text == slow.begun
    assert len(slow.changes(0)) == 1
    slow.let_go()
    slow.written()
    joined = genre(slow) == "shikaku"  # the service joins walls that continue each other
    assert painted(slow, joined=joined) == [one for one in seen if not (joined and one.startswith("none,"))]
    for _ in places:
        slow.page.page.click("#undo")
    assert slow.page.page.evaluate(PAINTED) == bare  # at once
    slow.page.until("text === given", slow.begun)
    assert slow.page.page.locator("#undo").is_disabled()


BESIDE = [
    ("arrows", "arrow", ["row 1 seen from the left", "column 2 seen from the bottom"], ""),
    ("icebarn", "through", ["row 5 seen from the left", "column 5 seen from the bottom"], ""),
    ("wrapping-net", "round", ["row 2", "column 3"], ""),
    ("map", "colour", ["R1C3", "R3C1"], "2"),
    ("cages", "weight", ["R1C2", "R3C3"], "4"),
]
"""Values of lines, views, regions and groups: the genre, what is drawn, where, and the key of its value."""

CAGES = """puzzle "Cages"
board rectangle
given cage   : groups of cells
find  weight : cage to 1..4

rule whole "Cages weigh different amounts":
  every a, b in pairs(cage): a.weight != b.weight
"""

CAGED = "...\n...\n...\n\n[cage]\na: R1C1 R1C2\nb: R3C3\n"


@pytest.mark.parametrize(("genre", "find", "places", "key"), BESIDE, ids=[case[0] for case in BESIDE])
def test_values_beside_the_board_and_of_regions_are_painted_at_once(
    genre: str,
    find: str,
    places: list[str],
    key: str,
    own: Served,  # noqa: F811
    browser: Any,  # noqa: F811
) -> None:
    slow = Slow(own, browser, genre)
    page = slow.page.page
    if page.locator("#layers input").count() > 1:
        slow.page.layer(find)
    bare = page.evaluate(PAINTED)
    for place in places:
        slow.click(place)
        if key:
            page.keyboard.press(key)
    seen = page.evaluate(PAINTED)
    assert seen != bare
    assert page.locator("#picture .waits").count() == 0
    slow.let_go()
    slow.written()
    assert page.evaluate(PAINTED) == seen
    slow.page.close()


@pytest.fixture
def shaded(own: Served, browser: Any) -> Iterator[Slow]:  # noqa: F811
    result = Slow(own, browser, "nurikabe")
    yield result
    result.page.close()


def row(slow: Slow) -> str:
    return slow.page.text.split("[answer]\n")[1].split("\n")[0]


def test_what_waits_is_asked_for_together_and_in_order(shaded: Slow) -> None:
    shaded.click("R1C1", "R1C3", "R1C1", "R1C4", "R1C4", "R1C4")
    assert [one["value"] for one in shaded.changes(0)] == ["true"]
    shaded.held.pop().continue_()
    result = [(one["places"], one["value"]) for one in shaded.changes(0)]
    assert result == [(["R1C3"], "true"), (["R1C1"], "false"), (["R1C4"], "true"), (["R1C4"], "false"), (["R1C4"], "")]
    shaded.let_go()
    shaded.written()
    assert row(shaded) == ".?#??"
    for wanted in (".?#.?", ".?##?", ".?#??", "#?#??"):
        shaded.page.page.click("#undo")
        shaded.page.until("text.split('[answer]\\n')[1]?.startsWith(given)", wanted)


def test_undo_and_redo_of_what_is_not_written(shaded: Slow) -> None:
    bare = shaded.page.page.evaluate(PAINTED)
    shaded.click("R1C1", "R1C3")
    both = shaded.page.page.evaluate(PAINTED)
    shaded.page.page.click("#undo")
    shaded.page.page.click("#undo")
    assert shaded.page.page.evaluate(PAINTED) == bare
    shaded.page.page.click("#redo")
    shaded.page.page.click("#redo")
    assert shaded.page.page.evaluate(PAINTED) == both
    shaded.page.page.click("#undo")
    shaded.click("R1C4")
    shaded.let_go()
    shaded.written()
    assert row(shaded) == "#??#?"


def test_a_reload_loses_nothing_that_waits(shaded: Slow) -> None:
    shaded.click("R1C1", "R1C3", "R1C4")
    shaded.page.page.reload()
    shaded.page.page.wait_for_selector("#picture svg")
    shaded.let_go()
    shaded.page.until("text.includes('[answer]')")
    shaded.written()
    assert row(shaded) == "#?##?"


def test_what_is_refused_goes_and_the_rest_stays(own: Served, browser: Any) -> None:  # noqa: F811
    slow = Slow(own, browser, "kakuro")
    cells = [name for name in slow.page.page.evaluate(MIDDLES) if re.fullmatch(r"R\d+C\d+", name)]
    slow.page.page.evaluate("name => { window.wanted = name; }", cells[-1])
    slow.let_go()
    slow.click(cells[-1])
    slow.page.page.keyboard.press("5")
    slow.page.until("text.includes('5')")
    before = slow.written()
    slow.hold()
    slow.page.page.keyboard.press("Escape")
    slow.click(cells[-2])
    slow.page.page.keyboard.press("4")
    slow.page.page.keyboard.press("*")  # no number
    slow.let_go()
    slow.page.status("not")
    assert slow.written() != before
    slow.page.page.click("#undo")
    slow.page.until("text === given", before)
    slow.page.close()


def test_who_comes_back_to_the_same_board_can_draw_at_once(own: Served, browser: Any) -> None:  # noqa: F811
    board = ".5.\n...\n...\n"
    page = Page(own, browser, f"{own.address}?use=play#{fragment('nurikabe', board)}")
    page.page.wait_for_selector("#brush button")
    page.touch("R3C3")
    drawn = page.text
    page.page.click("#home")
    page.page.click("#going-on button")
    page.page.wait_for_selector("#brush button")
    page.touch("R1C1")
    assert page.text.count("#") == drawn.count("#") + 1
    page.page.focus("#earlier")
    assert page.page.locator("#earlier option").count() == 1  # it is no other work
    page.close()


@pytest.mark.parametrize(("name", "place", "value"), [("fillomino", "R1C2", "2"), ("letter-weights", "R1C1", "1")])
def test_a_value_and_what_comes_of_it_does_not_move_later(
    own: Served,  # noqa: F811
    browser: Any,  # noqa: F811
    name: str,
    place: str,
    value: str,
) -> None:
    """Borders between different numbers, and a number beside a letter, are where the service draws them."""
    slow = Slow(own, browser, name)
    bare = slow.page.page.evaluate(PAINTED)
    slow.click(place)
    slow.page.page.click(f"#brush button[data-value='{value}']")
    seen = slow.page.page.evaluate(PAINTED)
    assert seen != bare
    assert slow.page.text == slow.begun
    slow.let_go()
    slow.written()
    assert slow.page.page.evaluate(PAINTED) == seen
    slow.page.close()
