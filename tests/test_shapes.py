"""Shapes and symmetry on every lattice, against their plain meaning, told from the corners of the polygons alone."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry import lattice_files, lattices, motions
from puzzlelang.geometry.motions import Equality
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.making.symmetry import Symmetry, orbits, symmetry_of_name
from puzzlelang.problem import build_graphs, evaluate, nodes
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from tests import library
from tests.test_lattices import (
    NAMES,
    Plain,
    Point,
    all_edges,
    board,
    drawings,
    pieces,
    place,
    plain,
    small,
    subsets,
    tiny,
)

Isometry = Callable[[Point], Point]

CLOSE = 0.02


# ------------------------------------------------------------------------------------------------- plain meaning


def near(one: Point, other: Point) -> bool:
    return math.hypot(one[0] - other[0], one[1] - other[1]) < CLOSE


def alike(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two polygons are the same."""
    return len(one) == len(other) and all(any(near(point, corner) for corner in other) for point in one)


class Patch:
    """Faces of a tiling around the origin, looked up by their middles."""

    def __init__(self, name: str) -> None:
        of = lattice_files.lattice(name)
        self.faces: dict[tuple[int, int], list[tuple[Point, ...]]] = {}
        many = len(of.rows)
        for row in range(-6 * many, 7 * many):
            wide = len(of.rows[row % many])
            for face in (of.face(row, column) for column in range(-8 * wide, 9 * wide)):
                self.faces.setdefault(self._key(lattices.middle(face)), []).append(face)
        self.core = [of.face(row, column) for row, column in itertools.product(range(3), range(6))]

    def _key(self, point: Point) -> tuple[int, int]:
        return round(point[0] * 4), round(point[1] * 4)

    def has(self, polygon: Sequence[Point]) -> bool:
        x, y = self._key(lattices.middle(polygon))
        around = itertools.product((x - 1, x, x + 1), (y - 1, y, y + 1))
        return any(alike(polygon, face) for key in around for face in self.faces.get(key, ()))

    def keeps(self, move: Isometry) -> bool:
        """Whether a map lays the tiling on itself."""
        return all(self.has([*map(move, face)]) for face in self.core)


@cache
def patch(name: str) -> Patch:
    return Patch(name)


@cache
def linear(name: str) -> list[tuple[float, float, bool]]:
    """Turns, each alone and behind a flip, that lay some side of the tiling parallel to another."""
    faces = lattice_files.lattice(name).faces()
    ways = {round(angle(*side), 1) % 360 for face in faces for side in lattices.sides(face)}
    turns = {round(one - sign * other) % 360 for one in ways for other in ways for sign in (1, -1)}
    angles = map(math.radians, sorted(turns))
    return [(math.cos(one), math.sin(one), flip) for one in angles for flip in (False, True)]


def angle(start: Point, end: Point) -> float:
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))


def move(turn: tuple[float, float, bool], start: Point, end: Point) -> Isometry:
    """The isometry with a linear part that takes one point to another."""
    cos, sin, flip = turn

    def image(point: Point) -> Point:
        x, y = point[0] - start[0], point[1] - start[1]
        y = -y if flip else y
        return end[0] + cos * x - sin * y, end[1] + sin * x + cos * y

    return image


def isometries(name: str, start: Point, end: Point, turning: bool) -> Iterator[Isometry]:
    """All maps that lay the tiling on itself, and one point on another."""
    for turn in linear(name) if turning else [(1.0, 0.0, False)]:
        result = move(turn, start, end)
        if patch(name).keeps(result):
            yield result


def centre(of: Plain, cells: Iterable[Any]) -> Point:
    return lattices.middle([of.middle(cell) for cell in cells])


def onto(of: Plain, image: Isometry, cells: Sequence[Any], others: Sequence[Any]) -> bool:
    """Whether a map lays the polygons of some cells on those of others."""
    turned = [[*map(image, of.rims[cell])] for cell in cells]
    return len(cells) == len(others) and all(any(alike(one, of.rims[cell]) for cell in others) for one in turned)


def congruent(name: str, of: Plain, one: Sequence[Any], other: Sequence[Any], turning: bool = True) -> bool:
    if not one or not other:
        return not one and not other
    moves = isometries(name, centre(of, one), centre(of, other), turning)
    return len(one) == len(other) and any(onto(of, image, one, other) for image in moves)


# ------------------------------------------------------------------------------------------------- lattices


COUNTS = {
    "hexagon": 12,
    "triangle": 12,
    "cube": 12,
    "kagome": 12,
    "octagon": 8,
    "cairo": 8,
    "snub-hexagon": 6,
    "floret": 6,
}


@pytest.mark.parametrize("name", NAMES)
def test_motions_lay_the_tiling_on_itself(name: str) -> None:
    """As many as linear parts that some isometry of the tiling has."""
    of = lattice_files.lattice(name)
    start = lattices.middle(of.face(0, 0))
    faces = [of.face(row, column) for row in range(len(of.rows)) for column in range(len(of.rows[row]))]
    parts = set()
    for turn in linear(name):
        for face in faces:
            if patch(name).keeps(move(turn, start, lattices.middle(face))):
                parts.add((round(turn[0], 2), round(turn[1], 2), turn[2]))
    result = motions.motions(name)
    assert len(result) == len(parts) == COUNTS.get(name, len(parts))
    assert sum(one.flips for one in result) == sum(flip for _, _, flip in parts)
    spots = [(1, 2, face) for face in range(len(result[0].faces))]
    assert [*map(result[0], spots)] == spots
    every = {tuple(map(one, spots)) for one in result}
    assert len(every) == len(result)
    shifts = {one.steps for one in result}
    for one, other in itertools.product(result, repeat=2):
        (a, b, c, d), (e, f, g, h) = one.steps, other.steps
        assert (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h) in shifts


@pytest.mark.parametrize("name", NAMES)
def test_shapes_of_cells_are_equal_where_an_isometry_maps_them(name: str) -> None:
    of = small(name)
    result = plain(of)
    cells = {place(cell): cell for cell in of.cells}
    sets = [one for one in subsets(list(cells)) if 0 < len(one) <= 3]
    sets = sets[:: 1 + len(sets) // 25]
    for turning in (True, False):
        shapes = {one: motions.shape([cells[at] for at in one], Equality(name, turning)) for one in sets}
        for one, other in itertools.combinations(sets, 2):
            assert (shapes[one] == shapes[other]) is congruent(name, result, one, other, turning)


# ------------------------------------------------------------------------------------------------- words


def grounded(formula: str, of: Tiling) -> Problem:
    text = f'puzzle "Words" board any find s : set of cells find t : set of cells rule so "It is so": {formula}'
    return pipeline.ground(pipeline.ruleset(Source("words", text)), Puzzle(Source("b", ""), of, {}))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("turning", [True, False])
def test_sets_of_one_shape(name: str, turning: bool) -> None:
    of = tiny(name)
    result = plain(of)
    how = "" if turning else " without turning"
    sets = list(subsets(sorted(result.rims)))
    wanted = {
        (frozenset(one), frozenset(other))
        for one, other in itertools.product(sets, repeat=2)
        if congruent(name, result, one, other, turning)
    }
    assert drawings(grounded(f"shape(s{how}) = shape(t{how})", of)) == wanted


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("turning", [True, False])
def test_parts_of_one_shape(name: str, turning: bool) -> None:
    of = board(name, 2, 3) if name == "hexagon" else board(name, 1, 6)
    result = plain(of)
    how = "" if turning else " without turning"
    alike = f"shape(component(a, s){how}) = shape(component(b, s){how})"
    unlike = f"no a, b in pairs(cells): a.s and b in s - component(a, s) and {alike}"
    wanted = set()
    for one in subsets(sorted(result.rims)):
        parts = [sorted(part) for part in pieces(one, result.beside)]
        if not any(congruent(name, result, *pair, turning) for pair in itertools.combinations(parts, 2)):
            wanted.add((frozenset(one), frozenset()))
    assert drawings(grounded(f"({unlike}) and count(t) = 0", of)) == wanted


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(NAMES, 5))
def test_sets_that_half_a_turn_leaves(name: str) -> None:
    of = small(name)
    result = plain(of)
    pairs = [pair for pair in itertools.combinations(sorted(result.rims), 2) if result.beside(*pair)]
    places = {
        "cell": [(at, result.middle(at)) for at in sorted(result.rims)],
        "link": [(pair, joint(result, pair)) for pair in pairs],
    }
    for kind, middles in places.items():
        for at, middle in middles:
            if kind == "cell":
                where = "every c in cells where c.at: symmetric(s, c)"
                marked = [at]
            else:
                where = "every l in links where l.first.at and l.second.at: symmetric(s, l)"
                marked = list(at)
            wanted = set()
            turns = [image for image in isometries(name, middle, middle, turning=True) if half(image, middle)]
            for one in subsets(sorted(result.rims)):
                if not one or any(onto(result, image, one, one) for image in turns):
                    wanted.add((frozenset(one),))
            assert drawings(symmetric(where, marked, of)) == wanted, (kind, at)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sort", ["borders", "corners"])
def test_sets_that_half_a_turn_about_some_border_or_corner_leaves(name: str, sort: str) -> None:
    of = tiny(name)
    result = plain(of)
    points = set().union(*result.rims.values())
    middles = [lattices.middle(list(edge)) for edge in all_edges(result)] if sort == "borders" else list(points)
    turns = [
        image for middle in middles for image in isometries(name, middle, middle, turning=True) if half(image, middle)
    ]
    wanted = {
        (frozenset(one),)
        for one in subsets(sorted(result.rims))
        if not one or any(onto(result, image, one, one) for image in turns)
    }
    assert drawings(symmetric(f"some k in {sort}: symmetric(s, k)", [], of)) == wanted


def half(image: Isometry, middle: Point) -> bool:
    x, y = image((middle[0] + 1, middle[1]))
    u, v = image((middle[0], middle[1] + 1))
    return near((x, y), (middle[0] - 1, middle[1])) and near((u, v), (middle[0], middle[1] - 1))


def joint(of: Plain, pair: Any) -> Point:
    one, other = pair
    (edge,) = of.edges(one) & of.edges(other)
    return lattices.middle(list(edge))


def symmetric(formula: str, marked: list[Any], of: Tiling) -> Problem:
    text = f'puzzle "W" board any given at : set of cells find s : set of cells rule so "It is so": {formula}'
    givens = {"at": {cell: True for cell in of.cells if place(cell) in marked}}
    return pipeline.ground(pipeline.ruleset(Source("words", text)), Puzzle(Source("b", ""), of, givens))


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("shape(s without flipping) = shape(t)", "E026"),
        ("shape(s without turning) = shape(t)", "E030"),
        ("connected(s without turning)", "E026"),
        ("shape(s by touching) = shape(t)", "E026"),
        ("shape(s without turning) < shape(t without turning)", "E037"),
    ],
)
def test_wrong_uses(formula: str, code: str) -> None:
    with pytest.raises(Failed) as caught:
        grounded(formula, board("hexagon", 2, 2))
    assert [one.code for one in caught.value.diagnostics] == [code]


# ------------------------------------------------------------------------------------------------- orbits


ROSETTE = frozenset(itertools.product(range(1, 6), repeat=2)) - {
    *((1, column) for column in (2, 3, 4)),
    *((row, column) for row in (2, 4) for column in (1, 2, 3, 4)),
    *((3, column) for column in range(1, 6)),
    *((5, column) for column in (2, 3, 4)),
}
"""The places of 5x5 that a hexagon of 19 hexagons leaves out: rows of 3, 4, 5, 4 and 3 cells."""


def turned(name: str, of: Plain) -> Iterator[Isometry]:
    cells = sorted(of.rims)
    middle = centre(of, cells)
    yield from (image for image in isometries(name, middle, middle, turning=True) if onto(of, image, cells, cells))


def test_a_hexagon_of_hexagons_has_twelve_symmetries() -> None:
    of = board("hexagon", 5, 5, ROSETTE)
    result = plain(of)
    assert len(of.cells) == 19
    assert len(list(turned("hexagon", result))) == 12
    for name, most in (("half-turn", 2), ("third-turn", 3), ("sixth-turn", 6), ("mirror", 2)):
        symmetry = symmetry_of_name(name, of)
        for places in (of.cells, of.links, of.borders, of.corners, of.lines):
            numbers = Counter(orbits(of, symmetry, places).values())
            assert set(numbers.values()) <= {one for one in range(1, most + 1) if most % one == 0}, (name, places[0])
        numbers = Counter(orbits(of, symmetry, of.borders).values())
        assert max(numbers.values()) == most
    with pytest.raises(Failed, match=r"E331.*has no quarter-turn"):
        symmetry_of_name("quarter-turn", of)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(2, 3), (3, 4), (4, 4)])
def test_orbits_are_those_of_an_isometry(name: str, size: tuple[int, int]) -> None:
    """A board has a symmetry if an isometry lays its polygons on themselves; it makes the orbits."""
    of = board(name, *size)
    output = plain(of)
    moves = list(turned(name, output))
    orders = Counter(order(image) for image in moves)
    for symmetry in Symmetry:
        if symmetry is Symmetry.NONE:
            continue
        wanted = {"half-turn": 2, "third-turn": 3, "quarter-turn": 4, "sixth-turn": 6, "mirror": 0}[symmetry.value]
        try:
            symmetry_of_name(symmetry.value, of)
        except Failed:
            assert orders[wanted] == 0
            continue
        assert orders[wanted]
        result = orbits(of, symmetry, of.cells)
        numbers = {place(cell): result[cell] for cell in of.cells}
        parts = {frozenset(cell for cell in numbers if numbers[cell] == number) for number in numbers.values()}
        closed = [orbits_under(output, image) for image in moves if order(image) == wanted]
        assert parts in closed


def order(image: Isometry) -> int:
    """After how many times a turn is the identity; 0 for a flip."""
    (x, y), (u, v), (p, q) = image((0, 0)), image((1, 0)), image((0, 1))
    if (u - x) * (q - y) - (v - y) * (p - x) < 0:
        return 0
    turn = round(math.degrees(math.atan2(v - y, u - x)))
    return 360 // math.gcd(turn, 360)


def orbits_under(of: Plain, image: Isometry) -> set[frozenset[Any]]:
    result = set()
    for start in of.rims:
        cells, cell = [], start
        while cell not in cells:
            cells.append(cell)
            rim = [*map(image, of.rims[cell])]
            cell = next(other for other in of.rims if alike(rim, of.rims[other]))
        result.add(frozenset(cells))
    return result


@pytest.mark.parametrize("seed", range(20))
def test_what_the_board_decides_of_a_shape_is_a_constant(seed: int) -> None:
    """Held against nodes that are made without the constructors."""
    board, chance = SquareGrid(3, 4), random.Random(seed)
    presence = {cell: chance.random() < 0.7 for cell in board.cells}
    graph = build_graphs.graph(presence, [(link.first, link.second, True) for link in board.links])
    equal = motions.equality(board, turning=chance.random() < 0.5)
    vertices = range(len(graph.places))
    assert build_graphs.acyclic(graph) is evaluate.truth(nodes.Acyclic(graph), [])
    for one in vertices:
        assert build_graphs.rectangle(graph, one) is evaluate.truth(nodes.Rectangle(graph, one), [])
        for other in vertices:
            plain = nodes.Congruent(graph, min(one, other), max(one, other), equal)
            assert build_graphs.congruent(graph, one, other, equal) is evaluate.truth(plain, [])
            inside = nodes.Fits(graph, one, other, equal)
            assert build_graphs.fits(graph, one, other, equal) is evaluate.truth(inside, [])
            shape = motions.shape([board.cells[other], board.cells[0]], equal)
            wanted = nodes.HasShape(graph, one, shape, equal)
            assert build_graphs.has_shape(graph, one, shape, equal) is evaluate.truth(wanted, [])
