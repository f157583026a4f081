"""Boards of Loopy on lattices: its program makes them, and prints its own answers.

`sgt-loopy` (Debian's `sgt-puzzles`) or `loopy` must be there; the boards of `tests/test_grids.py` need neither.
"""

import math
import re
import shutil
import subprocess
from statistics import median
from time import process_time

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.places import Border
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source

PROGRAM = next(filter(None, map(shutil.which, ("sgt-loopy", "loopy", "/usr/games/sgt-loopy"))), None)

pytestmark = [pytest.mark.tools, pytest.mark.skipif(PROGRAM is None, reason="Loopy is not installed")]

TURNED = {
    1: 0, 2: 90, 3: 315, 4: 45, 5: 270, 6: 0, 7: 0, 8: 90, 9: 0, 10: 0, 13: 0, 14: 0, 15: 0,
}  # fmt: skip
"""By how many degrees the lattice of each type is turned against the picture of that program, clockwise."""

SIZES = dict.fromkeys(TURNED, ((5, 5), (7, 6))) | {8: ((3, 4), (5, 4)), 13: ((3, 3), (4, 4))}
BOARDS = 20
MOST_SECONDS = 0.3
"""Of this process, so that others on the machine do not count."""

Point = tuple[float, float]


def run(*arguments: str, text: str = "") -> str:
    assert PROGRAM is not None
    done = subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, check=True, timeout=300)
    return done.stdout


def printed(identifier: str) -> tuple[list[Point], list[tuple[Point, Point]]]:
    """The corners of a board, and the ends of the lines in its answer, as printed, y downwards."""
    first, second = run("--print", "1x1", "--with-solutions", text=identifier + "\n").split("%%Page: 2")
    circles = re.findall(r"newpath (-?\d+) (-?\d+) (\d+) 0 360 arc", first)
    largest = max(int(radius) for *_, radius in circles)
    dots = [(float(x), -float(y)) for x, y, radius in circles if int(radius) == largest]
    lines = []
    for shape in re.findall(r"newpath (-?\d+) (-?\d+) moveto((?:\s+-?\d+ -?\d+ lineto)+)", second):
        x, y, rest = shape
        points = [(float(a), -float(b)) for a, b in [(x, y), *re.findall(r"(-?\d+) (-?\d+) lineto", rest)]]
        lines.append((middle(points[:2]), middle(points[2:4])))
    return dots, lines


def middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def normal(points: list[Point]) -> tuple[Point, float]:
    """The middle of some points, and how far they lie from it."""
    x, y = middle(points)
    return (x, y), math.sqrt(sum((a - x) ** 2 + (b - y) ** 2 for a, b in points) / len(points))


def answer_of(identifier: str, puzzle: Puzzle, degrees: float) -> set[Border]:
    """The program's own answer as borders of the board."""
    dots, lines = printed(identifier)
    corners = {(right, down): corner for corner in puzzle.geometry.corners for down, right in [corner.lattice]}
    assert len(dots) == len(corners)
    (ox, oy), far = normal(dots)
    (cx, cy), wide = normal(list(corners))
    scale, turn = wide / far, math.radians(degrees)

    def nearest(point: Point) -> Point:
        x, y = (point[0] - ox) * scale, (point[1] - oy) * scale
        there = cx + x * math.cos(turn) - y * math.sin(turn), cy + x * math.sin(turn) + y * math.cos(turn)
        return min(corners, key=lambda corner: math.dist(corner, there))

    assert len(set(map(nearest, dots))) == len(dots)
    ends = {frozenset(pair): border for border, pair in puzzle.geometry.border_ends.items()}
    return {ends[frozenset(corners[nearest(end)] for end in line)] for line in lines}


@pytest.mark.parametrize("number", TURNED)
@pytest.mark.parametrize("size", [0, 1])
def test_answers_are_those_of_the_program(number: int, size: int) -> None:
    rules = pipeline.load("slitherlink")
    width, height = SIZES[number][size]
    seconds = []
    for identifier in run("--generate", str(BOARDS), f"{width}x{height}t{number}de").split():
        began = process_time()
        puzzle = pipeline.board(rules, Source("id", identifier))
        result = pipeline.solve(rules, puzzle)
        seconds.append(process_time() - began)
        assert isinstance(puzzle.geometry, Tiling)
        assert result.unique
        solution = result.answers[0]
        drawn = {place for place, value in solution.values["line"].items() if value}
        assert drawn == answer_of(identifier, puzzle, TURNED[number])
        assert pipeline.convert(rules, puzzle, "tatham").strip() == identifier
        text = pipeline.convert(rules, puzzle, "text")
        assert pipeline.convert(rules, pipeline.board(rules, Source("text", text)), "text") == text
    shown = f"{len(puzzle.geometry.cells)} cells, median {median(seconds):.3f} s, at most {max(seconds):.3f} s"
    print(f"t{number} {width}x{height}: {shown}")
    assert median(seconds) <= MOST_SECONDS
