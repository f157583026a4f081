"""Drags on lattices other than squares, as the page's own code sees them, run by Node."""

import json
import random
import re
from collections.abc import Sequence

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Corner
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.embedding import embedding
from puzzlelang.scene.to_svg import CELL_PIXELS, page_svg
from puzzlelang.source import Source
from puzzlelang.web.service import PAGE
from tests import library
from tests.test_web_drag import NODE, Point, run_page

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run the page's code")

DRAGGED = """
import { readFileSync } from "node:fs";
const { Mesh, Spots, Sweep, Way } = await import(process.argv[1]);
const told = JSON.parse(readFileSync(0, "utf8"));
const net = told.sort === "cell" ? new Spots(told.boxes) : new Mesh(told.boxes, told.sort);
console.log(JSON.stringify(told.drags.map(([first, ...rest]) => {
  const drag = told.sort === "cell" ? new Sweep(net, first) : new Way(net, first);
  for (const point of rest) drag.go(point);
  return drag.places();
})));
"""

RULES = """puzzle "Drags"
board any
find mark : set of cells
find line : set of borders
find way : set of links
rule one "One": exactly 1 c in cells: c.mark
"""

TARGET = re.compile(r'<polygon points="(.+?)" data-place="(.+?)" data-sort="(.+?)"(?: data-ends="(.+?)")?/>')


def points(text: str) -> list[dict[str, float]]:
    return [{"x": float(x), "y": float(y)} for x, y in (pair.split(",") for pair in text.split())]


def dragged(sort: str, drawn: str, drags: Sequence[Sequence[Point]]) -> list[list[str]]:
    boxes = []
    for corners, place, of, ends in TARGET.findall(drawn):
        if of == sort:
            box: dict[str, object] = {"place": place, "corners": points(corners)}
            xs, ys = [one["x"] for one in points(corners)], [one["y"] for one in points(corners)]
            box |= {"x": min(xs), "y": min(ys), "width": max(xs) - min(xs), "height": max(ys) - min(ys)}
            boxes.append(box | ({"ends": points(ends)} if ends else {}))
    assert boxes
    pixels = [[{"x": x * CELL_PIXELS, "y": y * CELL_PIXELS} for x, y in drag] for drag in drags]
    result = json.dumps({"sort": sort, "boxes": boxes, "drags": pixels})
    return run_page(DRAGGED, (PAGE / "drag.js").as_uri(), result)


def walks(geometry: Geometry, sort: str, chance: random.Random) -> list[tuple[list[Cell | Corner], list[str]]]:
    """Ways at random over borders or links: the dots and the names of what lies between."""
    leads: dict[Cell | Corner, list[tuple[Cell | Corner, str]]] = {}
    if sort == "border":
        between = [(ends, str(border)) for border, ends in geometry.border_ends.items()]
        for (one, other), name in between:
            leads.setdefault(one, []).append((other, name))
            leads.setdefault(other, []).append((one, name))
    else:
        for link in geometry.links:
            leads.setdefault(link.first, []).append((link.second, str(link)))
            leads.setdefault(link.second, []).append((link.first, str(link)))
    result = []
    for _ in range(12):
        way, over = [chance.choice(list(leads))], []
        for _ in range(8):
            onwards = [lead for lead in leads[way[-1]] if lead[0] not in way]
            if not onwards:
                break
            dot, name = chance.choice(onwards)
            way.append(dot)
            over.append(name)
        result.append((way, over))
    return result


@library.sweep_lattices
def test_drags_snap_to_what_lies_between_dots(lattice: str) -> None:
    rules = pipeline.ruleset(Source("drags.rules", RULES))
    puzzle = pipeline.board(rules, f"lattice: {lattice}\nsize: 4x4\n")
    drawn = page_svg(figure(pipeline.picture(rules, puzzle))).places
    layout, chance = embedding(puzzle.geometry), random.Random(7)
    for sort in ("border", "link"):
        ways = walks(puzzle.geometry, sort, chance)
        drags = []
        for way, _ in ways:
            dots = [layout.point(dot.lattice) for dot in way]
            drags.append([(x + chance.uniform(-0.03, 0.03), y + chance.uniform(-0.03, 0.03)) for x, y in dots])
        result = dragged(sort, drawn, drags)
        passing = [one for one, (_, over) in zip(result, ways, strict=True) if one == over]
        # A straight drag between far dots may pass another one; on most lattices none does.
        assert len(passing) == len(ways) if sort == "border" else len(passing) >= len(ways) // 2, (sort, lattice)
    edges = list(puzzle.geometry.borders)
    clicks = dragged("border", drawn, [[layout.point(border.lattice)] for border in edges])
    assert clicks == [[str(border)] for border in edges]
    cells = dragged("cell", drawn, [[layout.point(cell.lattice)] for cell in puzzle.geometry.cells])
    assert cells == [[str(cell)] for cell in puzzle.geometry.cells]
