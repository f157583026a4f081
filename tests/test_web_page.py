"""The page in a browser: what a person does there who never saw a terminal.

Needs Playwright and a Chromium, found as `chromium` or named by CHROMIUM; axe-core (npm) is found by AXE.
"""

import contextlib
import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from puzzlelang import pipeline  # noqa: E402
from puzzlelang.web.limits import LOCAL_BOUNDS  # noqa: E402
from tests.served import Served, served  # noqa: E402

pytestmark = pytest.mark.long

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
AXE = os.environ.get("AXE", "")

GENRE = """puzzle "Quiet stars"
board square
given wall : set of cells  as "X"
find  star : set of cells  as "*"

rule one   "{l} holds one star":
  every l in lines: count(star & l) = 1

rule apart "Stars never touch":
  no a, b in touching: a.star and b.star

rule empty "A star stands on an empty cell":
  no c in wall: c.star
"""

CONTRAST = """() => {
  const light = (colour) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const contrast = (a, b) => Math.max(light(a), light(b)) / Math.min(light(a), light(b));
  const all = [...document.querySelectorAll("#picture svg > path, #picture svg > circle, #picture svg > text")];
  const painted = (at, point) => all.slice(0, at).reverse().find((one) => one.localName !== "text"
    && one.getAttribute("fill") !== "none" && one.isPointInFill(point)).getAttribute("fill");
  return Math.min(...all.flatMap((one, at) => {
    if (one.localName !== "text") return [];
    const size = Number(one.getAttribute("font-size"));
    const { x, width } = one.getBBox();
    const base = Number(one.getAttribute("y"));
    return [0.06, 0.5, 0.94].flatMap((across) => [0.05, 0.36, 0.7].map((up) => {
      const point = new DOMPoint(x + across * width, base - up * size);
      return contrast(painted(at, point), one.getAttribute("fill"));
    }));
  }));
}"""
"""The least contrast of any letters of the picture with what is filled below them."""

MIDDLE_OF_SIDE = """(name) => {
  const side = [...document.querySelectorAll("#picture [data-ends]")].find((one) => one.dataset.place === name);
  const ends = side.dataset.ends.split(" ").map((end) => end.split(",").map(Number));
  const middle = new DOMPoint((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2);
  const shown = middle.matrixTransform(side.getScreenCTM());
  return [shown.x, shown.y];
}"""
"""Where the middle of a border is on the screen."""

LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"


@pytest.fixture(scope="module")
def own() -> Iterator[Served]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with served(LOCAL_BOUNDS, workers=2) as result:
        yield result


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        result = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield result
        result.close()


class Page:
    """A page, and everything that went wrong on it."""

    def __init__(self, own: Served, browser: Any, address: str = "", **options: Any) -> None:
        self.own = own
        self.context = browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("request", self._note_request)
        self.page.goto(address or f"{own.address}?use=write")
        self.page.wait_for_selector("#picture svg")

    def _note_request(self, request: Any) -> None:
        if not request.url.startswith((self.own.address, "data:", "blob:")):
            self.wrong.append(request.url)

    def close(self) -> None:
        self.context.close()
        # Mistakes in a board are status 422.  Chromium keeps the style of text that is typed over, which is refused,
        # and CodeMirror draws that text anew anyway.
        expected = ("status of 422", "Applying inline style")
        assert not [said for said in self.wrong if not any(part in said for part in expected)], self.wrong

    def genre(self, title: str) -> None:
        self.page.fill("#genre", title)
        self.page.press("#genre", "Enter")
        self.until("document.title.startsWith(given)", title)
        self.until("document.getElementById('picture').ariaLabel.startsWith(given)", title)

    def until(self, condition: str, given: object = None) -> None:
        """Wait until a condition holds on the page; it may speak of `given`, and of `text`, the board."""
        result = f"given => {{ const text = document.getElementById('board').value; return {condition}; }}"
        end = time.monotonic() + 60
        while not self.page.evaluate(result, given):  # the page's policy forbids Playwright's own way to wait
            assert time.monotonic() < end, condition
            self.page.wait_for_timeout(50)

    def rules(self, text: str) -> None:
        self.page.click("#fresh")
        self.page.locator("#editor .cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def layer(self, name: str) -> None:
        self.page.check(f"#layers input[value='{name}']")

    def place(self, name: str) -> Any:
        return self.page.locator(f"[data-place='{name}']")

    def touch(self, name: str, **options: Any) -> None:
        before = self.text
        self.place(name).click(**options)
        self.until("text !== given", before)

    def drag(self, points: list[tuple[float, float]], pointer: str = "mouse", button: Any = "left") -> None:
        """Press at the first point, move to the others, let go; in cells from the corner of the board."""
        self.page.evaluate("document.getElementById('frame').scrollIntoView()")
        while (cell := self.place("R1C1").bounding_box()) is None:
            self.page.wait_for_timeout(50)  # another picture takes its place
        first, *rest = [(cell["x"] + x * cell["width"], cell["y"] + y * cell["height"]) for x, y in points]
        if pointer == "mouse":
            self.page.mouse.move(*first)
            self.page.mouse.down(button=button)
            for point in rest:
                self.page.mouse.move(*point)
            self.page.mouse.up(button=button)
            return
        session = self.context.new_cdp_session(self.page)

        def touch(kind: str, *where: tuple[float, float]) -> None:
            result = [{"x": x, "y": y} for x, y in where]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": result})

        touch("touchStart", first)
        for point in rest:
            touch("touchMove", point)
        touch("touchEnd")

    @property
    def text(self) -> str:
        return str(self.page.input_value("#board"))

    def ask(self, name: str, wanted: str) -> None:
        self.page.click(f"[data-ask={name}]")
        self.status(wanted)

    def status(self, wanted: str) -> None:
        sync_api.expect(self.page.locator("#status")).to_contain_text(re.compile(wanted), timeout=60_000)


@pytest.fixture
def page(own: Served, browser: Any) -> Iterator[Page]:
    result = Page(own, browser)
    yield result
    result.close()


def test_words_that_come_late_are_coloured(own: Served, browser: Any) -> None:
    def wait(route: Any) -> None:
        time.sleep(1)
        route.continue_()

    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/api/words", wait)
        page.goto(f"{own.address}?use=write")
        page.wait_for_selector("#picture svg")
        page.wait_for_timeout(3000)
        bold = """() => [...document.querySelector("#editor").shadowRoot.querySelectorAll(".cm-line span")]
          .filter((one) => getComputedStyle(one).fontWeight > 400).map((one) => one.textContent)"""
        assert "puzzle" in page.evaluate(bold)


def test_from_nothing_to_a_shared_board(page: Page, own: Served, browser: Any) -> None:
    broken = GENRE.replace("every l in lines", "every l in lnies")
    page.rules(broken)
    sync_api.expect(page.page.locator("#problems")).to_contain_text("did you mean `lines`?")
    page.page.wait_for_selector("#editor .cm-lintRange-error")
    page.rules(GENRE)
    sync_api.expect(page.page.locator("#rules-state")).to_have_text("Quiet stars: no mistakes")
    page.page.wait_for_selector("[data-place=R6C6]")
    page.page.fill("#rows", "4")
    page.page.fill("#columns", "4")
    page.page.click("#size-form button[type=submit]")
    page.page.wait_for_selector("[data-place=R4C4]")
    page.page.wait_for_selector("[data-place=R5C5]", state="detached")
    page.layer("wall")
    page.touch("R1C2")
    assert page.text.split() == [".X..", "....", "....", "...."]
    page.ask("solve", "This is the only answer")
    page.page.click("#shown button:text('Keep this')")
    page.until("text.includes('*')")
    assert page.text.split() == [".X*.", "*...", "...*", ".*.."]
    page.ask("check", "This is a right answer")
    page.page.click("#share")
    page.until("document.getElementById('dialog').open")
    address = page.page.input_value("#dialog-text")
    other = Page(own, browser, address)
    other.until("document.title === 'puzzlelang' && text.includes('X')")
    assert other.text.split() == page.text.split()
    other.page.check("#uses [value=write]", force=True)
    assert other.page.locator("#editor .cm-content").inner_text().startswith('puzzle "Quiet stars"')
    other.close()


def test_a_wrong_example_is_a_mistake(page: Page) -> None:
    """It is tried as one types; where it stands and why it fails is said, and its correction is seen."""
    board = '  board """\n.X..\n....\n....\n....\n"""\n'
    wrong = "*X..\n..*.\n.*..\n...*"
    right = ".X*.\n*...\n...*\n.*.."
    page.rules(f'{GENRE}\nexample "Four"\n{board}  answer """\n{wrong}\n"""\n')
    sync_api.expect(page.page.locator("#rules-state")).to_have_text(
        "Quiet stars: 1 of 1 example is wrong", timeout=60_000
    )
    sync_api.expect(page.page.locator("#problems")).to_contain_text("this is no answer of the board")
    sync_api.expect(page.page.locator("#problems")).to_contain_text("Stars never touch")
    page.page.wait_for_selector("#editor .cm-lintRange-error")
    page.page.locator("#editor .cm-content").click()
    page.page.keyboard.press("Control+a")
    page.page.keyboard.insert_text(f'{GENRE}\nexample "Four"\n{board}  answer """\n{right}\n"""\n')
    state = re.compile("Quiet stars: no mistakes, 1 example holds, 3 warnings")
    sync_api.expect(page.page.locator("#rules-state")).to_have_text(state, timeout=60_000)
    sync_api.expect(page.page.locator("#problems")).to_contain_text("no example breaks rule `apart`")


def test_a_link_is_pasted(page: Page) -> None:
    page.page.click("#paste")
    page.page.fill("#dialog-text", LINK)
    page.page.click("#dialog-do")
    page.until("document.title.startsWith('Norinori')")
    assert page.text.split()[0] == "aabcc"
    page.ask("solve", "only answer")
    page.page.click("#share")
    sync_api.expect(page.page.locator("#dialog-text")).to_have_value(re.compile("#"), timeout=60_000)
    page.page.select_option("#form", "puzzlink")
    sync_api.expect(page.page.locator("#dialog-text")).to_have_value(LINK, timeout=60_000)


def test_what_is_no_board_is_said_in_the_dialog(page: Page) -> None:
    page.page.click("#paste")
    page.page.fill("#dialog-text", "https://example.org/")
    page.page.click("#dialog-do")
    sync_api.expect(page.page.locator("#dialog-note")).to_contain_text("no board is found")


def test_hints_lead_to_the_end(page: Page) -> None:
    page.page.click("[data-ask=hint]")
    for _ in range(60):
        page.status("^(Technique|Pattern): |Everything is known")
        if "Everything" in page.page.inner_text("#status"):
            break
        page.page.click("#shown button:text('Next hint')")
        page.until("document.getElementById('stop').disabled")
    assert "Everything" in page.page.inner_text("#status")


def test_all_steps_have_a_slider(page: Page) -> None:
    page.ask("path", "steps")
    page.page.locator("#step").press("End")
    sync_api.expect(page.page.locator("#shown pre")).to_contain_text(re.compile(r"^(\d+) of \1:"))


def test_a_long_question_is_stopped(page: Page, own: Served) -> None:
    page.rules('puzzle "Many"\nboard rectangle\nfind x : set of cells\nrule a "some": some c in cells: c.x\n')
    sync_api.expect(page.page.locator("#rules-state")).to_have_text("Many: no mistakes")
    page.page.wait_for_selector("[data-place=R6C6]")
    page.page.fill("#rows", "20")
    page.page.fill("#columns", "20")
    page.page.click("#size-form button[type=submit]")
    page.page.wait_for_selector("[data-place=R20C20]")
    page.page.click("[data-ask=path]")
    page.page.click("#stop")
    page.status("Stopped")
    own.until(lambda found: found["workers"]["busy"] == 0)
    page.page.fill("#rows", "3")
    page.page.fill("#columns", "3")
    page.page.click("#size-form button[type=submit]")
    page.page.wait_for_selector("[data-place=R20C20]", state="detached")
    page.ask("count", "511")


def test_two_answers_show_where_they_differ(page: Page) -> None:
    page.page.click("#blank")
    page.until("!text.includes('T')")
    page.layer("tree")
    page.touch("R2C2")
    page.page.click("[data-ask=solve]")
    sync_api.expect(page.page.locator("#shown button:text('Answer 2')")).to_be_visible()
    page.page.click("#shown button:text('Answer 2')")
    page.page.click("#shown button:text('Back to mine')")


def test_broken_rules_point_out_their_cells(page: Page) -> None:
    page.layer("tent")
    page.touch("R1C1")
    page.touch("R1C2")
    page.ask("check", "Broken")
    page.place("R1C1").hover()
    sync_api.expect(page.page.locator("#place")).to_contain_text("Tents never touch")
    page.page.locator("#shown li button").first.focus()
    before = page.text
    page.page.keyboard.press("Tab")
    page.page.click("#undo")
    page.until("text !== given", before)
    page.page.click("#redo")
    page.until("text === given", before)


def test_reasons_are_told_line_by_line(page: Page, own: Served) -> None:
    """Of a board without an answer: each case, below it how it leads there, last what all come to."""
    board = " 20\n1..\n1.T\n"
    page.page.fill("#board", board)
    page.ask("solve", "There is no answer")
    sync_api.expect(page.page.locator("#shown")).to_contain_text("These cannot all be true")
    result = own.result("solve", {"genre": "tents", "board": board})
    lines = [f"{line['number']}. {line['text']}" for case in result["why"] for line in case["lines"]]
    assert lines or "together" in result
    for line in lines:
        sync_api.expect(page.page.locator("#shown")).to_contain_text(line)
    if "together" in result:
        sync_api.expect(page.page.locator("#shown")).to_contain_text(f"Together: {result['together']}.")
    page.page.click("[data-ask=hint]")
    page.status("There is no answer. “Solve” says why.")


def test_whether_a_drawing_can_be_completed_is_asked_on(page: Page) -> None:
    page.layer("tent")
    page.page.click("[data-ask=check]")
    page.status("[Ss]o far so good")
    page.page.click("#shown button:text('Can it be completed?')")
    page.status("It can still be completed")


def test_new_boards_are_as_wanted(page: Page, own: Served) -> None:
    page.page.fill("#rows", "4")
    page.page.fill("#columns", "4")
    page.page.click("#size-form button[type=submit]")
    page.page.wait_for_selector("[data-place=R5C5]", state="detached")
    page.page.select_option("#rating", "easy")
    page.ask("generate", "1 board, with one answer")
    page.page.click("#shown button:text('Keep this')")
    page.until("text.split('\\n').length <= 7")
    assert own.result("rate", {"genre": "tents", "board": page.text})["name"] == "easy"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("genre", ["Heyawake", "Reflect Link", "Kakuro"])
def test_given_numbers_are_read_on_whatever_is_filled(own: Served, browser: Any, genre: str, scheme: str) -> None:
    """As the browser paints them, at the corners and in the middle of the letters."""
    page = Page(own, browser, color_scheme=scheme)
    page.genre(genre)
    bare = page.page.locator("#picture svg text").all_text_contents()
    before = page.page.inner_html("#picture")
    page.ask("solve", "only answer")
    page.until("document.getElementById('picture').innerHTML !== given", before)
    shown = page.page.locator("#picture svg text").all_text_contents()
    assert bare
    assert all(shown.count(text) >= bare.count(text) for text in bare)
    assert page.page.evaluate(CONTRAST) >= 3
    page.close()


def test_labels_stay_with_their_controls(own: Served, browser: Any) -> None:
    """On a phone no label ends a line whose control stands on the next, and the buttons of a group fit side by side."""
    page = Page(own, browser)
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.genre("Bridges")
    tops = page.page.evaluate(
        """() => [...document.querySelectorAll("#singles label")].map((one) => {
          const [a, b] = [one.getBoundingClientRect(), document.getElementById(one.htmlFor).getBoundingClientRect()];
          return Math.abs((a.top + a.bottom) / 2 - (b.top + b.bottom) / 2);
        })"""
    )
    assert len(tops) == 2
    assert max(tops) < 6
    assert (
        len(
            set(
                page.page.evaluate(
                    "() => [...document.querySelectorAll('header .group button')].map(one => one.offsetTop)"
                )
            )
        )
        == 1
    )
    page.close()


def test_everything_by_keyboard(page: Page) -> None:
    page.genre("Slitherlink")
    page.layer("clue")
    page.page.focus("#picture")
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("ArrowRight")
    sync_api.expect(page.page.locator("#place")).to_contain_text("R2C2")
    page.page.keyboard.press("3")
    sync_api.expect(page.page.locator("#place")).to_have_text("R2C2: clue 3")
    page.page.keyboard.press("Delete")
    sync_api.expect(page.page.locator("#place")).to_have_text("R2C2")
    page.genre("Masyu")
    page.layer("line")
    page.page.focus("#picture")
    page.page.keyboard.press("Shift+ArrowRight")
    page.until("text.includes('#')")
    page.page.keyboard.press("Shift+ArrowDown")
    page.until("text.split('#').length === 3")


def test_lines_are_drawn_with_the_mouse(page: Page) -> None:
    page.genre("Masyu")
    page.layer("line")
    first, last = page.place("R1C1").bounding_box(), page.place("R1C4").bounding_box()
    middle = first["y"] + first["height"] / 2
    page.page.mouse.move(first["x"] + first["width"] / 2, middle)
    page.page.mouse.down()
    page.page.mouse.move(last["x"] + last["width"] / 2, middle, steps=12)
    page.page.mouse.up()
    page.until("text.split('#').length === 4")


LOOP = [(1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2), (1, 1)]
"""A loop of eight as dots, in cells from the corner of the board."""


def emptied(page: Page, layer: str) -> None:
    page.page.click("#blank")
    page.until("!/[a-zA-Z1-9]/.test(text.split('\\n\\n').at(-1))")
    page.layer(layer)


@pytest.mark.parametrize("pointer", ["mouse", "touch"])
@pytest.mark.parametrize(("genre", "half"), [("Slitherlink", 0), ("Masyu", 0.5)])
@pytest.mark.parametrize("points", [1, 2, 12])
def test_a_drag_from_dot_to_dot_draws_a_loop(
    own: Served, browser: Any, pointer: str, genre: str, half: float, points: int
) -> None:
    """However few events tell of it, and with the pointer a little beside the dots."""
    page = Page(own, browser, has_touch=True)
    page.genre(genre)
    emptied(page, "line")
    way = [
        (x + (right - x) * at / points + 0.12 * (-1) ** at, y + (down - y) * at / points - 0.1 * (-1) ** at)
        for (x, y), (right, down) in pairwise(LOOP)
        for at in range(points)
    ]
    page.drag([(x + half, y + half) for x, y in [*way, LOOP[-1]]], pointer)
    page.until("text.split('#').length === 9")
    open_ = len(page.text.split("?"))
    page.drag([(x + half, y + half) for x, y in LOOP[:3]], pointer)  # what is there comes to mean "no"
    page.until("text.split('#').length === 7 && text.split('?').length === given", open_)
    page.close()


def test_the_right_button_and_a_second_click_mean_no(page: Page) -> None:
    page.genre("Slitherlink")
    emptied(page, "line")
    page.drag([(1, 1), (3, 1)], button="right")
    page.until("text.includes('?') && !text.includes('#')")
    two = len(page.text.split("?"))
    page.drag([(2.5, 1)], button="right")
    page.until("text.split('#').length === 2")
    assert len(page.text.split("?")) == two
    page.drag([(2.5, 1)])
    page.until("!text.includes('#')")
    assert len(page.text.split("?")) == two
    page.drag([(2.5, 1)])
    page.until("text.split('?').length === given", two + 1)


OPEN_TENTS = "  0110\n1 ....\n0 .T..\n1 ...T\n0 ....\n"


def typed(page: Page, board: str) -> None:
    page.page.fill("#board", board)
    page.until("document.getElementById('picture').ariaLabel.includes('4 rows, 4 columns')")
    page.until("!document.getElementById('picture').classList.contains('stale')")


def test_a_finished_board_is_said_to_be_solved(page: Page) -> None:
    typed(page, OPEN_TENTS)
    page.layer("tent")
    page.touch("R1C2")
    page.touch("R3C3")
    page.status("^Solved!")
    page.touch("R4C4")
    sync_api.expect(page.page.locator("#status")).to_have_text("")
    page.page.click("#undo")
    page.until("!/\\*.*\\n.*\\*/.test(text.split('[answer]')[1])")
    page.ask("check", "^Solved! This is a right answer")


HEXAGONS = "lattice: hexagon\n\n  . 5 .\n . . . .\n1 . 2 . 2\n . . 2 .\n  . 3 3\n"


@pytest.mark.parametrize("pointer", ["mouse", "touch"])
def test_a_loop_on_hexagons_is_drawn_side_by_side(own: Served, browser: Any, pointer: str) -> None:
    """Each side of the answer by a tap at its middle, then "Solved!"."""
    page = Page(own, browser, has_touch=True)
    page.genre("Slitherlink")
    page.page.fill("#board", HEXAGONS)
    page.until("document.querySelectorAll('#picture [data-ends]').length > 60")
    page.until("!document.getElementById('picture').classList.contains('stale')")
    page.layer("line")
    (answer,) = pipeline.solve("slitherlink", HEXAGONS).answers
    for border in (place for place, there in answer.values["line"].items() if there):
        before = page.text
        page.page.evaluate("document.getElementById('frame').scrollIntoView()")
        at = page.page.evaluate(MIDDLE_OF_SIDE, str(border))
        if pointer == "mouse":
            page.page.mouse.click(*at)
        else:
            page.page.touchscreen.tap(*at)
        page.until("text !== given", before)
    page.status("^Solved!")
    page.close()


def test_an_answer_of_a_board_that_is_gone_is_dropped(page: Page, own: Served) -> None:
    """Whatever was asked before another genre, another board or an edit: nothing of it arrives."""
    page.genre("Slitherlink")
    page.page.fill("#rows", "10")
    page.page.fill("#columns", "10")
    page.page.click("[data-ask=generate]")
    page.genre("Tents")
    sync_api.expect(page.page.locator("#stop")).to_be_disabled()
    own.until(lambda found: found["workers"]["busy"] == 0)
    page.page.wait_for_timeout(500)
    assert page.page.inner_text("#status") == ""
    assert page.page.inner_text("#shown") == ""
    assert page.page.locator("#layers input[value=tree]").is_visible()
    page.page.fill("#rows", "12")
    page.page.fill("#columns", "12")
    page.page.click("[data-ask=generate]")
    page.layer("tent")
    page.touch("R1C1")
    sync_api.expect(page.page.locator("#stop")).to_be_disabled()
    assert "Keep this" not in page.page.inner_text("#shown")


def test_touches_that_wait_for_their_turn_go_with_their_board(own: Served, browser: Any) -> None:
    page = Page(own, browser)

    def late(route: Any) -> None:
        page.page.wait_for_timeout(700)
        route.continue_()

    page.layer("tent")
    page.page.route("**/api/edit", late)
    page.place("R1C1").click()
    page.place("R1C2").click()
    page.genre("Slitherlink")
    page.page.wait_for_timeout(2500)
    assert page.page.inner_text("#status") == ""
    page.close()


def test_a_reload_brings_everything_back(page: Page) -> None:
    page.rules(GENRE)
    page.page.wait_for_selector("[data-place=R6C6]")
    page.layer("star")
    page.touch("R2C3")
    before = page.text
    page.page.reload()
    page.page.wait_for_selector("#picture svg")
    page.until("text === given", before)
    assert page.page.locator("#editor .cm-content").inner_text().startswith('puzzle "Quiet stars"')
    page.status("Your last board is back")
    page.genre("Masyu")
    page.page.reload()
    page.until("document.title.startsWith('Masyu')")


def test_a_link_shows_what_it_holds_and_leads_back(page: Page, own: Served) -> None:
    page.layer("tent")
    page.touch("R1C1")
    mine = page.text
    page.page.click("#share")
    page.until("document.getElementById('dialog').open")
    address = page.page.input_value("#dialog-text")
    page.page.keyboard.press("Escape")
    page.touch("R1C2")
    changed = page.text
    assert "#" not in page.page.url
    page.page.goto("about:blank")
    page.page.goto(address)
    page.until("text === given", mine)
    page.status("Earlier")
    page.page.reload()
    page.until("text === given", mine)
    page.touch("R2C3")
    other = page.text
    page.page.reload()
    page.until("text === given", other)
    page.page.focus("#earlier")
    back = page.page.locator("#earlier option").nth(1).get_attribute("value")
    page.page.select_option("#earlier", back)
    page.until("text === given", changed)


def test_a_new_board_has_the_size_that_is_typed(page: Page) -> None:
    page.page.fill("#rows", "4")
    page.page.fill("#columns", "5")
    page.ask("generate", "1 board, with one answer")
    page.until("document.getElementById('picture').ariaLabel.includes('4 rows, 5 columns')")


@pytest.mark.parametrize("width", [1280, 390])
def test_no_button_moves_at_a_touch(page: Page, width: int) -> None:
    page.page.set_viewport_size({"width": width, "height": 900})
    page.genre("Slitherlink")
    page.layer("line")
    tops = "() => [...document.querySelectorAll('button')].map((one) => one.getBoundingClientRect().top + scrollY)"
    before = page.page.evaluate(tops)
    page.touch("border R1C1/R2C1")
    assert page.page.evaluate(tops) == before
    page.place("border R1C2/R2C2").hover()
    assert page.page.evaluate(tops) == before


def test_a_question_that_waits_says_so(browser: Any) -> None:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with served(LOCAL_BOUNDS, workers=1) as own, contextlib.closing(own.connection()) as busy:
        page = Page(own, browser)
        endless = {"rules": 'puzzle "M"\nboard rectangle\nfind x : set of cells\nrule a "b": some c in cells: c.x\n'}
        endless |= {"board": "\n".join(["." * 20] * 20), "limit": 1_000_000}
        busy.request("POST", "/api/count", json.dumps(endless), {"content-type": "application/json"})
        own.until(lambda found: found["workers"]["busy"] == 1)
        page.page.click("[data-ask=solve]")
        page.status("Waiting: this question is the next")
        busy.close()
        page.status("only answer")
        page.close()


def test_regions_and_margins_are_drawn(page: Page) -> None:
    page.genre("Aquarium")
    page.page.click("#blank")
    page.until("/aaa/.test(text)")
    page.layer("tank")
    page.touch("R1C1")
    page.until("/baaa/.test(text)")
    page.layer("clue")
    page.place("row 2").click()
    page.page.click("#brush button:text-is('0')")
    page.until("/^0 a/m.test(text)")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (320, "light"), (390, "dark")])
def test_nothing_is_wider_than_the_page_and_axe_finds_nothing(
    own: Served, browser: Any, width: int, scheme: str
) -> None:
    page = Page(own, browser, color_scheme=scheme)
    page.page.set_viewport_size({"width": width, "height": 800})
    page.ask("hint", "^(Technique|Pattern): ")
    assert page.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    if Path(AXE).is_file():
        page.page.evaluate(Path(AXE).read_text(encoding="utf-8"))
        result = page.page.evaluate("axe.run().then(found => found.violations)")
        serious = [
            (one["id"], one["nodes"][0]["target"], one["nodes"][0].get("failureSummary"))
            for one in result
            if one["impact"] in ("serious", "critical")
        ]
        assert not serious
    page.close()


def test_a_broken_link_says_so(own: Served, browser: Any) -> None:
    for hash_, said in (("#!!!!!!!!!!", "damaged"), ("#AAAAAAAAAAAA", "damaged"), ("#" + "A" * 300_000, "too long")):
        page = Page(own, browser, f"{own.address}?use=write{hash_}")
        page.status(said)
        page.close()


@pytest.mark.parametrize(
    ("name", "title"),
    [("Territory", "Territory"), ("Starbattle", "Star Battle"), ("Number Link", "Numberlink"), ("mashu", "Masyu")],
)
def test_puzzles_are_found_by_everyday_names(page: Page, name: str, title: str) -> None:
    page.page.fill("#genre", name)
    page.page.press("#genre", "Enter")
    page.until("document.title.startsWith(given)", title)
    page.until("document.getElementById('picture').ariaLabel.startsWith(given)", title)


def test_what_may_be_meant_is_offered(page: Page) -> None:
    page.page.fill("#genre", "Sudokuu")
    page.page.press("#genre", "Enter")
    page.status("The library has no “Sudokuu”. Did you mean one of these?")
    page.page.click("#shown button:text-is('Sudoku')")
    page.until("document.title.startsWith('Sudoku')")


def test_who_is_refused_waits_and_asks_again(own: Served, browser: Any) -> None:
    """The page says what the service says, and goes on when there is room; it takes no refusal for an answer."""
    result = '{"status": "refused", "reason": "busy", "message": "16 requests are waiting here"}'
    left = {"genres": 1, "show": 1, "search": 2, "solve": 1}

    def busy(route: Any) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        if left.get(name, 0):
            left[name] -= 1
            status = 503 if name == "show" else 429
            route.fulfill(status=status, headers={"retry-after": "1", "content-type": "application/json"}, body=result)
        else:
            route.continue_()

    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/api/*", busy)
        page.goto(f"{own.address}?use=write")
        sync_api.expect(page.locator("#waiting")).to_contain_text("16 requests are waiting here", timeout=60_000)
        page.wait_for_selector("#picture svg")
        page.fill("#genre", "Sudoku")
        page.press("#genre", "Enter")
        sync_api.expect(page).to_have_title(re.compile("Sudoku"), timeout=60_000)
        page.click("[data-ask=solve]")
        sync_api.expect(page.locator("#status")).to_contain_text("only answer", timeout=60_000)
        sync_api.expect(page.locator("#waiting")).to_be_empty()
        assert not any(left.values())


def test_only_members_are_offered_behind_a_dot(page: Page) -> None:
    page.rules(GENRE)
    sync_api.expect(page.page.locator("#rules-state")).to_have_text("Quiet stars: no mistakes")
    page.page.keyboard.press("Control+End")
    page.page.keyboard.type('rule more "More": every c in cells: c.', delay=20)
    offered = page.page.locator("#editor .cm-tooltip-autocomplete .cm-completionLabel")
    sync_api.expect(offered).to_have_text(["star", "wall", "column", "row"], timeout=60_000)
    page.page.keyboard.press("Escape")
    page.page.keyboard.type("star and", delay=20)
    sync_api.expect(offered.first).to_have_text("and", timeout=60_000)


def test_the_editor_mends_goes_to_declarations_and_renames(page: Page) -> None:
    page.rules(GENRE.replace("count(star & l)", "count(stra & l)"))
    sync_api.expect(page.page.locator("#rules-state")).to_have_text("1 mistake")
    page.page.locator("#editor .cm-lintRange-error").first.hover()
    page.page.locator("#editor .cm-diagnosticAction").first.click()
    sync_api.expect(page.page.locator("#rules-state")).to_have_text("Quiet stars: no mistakes", timeout=60_000)
    page.page.locator("#editor .cm-line", has_text="count(star").first.click()
    page.page.keyboard.press("End")
    for _ in range(6):
        page.page.keyboard.press("ArrowLeft")
    text = page.page.evaluate("document.querySelector('#editor').shadowRoot.querySelector('.cm-content').innerText")
    assert "count(star & l)" in text
    page.page.once("dialog", lambda asked: asked.accept("lamp"))
    page.page.keyboard.press("Home")
    page.page.keyboard.press("Control+End")
    page.page.locator("#editor .cm-line", has_text="find star").first.click(position={"x": 60, "y": 8})
    page.page.keyboard.press("F2")
    sync_api.expect(page.page.locator("#editor .cm-line", has_text="find lamp")).to_have_count(1, timeout=60_000)
    sync_api.expect(page.page.locator("#editor .cm-line", has_text="star &")).to_have_count(0)
    page.page.locator("#editor .cm-line", has_text="count(lamp").first.click()
    page.page.keyboard.press("F12")
    sync_api.expect(page.page.locator("#rules-state")).to_contain_text("No name of your own stands here.")


def test_a_path_and_a_group_are_drawn_from_a_short_list_of_layers(page: Page) -> None:
    page.genre("Variant Sudoku")
    assert not page.page.locator("#layers input[value='clone']").is_visible()
    page.page.select_option("#more", "clone")
    assert page.page.locator("#layers input[value='clone']").is_checked()
    page.layer("thermo")
    before = page.text
    page.drag([(0.5, 0.5), (0.5, 1.5), (0.5, 2.5), (1.5, 2.5)])
    page.until("text !== given", before)
    path = "b: R1C1 R2C1 R3C1 R3C2"
    assert path in page.text
    page.layer("cage")
    drawn = page.text
    page.drag([(4.5, 4.5), (5.5, 4.5), (5.5, 5.5)])
    page.until("text !== given", drawn)
    assert "c: R5C5 R5C6 R6C6" in page.text
    page.page.click("#undo")
    page.until("text === given", drawn)
    page.page.click("#undo")
    page.until("text === given", before)
