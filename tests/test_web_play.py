"""Who only wants to play, and who sets a board: the start, notes, trials, the clock, counting answers as one draws."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from tests.served import Served  # noqa: E402
from tests.test_web_finish import fragment  # noqa: E402
from tests.test_web_page import Page, browser, own  # noqa: E402, F401

pytestmark = pytest.mark.long


@pytest.fixture(params=[{"width": 1280, "height": 900}, {"width": 390, "height": 844}], ids=["desktop", "phone"])
def player(own: Served, browser: Any, request: Any) -> Iterator[Page]:  # noqa: F811
    result = Page(own, browser, f"{own.address}?use=play", has_touch=request.param["width"] < 500)
    result.page.set_viewport_size(request.param)
    yield result
    assert result.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    result.close()


def test_three_actions_lead_from_the_start_to_the_first_mark(own: Served, browser: Any) -> None:  # noqa: F811
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(own.address)
        page.wait_for_selector("#cards img")  # pictures of genres
        titles = page.locator("#cards .card").all_inner_texts()
        assert {"Sudoku", "Nurikabe", "Heyawake", "Numberlink"} <= set(titles[:80])  # those that many know come first
        page.fill("#filter", "slither")
        assert page.locator("#cards .card:visible").first.inner_text() == "Slitherlink"
        page.click(".card[data-genre=slitherlink]")
        page.wait_for_selector("#picture svg")
        assert not page.locator("#editor").is_visible()
        assert page.locator("#sentences li").count() == 2
        page.locator("[data-place='border R1C1/R1C2']").click(position={"x": 2, "y": 20})
        sync_api.expect(page.locator("#undo")).to_be_enabled()
        page.click("#home")
        page.click("#going-on button")
        page.wait_for_selector("#picture svg")
        sync_api.expect(page.locator("#status")).not_to_contain_text("no answer")


def test_a_puzzle_far_down_the_list_opens_at_its_top(own: Served, browser: Any) -> None:  # noqa: F811
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(own.address)
        page.wait_for_selector("#cards img")
        page.locator("#cards .card").nth(200).click()
        page.wait_for_selector("#picture svg")
        assert page.evaluate("scrollY") == 0


def test_another_puzzle_begins_with_nothing_in_hand(player: Page) -> None:
    player.genre("Sudoku")
    four = player.page.locator("#brush button:text-is('4')")
    four.click()
    sync_api.expect(four).to_have_attribute("aria-pressed", "true")
    player.genre("Arrow Sudoku")
    sync_api.expect(four).to_have_attribute("aria-pressed", "false")


def test_undo_ends_where_a_board_began(player: Page) -> None:
    """It leads to no other board, whichever was there before; that is under “Earlier”."""
    player.genre("Tents")
    sync_api.expect(player.page.locator("#undo")).to_be_disabled()
    player.place("R1C1").click()
    sync_api.expect(player.page.locator("#undo")).to_be_enabled()
    player.genre("Masyu")
    sync_api.expect(player.page.locator("#undo")).to_be_disabled()
    player.page.locator("#picture").focus()
    player.page.keyboard.press("Control+z")
    assert player.page.title().startswith("Masyu")


def test_the_board_of_another_puzzle_is_not_seen_while_one_waits(player: Page) -> None:
    player.genre("Sudoku")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    player.page.route("**/api/draw", hold)
    player.page.fill("#genre", "Masyu")
    player.page.press("#genre", "Enter")
    player.until("document.getElementById('board-heading').textContent === 'Masyu'")
    sync_api.expect(player.page.locator("#picture svg")).to_be_hidden()
    for one in held:
        one.continue_()
    player.page.unroute("**/api/draw")
    sync_api.expect(player.page.locator("#picture svg")).to_be_visible()
    player.until("document.getElementById('picture').ariaLabel.startsWith('Masyu')")


def test_values_and_hands_are_explained(player: Page) -> None:
    """A player reads what is drawn by which click, in the words of the puzzle."""
    brush, keys = player.page.locator("#brush button"), player.page.locator("#keys")
    player.genre("Slitherlink")
    assert brush.all_inner_texts() == ["by turns", "line", "no line", "erase"]
    sync_api.expect(keys).to_contain_text("A second click, or a right click, says “no line”")
    player.genre("Sudoku")
    assert brush.all_inner_texts() == ["choose", *"123456789", "erase"]
    first, last = (brush.get_by_text(text, exact=True).bounding_box() for text in ("1", "choose"))
    assert first["y"] < last["y"] or first["x"] < last["x"]  # values come first in a keypad
    sync_api.expect(keys).to_contain_text("Click a cell, or drag over several, then press a value")
    player.page.click("#pencil")
    sync_api.expect(keys).to_contain_text("None of it is part of the answer")


def test_the_board_is_as_large_as_the_window_allows(own: Served, browser: Any) -> None:  # noqa: F811
    """Tools lie beside it in a wide window, and at the bottom edge of a phone, high enough for a finger."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(own.address)
        page.click(".card[data-genre=slitherlink]")
        page.wait_for_selector("#brush button")
        frame, tools = page.locator("#frame").bounding_box(), page.locator("#tools").bounding_box()
        svg = page.locator("#picture svg").bounding_box()
        assert frame
        assert tools
        assert svg
        assert tools["x"] > frame["x"] + frame["width"]
        assert svg["height"] > 0.72 * 800
        assert frame["y"] + frame["height"] < 800
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with browser.new_context(**phone) as context:
        page = context.new_page()
        page.goto(own.address)
        page.click(".card[data-genre=pencils]")
        page.wait_for_selector("#brush button")
        tools = page.locator("#tools").bounding_box()
        assert tools
        assert tools["y"] + tools["height"] == 844
        low = """() => [...document.querySelectorAll("header button, header input, main button, #layers label")]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
          .filter((one) => !["radio", "checkbox"].includes(one.type)).map((one) => one.id || one.textContent)"""
        assert page.evaluate(low) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.click("[data-ask=hint]")
        sync_api.expect(page.locator("#status")).not_to_be_empty()
        result = page.locator("#result").bounding_box()
        assert result
        assert result["y"] + result["height"] <= tools["y"] + 0.5, "undo is at hand while an answer is read"
        assert result["y"] + result["height"] > tools["y"] - 2


def test_notes_are_kept_and_undone(player: Page) -> None:
    player.genre("Sudoku")
    player.page.click("#pencil")
    before = player.text
    empty = player.page.locator("[data-place][data-sort=cell]").nth(player.text.replace("\n", "").find("."))
    empty.click()
    player.page.click("#brush button:text-is('5')")
    player.page.click("#brush button:text-is('2')")
    sync_api.expect(player.page.locator("#picture .marks")).to_have_text("25")
    player.page.keyboard.press("Escape")
    player.page.click("#brush button:text-is('green')")
    empty.click()
    assert player.page.locator("#picture .tint-green").count() == 1
    assert player.text == before
    player.page.reload()
    sync_api.expect(player.page.locator("#picture .marks")).to_have_text("25")
    assert player.page.locator("#picture .tint-green").count() == 1


def test_what_a_rule_leaves_to_the_board_is_said(player: Page) -> None:
    player.genre("Slitherlink")
    sync_api.expect(player.page.locator("#in-italics")).to_be_visible()
    player.genre("Sudoku")
    sync_api.expect(player.page.locator("#in-italics")).to_be_hidden()


def test_a_trial_is_dropped_or_kept(player: Page) -> None:
    player.genre("Sudoku")
    cells = player.page.locator("[data-place][data-sort=cell]")
    rows = player.text.replace("\n", "")
    first, second = (at for at in [at for at, one in enumerate(rows) if one == "."][:2])
    for end in ("drop", "keep"):
        before = player.text
        player.page.click("#try")
        for at in (first, second):
            now = player.text
            cells.nth(at).click()
            player.page.keyboard.press("1")
            player.until("text !== given", now)
        assert player.page.locator("#picture .tried").count() == 2
        drawn = player.text
        player.page.click(f"#try-{end}")
        player.until("text === given", before if end == "drop" else drawn)
        assert player.page.locator("#picture .tried").count() == 0
        assert player.page.locator("#try").is_visible()


def test_a_solved_board_tells_time_and_moves(player: Page) -> None:
    player.genre("Tents")
    assert player.page.inner_text("#clock") == "0:00"
    player.ask("solve", "only answer")
    player.page.click("#shown button:text('Keep this')")
    player.status("^Solved! This is a right answer")
    solved = player.text
    player.place("R1C1").click()
    player.until("text !== given", solved)
    player.page.click("#undo")
    player.until("text === given", solved)
    player.page.click("[data-ask=check]")
    player.status(r"^Solved! 0:\d\d, 1 move\.$")


def test_a_new_board_begins_anew(player: Page) -> None:
    player.genre("Tents")
    player.place("R1C1").click()
    sync_api.expect(player.page.locator("#undo")).to_be_enabled()
    sync_api.expect(player.page.locator("#place")).to_contain_text("R1C1")
    before = player.text
    player.page.click("#making summary")
    for name in ("rows", "columns"):
        player.page.fill(f"#{name}", "5")
    player.ask("generate", "1 board")
    player.until("text && text !== given", before)
    sync_api.expect(player.page.locator("#clock")).to_have_text("0:00")
    sync_api.expect(player.page.locator("#place")).to_be_empty()
    player.page.click("#home")
    sync_api.expect(player.page.locator("#going-on button")).to_have_count(1)


def test_hints_come_in_stages(player: Page) -> None:
    player.genre("Tents")
    player.page.click("[data-ask=hint]")
    player.status(r"^Technique: .*\nRule \d: [A-Z].*\.$")
    rule = player.page.inner_text("#status").split(": ")[-1]
    assert rule in player.page.locator("#sentences li").all_inner_texts()
    player.page.click("#shown button:text('Show me more')")
    player.status("^Look here: ")
    player.page.click("#shown button:text('Show me more')")
    sync_api.expect(player.page.locator("#status")).not_to_contain_text(re.compile("^Look"))
    assert player.page.locator("#shown button:text('Show me more')").is_disabled()


def test_answers_are_counted_as_a_board_is_set(own: Served, browser: Any) -> None:  # noqa: F811
    page = Page(own, browser, f"{own.address}?use=set")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.status("Exactly one answer")
    page.page.route("**/api/solve", hold)
    page.genre("Masyu")
    page.status("^Counting the answers…$")
    for one in held:
        one.continue_()
    page.page.unroute("**/api/solve")
    page.status("Exactly one answer")
    page.genre("Tents")
    page.status("Exactly one answer")
    page.page.click("#blank")
    page.layer("tree")
    page.touch("R2C2")
    page.status("Several answers|No answer")
    page.close()


def test_rooms_and_their_clues_are_set_from_nothing(own: Served, browser: Any) -> None:  # noqa: F811
    page = Page(own, browser, f"{own.address}?use=set")
    page.genre("Heyawake")
    for name in ("rows", "columns"):
        page.page.fill(f"#{name}", "3")
    page.page.click("#blank")
    page.until("text.trim() === given", "aaa\naaa\naaa")
    place = page.page.locator("#picture [data-place][data-sort=cell]")
    place.nth(0).drag_to(place.nth(2))
    page.until("text.trim() === given", "bbb\naaa\naaa")
    page.layer("clue")
    place.nth(0).click()
    page.page.keyboard.type("2")
    page.until("text.includes('b: 2')")
    page.status("Exactly one answer|Several answers")
    page.close()


def test_a_tap_chooses_and_a_key_gives_the_value(player: Page) -> None:
    """No tap puts a number down: one chooses the cell, another one leaves it so, and a drag chooses several."""
    player.genre("Sudoku")
    before = player.text
    empty = [at for at, one in enumerate(before.replace("\n", "")) if one == "."]
    cell = player.page.locator("[data-place][data-sort=cell]").nth(empty[0])
    cell.click()
    assert player.page.locator("#picture .chosen").count() == 1
    cell.click()
    assert player.page.locator("#picture .chosen").count() == 1
    assert player.text == before
    player.page.click("#brush button:text-is('4')")
    player.until("text !== given", before)
    four = player.text
    player.page.focus("#picture")
    player.page.keyboard.press("Delete")
    player.until("text === given", before)
    player.page.click("#brush button:text-is('4')")
    player.until("text === given", four)


def test_keys_for_digits_make_up_a_number(player: Page) -> None:
    """Of many numbers there are the ten digits, one after another for a cell."""
    player.genre("Hidato")
    brush = player.page.locator("#brush button")
    assert brush.all_inner_texts() == ["choose", *"1234567890", "erase"]
    before = player.text
    numbers = [token for line in before.splitlines() for token in line.split()]
    cell = player.page.locator("[data-place][data-sort=cell]").nth(numbers.index("."))
    cell.click()
    for digit in "12":
        player.page.click(f"#brush button:text-is('{digit}')")
    player.until("text !== given", before)
    sync_api.expect(player.page.locator("#place")).to_contain_text("12")
    player.page.click("#undo")
    player.page.click("#undo")
    player.until("text === given", before)


def test_a_button_pressed_while_an_edit_is_answered_counts(player: Page) -> None:
    player.genre("Sudoku")
    empty = player.text.replace("\n", "").find(".")
    button = player.page.locator("#brush button:text-is('4')")
    button.click()
    before = player.text
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    player.page.route("**/api/edit", hold)
    player.page.locator("[data-place][data-sort=cell]").nth(empty).click()
    box = button.bounding_box()
    assert box is not None
    player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.page.mouse.down()
    assert len(held) == 1
    held[0].continue_()
    player.until("text !== given", before)
    player.page.mouse.up()
    sync_api.expect(button).to_have_attribute("aria-pressed", "false")
    player.page.unroute("**/api/edit")


def test_every_form_is_in_one_place(player: Page) -> None:
    player.genre("Slitherlink")
    player.page.click("#share")
    sync_api.expect(player.page.locator("#dialog-text")).to_have_value(re.compile("/#"))
    sync_api.expect(player.page.locator("#dialog-note")).to_contain_text("works on this computer")
    begins = {
        "puzzlink": "https://puzz.link/p",
        "penpa": "https://swaroopg92",
        "json": "{",
        "svg": "<svg",
        "rules": "puzzle",
    }
    for form, begin in begins.items():
        player.page.select_option("#form", form)
        sync_api.expect(player.page.locator("#dialog-text")).to_have_value(re.compile(f"^{re.escape(begin)}"))
    player.page.select_option("#form", "png")
    sync_api.expect(player.page.locator("#dialog-do")).to_have_text("Download")
    with player.page.expect_download() as download:
        player.page.click("#dialog-do")
    assert download.value.suggested_filename == "slitherlink.png"
    player.page.evaluate("window.print = () => { window.wasPrinted = true; }")
    player.page.select_option("#form", "print")
    sync_api.expect(player.page.locator("#dialog-do")).to_have_text("Print…")
    player.page.click("#dialog-do")
    player.until("window.wasPrinted")
    player.page.emulate_media(media="print")
    box = player.page.locator("#sheet svg").bounding_box()
    width = player.page.evaluate("document.documentElement.clientWidth")
    assert box is not None
    assert box["width"] > 0.9 * width
    assert not player.page.locator("header").is_visible()
    player.page.emulate_media(media="screen")


def test_back_leads_to_the_list_and_forward_to_the_board(own: Served, browser: Any) -> None:  # noqa: F811
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(own.address)
        page.wait_for_selector("#cards img")
        page.fill("#filter", "mashu")
        sync_api.expect(page.locator("#cards .card:visible")).to_have_text(["Masyu"])
        page.press("#filter", "Enter")
        page.wait_for_selector("#picture svg")
        page.locator("[data-place='R1C1']").click()
        page.focus("#picture")
        page.keyboard.press("Shift+ArrowRight")
        sync_api.expect(page.locator("#undo")).to_be_enabled()
        page.go_back()
        sync_api.expect(page.locator("#start")).to_be_visible()
        page.go_forward()
        sync_api.expect(page.locator("#start")).to_be_hidden()
        sync_api.expect(page.locator("#board")).to_have_value(re.compile("#"))  # once the service has written it


def test_marks_wait_for_a_service_that_is_away(player: Page) -> None:
    player.genre("Tents")
    before = player.text
    player.page.route("**/api/edit", lambda route: route.abort())
    player.place("R1C1").click()
    sync_api.expect(player.page.locator("#waiting")).to_contain_text("does not answer")
    assert player.text == before
    player.page.unroute("**/api/edit")
    player.until("text !== given", before)
    sync_api.expect(player.page.locator("#waiting")).to_be_empty()
    player.wrong = [said for said in player.wrong if "ERR_FAILED" not in said]


def test_a_file_is_dropped_on_the_page(player: Page) -> None:
    drop = """() => {
      const data = new DataTransfer();
      data.items.add(new File(["https://puzz.link/p?norinori/5/5/cag4ocjo"], "board.txt", { type: "text/plain" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""
    player.page.evaluate(drop)
    player.until("document.title.startsWith('Norinori')")


def test_a_region_is_taken_away_without_a_right_button(player: Page) -> None:
    player.genre("Shikaku")
    before = player.text
    cell = player.page.locator("[data-place][data-sort=cell]").first
    cell.click()
    player.until("text !== given", before)
    drawn = player.text
    player.page.click("#brush button:text-is('erase')")
    cell.click()
    player.until("text !== given", drawn)
    assert player.text == before


def test_two_fingers_enlarge_the_board_and_one_draws(own: Served, browser: Any) -> None:  # noqa: F811
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    with browser.new_context(**phone) as context:
        page = context.new_page()
        page.goto(f"{own.address}?use=play")
        page.wait_for_selector("#picture svg")
        page.evaluate("document.getElementById('frame').scrollIntoView()")
        box = page.locator("#picture svg").bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        session = context.new_cdp_session(page)

        def touch(kind: str, *apart: float) -> None:
            scale = page.evaluate("visualViewport.scale")  # the protocol counts in pixels of the enlarged page
            where = [[(one + side) / scale for one in middle] for side in apart]
            points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(where)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        before = page.input_value("#board")
        touch("touchStart", -20)
        touch("touchStart", -20, 20)
        for apart in [*range(25, 70, 5), *[70] * 5]:
            touch("touchMove", -apart, apart)
            page.wait_for_timeout(50)  # fingers that leave while they move give the page a push
        touch("touchEnd")
        page.wait_for_timeout(500)
        assert page.evaluate("visualViewport.scale") > 1.3
        assert page.input_value("#board") == before
        assert page.locator("#undo").is_disabled(), "whoever enlarges the board draws nothing"
        touch("touchStart", 0)
        touch("touchEnd")
        sync_api.expect(page.locator("#undo")).to_be_enabled()


SYMMETRIC = """puzzle "Lamps"
board rectangle
given wall : set of cells  as "X"
find  lamp : set of cells  as "o"
rule one  "one lamp in each row": every l in rows: count(lamp & l) = 1
rule free "no lamp on a wall": no c in wall: c.lamp

example "One lamp"
  board \"\"\"
XX.
\"\"\"
  has 1 solution

example "Two lamps"
  board \"\"\"
X..
\"\"\"
  drawing \"\"\"
Xoo
\"\"\"
  breaks one

example "Two ways"
  board \"\"\"
X..
\"\"\"
  has 3 solutions
"""


def test_examples_are_pictures_with_their_state(own: Served, browser: Any) -> None:  # noqa: F811
    page = Page(own, browser, f"{own.address}?use=write")
    page.rules(SYMMETRIC)
    page.page.click("#samples summary")
    cards = page.page.locator("#sample-list li")
    sync_api.expect(cards).to_have_count(3)
    sync_api.expect(page.page.locator("#sample-list img")).to_have_count(3)
    sync_api.expect(page.page.locator("#sample-list .state")).to_have_text(["✓ holds", "✓ holds", "✗ is wrong"])
    assert page.page.locator("#sample-list small").all_inner_texts() == ["1 answer", "breaks one", "3 answers"]
    cards.nth(1).locator(".card").click()
    page.until("text === given", "X..\n")
    page.rules(SYMMETRIC.replace("3 solutions", "2 solutions"))
    sync_api.expect(page.page.locator("#sample-list .state")).to_have_text(["✓ holds"] * 3)
    page.close()


def test_clues_are_drawn_in_a_symmetry(own: Served, browser: Any) -> None:  # noqa: F811
    page = Page(own, browser, f"{own.address}?use=write")
    page.rules(SYMMETRIC)
    page.page.wait_for_selector("[data-place=R6C6]")
    page.page.check("#uses [value=set]", force=True)
    page.page.select_option("#symmetry", "half-turn")
    page.layer("wall")
    page.touch("R1C2")
    assert page.text.split()[0] == ".X...."
    page.page.check("#images")
    page.touch("R2C1")
    assert [page.text.split()[at] for at in (1, 4)] == ["X.....", ".....X"]
    page.touch("R5C6")
    assert [page.text.split()[at] for at in (0, 1, 4)] == [".X....", "......", "......"]
    page.close()


def test_rules_with_mistakes_have_no_board_and_no_tools(own: Served, browser: Any) -> None:  # noqa: F811
    """Tools of the board of before would draw nothing."""
    page = Page(own, browser, f"{own.address}?use=write")
    pad = page.page.locator("#pad")
    sync_api.expect(pad).to_be_visible()
    page.page.goto(f"{own.address}?use=write#{fragment('', '', SYMMETRIC.replace('in rows', 'in rwos'))}")
    sync_api.expect(page.page.locator("#problems li")).to_have_count(1, timeout=60_000)
    sync_api.expect(pad).to_be_hidden()
    said = "getComputedStyle(document.getElementById('frame'), '::after').content"
    assert "as soon as the rules have no mistakes" in page.page.evaluate(said)
    page.rules(SYMMETRIC)
    sync_api.expect(pad).to_be_visible(timeout=60_000)
    assert page.page.evaluate(said) == "none"
    page.close()
