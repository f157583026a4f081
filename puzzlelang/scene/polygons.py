"""Polygons in a figure: circles within, shrunk ones, lines through them.

Corners go clockwise, as a screen shows them.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from puzzlelang.scene.figure import Point

Segment = tuple[Point, Point]

_WAYS = tuple((cos(turn * pi / 8), sin(turn * pi / 8)) for turn in range(16))

_SHARPEST = 0.3
"""Corners of outlines sharper than this lie nearer to the corner of the polygon than the inset says."""


def sides(corners: Sequence[Point]) -> Iterator[Segment]:
    """The sides of a polygon, each by its ends."""
    yield from pairwise((*corners, corners[0]))


def area(corners: Sequence[Point]) -> float:
    """The area of a polygon."""
    return sum(x * below - right * y for (x, y), (right, below) in sides(corners)) / 2


def distance(point: Point, side: Segment) -> float:
    """Return how far a point is from a segment."""
    (x, y), (right, below) = side
    dx, dy = right - x, below - y
    part = ((point[0] - x) * dx + (point[1] - y) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return hypot(point[0] - x - part * dx, point[1] - y - part * dy)


def contains(corners: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a polygon: a ray to the right crosses its sides an odd number of times."""
    x, y = point
    return (
        sum(
            (above > y) != (below > y) and x < left + (y - above) / (below - above) * (right - left)
            for (left, above), (right, below) in sides(corners)
        )
        % 2
        == 1
    )


@cache
def inner_circle(corners: tuple[Point, ...]) -> tuple[Point, float]:
    """The middle and the radius of the largest circle in a polygon: from its mean uphill, in ever shorter steps."""
    x, y = (sum(numbers) / len(corners) for numbers in zip(*corners, strict=True))

    def room(point: Point) -> float:
        return min(distance(point, side) for side in sides(corners))

    most = room((x, y))
    step = most / 2
    least = most / 500
    while step > least:
        far, best = max((room((x + step * dx, y + step * dy)), (x + step * dx, y + step * dy)) for dx, dy in _WAYS)
        if far > most + least / 10:
            (x, y), most = best, far
        else:
            step /= 2
    return (x, y), most


def inwards(before: Point, corner: Point, behind: Point, *, inset: float) -> Point:
    """The corner between two sides that are moved inwards by a distance."""
    first, second = _normal(before, corner), _normal(corner, behind)
    part = inset / max(_SHARPEST, 1 + first[0] * second[0] + first[1] * second[1])
    return corner[0] + part * (first[0] + second[0]), corner[1] + part * (first[1] + second[1])


def shrunk(corners: Sequence[Point], inset: float) -> list[Point]:
    """A polygon with its sides moved inwards."""
    before, behind = (corners[-1], *corners), (*corners[1:], corners[0])
    return [inwards(*three, inset=inset) for three in zip(before, corners, behind, strict=False)]


def _normal(start: Point, end: Point) -> Point:
    """The way to the inside of a side, one unit long."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy)
    return -dy / far, dx / far


def hatching(corners: Sequence[Point], step: float) -> Iterator[Segment]:
    """Oblique lines within a polygon, rising to the right, so far apart."""
    depths = [x + y for x, y in corners]
    count = int((max(depths) - min(depths)) / step) + 1
    for number in range(count):
        depth = min(depths) + (number + 0.5) * step
        crossed: list[Point] = []
        for (x, y), (right, below) in sides(corners):
            if (x + y < depth) != (right + below < depth):
                part = (depth - x - y) / (right + below - x - y)
                crossed.append((x + part * (right - x), y + part * (below - y)))
        crossed.sort(reverse=True)
        yield from zip(crossed[::2], crossed[1::2], strict=True)


def exit_distance(corners: Sequence[Point], start: Point, way: Point) -> float:
    """Return how far it is from a point within a polygon to its rim in a direction of length 1."""
    far = []
    for (x, y), (right, below) in sides(corners):
        dx, dy = right - x, below - y
        turn = way[0] * dy - way[1] * dx
        if turn:
            along = ((x - start[0]) * dy - (y - start[1]) * dx) / turn
            part = ((x - start[0]) * way[1] - (y - start[1]) * way[0]) / turn
            if along > 0 and -1e-9 <= part <= 1 + 1e-9:
                far.append(along)
    return min(far, default=0.0)
