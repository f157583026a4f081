"""Words on every lattice against their plain meaning, told from the corners of the polygons alone."""

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

import msgspec
import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry import lattice_files
from puzzlelang.geometry.places import Border, Cell, Corner, Link, Place
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.geometry.tiling_places import TilingCell
from puzzlelang.problem.record import Kind, Problem, Values
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving import engines
from puzzlelang.source import Source
from tests import library
from tests.test_graph_words import among, answers

NAMES = lattice_files.names()[1:]
Point = tuple[float, float]
Edge = frozenset[Point]
Link2 = frozenset[tuple[int, int]]

FLOWER = frozenset({(1, 1), (3, 1)})
"""Places that are absent from 3 rows of 3 hexagons, so that six cells lie around one."""


def board(name: str, height: int, width: int, absent: frozenset[tuple[int, int]] = frozenset()) -> Tiling:
    return Tiling(height, width, shape=lattice_files.lattice(name), absent=absent)


def small(name: str) -> Tiling:
    """A board with six to nine cells that leave no hole between them."""
    sizes = ((3, 3), (2, 4), (2, 3), (1, 9), (1, 8), (1, 7), (1, 6))
    boards = (board(name, *size) for size in sizes)
    return next(of for of in boards if len(of.cells) - len(of.borders) + len(of.corners) == 1)


def tiny(name: str) -> Tiling:
    """A board with four or five cells."""
    return board(name, 2, 2) if name == "hexagon" else board(name, 1, 4)


# ------------------------------------------------------------------------------------------------- plain meaning


def place(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column


class Plain(msgspec.Struct, frozen=True):
    """The board as sets of points: corners of each cell, clockwise."""

    rims: dict[tuple[int, int], tuple[Point, ...]]

    def edges(self, cell: tuple[int, int]) -> set[Edge]:
        rim = self.rims[cell]
        return {frozenset(pair) for pair in zip(rim, (*rim[1:], rim[0]), strict=True)}

    def beside(self, a: Any, b: Any) -> bool:
        return a != b and bool(self.edges(a) & self.edges(b))

    def touch(self, a: Any, b: Any) -> bool:
        return a != b and bool(set(self.rims[a]) & set(self.rims[b]))

    def middle(self, cell: Any) -> Point:
        rim = self.rims[cell]
        return sum(x for x, _ in rim) / len(rim), sum(y for _, y in rim) / len(rim)


def plain(of: Tiling) -> Plain:
    rims = {}
    for cell in of.cells:
        assert isinstance(cell, TilingCell)
        rims[place(cell)] = tuple((round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in cell.polygon)
    return Plain(rims)


def pieces(things: Iterable[Any], beside: Callable[[Any, Any], bool]) -> list[set[Any]]:
    result: list[set[Any]] = []
    for thing in things:
        near = [part for part in result if any(beside(thing, other) for other in part)]
        result = [part for part in result if part not in near] + [{thing}.union(*near)]
    return result


def loops_along_borders(of: Plain) -> Iterator[tuple[frozenset[Edge], frozenset[tuple[int, int]]]]:
    """All single loops with the cells inside: the rims of sets of cells which are one loop each."""
    for inside in subsets(of.rims):
        rim = [
            edge for edge in set().union(*map(of.edges, of.rims)) if sum(edge in of.edges(one) for one in inside) == 1
        ]
        at = [point for edge in rim for point in edge]
        if rim and all(at.count(point) == 2 for point in at) and len(pieces(rim, lambda a, b: bool(a & b))) == 1:
            yield frozenset(rim), frozenset(inside)


def subsets(things: Collection[Any]) -> Iterator[tuple[Any, ...]]:
    return itertools.chain.from_iterable(itertools.combinations(things, size) for size in range(len(things) + 1))


def encloses(ring: list[Point], point: Point) -> bool:
    """Whether a polygon encloses a point, by the crossings of a ray to the right."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y + 0.001) != (by > y + 0.001) and x < ax + (y + 0.001 - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


# ------------------------------------------------------------------------------------------------- the board


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(1, 1), (1, 5), (2, 3), (5, 6)])
def test_incidences_are_those_of_the_polygons(name: str, size: tuple[int, int]) -> None:
    of = board(name, *size)
    result = plain(of)
    edges = set().union(*map(result.edges, result.rims))
    assert len(of.cells) - len(of.borders) + len(of.corners) == len(pieces(result.rims, result.touch))
    assert len(of.borders) == len(edges)
    assert len(of.corners) == len(set().union(*result.rims.values()))
    assert [one.index for one in of.borders] == list(range(len(of.borders)))
    pairs = {frozenset(pair) for pair in itertools.combinations(result.rims, 2) if result.beside(*pair)}
    assert {frozenset(map(place, link.cells)) for link in of.links} == pairs
    for cell in of.cells:
        assert {place(one) for one in of.neighbours(cell)} == {
            one for one in result.rims if result.beside(one, place(cell))
        }
        assert {place(one) for one in of.around(cell)} == {one for one in result.rims if result.touch(one, place(cell))}
        assert len(of.corners_of(cell)) == len(result.rims[place(cell)])
    for corner in of.corners:
        assert all(corner in of.border_ends[border] for border in corner.borders)


def test_the_page_about_the_language_names_them() -> None:
    text = (resources.library() / "README.md").read_text(encoding="utf-8")
    assert [name for name in lattice_files.names() if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", NAMES)
def test_lines_go_through_the_board(name: str) -> None:
    of = board(name, 5, 6)
    for family in of.shape.lines:
        mine = [line for line in of.lines if line.kind == family]
        on = [cell for line in mine for cell in line.cells]
        assert len(on) == len(set(on))
        assert [line.number for line in mine] == list(range(1, len(mine) + 1))
        for line in mine:
            assert all(other in of.neighbours(cell) for cell, other in itertools.pairwise(line.cells))
    for cell in of.cells:
        for way in of.directions:
            ray = of.ray(cell, way)
            assert [cell, *ray][::-1] == [ray[-1], *of.ray(ray[-1], of.opposite(way))][: len(ray) + 1] if ray else True
            assert not ray or any({cell, *ray} <= set(line.cells) for line in of.lines)


def test_a_hole_stops_a_ray_but_no_line() -> None:
    of = board("hexagon", 3, 5, frozenset({(2, 3)}))
    (right,) = [way for way in of.directions if way.name == "right"]
    start = of.at(2, 1)
    assert start is not None
    assert [place(cell) for cell in of.ray(start, right)] == [(2, 2)]
    (row,) = [line for line in of.lines if str(line) == "row 2"]
    assert [place(cell) for cell in row.cells] == [(2, 1), (2, 2), (2, 4), (2, 5)]


# ------------------------------------------------------------------------------------------------- words


FINDS = {
    "s": "find s : set of cells",
    "e": "find e : set of links",
    "b": "find b : set of borders",
    "area": "find area : partition of cells",
}


def grounded(formula: str, finds: str, of: Tiling, lattice: str = "any") -> Problem:
    text = [
        'puzzle "Words"',
        f"board {lattice}",
        *(FINDS[name] for name in finds.split()),
        f'rule so "It is so": {formula}',
    ]
    return pipeline.ground(pipeline.ruleset(Source("words", "\n".join(text))), Puzzle(Source("b", ""), of, {}))


def named(one: Place) -> Any:
    match one:
        case Cell():
            return place(one)
        case Link():
            return frozenset(map(place, one.cells))
        case Border() | Corner():
            return one.lattice
        case _:
            raise AssertionError(one)


def drawings(problem: Problem) -> set[Any]:
    """All answers, for each find the names of its members: with graphs bit by bit, and all at once."""
    lazy, eager = (answers(problem, engine) for engine in among("cadical"))
    assert lazy == eager
    return {members(problem, values) for values in lazy}


def members(problem: Problem, values: Values) -> Any:
    assert all(one.kind is Kind.MEMBER for one in problem.variables)
    return tuple(
        frozenset(named(one) for one, variable in places.items() if values[variable.index])
        for places in problem.finds.values()
    )


CELLS: list[tuple[str, Callable[[Plain, set[Any]], bool]]] = [
    ("connected(s)", lambda of, s: len(pieces(s, of.beside)) <= 1),
    ("no a, b in adjacent: a.s and b.s", lambda of, s: not any(of.beside(a, b) for a in s for b in s)),
    ("no a, b in touching: a.s and b.s", lambda of, s: not any(of.touch(a, b) for a in s for b in s)),
    (
        "every c in cells: count(s & next(c)) < 2",
        lambda of, s: all(sum(of.beside(a, c) for a in s) < 2 for c in of.rims),
    ),
    ("every c in s: count(s & around(c)) = 1", lambda of, s: all(sum(of.touch(a, c) for a in s) == 1 for c in s)),
    (
        "every p in components(s): count(p) = 2 or count(p) = 3",
        lambda of, s: all(len(part) in (2, 3) for part in pieces(s, of.beside)),
    ),
    (
        "every k in corners: count(s & cells(k)) != 1",
        lambda of, s: all(sum(point in of.rims[one] for one in s) != 1 for point in set().union(*of.rims.values())),
    ),
    ("count(borders(s)) = 8", lambda of, s: sum(sum(e in of.edges(c) for c in s) == 1 for e in all_edges(of)) == 8),
    ("count(links(s)) = 2", lambda of, s: sum(of.beside(a, b) for a, b in itertools.combinations(s, 2)) == 2),
    (
        "acyclic(links(s)) and connected(s)",
        lambda of, s: (
            sum(of.beside(a, b) for a, b in itertools.combinations(s, 2)) == len(s) - bool(s)
            and len(pieces(s, of.beside)) <= 1
        ),
    ),
    ("paired(s, cells - s by adjacent)", lambda of, s: matched(of, list(s), set(of.rims) - s)),
]


def all_edges(of: Plain) -> set[Edge]:
    return set().union(*map(of.edges, of.rims))


def matched(of: Plain, ones: list[Any], others: set[Any]) -> bool:
    """Whether all of both can be paired side by side."""
    if not ones:
        return not others
    first, *rest = ones
    return any(of.beside(first, one) and matched(of, rest, others - {one}) for one in others)


@library.sweep_lattices
@pytest.mark.parametrize("case", range(len(CELLS)))
def test_words_about_cells(lattice: str, case: int) -> None:
    formula, meaning = CELLS[case]
    for of in (small(lattice), tiny(lattice)):
        result = plain(of)
        wanted = {(frozenset(one),) for one in subsets(result.rims) if meaning(result, set(one))}
        assert drawings(grounded(formula, "s", of)) == wanted


@library.sweep_lattices
def test_loops_along_borders_and_what_they_enclose(lattice: str) -> None:
    of = small(lattice)
    output = plain(of)
    spots = {
        frozenset(point(corner, output) for corner in of.border_ends[border]): border.lattice for border in of.borders
    }
    wanted = {(frozenset(spots[edge] for edge in rim), inside) for rim, inside in loops_along_borders(output) if inside}
    result = drawings(grounded("single_loop(b) and (every c in cells: c.s iff c in inside(b))", "b s", of))
    assert result == wanted


def point(corner: Corner, told: Plain) -> Point:
    """The point of a corner: the nearest one, as lattice coordinates are rounded."""
    down, right = corner.lattice
    return min(
        set().union(*told.rims.values()), key=lambda one: math.hypot(one[0] - right / 1000, one[1] - down / 1000)
    )


@library.sweep_lattices
def test_loops_through_cells_and_what_they_enclose(lattice: str) -> None:
    of = board("hexagon", 3, 3, FLOWER) if lattice == "hexagon" else board(lattice, 3, 4 if lattice == "octagon" else 5)
    output = plain(of)
    pairs = [frozenset(pair) for pair in itertools.combinations(output.rims, 2) if output.beside(*pair)]
    wanted = set()
    for ring in rings(output):
        inside = {
            cell for cell in output.rims if cell not in ring and encloses(walk(output, ring), output.middle(cell))
        }
        links = {
            pair for pair in pairs if pair in {frozenset(two) for two in zip(ring, (*ring[1:], ring[0]), strict=True)}
        }
        wanted.add((frozenset(links), frozenset(inside)))
    result = drawings(grounded("single_loop(e) and (every c in cells: c.s iff c in inside(e))", "e s", of))
    assert result == wanted
    assert wanted


def rings(of: Plain) -> Iterator[tuple[Any, ...]]:
    """All cycles of cells side by side, each once."""
    order = sorted(of.rims)

    def onward(path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        for cell in order:
            if of.beside(path[-1], cell):
                if cell == path[0] and len(path) > 2 and path[1] < path[-1]:
                    yield path
                elif cell > path[0] and cell not in path:
                    yield from onward((*path, cell))

    return itertools.chain.from_iterable(onward((start,)) for start in order)


def walk(of: Plain, ring: tuple[Any, ...]) -> list[Point]:
    """The points of a closed way through the middles of cells and of the borders between them."""
    result = []
    for cell, other in zip(ring, (*ring[1:], ring[0]), strict=True):
        (edge,) = of.edges(cell) & of.edges(other)
        (ax, ay), (bx, by) = edge
        result += [of.middle(cell), ((ax + bx) / 2, (ay + by) / 2)]
    return result


def shared(of: Plain, a: Any, b: Any) -> tuple[Point, float]:
    """The middle of the side that two cells share, and its angle."""
    (edge,) = of.edges(a) & of.edges(b)
    (ax, ay), (bx, by) = edge
    return ((ax + bx) / 2, (ay + by) / 2), angle(edge)


def angle(edge: Edge) -> float:
    """The angle of a side, in degrees from 0 to 180."""
    (ax, ay), (bx, by) = edge
    return round(math.degrees(math.atan2(by - ay, bx - ax))) % 180


def onward(of: Plain, a: Any, b: Any) -> Iterator[Any]:
    """The cells from `b` on, when one goes from `a` into `b` and leaves each cell opposite of where one came in."""
    yield b
    (x, y), _ = shared(of, a, b)
    (mx, my) = of.middle(b)
    ahead = [
        one for one in of.rims if of.beside(b, one) and math.dist(shared(of, b, one)[0], (2 * mx - x, 2 * my - y)) < 0.1
    ]
    for one in ahead:
        yield from onward(of, b, one)


def lines_of(of: Tiling, told: Plain) -> list[set[Any]]:
    """The lines: cells one after another through sides that lie across the ways of a family."""
    result = []
    for angles in of.shape.lines.values():
        ways = {round(one) % 180 for one in angles}
        cells = [cell for cell in told.rims if ways & set(map(angle, told.edges(cell)))]
        result += pieces(cells, lambda a, b, ways=ways: told.beside(a, b) and shared(told, a, b)[1] in ways)
    return result


LINED = [name for name in NAMES if lattice_files.lattice(name).lines]
"""Lattices that have lines."""

LINES: list[tuple[str, Callable[[list[set[Any]], set[Any]], bool]]] = [
    ("every l in lines: count(s & l) <= 1", lambda lines, s: all(len(line & s) <= 1 for line in lines)),
    (
        "every l in lines: count(s & l) = 1 or count(s & l) = 2",
        lambda lines, s: all(1 <= len(line & s) <= 2 for line in lines),
    ),
    (
        "no l in lines: count(l) > 1 and count(s & l) = 0",
        lambda lines, s: all(line & s for line in lines if len(line) > 1),
    ),
]


@pytest.mark.parametrize("name", LINED)
@pytest.mark.parametrize("case", range(len(LINES)))
def test_words_about_lines(name: str, case: int) -> None:
    formula, meaning = LINES[case]
    for of in (small(name), board(name, 2, 4)):
        result = plain(of)
        lines = lines_of(of, result)
        wanted = {(frozenset(one),) for one in subsets(result.rims) if meaning(lines, set(one))}
        assert drawings(grounded(formula, "s", of, name)) == wanted


@pytest.mark.parametrize("name", [name for name in NAMES if board(name, 2, 2).directions])
def test_rays_and_turns(name: str) -> None:
    of = board(name, 3, 3)
    result = plain(of)
    rays = {
        cell: [frozenset(onward(result, cell, one)) for one in result.rims if result.beside(cell, one)]
        for cell in result.rims
    }
    wanted = {
        (frozenset(s),)
        for s in subsets(result.rims)
        if all(sum(len(ray & set(s)) for ray in rays[cell]) == 1 for cell in s)
    }
    assert (
        drawings(grounded("every c in s: sum(count(s & ray(c, d)) for d in directions) = 1", "s", of, name)) == wanted
    )
    bends = set()
    for ring in rings(result):
        around = list(zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True))
        turned = {here for before, here, after in around if after not in list(onward(result, before, here))[1:2]}
        bends.add((frozenset(frozenset((here, after)) for _, here, after in around), frozenset(turned)))
    assert drawings(grounded("single_loop(e) and (every c in cells: c.s iff c in turns(e))", "e s", of, name)) == bends


@library.sweep_lattices
def test_areas_are_in_one_piece(lattice: str) -> None:
    of = tiny(lattice)
    output = plain(of)
    result = set(areas(grounded("every a in area: count(a) <= 3", "area", of)))
    wanted = set()
    for labels in itertools.product(range(len(output.rims)), repeat=len(output.rims)):
        parts = [
            frozenset(cell for cell, one in zip(output.rims, labels, strict=True) if one == label)
            for label in set(labels)
        ]
        if all(len(part) <= 3 and len(pieces(part, output.beside)) == 1 for part in parts):
            wanted.add(frozenset(parts))
    assert result == wanted


def areas(problem: Problem) -> Iterator[frozenset[frozenset[Any]]]:
    for values in answers(problem, engines.engine("cadical")):
        cut = {
            frozenset(map(place, one.cells))
            for one, variable in problem.finds["area"].items()
            if isinstance(one, Link) and values[variable.index]
        }
        links = {frozenset(map(place, link.cells)) for link in problem.geometry.links} - cut
        yield frozenset(map(frozenset, joined(map(place, problem.geometry.cells), links)))


def joined(things: Iterable[Any], links: Collection[frozenset[Any]]) -> list[set[Any]]:
    return pieces(things, lambda a, b: frozenset((a, b)) in links)


def test_straight_ways_along_borders_need_corners_with_opposite_borders() -> None:
    text = (
        'puzzle "Corners"\nboard {}\nfind line : set of borders\n'
        'rule far "r": every c in corners: every d in directions: count(straight(c, d, line)) < 3\n'
    )
    assert pipeline.ruleset(Source("rules", text.format("rectangle"))).lattices
    with pytest.raises(Failed) as caught:
        pipeline.ruleset(Source("rules", text.format("hexagon")))
    assert [one.code for one in caught.value.diagnostics] == ["E065"]
