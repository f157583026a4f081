"""The periodic structure of a tiling: shortest shifts, the faces between them, turns and flips.

The unit cell of a lattice file may hold a face several times, shifted.  The shifts of the whole tiling are found first.
A plane lattice has its two shortest independent vectors as a basis, and a turn or flip of the tiling maps
it onto itself; so spots and motions are integers.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import product

import msgspec

from puzzlelang.geometry.lattice_files import lattice
from puzzlelang.geometry.lattices import CLOSE_BY, Lattice, Polygon, Vector, middle

Spot = tuple[int, int, int]
"""Steps along the first and the second shift, and the number of a face."""

Steps = tuple[int, int, int, int]
"""A linear map of steps: (i, j) becomes (a i + b j, c i + d j)."""

_FAR = range(-3, 4)


class Motion(msgspec.Struct, frozen=True):
    """A turn or flip: the linear map of the steps, and where each face at the origin goes."""

    steps: Steps
    faces: tuple[Spot, ...]

    def __call__(self, spot: Spot) -> Spot:
        """The image of a spot."""
        i, j, face = spot
        a, b, c, d = self.steps
        along, aside, other = self.faces[face]
        return a * i + b * j + along, c * i + d * j + aside, other

    @property
    def flips(self) -> bool:
        """Whether it is a flip: left and right are exchanged."""
        a, b, c, d = self.steps
        return a * d < b * c

    @property
    def turns(self) -> int:
        """After so many times every step is as it was: the order of the linear map."""
        a, b, c, d = one = self.steps
        times = 1
        while one != (1, 0, 0, 1):
            e, f, g, h = one
            one = a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h
            times += 1
        return times

    @property
    def order(self) -> tuple[bool, bool, Steps]:
        """A key that puts the identity first, then turns, then flips."""
        return self.steps != (1, 0, 0, 1), self.flips, self.steps


class Mesh(msgspec.Struct, frozen=True, dict=True):
    """A tiling by its two shortest shifts and the faces that they repeat."""

    first: Vector
    second: Vector
    faces: tuple[Polygon, ...]

    def spot(self, face: Polygon) -> Spot | None:
        """The spot of a face of the tiling, None of another polygon."""
        x, y = middle(face)
        for number, (one, (right, below)) in enumerate(self._faces_with_middles):
            along, aside = self._steps((x - right, y - below))
            i, j = round(along), round(aside)
            if (
                abs(along - i) < CLOSE_BY
                and abs(aside - j) < CLOSE_BY
                and _same(one, _move(face, (right - x, below - y)))
            ):
                return i, j, number
        return None

    @cached_property
    def _faces_with_middles(self) -> Sequence[tuple[Polygon, Vector]]:
        return [(face, middle(face)) for face in self.faces]

    def _steps(self, shift: Vector) -> Vector:
        """A shift in steps along the two shortest ones."""
        (a, b), (c, d), (x, y) = self.first, self.second, shift
        return (x * d - y * c) / (a * d - b * c), (a * y - b * x) / (a * d - b * c)

    def linear(self, motion: Motion) -> tuple[Vector, Vector]:
        """The linear map of a motion: (x, y) becomes (p x + q y, r x + s y), as ((p, q), (r, s))."""
        (x, y), (u, v) = self.first, self.second
        a, b, c, d = motion.steps
        area = x * v - u * y
        images = (a * x + c * u, b * x + d * u), (a * y + c * v, b * y + d * v)
        first, second = (((one * v - other * y) / area, (other * x - one * u) / area) for one, other in images)
        return first, second

    @cached_property
    def motions(self) -> tuple[Motion, ...]:
        """All turns and flips that lay the tiling on itself, but for shifts: the identity, turns, flips."""
        result = {one.steps: one for face in self.faces for one in self._onto(face)}
        return tuple(sorted(result.values(), key=lambda motion: motion.order))

    def _onto(self, face: Polygon) -> Iterator[Motion]:
        """The motions that lay the first face on another one."""
        start = self.faces[0]
        if len(start) != len(face):
            return
        for rim in (face, face[::-1]):
            for turn in range(len(rim)):
                results = self._motion(start, (*rim[turn:], *rim[:turn]))
                if results is not None:
                    yield results

    def _motion(self, rim: Polygon, onto: Polygon) -> Motion | None:
        """The motion that maps corners to corners, None if there is none or it does not keep the tiling."""
        (x, y), (u, v) = _way(rim[0], rim[1]), _way(onto[0], onto[1])
        size = math.hypot(x, y) ** 2
        flips = _area(rim) * _area(onto) < 0
        # The linear map that takes (x, y) to (u, v), turned or flipped: a complex quotient.
        cos, sin = (
            ((x * u - y * v) / size, (x * v + y * u) / size)
            if flips
            else ((x * u + y * v) / size, (x * v - y * u) / size)
        )

        def image(point: Vector) -> Vector:
            right, below = point[0] - rim[0][0], point[1] - rim[0][1]
            if flips:
                below = -below
            return onto[0][0] + cos * right - sin * below, onto[0][1] + sin * right + cos * below

        if not all(_near(image(point), other) for point, other in zip(rim, onto, strict=True)):
            return None
        columns = []
        for x, y in (self.first, self.second):
            steps = self._steps(_way(image((0.0, 0.0)), image((x, y))))
            if max(abs(one - round(one)) for one in steps) > CLOSE_BY:
                return None
            columns.append([round(one) for one in steps])
        faces = [self.spot(tuple(map(image, one))) for one in self.faces]
        if None in faces:
            return None
        (a, c), (b, d) = columns
        return Motion((a, b, c, d), tuple(one for one in faces if one is not None))


@cache
def mesh(name: str) -> Mesh:
    """The mesh of the lattice of a name."""
    result = lattice(name)
    vectors = list(_shifts(result))
    first = min(vectors, key=_length)
    second = min((one for one in vectors if abs(_cross(first, one)) > CLOSE_BY), key=_length)
    empty = Mesh(first, second, ())
    faces: list[Polygon] = []
    for face in result.faces():
        if msgspec.structs.replace(empty, faces=tuple(faces)).spot(face) is None:
            faces.append(face)
    return Mesh(first, second, tuple(faces))


def _shifts(lattice: Lattice) -> Iterator[Vector]:
    """Short shifts that lay the tiling on itself."""
    faces = list(lattice.faces())
    whole = Mesh(lattice.across, lattice.down, tuple(faces))
    start = middle(faces[0])
    for other in faces:
        x, y = _way(start, middle(other))
        if all(whole.spot(_move(face, (x, y))) is not None for face in faces):
            for i, j in product(_FAR, repeat=2):
                way = (x + i * lattice.across[0] + j * lattice.down[0], y + i * lattice.across[1] + j * lattice.down[1])
                if math.hypot(*way) > CLOSE_BY:
                    yield way


def _length(way: Vector) -> tuple[float, float, float]:
    """A key of the shorter one of two ways, and of equal ones of that further down, then to the right."""
    x, y = way
    return round(math.hypot(x, y), 2), -round(y, 2), -round(x, 2)


def _cross(one: Vector, other: Vector) -> float:
    return one[0] * other[1] - one[1] * other[0]


def _way(start: Vector, end: Vector) -> Vector:
    return end[0] - start[0], end[1] - start[1]


def _move(face: Polygon, way: Vector) -> Polygon:
    return tuple((x + way[0], y + way[1]) for x, y in face)


def _near(one: Vector, other: Vector) -> bool:
    return math.hypot(*_way(one, other)) < CLOSE_BY


def _same(one: Polygon, other: Polygon) -> bool:
    """Whether two polygons have the same corners."""
    return len(one) == len(other) and all(any(_near(point, corner) for corner in other) for point in one)


def _area(rim: Polygon) -> float:
    return sum(x * v - u * y for (x, y), (u, v) in zip(rim, (*rim[1:], rim[0]), strict=True))
