"""Boards of many kinds, solved on the page by mouse, by finger and by keyboard, without one mark too many."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, assert_never

import pytest

pytest.importorskip("starlette")
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from puzzlelang import pipeline  # noqa: E402
from puzzlelang.files import read_text  # noqa: E402
from puzzlelang.formats import boards  # noqa: E402
from puzzlelang.geometry.places import Border, Cell, Group, Link, Place, Region  # noqa: E402
from puzzlelang.puzzle import Puzzle, Value  # noqa: E402
from puzzlelang.source import Source  # noqa: E402
from puzzlelang.typed import ir  # noqa: E402
from tests.served import Served  # noqa: E402
from tests.test_web_finish import EXAMPLES, MIDDLES, alike, around, drawn, fragment, gesture  # noqa: E402
from tests.test_web_page import Page, browser, own  # noqa: E402, F401

pytestmark = pytest.mark.long

GENRES = [
    "slitherlink", "masyu", "hashi", "numberlink", "yajilin", "nurikabe", "heyawake", "tents", "sudoku", "kakuro",
    "easy-as-abc", "gokigen", "shikaku", "galaxies", "squaro", "skyscrapers", "arrows", "icebarn", "wrapping-net",
    "letter-weights", "terra-x", "map", "pencils",
]  # fmt: skip
"""Lines between cells and corners, bridges, shading, objects, numbers, letters, diagonals, regions and corners."""

VIEWS = {"mouse": (1280, 900), "finger": (390, 844), "keyboard": (1280, 900)}

Point = tuple[float, float]
Marks = Mapping[Place, Value]


def walks(edges: Mapping[Place, tuple[Point, Point]]) -> Iterator[list[Point]]:
    """Ways along edges between points, each edge on one of them once."""
    left: dict[Point, list[tuple[Place, Point]]] = defaultdict(list)
    for edge, (one, other) in edges.items():
        left[one].append((edge, other))
        left[other].append((edge, one))
    gone: set[Place] = set()
    starts = sorted(left, key=lambda point: len(left[point]) % 2 == 0)
    for start in starts:
        while True:
            way, at = [start], start
            while result := next((pair for pair in left[at] if pair[0] not in gone), None):
                gone.add(result[0])
                at = result[1]
                way.append(at)
            if len(way) == 1:
                break
            yield way


class Hand:
    """Somebody at a page: what all ways to draw have in common."""

    def __init__(self, page: Page, rules: ir.Ruleset, puzzle: Puzzle) -> None:
        self.page, self.rules, self.puzzle = page, rules, puzzle
        self.middles: dict[str, Point] = {name: (x, y) for name, (x, y) in page.page.evaluate(MIDDLES).items()}

    def draw(self, find: ir.Find, values: Marks) -> None:
        """Draw all of a find."""
        if self.page.page.locator("#layers input").count() > 1:
            self.press(self.page.page.locator(f"#layers label:has(input[value='{find.name}'])"))
        kind = find.kind
        match kind:
            case ir.PartitionKind():
                parts = defaultdict[Value, list[Cell]](list)
                for cell, label in values.items():
                    assert isinstance(cell, Cell)
                    parts[label].append(cell)
                for cells in parts.values():
                    self.way([self.middles[str(cell)] for cell in self.gesture(find, cells)])
            case ir.SetKind() | ir.FunctionKind() if any(isinstance(place, Border | Link) for place in values):
                times = {place: 1 if value is True else int(str(value)) for place, value in values.items()}
                for time in range(1, max(times.values()) + 1):
                    for way in walks({place: self.ends(place) for place, most in times.items() if most >= time}):
                        self.way(way)
            case ir.SetKind():
                for place in values:
                    self.tap(self.middles[str(place)])
            case ir.FunctionKind():
                for place, value in values.items():
                    at = place.cells[0] if isinstance(place, Region | Group) else place
                    self.tap(self.middles[str(at)])
                    self.value(value)
            case _:
                assert_never(kind)

    def gesture(self, find: ir.Find, cells: Sequence[Cell]) -> list[Cell]:
        """The cells over which somebody draws a region."""
        return gesture(self.rules, find, self.puzzle, cells)

    @property
    def buttons(self) -> list[str]:
        """The buttons for values."""
        return list(self.page.page.locator("#brush button").all_inner_texts())

    def value(self, value: Value) -> None:
        """Give the value to the place that was tapped; of few values taps go through all."""
        text = str(getattr(value, "value", value))
        if "by turns" in self.buttons:
            for _ in range(self.buttons.index(text) - 1):  # the first one is "by turns", the next one is there
                self.again()
        else:
            self.press(self.page.page.locator("#brush button").get_by_text(text, exact=True).first)

    def ends(self, place: Place) -> tuple[Point, Point]:
        """The two points between which a border or a link lies."""
        geometry = self.puzzle.geometry
        if isinstance(place, Link):
            return self.middles[str(place.first)], self.middles[str(place.second)]
        assert isinstance(place, Border)
        (x, y), cell = self.middles[str(place)], self.middles[str(geometry.cells[0])]
        other = self.middles[str(geometry.cells[1])]
        half = abs(other[0] - cell[0]) / 2
        across = place.lattice[0] % 2 == 0  # it lies between rows
        dx, dy = (half, 0.0) if across else (0.0, half)
        return (round(x - dx), round(y - dy)), (round(x + dx), round(y + dy))

    def again(self) -> None:
        """Tap once more where the last tap was."""
        self.tap(self.last)

    last: Point = (0, 0)

    def press(self, what: Any) -> None:
        """Press a button of the page."""
        raise NotImplementedError

    def tap(self, point: Point) -> None:
        """Tap a point of the board."""
        raise NotImplementedError

    def way(self, points: Sequence[Point]) -> None:
        """Draw along points."""
        raise NotImplementedError


class Mouse(Hand):
    """Clicks and drags."""

    def press(self, what: Any) -> None:
        what.click()

    def tap(self, point: Point) -> None:
        self.last = point
        self.page.page.mouse.click(*point)

    def way(self, points: Sequence[Point]) -> None:
        mouse = self.page.page.mouse
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point)
        mouse.up()


class Finger(Hand):
    """Touches, as a screen reports them."""

    def __init__(self, page: Page, rules: ir.Ruleset, puzzle: Puzzle) -> None:
        super().__init__(page, rules, puzzle)
        self.session = page.context.new_cdp_session(page.page)

    def send(self, kind: str, *points: Point) -> None:
        result = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": result})

    def press(self, what: Any) -> None:
        while (box := what.bounding_box()) is None:
            pass  # others take the place of the buttons
        self.send("touchStart", (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        self.send("touchEnd")

    def tap(self, point: Point) -> None:
        self.last = point
        self.send("touchStart", point)
        self.send("touchEnd")

    def way(self, points: Sequence[Point]) -> None:
        self.send("touchStart", points[0])
        for one, other in pairwise(points):
            for part in (0.4, 0.8, 1):  # a finger is told a few times for each cell
                self.send("touchMove", (one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])))
        self.send("touchEnd")


CURSOR = """() => {
  const box = document.querySelector("#picture .cursor").getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2 + scrollY];
}"""
"""Where the keyboard is on the whole page, which moves below the window as the focus goes on."""


def arrow(right: float, down: float, *, level: bool) -> str:
    """The key that leads that way."""
    if level:
        return "ArrowRight" if right > 0 else "ArrowLeft"
    return "ArrowDown" if down > 0 else "ArrowUp"


class Keyboard(Hand):
    """Keys, from the first to the last."""

    def __init__(self, page: Page, rules: ir.Ruleset, puzzle: Puzzle) -> None:
        super().__init__(page, rules, puzzle)
        self.key = page.page.keyboard.press
        self.scrolled = page.page.evaluate("scrollY")

    def gesture(self, find: ir.Find, cells: Sequence[Cell]) -> list[Cell]:
        return around(self.puzzle, cells)

    def focus(self, wanted: str) -> None:
        """Go on by Tab until the focus is there."""
        for key in ("Tab", "Shift+Tab"):
            for _ in range(80):
                if self.page.page.evaluate("wanted => document.activeElement?.matches(wanted)", wanted):
                    return
                self.key(key)
        raise AssertionError(wanted)

    def press(self, what: Any) -> None:
        name = what.locator("input").get_attribute("value")
        self.focus("#layers input")
        for _ in range(20):
            if self.page.page.evaluate("document.activeElement.value") == name:
                return
            self.key("ArrowRight")
        raise AssertionError(name)

    def go(self, point: Point) -> None:
        """Move with arrow keys until the cursor is there."""
        self.focus("#picture")
        stuck = 0
        for _ in range(200):
            x, y = self.page.page.evaluate(CURSOR)
            right, down = point[0] - x, point[1] + self.scrolled - y
            if abs(right) < 5 and abs(down) < 5:
                return
            level = (abs(right) > abs(down)) != (stuck % 2 == 1)
            self.key(arrow(right, down, level=level))
            stuck = stuck + 1 if [x, y] == self.page.page.evaluate(CURSOR) else 0
            assert stuck < 4, (point, x, y)
        raise AssertionError(point)

    def tap(self, point: Point) -> None:
        self.go(point)
        if not self.choosing:
            self.key("Space")

    def again(self) -> None:
        self.key("Space")

    @property
    def choosing(self) -> bool:
        """Whether keys give values, as there are too many to go through."""
        return "choose" in self.buttons

    def value(self, value: Value) -> None:
        if self.choosing:
            self.page.page.keyboard.type(str(getattr(value, "value", value)))
        else:
            super().value(value)

    def way(self, points: Sequence[Point]) -> None:
        self.go(points[0])
        if len(points) == 1:
            self.key("Space")
        for (x, y), (right, down) in pairwise(points):
            level = abs(right - x) > abs(down - y)
            self.key(
                "Shift+"
                + (("ArrowRight" if right > x else "ArrowLeft") if level else "ArrowDown" if down > y else "ArrowUp")
            )


HANDS: Mapping[str, Callable[[Page, ir.Ruleset, Puzzle], Hand]] = {
    "mouse": Mouse,
    "finger": Finger,
    "keyboard": Keyboard,
}


@pytest.fixture(scope="module", params=list(HANDS))
def player(own: Served, browser: Any, request: Any) -> Iterator[tuple[str, Page]]:  # noqa: F811
    width, height = VIEWS[request.param]
    phone = {"has_touch": True, "is_mobile": True} if request.param == "finger" else {}
    result = Page(own, browser, f"{own.address}?use=play#{fragment('tents', '')}", **phone)
    result.page.set_viewport_size({"width": width, "height": height})
    yield request.param, result
    result.close()


@pytest.mark.parametrize("genre", GENRES)
def test_a_board_is_solved_without_a_wrong_mark(genre: str, player: tuple[str, Page]) -> None:
    name, page = player
    text = read_text(EXAMPLES / genre / "small.txt").text
    rules = pipeline.load(genre)
    puzzle = boards.read(rules, Source("small", text))
    answer = boards.read_drawing(rules, puzzle, read_text(EXAMPLES / genre / "small.answer.txt"))
    page.page.goto("about:blank")  # else another board of these rules may be there until this one comes
    page.page.goto(f"{page.own.address}?use=play#{fragment(genre, text)}")
    page.until("text === given", text)
    page.until("document.getElementById('picture').ariaLabel.startsWith(given)", rules.title)
    page.page.wait_for_selector("#brush button")
    hand = HANDS[name](page, rules, puzzle)
    for find in rules.finds:
        wanted = drawn(rules, find, answer.values.get(find.name, {}), puzzle)
        if not wanted or find.hidden:
            continue
        hand.draw(find, wanted)
    sync_api.expect(page.page.locator("#status")).to_contain_text(re.compile("^Solved! "), timeout=20_000)
    drawing = boards.read(rules, Source("board", page.text)).drawing
    assert drawing is not None
    for find in rules.finds:
        wanted = drawn(rules, find, answer.values.get(find.name, {}), puzzle)
        assert alike(find, drawing.values.get(find.name, {})) == alike(find, wanted), find.name
