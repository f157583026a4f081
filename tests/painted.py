"""What a picture of primitives shows at a point: for tests of what can be seen."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from puzzlelang.scene.figure import Circle, FigurePath, Point, Primitive, Writing
from puzzlelang.scene.record import Tone

WIDTH, CAPITALS = 0.58, 0.72
"""How wide and high the ink of capital letters and digits is, of their em square."""

Box = tuple[float, float, float, float]


class Shape:
    """A path or a circle as polygons."""

    def __init__(self, primitive: FigurePath | Circle) -> None:
        self.paint = primitive.paint
        self.lines = list(polygons(primitive))
        reach = self.paint.width / 2 if self.paint.line is not None else 0.0
        xs, ys = ([point[axis] for line in self.lines for point in line] for axis in (0, 1))
        self.box: Box = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)

    def at(self, point: Point) -> Tone | None:
        """What is painted there; of its line and its inside the line lies above."""
        left, top, right, bottom = self.box
        if not (left <= point[0] <= right and top <= point[1] <= bottom):
            return None
        if self.paint.line is not None and any(
            distance(point, start, end) <= self.paint.width / 2 for line in self.lines for start, end in pairwise(line)
        ):
            return self.paint.line
        if self.paint.fill is not None and sum(inside(point, line) for line in self.lines) % 2:
            return self.paint.fill
        return None


def polygons(primitive: FigurePath | Circle) -> Iterator[list[Point]]:
    """The lines of a primitive as points, curves as eight pieces each."""
    if isinstance(primitive, Circle):
        x, y, r = primitive.x, primitive.y, primitive.radius
        yield [(x + r * cos(pi * n / 16), y + r * sin(pi * n / 16)) for n in range(33)]
        return
    line: list[Point] = []
    for letter, *numbers in primitive.steps:
        values = [float(number) for number in numbers]
        if letter == "M":
            if line:
                yield line
            line = [(values[0], values[1])]
        elif letter == "L":
            line.append((values[0], values[1]))
        elif letter == "C":
            line += curve([line[-1], *zip(values[::2], values[1::2], strict=True)])
        else:
            line.append(line[0])
    yield line


def curve(points: Sequence[Point]) -> Iterator[Point]:
    for n in range(1, 9):
        t = n / 8
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(w * point[axis] for w, point in zip(weights, points, strict=True)) for axis in (0, 1))
        yield x, y


def inside(point: Point, line: Sequence[Point]) -> int:
    """How often a ray to the right leaves the polygon."""
    x, y = point
    result = 0
    for (ax, ay), (bx, by) in zip(line, [*line[1:], line[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            result += 1
    return result


def distance(point: Point, start: Point, end: Point) -> float:
    """How far a point is from a segment."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
    return hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))


def across(box: Box, columns: int, rows: int) -> Iterator[Point]:
    """Points in the middles of so many equal parts of a rectangle."""
    left, top, right, bottom = box
    for column in range(columns):
        for row in range(rows):
            yield left + (right - left) * (column + 0.5) / columns, top + (bottom - top) * (row + 0.5) / rows


def letters(writing: Writing) -> list[Point]:
    """Points of the rectangle that capital letters and digits take, its corners among them."""
    width, height = WIDTH * writing.height * len(writing.text), CAPITALS * writing.height
    left = writing.x if writing.start else writing.x - width / 2
    return [
        (left + width * across / 4, writing.y + height * (down / 2 - 0.5)) for across in range(5) for down in range(3)
    ]


def shapes(primitives: Iterable[Primitive]) -> list[Shape]:
    """All but writing."""
    return [Shape(primitive) for primitive in primitives if not isinstance(primitive, Writing)]


def shown(those: Sequence[Shape], point: Point) -> Tone:
    """The uppermost tone at a point; paper where nothing is."""
    return next((tone for shape in reversed(those) if (tone := shape.at(point)) is not None), Tone.PAPER)


def covered(those: Sequence[Shape], points: int = 24) -> list[Point]:
    """Points of the areas of shapes, of so many times so many in the rectangle around them."""
    if not those:
        return []
    left, top, right, bottom = zip(*(shape.box for shape in those), strict=True)
    around = min(left), min(top), max(right), max(bottom)
    return [one for one in across(around, points, points) if any(shape.at(one) is not None for shape in those)]
