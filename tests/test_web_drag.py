"""Where drags lead: pointers' points to places, as the page's own code sees it, run by Node."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from itertools import pairwise

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.places import Place
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Puzzle
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.to_svg import CELL_PIXELS, page_svg
from puzzlelang.sessions import highlights
from puzzlelang.web import fresh
from puzzlelang.web.editing import target_places
from puzzlelang.web.service import PAGE

NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run the page's code")

TOLD = """
import { readFileSync } from "node:fs";
const { Net, Spots, Sweep, Way } = await import(process.argv[1]);
const told = JSON.parse(readFileSync(0, "utf8"));
const between = told.sort === "link" || told.sort === "border";
const net = between ? new Net(told.boxes, told.sort) : new Spots(told.boxes);
console.log(JSON.stringify(told.drags.map(([first, ...rest]) => {
  const drag = between ? new Way(net, first) : new Sweep(net, first);
  for (const point of rest) drag.go(point);
  return drag.places();
})));
"""

TARGET = re.compile(r'<rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)" data-place="(.+?)" data-sort="(.+?)"/>')

Point = tuple[float, float]
"""Right and down, in cells from the corner at the top left."""


def board(genre: str) -> Puzzle:
    return fresh.board(pipeline.load(genre), (4, 4))


SLITHERLINK, MASYU, TENTS = board("slitherlink"), board("masyu"), board("tents")
GENRES = {"border": ("slitherlink", SLITHERLINK), "link": ("masyu", MASYU), "cell": ("tents", TENTS)}


def dragged(sort: str, drags: Sequence[Sequence[Point]]) -> list[list[str]]:
    """The places of drags over the picture that the page gets."""
    name, puzzle = GENRES[sort]
    drawn = page_svg(figure(highlights.picture(pipeline.load(name), puzzle))).places
    numbers = ("x", "y", "width", "height")
    boxes = [
        {"place": place, **dict(zip(numbers, map(float, where), strict=True))}
        for *where, place, of in TARGET.findall(drawn)
        if of == sort
    ]
    assert boxes
    points = [[{"x": x * CELL_PIXELS, "y": y * CELL_PIXELS} for x, y in drag] for drag in drags]
    result = json.dumps({"sort": sort, "boxes": boxes, "drags": points})
    return run_page(TOLD, (PAGE / "drag.js").as_uri(), result)


def run_page(program: str, script: str, told: str) -> list[list[str]]:
    """What a program that imports a script of the page answers to what it is told."""
    assert NODE is not None
    ran = subprocess.run(
        [NODE, "--input-type=module", "--eval", program, "--", script],
        input=told, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)  # type: ignore[no-any-return]


def edges(sort: str, way: Sequence[Point]) -> list[str]:
    """What lies between dots one after another."""
    _, puzzle = GENRES[sort]
    places: dict[tuple[float, float], Place]
    if sort == "border":
        places = {(corner.lattice[1] / 2, corner.lattice[0] / 2): corner for corner in puzzle.geometry.corners}
    else:
        places = {(cell.column - 0.5, cell.row - 0.5): cell for cell in puzzle.geometry.cells}
    result = target_places(Sort(sort), None, [places[dot] for dot in way], puzzle)
    assert len(result) == len(way) - 1
    return list(map(str, result))


def of_dots(sort: str, *way: Point) -> list[str]:
    half = 0.0 if sort == "border" else 0.5
    return edges(sort, [(x + half, y + half) for x, y in way])


AROUND = [(1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2), (1, 1)]
"""A loop of eight."""

DRAGS: dict[str, tuple[Sequence[Point], Sequence[Point]]] = {
    "one border": ([(1, 1), (2, 1)], [(1, 1), (2, 1)]),
    "long, with no point between": ([(0, 1), (4, 1)], [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)]),
    "a loop with a point at each dot": (AROUND, AROUND),
    "a loop with points at the turns alone": ([(1, 1), (3, 1), (3, 3), (1, 3), (1, 1)], AROUND),
    "beside the dots": ([(1.1, 0.8), (2.9, 1.2), (3.2, 2.8)], [(1, 1), (2, 1), (3, 1), (3, 2), (3, 3)]),
    "too far at a turn": ([(1, 1), (2.4, 1), (2, 1.1), (2, 2)], [(1, 1), (2, 1), (2, 2)]),
    "one dot too far and back": ([(1, 1), (3, 1), (2, 1), (2, 2)], [(1, 1), (2, 1), (2, 2)]),
    "around a turn without quite getting there": ([(1, 1), (1.7, 1), (2, 1.35), (2, 2)], [(1, 1), (2, 1), (2, 2)]),
    "not as far as the next dot": ([(1, 1), (2.4, 1)], [(1, 1), (2, 1)]),
    "there and back": ([(1, 1), (2, 1), (1, 1)], [(1, 1)]),
    "straight through a cell": ([(1, 1), (2, 2)], [(1, 1)]),
    "off the board": ([(3, 4), (4, 4), (4, 9)], [(3, 4), (4, 4)]),
}
"""Drags as points, and the dots that they lead through."""


@pytest.mark.parametrize("sort", ["border", "link"])
def test_drags_snap_to_what_lies_between_dots(sort: str) -> None:
    half = 0.0 if sort == "border" else 0.5
    fitting = {name: drag for name, drag in DRAGS.items() if sort == "border" or max(max(dot) for dot in drag[1]) < 4}
    result = dragged(sort, [[(x + half, y + half) for x, y in points] for points, _ in fitting.values()])
    wanted = [of_dots(sort, *dots) for _, dots in fitting.values()]
    assert dict(zip(fitting, result, strict=True)) == dict(zip(fitting, wanted, strict=True))


ON_BORDERS: dict[str, tuple[Sequence[Point], Sequence[Point]]] = {
    "a click": ([(1.5, 1.1)], [(1, 1), (2, 1)]),
    "a click with a shaking hand": ([(1.5, 1.1), (1.6, 1.0), (1.5, 1.0)], [(1, 1), (2, 1)]),
    "a click on a dot": ([(1, 1)], [(1, 1)]),
    "a click in a cell": ([(1.5, 1.5)], [(1, 1)]),
    "along one border": ([(1.35, 1), (1.75, 1)], [(1, 1), (2, 1)]),
    "from one border to the next": ([(1.5, 1), (2.5, 1)], [(1, 1), (2, 1), (3, 1)]),
    "from one border around a corner": ([(1.5, 1), (2, 1), (2, 1.5)], [(1, 1), (2, 1), (2, 2)]),
    "from one border, over several": ([(0.5, 1), (3.5, 1)], [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)]),
}
"""Clicks on borders, and drags that begin on one."""


def test_clicks_and_drags_from_borders() -> None:
    result = dragged("border", [points for points, _ in ON_BORDERS.values()])
    wanted = [of_dots("border", *dots) for _, dots in ON_BORDERS.values()]
    assert dict(zip(ON_BORDERS, result, strict=True)) == dict(zip(ON_BORDERS, wanted, strict=True))


def test_clicks_between_cells() -> None:
    clicks: list[list[Point]] = [[(1.0, 0.5)], [(1.15, 0.5)], [(0.5, 0.5)], [(1, 1)], [(0.55, 1.95)]]
    assert dragged("link", clicks) == [["R1C1-R1C2"], ["R1C1-R1C2"], [], [], ["R2C1-R3C1"]]


def test_drags_over_cells_leave_out_those_that_only_a_corner_touches() -> None:
    start = (0.5, 0.5)
    drags: list[list[Point]] = [[start, (3.5, 0.7)], [start, (2.4, 2.5)], [(0.1, 0.1)], [start, (2.5, 2.5)]]
    row, diagonal = ["R1C1", "R1C2", "R1C3", "R1C4"], ["R1C1", "R2C2", "R3C3"]
    assert dragged("cell", drags) == [row, diagonal, ["R1C1"], diagonal]


@pytest.mark.parametrize("sort", ["border", "link"])
def test_no_shaking_hand_draws_more_or_less(sort: str) -> None:
    """Ways at random, each point up to a quarter of a cell beside, with many points and with few."""
    chance = random.Random(1)
    size, half = (5, 0.0) if sort == "border" else (4, 0.5)
    ways, drags = [], []
    for _ in range(400):
        way = [(chance.randrange(size), chance.randrange(size))]
        for _ in range(12):
            x, y = way[-1]
            near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            open_to = [dot for dot in near if dot not in way and min(dot) >= 0 and max(dot) < size]
            if not open_to:
                break
            way.append(chance.choice(open_to))
        points: list[Point] = []
        for (x, y), (right, down) in pairwise(way):
            steps = chance.choice((1, 2, 5, 12))
            points += [(x + (right - x) * at / steps, y + (down - y) * at / steps) for at in range(steps)]
        points.append(way[-1])
        ways.append(of_dots(sort, *way))
        drags.append([(x + half + chance.uniform(-0.2, 0.2), y + half + chance.uniform(-0.2, 0.2)) for x, y in points])
    assert dragged(sort, drags) == ways
