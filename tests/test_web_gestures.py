"""Gestures at the board and what is seen of them: quick drags, rectangles, notes, places that are given."""

import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

pytest.importorskip("starlette")
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.served import Served  # noqa: E402
from tests.test_web_finish import fragment  # noqa: E402
from tests.test_web_page import Page, browser, own  # noqa: E402, F401

pytestmark = pytest.mark.long

Point = tuple[float, float]

SHIKAKU = "....\n.4..\n...2\n2...\n\n"

SOLVED = "12\n2.\n"
"""One tap from the end."""

LATIN = "1...\n....\n....\n....\n"


@pytest.fixture
def player(own: Served, browser: Any) -> Iterator[Page]:  # noqa: F811
    result = Page(own, browser, f"{own.address}?use=play")
    yield result
    result.close()


@pytest.fixture
def finger(own: Served, browser: Any) -> Iterator[Page]:  # noqa: F811
    result = Page(own, browser, f"{own.address}?use=play", has_touch=True, is_mobile=True)
    result.page.set_viewport_size({"width": 390, "height": 844})
    yield result
    result.close()


def middle(page: Page, what: Any) -> Point:
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touches(page: Page, *points: Point) -> None:
    """A finger that moves over points and leaves while it moves, as fast as hands are."""
    session = page.context.new_cdp_session(page.page)

    def send(kind: str, *where: Point) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in where]})
        time.sleep(0.02)

    send("touchStart", points[0])
    for one, other in pairwise(points):
        for part in (0.2, 0.4, 0.6, 0.8, 1):
            send("touchMove", (one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])))
    send("touchEnd")


def test_a_tap_counts_after_a_quick_drag(finger: Page) -> None:
    finger.genre("Tents")
    press = finger.page.locator("#brush button")
    no = press.get_by_text("no tent", exact=True)
    turns = press.get_by_text("by turns", exact=True)
    for button in (no, turns, no, turns):
        touches(finger, middle(finger, button))
        sync_api.expect(button).to_have_attribute("aria-pressed", "true")
        touches(finger, middle(finger, finger.place("R1C8")), middle(finger, finger.place("R9C8")))


def test_the_keyboard_has_a_cursor_and_the_mouse_none(player: Page) -> None:
    player.genre("Slitherlink")
    seen = "getComputedStyle(document.querySelector('#picture .cursor')).visibility === 'visible'"
    player.place("border R1C1/R1C2").click()
    sync_api.expect(player.page.locator("#undo")).to_be_enabled()
    assert not player.page.evaluate(seen)
    player.page.keyboard.press("ArrowDown")
    assert player.page.evaluate(seen)
    player.place("border R3C3/R3C4").click()
    assert not player.page.evaluate(seen)


def test_notes_are_seen_on_what_is_given(player: Page) -> None:
    player.genre("Thermo Sudoku")
    tubes = player.text.split("[tube]\n")[1].split("\n")
    row, column = next((r, c) for r, line in enumerate(tubes) for c, one in enumerate(line) if one != ".")
    player.page.click("#pencil")
    player.place(f"R{row + 1}C{column + 1}").click()
    player.page.click("#brush button:text-is('7')")
    sync_api.expect(player.page.locator("#picture .marks")).to_have_text("7")


def test_what_is_given_stays(player: Page) -> None:
    """Digits and notes leave given cells alone, as when several cells are chosen."""
    player.page.goto(f"{player.own.address}?use=play#{fragment('latin-square', LATIN)}")
    player.until("document.getElementById('picture').ariaLabel.startsWith('Latin')")
    player.drag([(0.5, 0.5), (2.5, 0.5)])
    assert player.page.locator("#picture .chosen").count() == 3
    player.page.click("#brush button:text-is('3')")
    player.until("text.includes('?33?')")
    player.page.click("#undo")
    player.until("!text.includes('answer')")
    player.page.click("#pencil")
    player.page.click("#brush button:text-is('2')")
    assert player.page.locator("#picture .marks").count() == 2


def test_rectangles_are_drawn_from_corner_to_corner(player: Page) -> None:
    player.page.goto(f"{player.own.address}?use=play#{fragment('shikaku', SHIKAKU)}")
    player.until("document.getElementById('picture').ariaLabel.startsWith('Shikaku, 4')")
    sync_api.expect(player.page.locator("#keys")).to_contain_text("from corner to corner")
    player.drag([(0.5, 0.5), (1.5, 1.5)])
    player.until("text.includes('aa..'.replaceAll('.', '?'))")
    player.drag([(2.5, 0.5), (3.5, 0.5)])
    player.until("text.includes('aabb')")
    player.drag([(1.5, 2.5), (1.5, 0.5)])  # what is left of another one goes
    player.until("/[?][a-z]bb\\n[?][a-z][?][?]/.test(text)")
    player.page.click("#undo")
    player.until("text.includes('aabb\\naa')")
    player.drag([(1.5, 1.5)], button="right")
    player.until("text.includes('[?][?]bb') || /\\n[?][?]bb\\n/.test(text)")
    player.page.click("#undo")
    player.until("text.includes('aabb\\naa')")


def test_a_proof_that_a_drawing_is_wrong_is_seen_when_wanted(player: Page) -> None:
    board = ".5...\n..2..\n.....\n..1..\n...3.\n\n[answer]\n#????\n?????\n?????\n?????\n?????\n"
    player.page.goto(f"{player.own.address}?use=play#{fragment('nurikabe', board)}")
    player.until("document.getElementById('picture').ariaLabel.startsWith('Nurikabe')")
    player.ask("hint", "cannot be completed")
    assert "\n" not in player.page.inner_text("#status")
    player.page.click("#shown button:text('Show why')")
    assert "\n" in player.page.inner_text("#status")


def test_shift_with_a_digit_is_a_note(player: Page) -> None:
    player.genre("Sudoku")
    before = player.text
    empty = [at for at, one in enumerate(before.replace("\n", "")) if one == "."]
    player.page.locator("[data-place][data-sort=cell]").nth(empty[0]).click()
    player.page.keyboard.press("Shift+Digit4")
    sync_api.expect(player.page.locator("#picture .marks")).to_have_text("4")
    assert player.text == before
    player.page.keyboard.press("4")
    player.until("text !== given", before)


def test_enter_counts_before_the_list_is_there(own: Served, browser: Any) -> None:  # noqa: F811
    with browser.new_context() as context:
        page = context.new_page()
        held: list[Any] = []
        page.route("**/api/genres", lambda route: held.append(route))  # noqa: PLW0108
        page.goto(own.address)
        page.fill("#filter", "masyu")
        page.press("#filter", "Enter")
        sync_api.expect(page.locator("#start")).to_be_visible()
        held[0].continue_()
        sync_api.expect(page.locator("#board-heading")).to_contain_text("Masyu", timeout=60_000)


def test_who_solved_a_board_finds_the_next(player: Page) -> None:
    player.page.goto(f"{player.own.address}?use=play#{fragment('latin-square', SOLVED)}")
    player.until("document.getElementById('picture').ariaLabel.startsWith('Latin')")
    player.place("R2C2").click()
    player.status("^Solved!")
    player.page.click("#shown button:text('All puzzles')")
    sync_api.expect(player.page.locator("#start")).to_be_visible()
