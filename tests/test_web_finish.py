"""A board of every genre, finished in a browser as a player does it, mark by mark, to "Solved!"."""

import base64
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from puzzlelang import pipeline  # noqa: E402
from puzzlelang.files import read_text  # noqa: E402
from puzzlelang.formats import boards  # noqa: E402
from puzzlelang.geometry.places import Cell, Direction, Place, Region  # noqa: E402
from puzzlelang.puzzle import UNKNOWN, Puzzle, Value  # noqa: E402
from puzzlelang.source import Source  # noqa: E402
from puzzlelang.typed import ir, looks  # noqa: E402
from puzzlelang.web import controls  # noqa: E402
from tests.served import Served  # noqa: E402
from tests.test_web_page import Page, browser, own  # noqa: E402, F401

pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).parent.parent / "examples"
GENRES = sorted(path.parent.name for path in EXAMPLES.glob("*/small.answer.txt"))

Marks = Mapping[Place, Value]

MIDDLES = """() => Object.fromEntries([...document.querySelectorAll("#picture [data-place]")].map((one) => {
  const ends = one.dataset.ends?.split(" ").map((end) => end.split(",").map(Number));
  const { x, y, width, height } = one.getBBox();
  const middle = ends
    ? new DOMPoint((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
    : new DOMPoint(x + width / 2, y + height / 2);
  const shown = middle.matrixTransform(one.getScreenCTM());
  return [one.dataset.place, [shown.x, shown.y]];
}))"""
"""Where the middle of each place is on the screen."""


SCROLLS = """() => {
  const frame = document.getElementById("frame");
  return frame.scrollHeight > frame.clientHeight;
}"""
"""Whether a part of the board is seen only when it is scrolled."""


def fragment(genre: str, board: str, rules: str = "") -> str:
    """The end of an address that opens a board of a genre, or of rules, as `share.js` writes it."""
    text = json.dumps({"r": rules, "b": board} if rules else {"g": genre, "b": board}).encode()
    packed = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(packed.compress(text) + packed.flush()).decode().rstrip("=")


def drawn(rules: ir.Ruleset, find: ir.Find, values: Marks, puzzle: Puzzle) -> dict[Place, Value]:
    """What somebody draws of an answer: nothing that is given, and no values that say that there is nothing."""
    look = looks.appearance(rules, find)
    there = [puzzle.givens.get(given.name, {}) for given in rules.givens if given.fixes == find.name]
    return {
        place: value
        for place, value in values.items()
        if value is not False and (value is True or look.of(value).shape != "nothing")
        if all(givens.get(place, UNKNOWN) == UNKNOWN for givens in there)
    }


def alike(find: ir.Find, values: Marks) -> object:
    """What two drawings have in common that differ only in the letters of regions."""
    named = {str(place): value for place, value in values.items()}
    if not isinstance(find.kind, ir.PartitionKind):
        return named
    return {frozenset(cell for cell in named if named[cell] == label) for label in named.values()}


class Player:
    """Draws on the board that a page shows."""

    def __init__(self, page: Page, rules: ir.Ruleset, puzzle: Puzzle) -> None:
        self.page, self.rules, self.puzzle = page, rules, puzzle
        self.mouse = page.page.mouse
        if page.page.evaluate(SCROLLS):
            page.page.set_viewport_size({"width": 1280, "height": 1400})  # a click reaches what is seen only
        page.page.evaluate("document.getElementById('frame').scrollIntoView()")
        self.middles: dict[str, tuple[float, float]] = page.page.evaluate(MIDDLES)

    def draw(self, find: ir.Find, values: Marks) -> None:
        """Draw all of a find."""
        if self.page.page.locator("#layers input").count() > 1:
            self.page.layer(find.name)
        match find.kind:
            case ir.PartitionKind():
                parts = defaultdict[Value, list[Cell]](list)
                for cell, label in values.items():
                    assert isinstance(cell, Cell)
                    parts[label].append(cell)
                for cells in parts.values():
                    self.drag(gesture(self.rules, find, self.puzzle, cells))
            case ir.SetKind() | ir.FunctionKind():
                by_value = defaultdict[Value, list[Place]](list)
                for place, value in values.items():
                    by_value[value].append(place)
                for value, places in by_value.items():
                    self.take(find, value)
                    for place in places:
                        at = place.cells[0] if isinstance(place, Region) else place
                        self.mouse.click(*self.middles[str(at)])

    def take(self, find: ir.Find, value: Value) -> None:
        """Take a value in hand."""
        assert isinstance(find.kind, ir.SetKind | ir.FunctionKind)
        if isinstance(find.kind, ir.SetKind):
            text = find.name
        else:
            text = value.value if isinstance(value, Direction) else str(value)
        button = self.page.page.locator("#brush button").get_by_text(text, exact=True)
        if button.count():
            button.first.click()
            return
        offered = self.page.page.locator("#brush button").all_inner_texts()
        assert self.page.page.locator("#brush input").count(), (text, offered)
        self.page.page.fill("#brush input", text)
        self.page.page.press("#brush input", "Enter")

    def drag(self, way: Sequence[Place]) -> None:
        """Press at the first place, move over the others, let go."""
        first, *rest = [self.middles[str(place)] for place in way]
        self.mouse.move(*first)
        self.mouse.down()
        for point in rest:
            self.mouse.move(*point)
        self.mouse.up()


def gesture(rules: ir.Ruleset, find: ir.Find, puzzle: Puzzle, cells: Sequence[Cell]) -> list[Cell]:
    """A drag that draws a region: from corner to corner if it is a rectangle by the rules, else over all cells."""
    if not controls.is_rectangular(find, rules):
        return around(puzzle, cells)
    ends = [min(cells, key=lambda cell: (cell.row, cell.column)), max(cells, key=lambda cell: (cell.row, cell.column))]
    return list(dict.fromkeys(ends))


def around(puzzle: Puzzle, cells: Sequence[Cell]) -> list[Cell]:
    """A way over all cells of a region, from neighbour to neighbour."""
    left, way = set(cells), list[Cell]()

    def visit(cell: Cell) -> None:
        left.discard(cell)
        way.append(cell)
        for other in puzzle.geometry.neighbours(cell):
            if other in left:
                visit(other)
                way.append(cell)

    visit(cells[0])
    assert not left
    return way


@pytest.fixture(scope="module")
def player(own: Served, browser: Any) -> Iterator[Page]:  # noqa: F811
    result = Page(own, browser, f"{own.address}?use=play#{fragment('tents', '')}")
    yield result
    result.close()


@pytest.mark.parametrize("genre", GENRES)
def test_a_board_of_every_genre_is_finished_by_drawing(genre: str, player: Page) -> None:
    text = read_text(EXAMPLES / genre / "small.txt").text
    rules = pipeline.load(genre)
    puzzle = boards.read(rules, Source("small", text))
    answer = boards.read_drawing(rules, puzzle, read_text(EXAMPLES / genre / "small.answer.txt"))
    player.page.goto(f"{player.own.address}?use=play#{fragment(genre, text)}")
    player.until("text === given", text)
    player.until("document.getElementById('picture').ariaLabel.startsWith(given)", rules.title)
    player.page.wait_for_selector("#brush button")
    drawer = Player(player, rules, puzzle)
    finds = [find for find in rules.finds if not find.hidden]
    wanted = {find.name: drawn(rules, find, answer.values.get(find.name, {}), puzzle) for find in finds}
    for find in finds:
        if wanted[find.name]:
            drawer.draw(find, wanted[find.name])
    player.status("^Solved! ")
    drawing = boards.read(rules, Source("board", player.text)).drawing
    assert drawing is not None
    for find in finds:
        assert alike(find, drawing.values.get(find.name, {})) == alike(find, wanted[find.name]), find.name
