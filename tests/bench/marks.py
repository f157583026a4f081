"""How soon a mark is seen on the page: `python -m tests.bench.marks [--latency 200] [--clicks 20] [GENRE ...]`.

For each genre somebody clicks places of the board one by one, then many within a second.  The page itself looks, frame
by frame, at what is painted where it was clicked: how long each click takes to show there, as median and most, and
how long it takes until the text of the board has all clicks of that second.  Needs Playwright and a Chromium.
"""

import argparse
import os
import shutil
import statistics
import sys
import time
from typing import Any

from playwright import sync_api

from puzzlelang import pipeline
from puzzlelang.files import read_text
from puzzlelang.formats import boards
from puzzlelang.geometry.places import Place
from puzzlelang.source import Source
from puzzlelang.web.limits import LOCAL_BOUNDS
from tests.served import Served, served
from tests.test_web_finish import EXAMPLES, MIDDLES, fragment

BOARDS = {
    "nurikabe": "cells", "slitherlink": "edges", "masyu": "lines", "sudoku": "numbers", "shikaku": "areas",
    "squaro": "dots",
}  # fmt: skip
"""Genres, and what is drawn there."""

WATCH = """() => {
  const picture = document.getElementById("picture");
  const skipped = new Set(["way", "cursor", "chosen"]);
  const painted = (points) => {
    const all = [...picture.querySelectorAll("svg :is(path, circle, text, rect, polygon)")].filter((one) =>
      !one.dataset.place && !skipped.has(one.getAttribute("class")) && one.style.display !== "none");
    if (!all.length) return "";
    const plain = all[0].getScreenCTM().inverse();
    return points.map(([x, y]) => {
      let shown = "";
      const at = new DOMPoint(x, y).matrixTransform(plain);
      for (const one of all) {
        const moved = one.parentNode.transform?.baseVal.consolidate();
        const inside = moved ? at.matrixTransform(moved.matrix.inverse()) : at;
        const box = one.getBBox();
        if (inside.x < box.x - 9 || inside.x > box.x + box.width + 9) continue;
        if (inside.y < box.y - 9 || inside.y > box.y + box.height + 9) continue;
        if (one.localName === "text") shown += one.textContent;
        else if (one.hasAttribute("stroke") && one.isPointInStroke(inside)) shown = one.getAttribute("stroke");
        else if (one.getAttribute("fill") !== "none" && one.isPointInFill(inside)) shown = one.getAttribute("fill");
      }
      return shown;
    }).join("|");
  };
  window.clicks = [];
  let changed = false;
  new MutationObserver(() => { changed = true; }).observe(picture, { childList: true, subtree: true });
  addEventListener("pointerup", (event) => {
    const points = [[0, 0], [-4, -4], [4, -4], [-4, 4], [4, 4]].map(([x, y]) => [event.clientX + x, event.clientY + y]);
    const before = painted(points);
    window.clicks.push({ points, begun: performance.now(), before, shown: null });
  }, true);
  const look = () => {
    const drawn = performance.now();
    if (changed) setTimeout(() => {
      const now = performance.now();
      const open = window.clicks.filter((one) => one.shown === null && one.begun < drawn);
      for (const one of open) if (painted(one.points) !== one.before) one.shown = now;
    });
    changed = false;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes each click, and when what is painted there is another than before."""


def measure(own: Served, browser: Any, genre: str, clicks: int, latency: int) -> None:
    """Print how soon clicks are seen on a board of a genre."""
    text = read_text(EXAMPLES / genre / "medium.txt").text
    rules = pipeline.load(genre)
    puzzle = boards.read(rules, Source("medium", text))
    answer = boards.read_drawing(rules, puzzle, read_text(EXAMPLES / genre / "medium.answer.txt"))
    find = next(one for one in rules.finds if not one.hidden)
    places: list[Place] = [place for place, value in answer.values[find.name].items() if value is not False]
    given = {place for values in puzzle.givens.values() for place in values}
    places = [place for place in places if place not in given]
    with browser.new_context(viewport={"width": 1280, "height": 1000}) as context:
        page = context.new_page()
        page.goto(f"{own.address}?use=play#{fragment(genre, text)}")
        page.wait_for_selector("#brush button")
        value = page.locator("#brush button").get_by_text("7" if genre == "sudoku" else "yes", exact=True)
        if value.count():
            value.first.click()
        page.wait_for_timeout(300)
        middles = page.evaluate(MIDDLES)
        page.evaluate(WATCH)
        if latency:
            network = context.new_cdp_session(page)
            network.send(
                "Network.emulateNetworkConditions",
                {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1},
            )
        one_by_one = places[: len(places) // 2][:12]
        for place in one_by_one:
            page.mouse.click(*middles[str(place)])
            page.wait_for_timeout(300 + 2 * latency)
        alone = times(page)
        page.evaluate("window.clicks = []")
        quick = [place for place in places if place not in one_by_one][:clicks]
        begun = time.perf_counter()
        for number, place in enumerate(quick):
            while time.perf_counter() - begun < number / clicks:
                time.sleep(0.001)
            page.mouse.click(*middles[str(place)])
        last = time.perf_counter()
        settled = last_change(page) - last
        together = times(page)
    print(
        f"{BOARDS.get(genre, ''):8} {genre:12} {puzzle.geometry.height}x{puzzle.geometry.width}:"
        f" alone {shown(alone)}; {len(quick)} in {last - begun:.1f} s {shown(together)},"
        f" all in the text {1000 * settled:.0f} ms after the last",
        flush=True,
    )


def last_change(page: Any) -> float:
    """Wait until the text of the board stays as it is for a second; return since when it does."""
    before, since = "", time.perf_counter()
    while time.perf_counter() - since < 1:
        text = page.input_value("#board")
        if text != before:
            before, since = text, time.perf_counter()
        page.wait_for_timeout(20)
    return since


def times(page: Any) -> list[float | None]:
    """Milliseconds from each click to what it changes."""
    result: list[float | None] = page.evaluate("clicks.map((one) => one.shown && one.shown - one.begun)")
    return result


def shown(found: list[float | None]) -> str:
    """The times in words."""
    seen = [one for one in found if one is not None]
    lost = f", {len(found) - len(seen)} not seen" if len(seen) < len(found) else ""
    return f"median {statistics.median(seen):.0f} ms, most {max(seen):.0f} ms{lost}" if seen else "none seen"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.marks")
    parser.add_argument("genres", nargs="*", metavar="GENRE")
    parser.add_argument("--latency", type=int, default=0, help="milliseconds that the network takes")
    parser.add_argument("--clicks", type=int, default=20, help="clicks within a second")
    chosen = parser.parse_args(arguments)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with served(LOCAL_BOUNDS, workers=2) as own, sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for genre in chosen.genres or BOARDS:
            measure(own, browser, genre, chosen.clicks, chosen.latency)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
