"""Lattices as data: a unit cell of polygons that two steps repeat over the plane.

A file has `title`, the steps `across`, which is level, and `down` as [x, y], with y downwards, and `rows`: the faces of
the unit cell by rows of board text, each face a list of corners.  Rows do not drift aside: a row begins less than one
step across behind the first.  `lines` names the families of lines, each with the angles of the sides
that it crosses, in degrees modulo 180.  Angles grow clockwise from the right.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from puzzlelang.geometry.sorts import COMPASS

Vector = tuple[float, float]
"""A point or a step as (x, y), y downwards."""

Polygon = tuple[Vector, ...]
"""The corners of a face in order."""

CLOSE_BY = 0.01
"""Lengths that differ by less are equal."""

LONGEST_PERIOD = 50
"""Unit cells below each other until rows have to begin at the same place again."""

CLOSE = 2.0
"""Degrees by which angles of one direction may differ: files have numbers of a few digits."""


class Lattice(msgspec.Struct, frozen=True, dict=True):
    """A periodic tiling of the plane."""

    name: str
    title: str
    across: Vector
    down: Vector
    rows: tuple[tuple[Polygon, ...], ...]
    lines: Mapping[str, tuple[float, ...]] = {}

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The names of the ways through the sides of a cell, clockwise from the top, if every cell has the same."""
        normals = [sorted(round(_normal(side)) % 360 for side in sides(face)) for face in self.faces()]
        first = normals[0]
        opposite = all(_among((angle + 180) % 360, first) for angle in first)
        alike = all(len(one) == len(first) and all(_among(angle, first) for angle in one) for one in normals)
        if not (opposite and alike):
            return ()
        return tuple(compass(angle) for angle in sorted(first, key=lambda angle: (angle + 90 + CLOSE) % 360))

    @cached_property
    def opposite_sides(self) -> bool:
        """Whether each side of a cell has another one parallel to it, as far from the middle of the cell."""
        return all(
            any(_is_mirror_image(side, other, middle(face)) for other in sides(face))
            for face in self.faces()
            for side in sides(face)
        )

    @cached_property
    def shifts(self) -> tuple[int, ...]:
        """Return for each row of the period 1 if its cells are shifted by half a cell against the others, else 0."""
        starts = [middle(self.face(row, 0))[0] for row in range(self.period)]
        wide = [self.across[0] / len(self.rows[row % len(self.rows)]) for row in range(self.period)]
        return tuple(
            int(abs((start - min(starts)) / step - 0.5) < CLOSE_BY) for start, step in zip(starts, wide, strict=True)
        )

    @cached_property
    def straight_corners(self) -> bool:
        """Whether borders go straight on at corners."""
        ends: dict[tuple[int, int], list[Vector]] = {}
        for row in range(3 * len(self.rows)):
            for column in range(3 * max(map(len, self.rows))):
                for side in sides(self.face(row, column)):
                    for (x, y), other in (side, side[::-1]):
                        ends.setdefault((round(100 * x), round(100 * y)), []).append((other[0] - x, other[1] - y))
        return any(_opposite(one, other) for ways in ends.values() for one in ways for other in ways)

    def faces(self) -> Iterator[Polygon]:
        """All faces of the unit cell."""
        return (face for row in self.rows for face in row)

    def face(self, row: int, column: int) -> Polygon:
        """The face at a row and a place in it, both counted from 0."""
        inside = self.rows[row % len(self.rows)]
        right = column // len(inside) * self.across[0] + self._drift(row)
        below = row // len(self.rows) * self.down[1]
        return tuple((x + right, y + below) for x, y in inside[column % len(inside)])

    def row_length(self, row: int) -> int:
        """Return how many faces of a row belong to one unit cell."""
        return len(self.rows[row % len(self.rows)])

    def place_of(self, number: int, across: int, down: int) -> tuple[int, int]:
        """The row and the place in it, from 0, of a face of the unit cell, counted from 1, so many steps away."""
        number -= 1
        row = 0
        while number >= len(self.rows[row]):
            number -= len(self.rows[row])
            row += 1
        row += down * len(self.rows)
        whole = round((down * self.down[0] - self._drift(row)) / self.across[0])
        return row, (across + whole) * self.row_length(row) + number

    def position(self, row: int, column: int) -> tuple[int, int, int]:
        """The inverse of `place_of`: the face of the unit cell, and how many steps across and down it lies."""
        above, inside = divmod(row, len(self.rows))
        number = sum(map(len, self.rows[:inside])) + column % self.row_length(row) + 1
        whole = round((above * self.down[0] - self._drift(row)) / self.across[0])
        return number, column // self.row_length(row) - whole, above

    def _drift(self, row: int) -> float:
        """Return how far a row begins to the right of the first one: less than one step across."""
        drift = (row // len(self.rows) * self.down[0]) % self.across[0]
        return 0.0 if min(drift, self.across[0] - drift) < CLOSE_BY else drift

    @cached_property
    def period(self) -> int:
        """After so many rows they begin at the same place again."""
        many = len(self.rows)
        return next((rows for rows in range(many, many * LONGEST_PERIOD, many) if not self._drift(rows)), many)

    def crosses(self, family: str, side: tuple[Vector, Vector]) -> bool:
        """Whether the lines of a family go through a side."""
        angle = _angle(side) % 180
        return any(_between(angle, crossed, 180) for crossed in self.lines[family])


def sides(face: Polygon) -> list[tuple[Vector, Vector]]:
    """The sides of a face, each by its ends, in the order of its corners."""
    return list(zip(face, (*face[1:], face[0]), strict=True))


def middle(points: Sequence[Vector]) -> Vector:
    """The mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def compass(angle: float) -> str:
    """The name of the nearest of eight ways."""
    return list(COMPASS)[round(((angle + 90) % 360) / 45) % 8]


def _angle(side: tuple[Vector, Vector]) -> float:
    (x, y), (right, below) = side
    return math.degrees(math.atan2(below - y, right - x))


def _normal(side: tuple[Vector, Vector]) -> float:
    """The angle of the way out through a side of a face whose corners go clockwise."""
    return _angle(side) - 90


def _opposite(way: Vector, other: Vector) -> bool:
    return math.hypot(way[0] + other[0], way[1] + other[1]) < CLOSE_BY


def _between(first: float, second: float, turn: float) -> bool:
    """Whether two angles are one direction, modulo `turn`."""
    return abs((first - second + turn / 2) % turn - turn / 2) <= CLOSE


def _among(angle: float, angles: Sequence[float]) -> bool:
    return any(_between(angle, other, 360) for other in angles)


def _is_mirror_image(side: tuple[Vector, Vector], other: tuple[Vector, Vector], centre: Vector) -> bool:
    (x, y), (right, below) = middle(side), middle(other)
    return math.hypot(x + right - 2 * centre[0], y + below - 2 * centre[1]) < CLOSE_BY


def clockwise(face: Polygon) -> Polygon:
    """The corners in clockwise order from the upper left one, as a screen shows them."""
    area = sum(x * below - right * y for (x, y), (right, below) in sides(face))
    turned = face if area > 0 else face[::-1]
    start = min(range(len(turned)), key=lambda index: (round(turned[index][1], 3), turned[index][0]))
    return (*turned[start:], *turned[:start])
