"""Graph words by their plain meaning: what each says of a drawing, written down again with sets of coordinates only.

A cell is (row, column) from 1.  A link is the set of its two cells, a border or a corner its point of the lattice on
which the cell (r, c) lies at (2r - 1, 2c - 1) and what is between cells between these points.
"""

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from puzzlelang import pipeline
from puzzlelang.geometry.places import Cell, Line, Link, Place
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem.record import Kind, Problem, Values
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset

Point = tuple[int, int]
Drawn = Mapping[str, Any]
"""What is found and given, by name: a set of coordinates, or a value for each; `rows`, `columns` are the size."""

Meaning = Callable[[Drawn], bool]
Size = tuple[int, int]

FINDS = {
    "s": 'find s : set of cells as "#"',
    "t": 'find t : set of cells as "%"',
    "e": "find e : set of links",
    "b": "find b : set of borders",
    "k": "find k : set of corners",
    "n": "find n : cells to 1..3",
    "l": "find l : set of lines",
    "w": "find w : cells to {northeast, north, down_left, stay}",
    "area": "find area : partition of cells",
}


class Case(msgspec.Struct, frozen=True):
    """A formula over some finds, its meaning, and board sizes (rows, columns) on which all drawings are tried."""

    finds: str
    formula: str
    meaning: Meaning
    sizes: tuple[Size, ...] = ((1, 1), (1, 3), (2, 2), (2, 3))
    marks: tuple[Point, ...] = ((1, 1), (2, 2), (1, 3))
    lets: str = ""


PIECES = """\
let pieces = {a, b in adjacent where a.area = b.area and (a in mark iff b in mark)}
let piece(c) = component(c, cells by pieces)"""


def stated(case: Case, size: Size, negated: bool = False) -> Problem:
    """The problem whose only rule is the formula."""
    formula = f"not ({case.formula})" if negated else case.formula
    text = "\n".join(
        [
            'puzzle "Words"',
            "board rectangle",
            'given mark : set of cells as "m"',
            *(FINDS[name] for name in case.finds.split()),
            *([case.lets] if case.lets else []),
            f'rule said "It is so": {formula}',
        ]
    )
    return pipeline.ground(_ruleset(text), puzzle(SquareGrid(*size), case.marks))


@functools.lru_cache(maxsize=2)  # a case is tried on several boards, as it stands and negated
def _ruleset(text: str) -> Ruleset:
    return pipeline.ruleset(Source("words", text))


def puzzle(geometry: SquareGrid, marks: Collection[Point]) -> Puzzle:
    """A board with these marks, as far as they lie on it."""
    marked: dict[Place | None, Value] = {cell: True for cell in geometry.cells if (cell.row, cell.column) in marks}
    return Puzzle(Source("board", ""), geometry, {"mark": marked}, {}, {})


def drawn(case: Case, problem: Problem, values: Values) -> Drawn:
    """The drawing that values make."""
    geometry = problem.geometry
    facts: dict[str, Any] = {"rows": len(geometry.rows), "columns": len(geometry.columns)}
    facts["mark"] = {point for point in case.marks if point[0] <= facts["rows"] and point[1] <= facts["columns"]}
    facts["cells"] = {(cell.row, cell.column) for cell in geometry.cells}
    for name, places in problem.finds.items():
        if any(variable.kind is not Kind.MEMBER for variable in places.values()):
            facts[name] = {named(place): values[variable.index] for place, variable in places.items()}
        else:
            facts[name] = {named(place) for place, variable in places.items() if values[variable.index]}
    return facts


def named(place: Any) -> Any:
    """The coordinates of a place."""
    if isinstance(place, Cell):
        return place.row, place.column
    if isinstance(place, Link):
        return frozenset(((place.first.row, place.first.column), (place.second.row, place.second.column)))
    if isinstance(place, Line):
        return place.kind, place.number
    return place.lattice


# ------------------------------------------------------------------------------------------------------- graphs


def parts(things: Iterable[Any], beside: Callable[[Any, Any], bool]) -> list[set[Any]]:
    """Connected parts, by joining whatever touches."""
    parts: list[set[Any]] = []
    for thing in things:
        touching = [part for part in parts if any(beside(thing, other) for other in part)]
        parts = [part for part in parts if part not in touching] + [{thing}.union(*touching)]
    return parts


def side(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def touch(a: Point, b: Point) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def knight(a: Point, b: Point) -> bool:
    return {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}


def ends_of(edge: Any) -> frozenset[Point]:
    """The two cells of a link, the two corners of a border."""
    if isinstance(edge, frozenset):
        return edge
    row, column = edge
    upright = row % 2 == 1
    return frozenset(((row - upright, column - (not upright)), (row + upright, column + (not upright))))


def share(a: Any, b: Any) -> bool:
    return bool(ends_of(a) & ends_of(b))


def along(edges: Iterable[Any]) -> list[set[Any]]:
    """What each part of links or borders goes through."""
    return [set().union(*map(ends_of, part)) for part in parts(edges, share)]


def cells_parts(cells: Iterable[Point]) -> list[set[Point]]:
    return parts(sorted(cells), side)


def part_of(cell: Point, cells: Iterable[Point], beside: Callable[[Point, Point], bool] = side) -> set[Point]:
    return next((part for part in parts(sorted(cells), beside) if cell in part), set())


# ------------------------------------------------------------------------------------------------------- curves


def steps(a: Point, b: Point, cells: Iterable[Point], beside: Callable[[Point, Point], bool] = side) -> int:
    """Of the ways from one place to another, in any order of the cells, the steps of a shortest; 0 for none."""
    inside = set(cells)
    ways = (
        (a, *between, b)
        for more in range(len(inside))
        for between in itertools.permutations(sorted(inside - {a, b}), more)
    )
    if a == b or not {a, b} <= inside:
        return 0
    return next((len(way) - 1 for way in ways if all(itertools.starmap(beside, itertools.pairwise(way)))), 0)


def degrees(edges: Iterable[Any]) -> Counter[Point]:
    return Counter(end for edge in edges for end in ends_of(edge))


def straight(a: Any, b: Any) -> bool:
    """Whether two edges that meet lie in one line."""
    (p, q), (r, s) = tuple(ends_of(a)), tuple(ends_of(b))
    return (p[0] == q[0]) == (r[0] == s[0])


def cyclic(edges: Collection[Any]) -> bool:
    """Whether leaves taken off again and again leave something."""
    left = set(edges)
    while any(count == 1 for count in degrees(left).values()):
        counts = degrees(left)
        left = {edge for edge in left if all(counts[end] > 1 for end in ends_of(edge))}
    return bool(left)


def are_loops(edges: Collection[Any], crossings: Collection[Point] = ()) -> bool:
    return all(count == 2 or (count == 4 and point in crossings) for point, count in degrees(edges).items())


def strands(edges: Collection[Any]) -> list[set[Any]]:
    """The curve cut where it crosses: edges that go on into each other."""
    counts = degrees(edges)

    def on(a: Any, b: Any) -> bool:
        return any(counts[point] < 4 or straight(a, b) for point in ends_of(a) & ends_of(b))

    return parts(sorted(edges, key=sorted), on)


def is_loop(edges: Collection[Any], crossings: Collection[Point] = ()) -> bool:
    return bool(edges) and are_loops(edges, crossings) and len(strands(edges)) == 1


def are_paths(edges: Collection[Any], ends: Collection[Point] | None, crossings: Collection[Point] = ()) -> bool:
    """Whether the edges are paths with these ends, or any, that cross only there; a strand is closed if none of its
    edges has a free end.
    """
    counts = degrees(edges)
    alone = {point for point, count in counts.items() if count == 1}
    if ends is not None and alone != set(ends):
        return False
    fine = all(count < 3 or (count == 4 and point in crossings) for point, count in counts.items())
    return fine and all(any(ends_of(edge) & alone for edge in strand) for strand in strands(edges))


def bends(edges: Collection[Any]) -> set[Point]:
    found = set()
    for point, count in degrees(edges).items():
        meeting = [edge for edge in edges if point in ends_of(edge)]
        if count == 2 and not straight(*meeting):
            found.add(point)
    return found


def surrounded(drawing: Drawn, edges: Collection[Any]) -> set[Point]:
    """Cells from which a way straight up crosses closed curves an odd number of times, left of the middle."""
    found = set()
    for row, column in drawing["cells"]:
        if any(isinstance(edge, frozenset) for edge in edges):
            steps = [frozenset(((above, column - 1), (above, column))) for above in range(1, row)]
            if (row, column) in degrees(edges):
                continue
        else:
            steps = [(2 * above - 2, 2 * column - 1) for above in range(1, row + 1)]
        if sum(step in edges for step in steps) % 2:
            found.add((row, column))
    return found


# ------------------------------------------------------------------------------------------------------- shapes


def fills(cells: Collection[Point]) -> bool:
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    return bool(cells) and set(cells) == set(
        itertools.product(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))
    )


def is_square(cells: Collection[Point]) -> bool:
    return fills(cells) and len({row for row, _ in cells}) ** 2 == len(cells)


def turned(cells: Collection[Point], middle: Point) -> bool:
    """Half a turn about a point of the lattice leaves the cells as they are."""
    return {(middle[0] + 1 - row, middle[1] + 1 - column) for row, column in cells} == set(cells)


def outline(cells: Collection[Point]) -> object:
    """The least of the eight images of a set of cells, shifted to the corner."""
    images = []
    for flip, mirror, swap in itertools.product((1, -1), (1, -1), (False, True)):
        image = [(flip * row, mirror * column) for row, column in cells]
        image = [(column, row) for row, column in image] if swap else image
        least = [min((cell[axis] for cell in image), default=0) for axis in (0, 1)]
        images.append(sorted((row - least[0], column - least[1]) for row, column in image))
    return min(images)


def shifts_into(cells: Collection[Point], room: Collection[Point]) -> bool:
    """Whether a shift alone puts the cells inside the room."""
    first = min(cells, default=(0, 0))
    return not cells or any(
        all((row + down - first[0], column + right - first[1]) in room for row, column in cells) for down, right in room
    )


def in_turn(cells: Iterable[Point]) -> list[set[Point]]:
    """The connected parts, by their first cells."""
    return sorted(cells_parts(cells), key=min)


def sizes_of(cells: Iterable[Point]) -> list[int]:
    return [len(part) for part in in_turn(cells)]


def areas(drawing: Drawn) -> list[set[Point]] | None:
    """The areas that cut links leave; None if a cut lies within an area."""
    cut = drawing["area"]
    found = parts(sorted(drawing["cells"]), lambda a, b: side(a, b) and frozenset((a, b)) not in cut)
    return None if any(link <= area for link in cut for area in found) else found


def area_is(meaning: Callable[[list[set[Point]]], bool]) -> Meaning:
    return lambda drawing: meaning(areas(drawing) or [])


def own(found: Sequence[set[Point]], cell: Point) -> set[Point]:
    return next(area for area in found if cell in area)


def alike(drawing: Drawn) -> Iterator[tuple[Point, set[Point]]]:
    """Each cell with the cells that it is joined with by equal numbers."""
    number = drawing["n"]
    for cell in drawing["cells"]:
        yield cell, part_of(cell, drawing["cells"], lambda a, b: side(a, b) and number[a] == number[b])


def sees(drawing: Drawn, cell: Point, step: Point) -> int:
    """How many cells behind this one lie in front of the set."""
    count, (row, column) = 0, (cell[0] + step[0], cell[1] + step[1])
    while (row, column) in drawing["cells"] and (row, column) not in drawing["s"]:
        count, row, column = count + 1, row + step[0], column + step[1]
    return count


STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}


def reach(edges: Collection[Any], point: Point, step: Point, far: int) -> list[Point]:
    """The ends of the edges, one behind the other, that lead on from a point; places of a sort lie `far` apart."""
    found = [point]
    while True:
        beyond = (found[-1][0] + far * step[0], found[-1][1] + far * step[1])
        if not any(ends_of(edge) == {found[-1], beyond} for edge in edges):
            return found[1:]
        found.append(beyond)


def seen_along(drawing: Drawn, cell: Point) -> list[Point]:
    """The cells in the direction of `w`, nearest first."""
    down, right = ((-1, 1), (-1, 0), (1, -1), (0, 0))[drawing["w"][cell]]
    steps = ((cell[0] + far * down, cell[1] + far * right) for far in range(1, 9))
    return [step for step in steps if step in drawing["cells"] and step != cell]


def reaches(edges: Collection[Any], point: Point, far: int) -> list[int]:
    """How far it goes up, right, down and left."""
    return [len(reach(edges, point, step, far)) for step in STEPS.values()]


def corners_of(drawing: Drawn) -> list[Point]:
    return list(itertools.product(range(0, 2 * drawing["rows"] + 1, 2), range(0, 2 * drawing["columns"] + 1, 2)))


def joined_with(edges: Collection[Any], point: Point) -> set[Point]:
    return {end for edge in edges if point in ends_of(edge) for end in ends_of(edge)} - {point}


def within(cells: Collection[Point]) -> list[frozenset[Point]]:
    """The links between these cells."""
    return [frozenset(two) for two in itertools.combinations(cells, 2) if side(*two)]


def rises(drawing: Drawn) -> bool:
    """Whether the numbers grow along some row or column, seen from either end."""
    lines = [[(row, c + 1) for c in range(drawing["columns"])] for row in range(1, drawing["rows"] + 1)]
    lines += [[(r + 1, column) for r in range(drawing["rows"])] for column in range(1, drawing["columns"] + 1)]
    values = [[drawing["n"][cell] for cell in line] for line in lines]
    return any(found == sorted(set(found)) for line in values for found in (line, line[::-1]))


def in_order(drawing: Drawn) -> bool:
    """Whether the links are one path from the only mark, and the numbers count its cells; elsewhere is a 1."""
    (start,), edges, count = drawing["mark"], drawing["e"], {}
    ends = {point for point, number in degrees(edges).items() if number == 1}
    here, before = start, None
    while here is not None:
        count[here] = len(count) + 1
        onward = joined_with(edges, here) - {before}
        here, before = (next(iter(onward)) if len(onward) == 1 else None), here
    path = are_paths(edges, ends) and start in ends and set(count) == set(degrees(edges))
    return path and all(drawing["n"][cell] == count.get(cell, 1) for cell in drawing["cells"])


CORNERS = "let near = {a, b in pairs(corners) where count(cells(a) & cells(b)) >= 1}"
SAME = "let same = {a, b in adjacent where a.n = b.n}"
CUT = "let open = {a, b in adjacent where a.s and b.s}"
CURVES = ((1, 1), (1, 3), (2, 2), (2, 3))
MIDDLE = ((2, 2),)
WITH_CROSSING = ((2, 2), (2, 3), (3, 3))


CASES: dict[str, Case] = {
    "connected": Case("s", "connected(s)", lambda d: len(cells_parts(d["s"])) < 2),
    "connected by touching": Case("s", "connected(s by touching)", lambda d: len(parts(sorted(d["s"]), touch)) < 2),
    "connected by leaps": Case(
        "s", "connected(s by leap(1, 2))", lambda d: len(parts(sorted(d["s"]), knight)) < 2, ((2, 3), (3, 3))
    ),
    "connected links": Case("e", "connected(e)", lambda d: len(parts(d["e"], share)) < 2),
    "connected borders": Case("b", "connected(b)", lambda d: len(parts(d["b"], share)) < 2, ((1, 1), (1, 2))),
    "connected and its rest": Case(
        "s",
        "connected(s) iff connected(cells - s)",
        lambda d: (len(cells_parts(d["s"])) < 2) == (len(cells_parts(d["cells"] - d["s"])) < 2),
    ),
    "connected in a condition": Case(
        "s",
        "if connected(s) then count(s) = 3 else rectangle(cells - s)",
        lambda d: len(d["s"]) == 3 if len(cells_parts(d["s"])) < 2 else fills(d["cells"] - d["s"]),
    ),
    "connected in lines": Case(
        "s",
        "some l in lines: not connected(s & l)",
        lambda d: any(
            len(cells_parts(cell for cell in d["s"] if cell[axis] == line)) > 1 for axis in (0, 1) for line in (1, 2, 3)
        ),
    ),
    "component": Case(
        "s", "every c in s: count(component(c, s)) != 2", lambda d: 2 not in map(len, cells_parts(d["s"]))
    ),
    "component of marks": Case(
        "s",
        "every c in mark: count(component(c, s)) = 3",
        lambda d: all(len(part_of(c, d["s"])) == 3 for c in d["mark"]),
    ),
    "component without a mark": Case(
        "s",
        "every c in cells - mark: count(component(c, s) & mark) < 1",
        lambda d: all(not part_of(c, d["s"]) & d["mark"] for c in d["cells"] - d["mark"]),
    ),
    "component by touching": Case(
        "s",
        "some c in cells: count(component(c, s by touching)) = 3",
        lambda d: any(len(part) == 3 for part in parts(sorted(d["s"]), touch)),
    ),
    "component holds": Case(
        "s t",
        "every c in mark: every x in t: x in component(c, s)",
        lambda d: all(x in part_of(c, d["s"]) for c in d["mark"] for x in d["t"]),
        ((1, 3), (2, 2)),
    ),
    "component of one": Case(
        "s",
        "every c in mark: count(component(c, s)) = 1",
        lambda d: all(len(part_of(c, d["s"])) == 1 for c in d["mark"]),
    ),
    "components of stated sizes": Case(
        "s",
        "(every c in mark: count(component(c, s)) = 2) and (every i in components(s): count(i & mark) = 1)",
        lambda d: all(len(i) == 2 and len(i & d["mark"]) == 1 for i in cells_parts(d["s"])) and d["mark"] <= d["s"],
        ((2, 2), (2, 3), (3, 3)),
        ((1, 1), (2, 3)),
    ),
    "distance": Case(
        "s",
        "every a, b in pairs(mark): distance(a, b, s) in {0, 4}",
        lambda d: all(steps(a, b, d["s"]) in (0, 4) for a in d["mark"] for b in d["mark"]),
        ((1, 3), (2, 2), (2, 3), (3, 3)),
        ((1, 1), (1, 3)),
    ),
    "distance compared": Case(
        "s",
        "every a in mark: every b in s: distance(a, b, s + mark) < 3",
        lambda d: all(steps(a, b, d["s"] | d["mark"]) < 3 for a in d["mark"] for b in d["s"]),
        ((1, 3), (2, 2), (2, 3)),
    ),
    "distance by touching": Case(
        "s",
        "every a, b in pairs(mark): distance(a, b, s by touching) = 2",
        lambda d: all(steps(a, b, d["s"], touch) == 2 for a in d["mark"] for b in d["mark"] if a != b),
        ((1, 3), (2, 2), (2, 3)),
        ((1, 1), (2, 3)),
    ),
    "distance along": Case(
        "e",
        "every a, b in pairs(mark): distance(a, b, cells by along(e)) = 3",
        lambda d: all(
            steps(a, b, d["cells"], lambda x, y: frozenset((x, y)) in d["e"]) == 3
            for a in d["mark"]
            for b in d["mark"]
            if a != b
        ),
        ((1, 3), (2, 2), (2, 3)),
        ((1, 1), (2, 2)),
    ),
    "distance along a line": Case(
        "e",
        "every a, b in pairs(mark): distance(a, b, e) = 3",
        lambda d: all(
            steps(a, b, d["cells"], lambda x, y: frozenset((x, y)) in d["e"]) == 3
            for a in d["mark"]
            for b in d["mark"]
            if a != b
        ),
        ((1, 3), (2, 2), (2, 3)),
        ((1, 1), (2, 2)),
    ),
    "distance of what is given": Case(
        "s",
        "count(s) = sum(distance(a, b, cells - {a}) + distance(a, b, cells) for a, b in pairs(mark))",
        lambda d: len(d["s"]) == sum(steps(a, b, d["cells"]) for a in d["mark"] for b in d["mark"]),
    ),
    "distance to none": Case(
        "s",
        "some a in mark: some b in cells - {a}: distance(a, b, s) = 0",
        lambda d: any(steps(a, b, d["s"]) == 0 for a in d["mark"] for b in d["cells"] - {a}),
        ((1, 2), (2, 2), (2, 3)),
    ),
    "few components": Case(
        "s", "count(components(s)) < 2", lambda d: len(cells_parts(d["s"])) < 2, ((1, 2), (1, 3), (2, 2))
    ),
    "components": Case("s", "count(components(s)) = 2", lambda d: len(cells_parts(d["s"])) == 2),
    "components with one mark": Case(
        "s",
        "every i in components(s): count(i & mark) = 1",
        lambda d: all(len(i & d["mark"]) == 1 for i in cells_parts(d["s"])),
    ),
    "some component": Case(
        "s", "exactly 1 i in components(s): count(i) = 2", lambda d: sum(len(i) == 2 for i in cells_parts(d["s"])) == 1
    ),
    "components of two sets": Case(
        "s t",
        "every i in components(s): some j in components(t): count(i) = count(j)",
        lambda d: {len(i) for i in cells_parts(d["s"])} <= {len(j) for j in cells_parts(d["t"])},
        ((1, 3), (2, 2)),
    ),
    "rectangular components": Case(
        "s",
        "every i in components(s): rectangle(i)",
        lambda d: all(map(fills, cells_parts(d["s"]))),
        ((1, 3), (2, 3), (3, 3)),
    ),
    "no rectangular component": Case(
        "s", "no i in components(s): rectangle(i)", lambda d: not any(map(fills, cells_parts(d["s"]))), ((2, 2), (3, 3))
    ),
    "square components": Case(
        "s", "every i in components(s): square(i)", lambda d: all(map(is_square, cells_parts(d["s"])))
    ),
    "components that touch": Case(
        "s",
        "some i in components(s by touching): rectangle(i)",
        lambda d: any(map(fills, parts(sorted(d["s"]), touch))),
    ),
    "what components hold outside of a given set": Case(
        "s",
        "every p in components(s): count(p - mark) = 1",
        lambda d: all(len(p - d["mark"]) == 1 for p in map(set, cells_parts(d["s"]))),
    ),
    "what components hold outside of another set": Case(
        "s t",
        "every p in components(s): count(p - t) > 0 and count(p - t - mark) < 2",
        lambda d: all(p - d["t"] and len(p - d["t"] - d["mark"]) < 2 for p in map(set, cells_parts(d["s"]))),
        ((1, 1), (1, 3), (2, 2)),
    ),
    "components of links": Case("e", "count(components(e)) = 2", lambda d: len(parts(d["e"], share)) == 2),
    "components of borders": Case(
        "b", "count(components(b)) < 2", lambda d: len(parts(d["b"], share)) < 2, ((1, 1), (1, 2), (2, 2))
    ),
    "cells of each part of a line": Case(
        "e",
        "every p in components(e): count(p & mark) = 1 and count(p & turns(e)) < 2",
        lambda d: all(len(p & d["mark"]) == 1 and len(p & bends(d["e"])) < 2 for p in along(d["e"])),
        CURVES,
        ((1, 1), (2, 2)),
    ),
    "part of a line": Case(
        "e",
        "every c in mark: count(component(c, e)) in {1, 3}",
        lambda d: all(len(p) == 3 for p in along(d["e"]) if p & d["mark"]),
        ((1, 1), (1, 3), (2, 2), (2, 3)),
    ),
    "part of a line of a cell that it leaves out": Case(
        "e",
        "some c in mark: count(component(c, e)) = 1",
        lambda d: bool(d["mark"] - set().union(*along(d["e"]))),
        ((1, 1), (1, 3), (2, 2), (2, 3)),
    ),
    "cells that a line joins hold a mark, itself among them": Case(
        "e s",
        "every c in s: count(component(c, e) & mark) = 1",
        lambda d: all(len(next((p for p in along(d["e"]) if c in p), {c}) & d["mark"]) == 1 for c in d["s"]),
        ((1, 1), (1, 2), (1, 3), (2, 2)),
        ((1, 1), (1, 3)),
    ),
    "part of links of which a board may have none": Case(
        "e s",
        "every c in s: count(component(c, e & links(mark))) = 1",
        lambda d: not set().union(*along(d["e"] & set(within(d["mark"])))) & d["s"],
        ((1, 1), (1, 2), (2, 2)),
        ((1, 1), (1, 2), (2, 2)),
    ),
    "part of a line that holds a cell": Case(
        "e",
        "some a, b in pairs(mark): b in component(a, e)",
        lambda d: any(len(p & d["mark"]) > 1 for p in along(d["e"])),
        ((1, 3), (2, 2), (2, 3)),
        ((1, 1), (1, 3), (2, 2)),
    ),
    "part of a line, of a link": Case(
        "e",
        "every k in links: count(component(k, e)) != 2",
        lambda d: all(len(p) != 2 for p in parts(d["e"], share)),
        ((1, 3), (2, 2), (2, 3)),
    ),
    "part of borders": Case(
        "b",
        "every k in corners: count(component(k, b)) in {1, 4}",
        lambda d: all(len(p) == 4 for p in along(d["b"])),
        ((1, 1), (1, 2), (2, 2)),
    ),
    "parts of links by a relation": Case(
        "e",
        "some k in links: count(component(k, e by {a, b in pairs(links) where a.first.row = b.first.row})) = 2",
        lambda d: any(len(p) == 2 for p in parts(d["e"], lambda a, b: min(a)[0] == min(b)[0])),
        ((1, 3), (2, 2), (2, 3)),
    ),
    "alike": Case(
        "n",
        "every c in cells: count(component(c, cells by same)) = c.n",
        lambda d: all(len(part) == d["n"][cell] for cell, part in alike(d)),
        ((1, 1), (1, 3), (2, 2), (1, 5)),
        lets=SAME,
    ),
    "some alike": Case(
        "n",
        "exactly 2 c in cells: count(component(c, cells by same)) < c.n",
        lambda d: sum(len(part) < d["n"][cell] for cell, part in alike(d)) == 2,
        ((1, 3), (2, 2)),
        lets=SAME,
    ),
    "sizes as numbers of cells": Case(
        "s n",
        "every c in s: count(component(c, s)) = c.n",
        lambda d: all(len(part) == d["n"][cell] for part in cells_parts(d["s"]) for cell in part),
        ((1, 1), (1, 3), (2, 2)),
    ),
    "sizes up to numbers of some cells": Case(
        "s n",
        "every c in s: count(component(c, s)) <= c.n or c in mark",
        lambda d: all(len(part) <= d["n"][cell] for part in cells_parts(d["s"]) for cell in {*part} - d["mark"]),
        ((1, 1), (1, 3), (2, 2)),
    ),
    "connected alike": Case(
        "n", "connected(cells by same)", lambda d: len(set(d["n"].values())) == 1, ((1, 1), (2, 2)), lets=SAME
    ),
    "acyclic relation": Case(
        "s",
        "acyclic(open)",
        lambda d: not cyclic([frozenset(two) for two in itertools.combinations(d["s"], 2) if side(*two)]),
        ((1, 1), (2, 2), (2, 3), (3, 3)),
        lets=CUT,
    ),
    "single loop": Case("e", "single_loop(e)", lambda d: is_loop(d["e"]), (*CURVES, (3, 3))),
    "single loop around": Case("b", "single_loop(b)", lambda d: is_loop(d["b"]), ((1, 1), (1, 2), (2, 2))),
    "single loop with crossings": Case(
        "e", "single_loop(e, mark)", lambda d: is_loop(d["e"], d["mark"]), WITH_CROSSING
    ),
    "loops": Case("e", "loops(e)", lambda d: are_loops(d["e"]), CURVES),
    "loops around": Case("b", "loops(b)", lambda d: are_loops(d["b"]), ((1, 1), (1, 2), (2, 2))),
    "loops with crossings": Case(
        "b", "loops(b, corners)", lambda d: are_loops(d["b"], degrees(d["b"])), ((1, 2), (2, 2))
    ),
    "one loop with crossings around": Case(
        "b", "single_loop(b, corners)", lambda d: is_loop(d["b"], degrees(d["b"])), ((2, 2),)
    ),
    "loops with crossings to be found": Case(
        "e s",
        "loops(e, s) and not single_loop(e, s)",
        lambda d: are_loops(d["e"], d["s"]) and not is_loop(d["e"], d["s"]),
        ((2, 2),),
    ),
    "paths": Case("e", "paths(e, mark)", lambda d: are_paths(d["e"], d["mark"]), CURVES, ((1, 1), (2, 2))),
    "paths to be found": Case("e s", "paths(e, s)", lambda d: are_paths(d["e"], d["s"]), ((1, 1), (1, 3), (2, 2))),
    "crossing paths": Case(
        "e",
        "paths(e, mark, cells)",
        lambda d: are_paths(d["e"], d["mark"], d["cells"]),
        (*CURVES, (3, 3)),
        ((1, 2), (3, 2), (2, 1), (2, 3)),
    ),
    "paths that cross at marks": Case(
        "e", "paths(e, ends(e), mark)", lambda d: are_paths(d["e"], None, d["mark"]), (*CURVES, (3, 3)), ((2, 2),)
    ),
    "strands": Case(
        "e",
        "count(components(e by strands(e))) = 2",
        lambda d: len(strands(d["e"])) == 2,
        ((1, 4), (2, 2), (2, 3), (3, 3)),
    ),
    "strands of borders": Case(
        "b", "count(components(b by strands(b))) = 1", lambda d: len(strands(d["b"])) == 1, ((1, 1), (1, 2), (2, 2))
    ),
    "a strand": Case(
        "e",
        "some c in mark: some k in links(c): count(component(k, e by strands(e))) = 3",
        lambda d: any(len(part) == 3 and d["mark"] & set().union(*part) for part in strands(d["e"])),
        ((1, 4), (2, 2), (2, 3), (3, 3)),
        ((1, 1), (2, 2)),
    ),
    "acyclic": Case("e", "acyclic(e)", lambda d: not cyclic(d["e"]), (*CURVES, (3, 3))),
    "acyclic borders": Case("b", "acyclic(b)", lambda d: not cyclic(d["b"]), ((1, 1), (1, 2), (2, 2))),
    "touched": Case(
        "e",
        "every c in cells: c in touched(e) iff c.mark",
        lambda d: set(degrees(d["e"])) == d["mark"],
        CURVES,
        ((1, 1), (1, 2)),
    ),
    "touched cells to be found": Case(
        "e s", "touched(e) = s", lambda d: set(degrees(d["e"])) == d["s"], ((1, 1), (1, 3), (2, 2))
    ),
    "turns": Case("e", "turns(e) = mark", lambda d: bends(d["e"]) == d["mark"], (*CURVES, (3, 3)), MIDDLE),
    "many turns": Case("b", "count(turns(b)) = 3", lambda d: len(bends(d["b"])) == 3, ((1, 1), (1, 2), (2, 2))),
    "ends": Case(
        "e",
        "ends(e) = mark",
        lambda d: {p for p, n in degrees(d["e"]).items() if n == 1} == d["mark"],
        CURVES,
        ((1, 1), (2, 2)),
    ),
    "crossed": Case(
        "e",
        "crossed(e) = mark",
        lambda d: {p for p, n in degrees(d["e"]).items() if n == 4} == d["mark"],
        WITH_CROSSING,
        MIDDLE,
    ),
    "inside": Case(
        "b",
        "loops(b) and inside(b) = mark",
        lambda d: are_loops(d["b"]) and surrounded(d, d["b"]) == d["mark"],
        ((1, 1), (1, 2), (2, 2)),
        ((1, 1), (1, 2)),
    ),
    "inside a loop through cells": Case(
        "e",
        "single_loop(e) and inside(e) = mark",
        lambda d: is_loop(d["e"]) and surrounded(d, d["e"]) == d["mark"],
        ((2, 2), (2, 3), (3, 3)),
        (),
    ),
    "rectangle": Case("s", "rectangle(s)", lambda d: fills(d["s"]), ((1, 1), (1, 3), (2, 2), (3, 3))),
    "square": Case("s", "square(s)", lambda d: is_square(d["s"]), ((1, 1), (1, 3), (2, 2), (3, 3))),
    "rectangle of a part": Case(
        "s",
        "some c in mark: rectangle(component(c, s))",
        lambda d: any(fills(part_of(c, d["s"])) for c in d["mark"]),
        ((2, 2), (3, 3)),
    ),
    "rectangle of a part by leaps": Case(
        "s",
        "every c in mark: rectangle(component(c, s by touching))",
        lambda d: all(fills(part_of(c, d["s"], touch)) for c in d["mark"]),
        ((2, 2), (3, 3)),
    ),
    "symmetric about marks": Case(
        "s",
        "some c in mark: symmetric(s, c)",
        lambda d: any(turned(d["s"], (2 * r - 1, 2 * c - 1)) for r, c in d["mark"]),
    ),
    "symmetric about links": Case(
        "s",
        "some k in links: symmetric(s, k)",
        lambda d: any(
            turned(d["s"], (a[0] + b[0] - 1, a[1] + b[1] - 1))
            for a, b in itertools.combinations(d["cells"], 2)
            if side(a, b)
        ),
    ),
    "symmetric about corners": Case(
        "s",
        "every p in corners: not symmetric(s, p)",
        lambda d: (
            not any(turned(d["s"], (2 * r, 2 * c)) for r in range(d["rows"] + 1) for c in range(d["columns"] + 1))
        ),
    ),
    "shape": Case(
        "s t", "shape(s) = shape(t)", lambda d: outline(d["s"]) == outline(d["t"]), ((1, 1), (1, 3), (2, 2), (2, 3))
    ),
    "shape of a given set": Case(
        "s", "shape(s) = shape(mark)", lambda d: outline(d["s"]) == outline(d["mark"]), ((2, 2), (3, 3))
    ),
    "sizes of the parts beside marks": Case(
        "s",
        "every c in mark: sum(count(g) for g in components(s) where count(g & next(c)) > 0) = 2",
        lambda d: all(
            sum(len(part) for part in cells_parts(d["s"]) if any(side(c, other) for other in part)) == 2
            for c in d["mark"]
        ),
        ((1, 3), (2, 2), (2, 3), (3, 3)),
        ((1, 1), (2, 2)),
    ),
    "parts of one shape": Case(
        "s",
        "some a, b in pairs(mark): shape(component(a, s)) = shape(component(b, s))",
        lambda d: any(
            outline(part_of(a, d["s"])) == outline(part_of(b, d["s"])) for a, b in itertools.combinations(d["mark"], 2)
        ),
        ((1, 3), (2, 2), (2, 3), (3, 3)),
        ((1, 1), (1, 3), (3, 2)),
    ),
    "a part fits into another": Case(
        "s",
        "every a, b in pairs(mark): fits_into(component(a, s), component(b, s))",
        lambda d: all(
            shifts_into(part_of(a, d["s"]), part_of(b, d["s"])) for a, b in itertools.permutations(d["mark"], 2)
        ),
        ((1, 3), (2, 2), (2, 3), (3, 3)),
        ((1, 1), (1, 3), (3, 2)),
    ),
    "no area fits into one beside it": Case(
        "area",
        "no a, b in adjacent: a.area != b.area and (fits_into(a.area, b.area) or fits_into(b.area, a.area))",
        area_is(
            lambda found: (
                bool(found)
                and not any(
                    shifts_into(one, other) or shifts_into(other, one)
                    for one, other in itertools.combinations(found, 2)
                    if any(side(a, b) for a in one for b in other)
                )
            )
        ),
        ((1, 3), (2, 2), (2, 3)),
    ),
    "a set fits into another": Case(
        "s t",
        "fits_into(s, t) and not fits_into(t, s)",
        lambda d: shifts_into(d["s"], d["t"]) and not shifts_into(d["t"], d["s"]),
        ((1, 1), (1, 3), (2, 2)),
    ),
    "parts by corners of one shape": Case(
        "s",
        "every a, b in pairs(mark): shape(component(a, s by touching)) = shape(component(b, s by touching))",
        lambda d: all(
            outline(part_of(a, d["s"], touch)) == outline(part_of(b, d["s"], touch))
            for a, b in itertools.combinations(d["mark"], 2)
        ),
        ((1, 3), (2, 3), (3, 3)),
        ((1, 1), (1, 3)),
    ),
    "no two parts have one shape": Case(
        "s",
        "no a, b in pairs(s): shape(component(a, s)) = shape(component(b, s)) and b not in component(a, s)",
        lambda d: len({str(outline(part)) for part in cells_parts(d["s"])}) == len(cells_parts(d["s"])),
        ((1, 4), (2, 2), (2, 3), (3, 3)),
    ),
    "rays": Case(
        "s",
        "every c in mark: count(ray(c, up until s)) + count(ray(c, right while cells - s)) = 1",
        lambda d: all(sees(d, c, (-1, 0)) + sees(d, c, (0, 1)) == 1 for c in d["mark"]),
        ((2, 2), (3, 3)),
    ),
    "straight": Case(
        "e",
        "every c in mark: every d in directions: count(straight(c, d, e)) != 1",
        lambda d: all(length != 1 for c in d["mark"] for length in reaches(d["e"], c, 1)),
        ((1, 1), (1, 3), (2, 2), (2, 3)),
        ((1, 1), (2, 2), (1, 3)),
    ),
    "straight lines through cells": Case(
        "e",
        "every c in touched(e): exactly 1 d in {up, left}: "
        "count(straight(c, d, e)) + count(straight(c, opposite(d), e)) = 2",
        lambda d: all(
            (up + down == 2) != (left + right == 2)
            for up, right, down, left in (reaches(d["e"], c, 1) for c in degrees(d["e"]))
        ),
        ((1, 3), (2, 2), (3, 3), (1, 4)),
    ),
    "straight as a set": Case(
        "e s",
        "every c in mark: straight(c, right, e) + straight(c, down, e) = s",
        lambda d: all({*reach(d["e"], c, (0, 1), 1), *reach(d["e"], c, (1, 0), 1)} == d["s"] for c in d["mark"]),
        ((1, 3), (2, 2)),
        ((1, 1),),
    ),
    "straight between corners": Case(
        "b",
        "some p in corners: count(straight(p, down, b)) = 2 or count(straight(p, left, b)) = 2",
        lambda d: any(2 in reaches(d["b"], p, 2)[2:] for p in corners_of(d)),
        ((1, 2), (2, 2)),
    ),
    "straight in a given set": Case(
        "s",
        "every c in s: some d in directions: count(straight(c, d, links(mark))) = 1",
        lambda d: all(1 in reaches(within(d["mark"]), c, 1) for c in d["s"]),
        ((1, 3), (2, 3)),
        ((1, 1), (1, 2), (2, 2)),
    ),
    "straight in a part": Case(
        "e s",
        "every c in mark: count(straight(c, right, e & links(s))) = 1",
        lambda d: all(len(reach([k for k in d["e"] if k <= d["s"]], c, (0, 1), 1)) == 1 for c in d["mark"]),
        ((1, 3), (2, 2)),
        ((1, 1),),
    ),
    "next along links": Case(
        "e s",
        "every c in mark: next(c, e) = s",
        lambda d: all(joined_with(d["e"], c) == d["s"] for c in d["mark"]),
        ((1, 3), (2, 2)),
        ((1, 1), (1, 2)),
    ),
    "next along borders": Case(
        "b",
        "exactly 2 p in corners: count(next(p, b)) = 2",
        lambda d: sum(len(joined_with(d["b"], p)) == 2 for p in corners_of(d)) == 2,
        ((1, 1), (1, 2)),
    ),
    "next in views": Case(
        "n",
        "some v in views: every c in v: every x in next(c, v): c.n < x.n and c in before(x, v)",
        rises,
        ((1, 3), (2, 2), (2, 3)),
    ),
    "next outside a view": Case(
        "s",
        "every c in s: sum(count(next(c, v)) for v in views) = 2",
        lambda d: all(sum(side(c, other) for other in d["cells"]) == 2 for c in d["s"]),
        ((1, 3), (2, 2), (2, 3)),
    ),
    "order along a path": Case(
        "e n",
        "paths(e, ends(e)) and mark & ends(e) = mark and (every c in cells - touched(e) + mark: c.n = 1) "
        "and (every c in touched(e) - mark: exactly 1 x in next(c, e): x.n = c.n - 1)",
        in_order,
        ((1, 2), (1, 3), (2, 2)),
        ((1, 1),),
    ),
    "areas": Case(
        "area",
        "every a in area: count(a) = 2",
        area_is(lambda found: bool(found) and all(len(a) == 2 for a in found)),
        ((1, 1), (1, 4), (2, 2), (2, 3)),
    ),
    "areas of stated sizes": Case(
        "area",
        "every c in mark: count(c.area) = 2",
        lambda d: (found := areas(d)) is not None and all(len(own(found, c)) == 2 for c in d["mark"]),
        ((1, 3), (2, 2), (2, 3)),
        ((1, 1), (2, 2)),
    ),
    "rectangular areas of stated sizes": Case(
        "area",
        "(every a in area: rectangle(a)) and (every c in mark: count(c.area) = 2)",
        lambda d: (
            (found := areas(d)) is not None
            and all(map(fills, found))
            and all(len(own(found, c)) == 2 for c in d["mark"])
        ),
        ((2, 2), (2, 3)),
        ((1, 1),),
    ),
    "areas with a mark": Case(
        "area",
        "every a in area: count(a & mark) = 1",
        lambda d: (found := areas(d)) is not None and all(len(a & d["mark"]) == 1 for a in found),
        ((1, 3), (2, 2), (2, 3)),
    ),
    "marked and other cells of an area are a piece each": Case(
        "area",
        "every c in cells: if c in mark then count(piece(c)) = count(c.area & mark)"
        " else count(piece(c)) = count(c.area - mark)",
        lambda d: (
            (found := areas(d)) is not None
            and all(len(cells_parts(kind)) <= 1 for a in found for kind in (a & d["mark"], a - d["mark"]))
        ),
        ((1, 3), (2, 2), (2, 3)),
        lets=PIECES,
    ),
    "some marked cells of an area are several pieces": Case(
        "area",
        "some c in mark: count(piece(c)) < count(c.area & mark)",
        lambda d: (found := areas(d)) is not None and any(len(cells_parts(a & d["mark"])) > 1 for a in found),
        ((1, 3), (2, 2), (2, 3)),
        lets=PIECES,
    ),
    "number of areas": Case(
        "area", "count(area) = 3", area_is(lambda found: len(found) == 3), ((1, 4), (2, 2), (2, 3))
    ),
    "areas of marks": Case(
        "area",
        "exactly 2 c in cells: count(c.area) = 1",
        area_is(lambda found: sum(len(a) == 1 for a in found) == 2),
        ((1, 4), (2, 2), (2, 3)),
    ),
    "rectangular areas": Case(
        "area",
        "every a in area: rectangle(a)",
        area_is(lambda found: bool(found) and all(map(fills, found))),
        ((2, 2), (2, 3)),
    ),
    "some area is no rectangle": Case(
        "area", "some a in area: not rectangle(a)", area_is(lambda found: not all(map(fills, found))), ((2, 2), (2, 3))
    ),
    "areas side by side differ in shape": Case(
        "area",
        "no a, b in adjacent: a.area != b.area and shape(a.area) = shape(b.area)",
        lambda d: (
            (found := areas(d)) is not None
            and all(
                own(found, a) is own(found, b) or outline(own(found, a)) != outline(own(found, b))
                for a, b in itertools.combinations(d["cells"], 2)
                if side(a, b)
            )
        ),
        ((1, 4), (2, 2), (2, 3)),
    ),
    "seams of areas": Case(
        "area",
        "count(seams(area) & links(mark)) = 1 and (some k in seams(area): k.first.row = 1)",
        lambda d: (
            areas(d) is not None
            and sum(link in d["area"] for link in within(d["mark"])) == 1
            and any(1 in {row for row, _ in link} for link in d["area"])
        ),
        ((1, 4), (2, 2), (2, 3)),
        ((1, 1), (1, 2), (2, 2)),
    ),
    "seams of lines": Case(
        "l e",
        "e = seams(l)",
        lambda d: (
            d["e"]
            == {
                frozenset((a, b))
                for a, b in itertools.combinations(sorted(d["cells"]), 2)
                if side(a, b)
                and {("row", a[0]), ("column", a[1])} & d["l"]
                and {("row", b[0]), ("column", b[1])} & d["l"]
                and not {("row", a[0]), ("column", a[1])} & {("row", b[0]), ("column", b[1])} & d["l"]
            }
        ),
        ((1, 1), (1, 4), (2, 2), (2, 3)),
    ),
    "next in one of eight directions": Case(
        "w",
        "every c in mark: some x in next(c, c.w): x.mark or x.w = stay",
        lambda d: all(any(x in d["mark"] or d["w"][x] == 3 for x in seen_along(d, c)[:1]) for c in d["mark"]),
        ((1, 3), (2, 2), (3, 2)),
        ((2, 1), (1, 2)),
    ),
    "rays in eight directions": Case(
        "w",
        "every c in mark: count(ray(c, c.w)) = 1",
        lambda d: all(len(seen_along(d, c)) == 1 for c in d["mark"]),
        ((2, 2), (3, 2)),
        ((3, 1), (1, 2)),
    ),
    "rays in eight directions up to a mark": Case(
        "w",
        "sum(count(ray(x, x.w until mark)) for x in cells where x.column < 3) = 2",
        lambda d: (
            sum(
                len(list(itertools.takewhile(lambda x: x not in d["mark"], seen_along(d, c))))
                for c in d["cells"]
                if c[1] < 3
            )
            == 2
        ),
        ((2, 2), (3, 2)),
        ((3, 1), (1, 2)),
    ),
    "borders in the direction of a wind": Case(
        "w",
        "every c in mark: count(borders(c, c.w)) = 1",
        lambda d: all(d["w"][c] == 1 for c in d["mark"]),
        ((2, 2),),
    ),
    "areas apart": Case(
        "area",
        "some a, b in touching: a.area = b.area and count(a.area) = 3",
        area_is(lambda found: any(len(area) == 3 for area in found)),
        ((1, 3), (2, 2), (2, 3)),
    ),
    "areas of marks apart": Case(
        "area",
        "no a, b in pairs(mark): a.area = b.area",
        lambda d: (found := areas(d)) is not None and all(len(a & d["mark"]) < 2 for a in found),
        ((1, 3), (2, 2), (2, 3)),
    ),
    "corners near": Case(
        "k",
        "connected(k by near)",
        lambda d: len(parts(d["k"], lambda a, b: touch((a[0] // 2, a[1] // 2), (b[0] // 2, b[1] // 2)))) < 2,
        ((1, 2), (2, 2)),
        lets=CORNERS,
    ),
    "deep": Case(
        "s",
        "connected({c in cells where count(component(c, s)) = 2})",
        lambda d: len(cells_parts(c for c in d["cells"] if len(part_of(c, d["s"])) == 2)) < 2,
        ((1, 3), (2, 2), (2, 3)),
    ),
    "most": Case(
        "s",
        "max(count(component(c, s)) for c in cells) = 3",
        lambda d: max(map(len, cells_parts(d["s"])), default=0) == 3,
    ),
    "sums": Case(
        "s",
        "sum(count(component(c, s)) for c in mark) = 3",
        lambda d: sum(len(part_of(c, d["s"])) for c in d["mark"]) == 3,
    ),
    "list of sizes": Case(
        "s",
        "list(count(i) for i in components(s)) = list(c.row + c.column - 1 for c in mark)",
        lambda d: sizes_of(d["s"]) == [row + column - 1 for row, column in sorted(d["mark"])],
        ((1, 3), (1, 5), (2, 2), (2, 3)),
        ((1, 1), (1, 2)),
    ),
    "lists of lines": Case(
        "s",
        "every r in rows: list(count(i) for i in components(s & r)) = list(c.column for c in mark & r)",
        lambda d: all(
            sizes_of(cell for cell in d["s"] if cell[0] == row) == [c for r, c in sorted(d["mark"]) if r == row]
            for row in range(1, d["rows"] + 1)
        ),
        ((1, 3), (2, 3), (1, 5)),
        ((1, 1), (1, 3), (2, 2)),
    ),
    "no list of sizes": Case(
        "s",
        "some r in rows: list(count(i) for i in components(s & r)) != list(c.column for c in mark & r)",
        lambda d: any(
            sizes_of(cell for cell in d["s"] if cell[0] == row) != [c for r, c in sorted(d["mark"]) if r == row]
            for row in range(1, d["rows"] + 1)
        ),
        ((1, 3), (2, 2)),
        ((1, 1), (2, 2)),
    ),
    "list of sums": Case(
        "s n",
        "list(sum(n of i) for i in components(s)) = list(c.column + 1 for c in mark)",
        lambda d: [sum(d["n"][cell] for cell in i) for i in in_turn(d["s"])] == [c + 1 for _, c in sorted(d["mark"])],
        ((1, 2), (1, 3), (2, 2)),
        ((1, 1), (1, 2)),
    ),
    "list of chosen values": Case(
        "s n",
        "list(n of s) = list(c.column for c in mark)",
        lambda d: [d["n"][cell] for cell in sorted(d["s"])] == [c for _, c in sorted(d["mark"])],
        ((1, 3), (2, 2)),
        ((1, 1), (1, 2), (2, 2)),
    ),
    "list in the order of the board": Case(
        "s n",
        "list(n of s & {c in mark where c.column > 0}) = list(c.column for c in mark)",
        lambda d: [d["n"][cell] for cell in sorted(d["s"] & d["mark"])] == [c for _, c in sorted(d["mark"])],
        ((1, 3), (2, 2)),
        ((1, 1), (1, 2), (2, 2)),
    ),
    "bag of sizes": Case(
        "s",
        "bag(count(i) for i in components(s)) = bag(3 - c.column for c in mark)",
        lambda d: sorted(sizes_of(d["s"])) == sorted(3 - column for _, column in d["mark"]),
        ((1, 3), (1, 4), (2, 2), (2, 3)),
        ((1, 1), (1, 2)),
    ),
    "bag of stretches": Case(
        "s",
        "every r in rows: bag(runs(r, s)) = bag(c.column for c in mark & r)",
        lambda d: all(
            sorted(sizes_of(cell for cell in d["s"] if cell[0] == row)) == sorted(c for r, c in d["mark"] if r == row)
            for row in range(1, d["rows"] + 1)
        ),
        ((1, 4), (2, 3)),
        ((1, 1), (1, 2), (2, 2)),
    ),
    "equal bags": Case(
        "s n",
        "bag(n of s) = bag(n of cells - s)",
        lambda d: sorted(d["n"][cell] for cell in d["s"]) == sorted(d["n"][cell] for cell in d["cells"] - set(d["s"])),
        ((1, 2), (1, 4), (2, 2)),
    ),
    "in a list": Case(
        "s n",
        "every c in mark: c.n in list(count(i) for i in components(s))",
        lambda d: all(d["n"][cell] in sizes_of(d["s"]) for cell in d["mark"]),
        ((1, 2), (1, 3), (2, 2)),
    ),
    "in stretches": Case(
        "s n",
        "every c in mark: some r in rows: c.n in runs(r, s)",
        lambda d: all(
            any(d["n"][cell] in sizes_of(c for c in d["s"] if c[0] == row) for row in range(1, d["rows"] + 1))
            for cell in d["mark"]
        ),
        ((1, 2), (1, 3), (2, 2)),
    ),
    "in a ring": Case(
        "s n",
        "every c in mark: c.n in runs_around(c, s)",
        lambda d: all(d["n"][c] in [len(i) for i in cells_parts(x for x in d["s"] if touch(x, c))] for c in d["mark"]),
        ((1, 2), (1, 3), (2, 2), (2, 3)),
    ),
    "around": Case(
        "s",
        "every c in mark: bag(count(i) for i in components(s & around(c))) = bag(d.column for d in mark)",
        lambda d: all(
            sorted(len(i) for i in cells_parts(x for x in d["s"] if touch(x, c))) == sorted(e for _, e in d["mark"])
            for c in d["mark"]
        ),
        ((1, 3), (2, 3), (3, 3)),
        ((2, 2),),
    ),
    "along a curve": Case(
        "e",
        "some c in mark: "
        "bag(count(i) for i in components(touched(e) & around(c) by along(e))) = bag(d.row for d in mark)",
        lambda d: any(
            sorted(
                len(i)
                for i in parts(
                    sorted(x for x in degrees(d["e"]) if touch(x, c)), lambda a, b: frozenset((a, b)) in d["e"]
                )
            )
            == sorted(r for r, _ in d["mark"])
            for c in d["mark"]
        ),
        ((1, 3), (2, 2), (2, 3)),
        ((2, 2),),
    ),
    "distinct": Case(
        "s",
        "distinct(count(component(c, s)) for c in mark)",
        lambda d: len({len(part_of(c, d["s"])) for c in d["mark"]}) == len(d["mark"]),
    ),
}
